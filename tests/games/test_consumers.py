from __future__ import annotations

import json
import random

import pytest
from channels.db import database_sync_to_async as in_thread
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.services import play
from golfsite.asgi import application
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = b"http://127.0.0.1:8000"


def headers_of(player=None, origin=ORIGIN):
    headers = [(b"origin", origin), (b"host", b"127.0.0.1:8000")]
    if player is not None:
        client = log_in(Client(), player)
        cookie = f"golf_session={client.cookies['golf_session'].value}"
        headers.append((b"cookie", cookie.encode()))
    return headers


async def connect(match, player=None):
    headers = await in_thread(headers_of)(player)
    address = f"/ws/tables/{match.slug}/"
    socket = WebsocketCommunicator(application, address, headers)
    connected, _protocol = await socket.connect(timeout=5)
    assert connected
    return socket


async def frame(socket):
    return await socket.receive_from(timeout=5)


async def closed_with(socket):
    message = await socket.receive_output(timeout=5)
    assert message["type"] == "websocket.close"
    return message["code"]


async def test_a_new_socket_gets_the_table_first():
    match = await in_thread(start_match)()
    socket = await connect(match)
    text = await frame(socket)
    assert text.lstrip().startswith('<div id="table"')
    assert 'data-sequence="1"' in text
    await socket.disconnect()


async def test_an_action_reaches_everybody_who_looks():
    match = await in_thread(start_match)()
    sockets = [await connect(match), await connect(match, match.host)]
    for socket in sockets:
        await frame(socket)
    await in_thread(drivers.act)(match, "turn 2")
    for socket in sockets:
        assert 'data-sequence="2"' in await frame(socket)
        assert await socket.receive_nothing(0.1)
        await socket.disconnect()


async def test_a_hint_that_comes_twice_sends_one_frame():
    from channels.layers import get_channel_layer

    match = await in_thread(start_match)()
    socket = await connect(match)
    await frame(socket)
    hint = {"type": "table.changed", "match": match.pk, "version": 1}
    for _time in range(3):
        await get_channel_layer().group_send(f"table.{match.pk}", hint)
    assert await socket.receive_nothing(0.3)
    await socket.disconnect()


async def test_who_has_an_older_version_is_sent_the_table_again():
    match = await in_thread(start_match)()
    socket = await connect(match)
    await frame(socket)
    await socket.send_to(json.dumps({"type": "have", "version": 0}))
    assert 'id="table"' in await frame(socket)
    await socket.disconnect()


async def test_who_is_up_to_date_gets_a_pong():
    match = await in_thread(start_match)()
    await in_thread(match.refresh_from_db)()
    socket = await connect(match)
    await frame(socket)
    await socket.send_to(json.dumps({"type": "have", "version": match.version}))
    assert json.loads(await frame(socket)) == {"type": "pong"}
    await socket.disconnect()


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "null",
        '{"type": "have"}',
        '{"type": "have", "version": true}',
        '{"type": "have", "version": 1e400}',
        '{"type": "action", "action": "draw"}',
        "[" * 5000,
    ],
)
async def test_a_malformed_frame_closes_the_socket(text):
    match = await in_thread(start_match)()
    socket = await connect(match)
    await frame(socket)
    await socket.send_to(text)
    assert await closed_with(socket) == 4400


async def test_a_frame_of_more_than_eight_kilobytes_closes_the_socket():
    match = await in_thread(start_match)()
    socket = await connect(match)
    await frame(socket)
    await socket.send_to("x" * 8193)
    assert await closed_with(socket) == 4413
    await in_thread(drivers.act)(match, "turn 0")


async def test_a_table_that_does_not_exist_is_closed_with_a_code():
    match = await in_thread(start_match)()
    match.slug = "nowhere"
    assert await closed_with(await connect(match)) == 4404


async def test_a_private_table_is_closed_to_strangers():
    match = await in_thread(start_match)(is_listed=False)
    assert await closed_with(await connect(match)) == 4404
    socket = await connect(match, match.host)
    assert 'id="table"' in await frame(socket)
    await socket.disconnect()


async def test_a_foreign_origin_gets_no_socket():
    match = await in_thread(start_match)()
    headers = await in_thread(headers_of)(match.host, b"https://elsewhere.example")
    socket = WebsocketCommunicator(application, f"/ws/tables/{match.slug}/", headers)
    connected, _code = await socket.connect(timeout=5)
    assert not connected


async def test_logging_out_closes_the_socket():
    from django.contrib.sessions.models import Session

    match = await in_thread(start_match)()
    socket = await connect(match, match.host)
    await frame(socket)
    await in_thread(Session.objects.all().delete)()
    await socket.send_to(json.dumps({"type": "have", "version": 0}))
    assert await closed_with(socket) == 4401


async def test_who_leaves_is_shown_as_a_spectator_from_then_on():
    match = await in_thread(start_match)()
    player = await in_thread(drivers.player_at)(match, 0)
    socket = await connect(match, player)
    assert "seat-0-slot-0" in await frame(socket)
    await in_thread(play.leave_match)(match.pk, player, now=NOW, rng=random.Random(1))
    assert 'value="turn 0"' not in await frame(socket)
    await socket.disconnect()


async def test_a_spectator_without_account_and_one_with_see_the_same():
    match = await in_thread(start_match)()
    someone = await in_thread(make_player)()
    sockets = [await connect(match), await connect(match, someone)]
    assert await frame(sockets[0]) == await frame(sockets[1])
    for socket in sockets:
        await socket.disconnect()


@pytest.mark.parametrize("change", ["suspended", "password"])
async def test_a_suspension_or_a_new_password_ends_what_a_socket_sees(change):
    match = await in_thread(start_match)()
    socket = await connect(match, match.host)
    await frame(socket)
    await in_thread(change_account)(match.host.user, change)
    await in_thread(drivers.act)(match, "turn 0")
    assert await closed_with(socket) == 4401


def change_account(user, change):
    if change == "suspended":
        user.is_active = False
    else:
        user.set_password("another long password")
    user.save()


async def test_logging_out_closes_the_other_tabs_at_once():
    match = await in_thread(start_match)()
    socket = await connect(match, match.host)
    await frame(socket)
    await in_thread(log_out_everywhere)(match.host)
    assert await closed_with(socket) == 4401


def log_out_everywhere(player):
    from django.contrib.auth.signals import user_logged_out
    from django.contrib.sessions.models import Session

    Session.objects.all().delete()
    user_logged_out.send(sender=type(player.user), request=None, user=player.user)


async def test_a_log_out_elsewhere_leaves_this_session_alone():
    from django.contrib.auth.signals import user_logged_out

    match = await in_thread(start_match)()
    socket = await connect(match, match.host)
    await frame(socket)
    user = match.host.user
    await in_thread(user_logged_out.send)(sender=type(user), request=None, user=user)
    assert await socket.receive_nothing(0.3)
    await socket.disconnect()


async def test_an_address_where_nothing_is_is_closed_with_a_code():
    socket = WebsocketCommunicator(application, "/ws/nothing/", await in_thread(headers_of)())
    connected, _protocol = await socket.connect(timeout=5)
    assert connected
    assert await closed_with(socket) == 4404


async def test_all_who_watch_cost_one_rendering(monkeypatch):
    from games import consumers

    rendered = []
    real = consumers._rendered

    def render(match, viewer):
        rendered.append(viewer)
        return real(match, viewer)

    monkeypatch.setattr(consumers, "_rendered", render)
    match = await in_thread(start_match)()
    sockets = [await connect(match) for _watcher in range(5)]
    assert len({await frame(socket) for socket in sockets}) == 1
    assert len(rendered) == 1
    for socket in sockets:
        await socket.disconnect()

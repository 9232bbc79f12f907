"""Talk over the table's socket: what is sent, to whom, and that it tells nothing of cards."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async as in_thread
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat, TalkLine
from games.selectors.access import Viewer
from games.selectors.notes import mark_of
from games.selectors.talk import talk, talk_stamp
from games.services import notes, silence
from games.services import talk as talking
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match
from tests.games.test_consumers import closed_with, connect, frame
from tests.games.test_races import at_once
from tests.games.worlds import swap_unseen

pytestmark = pytest.mark.django_db(transaction=True)


def say(match, player, text, after=0):
    return talking.say(match.pk, player, text, now=NOW + timedelta(seconds=after)).line


async def sit(match, player=None):
    """A socket that has had its table."""
    socket = await connect(match, player)
    assert 'id="table"' in await frame(socket)
    return socket


async def leave(*sockets):
    for socket in sockets:
        await socket.disconnect()


def guest_of(match):
    return drivers.player_at(match, match.seats.exclude(player=match.host).get().number)


async def test_a_line_reaches_everybody_who_looks_and_the_table_is_not_sent_again():
    match = await in_thread(start_match)()
    sockets = [await sit(match), await sit(match, match.host), await sit(match)]
    await in_thread(say)(match, match.host, "Good evening")
    for socket in sockets:
        text = await frame(socket)
        assert text.lstrip().startswith('<div class="talk-lines" id="talk-lines"')
        assert "Good evening" in text
        assert "data-version" not in text
        assert await socket.receive_nothing(0.1)
    await leave(*sockets)


async def test_a_refused_line_sends_nothing():
    match = await in_thread(start_match)()
    socket = await sit(match)
    with pytest.raises(Refused):
        await in_thread(say)(match, match.host, "x" * 501)
    assert await socket.receive_nothing(0.2)
    await leave(socket)


async def test_the_muted_are_not_in_the_frames_of_who_muted_them():
    match = await in_thread(start_match)()
    host, other = match.host, await in_thread(guest_of)(match)
    watcher = await in_thread(make_player)()
    await in_thread(silence.mute)(watcher, host, now=NOW)
    await in_thread(silence.block)(other, host, now=NOW)
    deaf = [await sit(match, watcher), await sit(match, other)]
    hearing = [await sit(match), await sit(match, host)]
    await in_thread(say)(match, host, "a secret word")
    for socket in hearing:
        assert "a secret word" in await frame(socket)
    for socket in deaf:
        assert "secret" not in await frame(socket)
    await leave(*deaf, *hearing)


async def test_muting_changes_the_talk_in_all_of_ones_tabs_at_once():
    match = await in_thread(start_match)()
    other = await in_thread(guest_of)(match)
    await in_thread(say)(match, match.host, "a secret word")
    tabs = [await sit(match, other), await sit(match, other)]
    bystander = await sit(match)
    await in_thread(silence.mute)(other, match.host, now=NOW)
    for tab in tabs:
        assert "secret" not in await frame(tab)
    assert await bystander.receive_nothing(0.1)
    await in_thread(silence.lift)(other, match.host)
    for tab in tabs:
        assert "secret" in await frame(tab)
    await leave(*tabs, bystander)


async def test_what_one_tab_read_is_read_in_the_other():
    match = await in_thread(start_match)()
    other = await in_thread(guest_of)(match)
    line = await in_thread(say)(match, match.host, "Good evening")
    tab = await sit(match, other)
    await in_thread(talking.mark_read)(match, other, line.pk)
    assert "1 new" not in await frame(tab)
    await leave(tab)


async def test_who_missed_a_hint_is_sent_the_talk_when_it_says_what_it_has():
    match = await in_thread(start_match)()
    socket = await sit(match)
    await in_thread(TalkLine.objects.create)(
        match=match, player=match.host, text="unheard of", at=NOW
    )
    await socket.send_to(json.dumps({"type": "have", "version": 99, "talk": 0}))
    assert "unheard of" in await frame(socket)
    stamp = await in_thread(talk_stamp)(match.pk)
    await socket.send_to(json.dumps({"type": "have", "version": 99, "talk": stamp}))
    assert json.loads(await frame(socket)) == {"type": "pong"}
    await leave(socket)


@pytest.mark.parametrize("stamp", ['"1"', "true", "1e400", "[]", "0.5"])
async def test_a_malformed_stamp_closes_the_socket(stamp):
    match = await in_thread(start_match)()
    socket = await sit(match)
    await socket.send_to(f'{{"type": "have", "version": 0, "talk": {stamp}}}')
    assert await closed_with(socket) == 4400


async def test_strangers_share_one_rendering_and_nobody_else_does(monkeypatch):
    from games import consumers

    rendered = []
    real = consumers._rendered_talk

    def render(match, viewer):
        rendered.append(viewer.player_id)
        return real(match, viewer)

    monkeypatch.setattr(consumers, "_rendered_talk", render)
    match = await in_thread(start_match)()
    watcher = await in_thread(make_player)()
    sockets = [await sit(match) for _stranger in range(4)] + [await sit(match, watcher)]
    await in_thread(say)(match, match.host, "Good evening")
    assert len({await frame(socket) for socket in sockets[:4]}) == 1
    assert "Report to the organisers" in await frame(sockets[4])
    assert sorted(rendered, key=str) == sorted([None, watcher.pk], key=str)
    await leave(*sockets)


async def test_a_log_out_ends_the_talk_too():
    from django.contrib.sessions.models import Session

    match = await in_thread(start_match)()
    socket = await sit(match, match.host)
    await in_thread(Session.objects.all().delete)()
    await in_thread(say)(match, match.host, "Good evening")
    assert await closed_with(socket) == 4401


# Cards


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_talk_and_notes_tell_nothing_of_cards(viewer):
    match = start_match()
    drivers.play_on(match, lambda state: drivers.is_drawn(state) and sum(state.hole.turns) > 4)
    say(match, match.host, "a queen, surely")
    player = make_player() if viewer is None else drivers.player_at(match, viewer)
    before = talk_bytes(match, player)
    assert swap_unseen(match, viewer, random.Random(9)) >= 20
    assert talk_bytes(match, player) == before
    assert not any(re.search(rb"/cards/", content) for content in before)


def talk_bytes(match, player):
    client = log_in(Client(), player)
    url = reverse("games:talk", args=[match.slug])
    notes_url = reverse("games:notes", args=[match.slug])
    answers = [
        client.get(url, headers={"HX-Request": "true"}),
        client.post(f"{url}say", {"text": ""}, headers={"HX-Request": "true"}),
        client.post(notes_url, {"text": "mine"}, headers={"HX-Request": "true"}),
    ]
    return [answer.content for answer in answers] + [async_to_sync(talk_frame)(match, player)]


async def talk_frame(match, player):
    socket = await sit(match, player)
    await socket.send_to(json.dumps({"type": "have", "version": 10**6, "talk": -1}))
    text = await frame(socket)
    await socket.disconnect()
    return text.encode()


# At once


def test_of_ten_lines_at_once_six_are_said():
    match = start_match()
    results = at_once(*[lambda n=n: say(match, match.host, f"line {n}") for n in range(10)])
    assert results.count("talk_too_fast") == 4
    assert match.talk.count() == 6


def test_lines_and_actions_at_once_hold_nobody_up():
    match = start_match(layout="3x3", openers=8)
    player = drivers.to_move(match)
    other = match.seats.exclude(player=player).get().player

    def act():
        return [drivers.submit(match, player, f"turn {slot}").sequence for slot in range(8)]

    def talk_on():
        return [say(match, other, f"line {n}", after=10 * n).text for n in range(8)]

    acted, talked = at_once(act, talk_on)
    assert acted == list(range(2, 10))
    assert talked == [f"line {n}" for n in range(8)]
    assert Match.objects.get(pk=match.pk).sequence == 9


def test_two_tabs_that_keep_notes_at_once_lose_none():
    match = start_match()

    def keep(text):
        notes.save_notes(match, match.host, text, based_on=mark_of(""), now=NOW)
        return text

    results = at_once(lambda: keep("first"), lambda: keep("second"))
    assert results.count("notes_changed") == 1
    kept = next(result for result in results if result != "notes_changed")
    assert match.notebooks.get().text == kept


def test_two_tabs_that_read_at_once_keep_the_later_mark():
    match = start_match()
    other = guest_of(match)
    lines = [say(match, match.host, f"line {n}") for n in range(6)]
    at_once(*[lambda line=line: talking.mark_read(match, other, line.pk) for line in lines])
    assert Seat.objects.get(match=match, player=other).talk_read == lines[-1].pk
    assert talk(match, Viewer(other.pk)).unread == 0


def test_ten_mutes_at_once_are_one():
    match = start_match()
    other = guest_of(match)
    results = at_once(*[lambda: silence.mute(other, match.host, now=NOW)] * 10)
    assert results == [None] * 10

"""How many tables wait for one: in the title, on the icon, and the way to the next of them."""

from __future__ import annotations

import json
import random
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async as in_thread
from django.db import connection
from django.urls import reverse

from games.selectors.turns import seats_in_turn
from games.services import play, proposals
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match
from tests.games.test_consumers import connect, frame

pytestmark = pytest.mark.django_db(transaction=True)


def start_for(player, clock=""):
    """A match in which the player's turn is first."""
    for seed in range(20):
        match = start_match(player, make_player(), seed=seed, terms=Terms(clock))
        if drivers.to_move(match) == player:
            return match
        match.delete()
    raise AssertionError("the lot never fell on the player")


def test_every_page_counts_the_tables_that_wait_in_its_title_and_icon(client):
    me = make_player()
    log_in(client, me)
    assert "<title>My matches" in client.get("/matches/").text
    start_for(me)
    start_for(me)
    for address in ("/", "/matches/", "/rules/", "/friends/"):
        page = client.get(address).text
        assert "<title>(2) " in page
        assert 'href="/static/games/img/mark-2.svg"' in page


def test_a_stranger_has_no_badge_and_asks_for_none(client):
    page = client.get("/").text
    assert "badge.js" not in page
    assert 'href="/static/games/img/mark.svg"' in page
    assert client.get(reverse("games:count")).json()["count"] == 0


def test_the_count_takes_one_query_and_no_cache_keeps_it(client, django_assert_num_queries):
    me = make_player()
    for _match in range(3):
        start_for(me)
    log_in(client, me)
    # Session and account are the other two.
    with django_assert_num_queries(3):
        answer = client.get(reverse("games:count"))
    assert answer.json()["count"] == 3
    assert "no-store" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]


def test_the_seats_to_act_for_are_found_by_an_index_of_their_own():
    plan = seats_in_turn().filter(player__user_id=7).explain()
    # PostgreSQL reads an empty table whole, whatever indexes it has.
    assert "seat_in_turn" in plan or connection.vendor == "postgresql"


def test_a_bot_that_holds_my_seat_has_the_turn_instead_of_me(client):
    me = make_player()
    match = start_for(me)
    log_in(client, me)
    play.leave_match(match.pk, me, now=NOW, rng=random.Random(1))
    assert client.get(reverse("games:count")).json()["count"] == 0


def test_the_next_table_is_the_most_urgent_other_one(client):
    me = make_player()
    here, slow, soon = start_for(me), start_for(me, "7d"), start_for(me, "3d")
    log_in(client, me)
    page = client.get(here.get_absolute_url())
    assert page.context["turns"].next_url == soon.get_absolute_url()
    assert f'data-key="n" href="{soon.get_absolute_url()}"' in page.text
    told = client.get(f"/matches/count?at={soon.slug}").json()
    assert told == {"type": "turns", "count": 3, "next": slow.get_absolute_url()}


def test_without_another_table_there_is_no_way_to_one(client):
    me = make_player()
    match = start_for(me)
    page = log_in(client, me).get(match.get_absolute_url()).text
    assert 'id="next-table" data-key="n" hidden' in page


async def test_a_socket_tells_when_another_table_waits():
    me = await in_thread(make_player)()
    here = await in_thread(start_for)(me)
    there = await in_thread(start_match)(me, await in_thread(make_player)(), seed=5)
    await in_thread(drivers.open_cards)(there)
    while await in_thread(drivers.to_move)(there) == me:
        await in_thread(drivers.act)(there, "draw")
        await in_thread(drivers.act)(there, "swap 0")
    socket = await connect(here, me)
    await frame(socket)
    await in_thread(drivers.act)(there, "draw")
    await in_thread(drivers.act)(there, "swap 0", now=NOW + timedelta(seconds=1))
    told = json.loads(await frame(socket))
    assert told == {"type": "turns", "count": 2, "next": there.get_absolute_url()}
    await socket.disconnect()


async def test_a_socket_tells_when_another_table_is_paused_and_goes_on():
    me = await in_thread(make_player)()
    here, there = await in_thread(start_for)(me), await in_thread(start_for)(me)
    other = await in_thread(drivers.player_at)(there, 1)
    socket = await connect(here, me)
    await frame(socket)
    await in_thread(proposals.propose)(there.pk, me, "pause", now=NOW)
    pause = await in_thread(there.proposals.get)()
    await in_thread(proposals.answer)(there.pk, other, pause.pk, agrees=True, now=NOW)
    assert json.loads(await frame(socket)) == {"type": "turns", "count": 1, "next": None}
    await in_thread(proposals.resume)(there.pk, other, now=NOW)
    told = json.loads(await frame(socket))
    assert told == {"type": "turns", "count": 2, "next": there.get_absolute_url()}
    await socket.disconnect()

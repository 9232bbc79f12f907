"""Quick pairing: the oldest table of exactly the wanted kind, or a new one."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from accounts import blocks
from games.models import Match
from games.services import lobby, pairing
from games.services.lobby import Terms
from games.services.refusals import Refused
from tests.factories import NOW, log_in, make_player, make_preset, user_of

pytestmark = pytest.mark.django_db


def find(player=None, preset="clubhouse", seats=2, clock="3d", now=NOW):
    return pairing.find_table(
        player or make_player(),
        make_preset(preset),
        seats=seats,
        clock=clock,
        now=now,
        rng=random.Random(1),
    )


def open_alike(host=None, *, is_listed=True, now=NOW, clock="3d", seats=2, **terms):
    choices = terms.pop("choices", {})
    return lobby.open_table(
        host or make_player(),
        make_preset(),
        choices,
        seats=seats,
        is_listed=is_listed,
        now=now,
        terms=Terms(clock, **terms),
    )


def test_two_who_look_for_the_same_meet():
    first = find()
    assert (first.status, first.is_listed, first.clock) == (Match.Status.WAITING, True, "3d")
    second = find()
    assert second == first
    assert second.status == Match.Status.RUNNING


def test_the_table_that_has_waited_longest_comes_first():
    younger = open_alike(now=NOW)
    older = open_alike(now=NOW - timedelta(hours=1))
    assert [find(), find()] == [older, younger]


@pytest.mark.parametrize(
    "other",
    [
        {"is_listed": False},
        {"clock": "1d"},
        {"clock": ""},
        {"seats": 3},
        {"missed_max": 3},
        {"allows_pauses": False},
        {"allows_spectators": False},
        {"choices": {"holes": 3}},
    ],
)
def test_a_table_that_differs_is_left_alone(other):
    match = open_alike(**other)
    assert find() != match


def test_another_preset_is_another_kind():
    assert find(preset="clubhouse") != find(preset="clubhouse-fixed")


def test_whoever_waits_already_stays_where_they_wait():
    player = make_player()
    assert find(player) == find(player, now=NOW + timedelta(days=2))
    assert Match.objects.count() == 1


def test_pressing_twice_seats_once_even_where_the_match_begins():
    find()
    player = make_player()
    first = find(player)
    assert find(player, now=NOW + timedelta(seconds=5)) == first
    assert find(player, now=NOW + timedelta(minutes=1)) != first
    assert Match.objects.count() == 2


@pytest.mark.parametrize("blocker", [0, 1])
def test_who_is_blocked_is_not_met(blocker):
    pair = make_player(), make_player()
    match = open_alike(pair[0], seats=3)
    blocks.block(user_of(pair[blocker]), user_of(pair[1 - blocker]), now=NOW)
    assert find(pair[1], seats=3) != match
    between = open_alike(seats=3, now=NOW - timedelta(hours=1))
    lobby.join_table(between.pk, pair[0], has_invite=False, now=NOW, rng=random.Random(1))
    assert find(pair[1], seats=3) != between


def test_seats_that_a_preset_does_not_have_are_refused():
    with pytest.raises(Refused, match="bad_ruleset"):
        find(seats=7)


def test_the_home_page_seats_a_stranger_as_a_guest(client):
    make_preset()
    home = client.get("/").text
    assert "Find a table" in home
    assert "3 days a turn" in home
    answer = client.post("/pair", {"preset": "clubhouse", "seats": "2", "clock": "live 1m"})
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert (match.clock, match.host.user.is_guest) == ("live 1m", True)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"preset": "nowhere", "seats": "2", "clock": "3d"},
        {"preset": "clubhouse", "seats": "9", "clock": "3d"},
        {"preset": "clubhouse", "seats": "2", "clock": "9d"},
        {"preset": "clubhouse", "seats": "7", "clock": "3d"},
    ],
)
def test_what_is_not_offered_is_said(client, sent):
    make_preset()
    answer = log_in(client, make_player()).post("/pair", sent, follow=True)
    assert len(answer.context["messages"]) == 1
    assert not Match.objects.exists()

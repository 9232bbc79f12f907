from __future__ import annotations

import random
import threading
from datetime import timedelta

import pytest
from django.db import connection

from games import clerk, engine
from games.bots import Bot
from games.models import Match
from games.services import bots, due, lobby, play
from games.services.due import carry_out_due
from tests import drivers
from tests.factories import NOW, make_player, open_table, start_match
from tests.games.test_play import play_with_bots

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=1)


def match_with_bot(seed=2):
    """A running match in which a bot is to move first."""
    match = open_table()
    for attempt in range(20):
        match = open_table()
        lobby.add_bot(match.pk, match.host, now=NOW, rng=random.Random(seed + attempt))
        if match.seats.get(player=None).number == 0:
            return Match.objects.get(pk=match.pk)
    raise AssertionError("the lot never fell on the bot")


def test_a_bot_thinks_for_a_moment():
    match = match_with_bot()
    assert carry_out_due(NOW, random.Random(1)) == 0
    assert carry_out_due(LATER, random.Random(1)) == 1
    row = match.actions.get(sequence=2)
    assert (row.played_by, row.seat.bot, row.key) == ("bot", "club", None)


def test_a_bot_takes_one_action_at_a_time():
    match = match_with_bot()
    carry_out_due(LATER, random.Random(1))
    assert match.actions.count() == 2
    assert carry_out_due(LATER, random.Random(1)) == 0


def test_nothing_is_due_while_a_person_is_to_move():
    match = start_match()
    assert match.clerk_due_at is None
    assert carry_out_due(LATER, random.Random(1)) == 0


def test_bots_play_a_match_to_its_end_when_everybody_left():
    match = match_with_bot()
    play.leave_match(match.pk, match.host, now=NOW, rng=random.Random(1))
    play_with_bots(match)
    match.refresh_from_db()
    assert (match.status, match.clerk_due_at) == (Match.Status.FINISHED, None)


def test_a_bot_that_fails_is_tried_again_later_and_holds_up_no_other(monkeypatch, caplog):
    broken, well = match_with_bot(), match_with_bot()
    real = due.play_for_bot

    def fail_for_one(match_id, *arguments):
        if match_id == broken.pk:
            raise RuntimeError("no idea")
        return real(match_id, *arguments)

    monkeypatch.setattr(due, "play_for_bot", fail_for_one)
    assert carry_out_due(LATER, random.Random(1)) == 1
    broken.refresh_from_db()
    assert broken.clerk_due_at == LATER + due.RETRY_AFTER
    assert well.actions.count() == 2
    assert "failed; trying again later" in caplog.text


def test_a_bot_gets_an_observation_and_nothing_else(monkeypatch):
    given = []

    def choose(observation, rng):
        given.append((type(observation), type(rng)))
        return observation.legal[0]

    monkeypatch.setitem(bots.BOTS, "club", Bot(choose))
    match_with_bot()
    carry_out_due(LATER, random.Random(1))
    assert given == [(engine.Observation, random.Random)]


def test_the_due_matches_are_found_by_an_index(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert carry_out_due(LATER, random.Random(1)) == 0
    plan = Match.objects.due(LATER).order_by("clerk_due_at").values("pk").explain()
    # PostgreSQL reads an empty table whole, whatever indexes it has.
    assert "match_clerk_due" in plan or connection.vendor == "postgresql"


def test_a_sweep_survives_a_fault(monkeypatch, caplog):
    def fail(*args, **kwargs):
        raise RuntimeError("no database")

    monkeypatch.setattr(clerk, "carry_out_due", fail)
    assert clerk.sweep(threading.Event()) == 0
    assert "A sweep failed" in caplog.text


@pytest.mark.parametrize(("seconds", "asked"), [(0, []), (0.5, [0.5])])
def test_an_idle_sweep_measures_par_as_long_as_is_set(settings, monkeypatch, seconds, asked):
    settings.PAR_SECONDS = seconds
    found: list[float] = []
    monkeypatch.setattr(clerk, "close_old_connections", lambda: None)
    monkeypatch.setattr(clerk, "carry_out_due", lambda *_args, **_options: 0)
    monkeypatch.setattr(clerk, "measure_pars", found.append)
    clerk.sweep(threading.Event())
    assert found == asked


def test_a_player_who_is_back_is_not_played_by_the_bot():
    match = start_match()
    player = drivers.to_move(match)
    play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    play.return_to_match(match.pk, player, now=NOW)
    assert carry_out_due(LATER, random.Random(1)) == 0


def test_players_of_other_tables_are_left_alone():
    start_match(make_player(), make_player())
    match_with_bot()
    assert carry_out_due(LATER, random.Random(1)) == 1


def test_a_sweep_that_is_told_to_stop_leaves_the_rest_for_later():
    match_with_bot()
    assert carry_out_due(LATER, random.Random(1), should_stop=lambda: True) == 0

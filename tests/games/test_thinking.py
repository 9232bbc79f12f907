"""Bots that think for long: asked beside everything else, carried out once."""

from __future__ import annotations

import random
import sys
import threading
import time
from contextlib import closing
from datetime import timedelta

import pytest
from django.utils import timezone

from games import clerk
from games.analysis.preparing import prepare
from games.models import Match
from games.services import bot_process, bots, lobby, play
from games.services.bot_process import BotProcess
from games.services.due import carry_out_due
from games.services.history import verify_match
from games.services.line_process import ProcessFailed
from games.services.lobby import Terms
from games.services.thinking import Thinker, Thought
from tests import drivers
from tests.factories import NOW, make_player, open_table, start_match

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=1)
GONE = LATER + bots.CLAIM


def match_with_pro():
    """A running match in which a pro is to move first."""
    for seed in range(20):
        match = open_table()
        lobby.add_bot(match.pk, match.host, level="pro", now=NOW, rng=random.Random(seed))
        if match.seats.get(player=None).number == 0:
            return Match.objects.get(pk=match.pk)
    raise AssertionError("the lot never fell on the bot")


def quick(bot, state, seat, seed, wait):
    """Stands for the process: the first opener that is lawful."""
    return "turn 0" if not state.hole.opened[seat] else "turn 1"


def never():
    return False


def broken(*_arguments):
    raise ProcessFailed("it is gone")


def sweep(thinker, now):
    return carry_out_due(now, random.Random(1), thinker=thinker)


def test_a_pro_is_asked_and_plays_when_the_answer_is_there():
    match, thinker = match_with_pro(), Thinker()
    assert sweep(thinker, LATER) == 0
    assert match.actions.count() == 1
    assert thinker.think_next(quick, never)
    assert sweep(thinker, LATER) == 1
    row = match.actions.get(sequence=2)
    assert (row.text, row.played_by, row.seat.bot) == ("turn 0", "bot", "pro")


def test_other_tables_go_on_while_a_pro_thinks():
    slow, thinker = match_with_pro(), Thinker()
    other = start_match()
    play.leave_match(other.pk, drivers.to_move(other), now=NOW, rng=random.Random(1))
    overdue = start_match(make_player(), make_player(), terms=Terms("live 1m"))
    late = NOW + timedelta(hours=1)
    assert sweep(thinker, late) == 2
    assert overdue.actions.filter(played_by="clock").exists()
    assert other.actions.filter(played_by="bot").count() == 1
    assert slow.actions.count() == 1


def test_a_turn_is_asked_for_once_however_often_it_is_due():
    match_with_pro()
    thinker = Thinker()
    for minute in (1, 2, 3):
        sweep(thinker, NOW + timedelta(minutes=minute))
    assert thinker.think_next(quick, never)
    assert [thought.text for thought in thinker.answers()] == ["turn 0"]
    assert not thinker.think_next(quick, never)


def test_the_turn_of_a_worker_that_died_is_taken_over_once():
    match = match_with_pro()
    dead, alive = Thinker(), Thinker()
    sweep(dead, LATER)
    assert (sweep(alive, LATER), match.actions.count()) == (0, 1)
    assert not alive.think_next(quick, never)
    sweep(alive, GONE)
    alive.think_next(quick, never)
    dead.think_next(quick, never)
    assert (sweep(alive, GONE), sweep(dead, GONE)) == (1, 0)
    assert list(match.actions.values_list("text", flat=True)) == ["", "turn 0"]


def test_deadlines_of_people_at_the_table_are_kept_while_a_pro_thinks():
    match, thinker = match_with_pro(), Thinker()
    soon = LATER + timedelta(seconds=5)
    match.seats.filter(player=match.host).update(due_at=soon)
    sweep(thinker, LATER)
    match.refresh_from_db()
    assert match.clerk_due_at == soon


def test_a_table_that_changes_meanwhile_is_not_put_off():
    match = match_with_pro()
    Match.objects.filter(pk=match.pk).update(clerk_due_at=LATER)
    bots._claim(match.pk, match.version - 1, LATER)
    match.refresh_from_db()
    assert match.clerk_due_at == LATER


def test_the_house_bot_plays_where_a_pro_can_not_be_asked(caplog):
    match, thinker = match_with_pro(), Thinker()
    sweep(thinker, LATER)
    thinker.think_next(broken, never)
    assert sweep(thinker, LATER) == 1
    assert match.actions.get(sequence=2).seat.bot == "pro"
    assert "could not be asked" in caplog.text


def test_an_answer_that_fails_is_asked_for_again(monkeypatch, caplog):
    match, thinker = match_with_pro(), Thinker()
    sweep(thinker, LATER)
    thinker.think_next(lambda *_arguments: "draw", never)
    assert sweep(thinker, LATER) == 0
    assert "A bot's answer in match" in caplog.text
    sweep(thinker, GONE)
    thinker.think_next(quick, never)
    assert sweep(thinker, GONE) == 1
    assert match.actions.count() == 2


def test_who_is_told_to_stop_answers_no_more():
    match_with_pro()
    thinker = Thinker()
    sweep(thinker, LATER)

    def stopped(bot, state, seat, seed, wait):
        wait()
        raise AssertionError("it went on")

    assert thinker.think_next(stopped, lambda: True)
    assert thinker.answers() == []


def test_an_answer_for_a_table_that_was_paused_is_dropped():
    match, thinker = match_with_pro(), Thinker()
    sweep(thinker, LATER)
    thinker.think_next(quick, never)
    Match.objects.filter(pk=match.pk).update(paused_at=LATER)
    assert sweep(thinker, LATER) == 0
    assert match.actions.count() == 1


def test_a_bot_process_that_ends_is_a_fault():
    state = drivers.state_of(match_with_pro())
    process = BotProcess([sys.executable, "-c", ""])
    with closing(process), pytest.raises(ProcessFailed):
        process("pro", state, 0, 1, lambda: None)


def test_the_bots_process_answers_for_any_bot():
    state = drivers.state_of(match_with_pro())
    with closing(BotProcess()) as process:
        assert process("club", state, 0, 1, lambda: None).startswith("turn ")
        with pytest.raises(ProcessFailed, match="KeyError"):
            process("nobody", state, 0, 1, lambda: None)


@pytest.mark.heavy
@pytest.mark.early
@pytest.mark.django_db(transaction=True)
def test_a_pro_plays_a_whole_hole_through_the_clerk(settings):
    settings.BOT_SECONDS = settings.PAR_SECONDS = 0
    match = open_table(layout="2x2")
    lobby.add_bot(match.pk, match.host, level="pro", now=NOW, rng=random.Random(1))
    play.leave_match(match.pk, match.host, now=timezone.now(), rng=random.Random(1))
    match.seats.filter(player=match.host).update(bot="pro")
    stopping, thinker = threading.Event(), Thinker()
    thread = threading.Thread(target=clerk.keep_thinking, args=[stopping, thinker])
    thread.start()
    before = {name for name in sys.modules if name.startswith("numba")}
    deadline = time.monotonic() + 300
    try:
        while not match.holes.filter(ended_at__isnull=False).exists():
            assert time.monotonic() < deadline
            clerk.sweep(stopping, thinker)
            time.sleep(0.01)
    finally:
        stopping.set()
        thread.join()
    assert {name for name in sys.modules if name.startswith("numba")} == before
    assert set(match.actions.values_list("played_by", flat=True)) == {"chance", "bot"}
    assert list(verify_match(Match.objects.get(pk=match.pk))) == []


def test_a_thought_names_its_turn():
    match, thinker = match_with_pro(), Thinker()
    sweep(thinker, LATER)
    thinker.think_next(quick, never)
    (thought,) = thinker.answers()
    assert isinstance(thought, Thought)
    assert thought.turn.key == (match.pk, 1, 0)


@pytest.mark.parametrize("is_compiled", [True, False])
def test_what_bots_compute_with_is_compiled_before_anybody_asks(monkeypatch, is_compiled):
    prepare()
    monkeypatch.setattr(bot_process, "is_compiled", lambda: is_compiled)
    with closing(BotProcess()) as process:
        clerk.prepare(threading.Event(), process)
        assert (process.process is None) is is_compiled


def test_a_clerk_that_ends_does_not_wait_for_the_compiler(monkeypatch):
    monkeypatch.setattr(bot_process, "is_compiled", lambda: False)
    stopping = threading.Event()
    stopping.set()
    with closing(BotProcess([sys.executable, "-c", "import time; time.sleep(60)"])) as process:
        clerk.prepare(stopping, process)
        assert process.process is None

"""The process that reviews are worked out in: what goes in and out, and how it ends."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import time
from contextlib import closing

import pytest

from games import engine
from games.engine import codec
from games.services import line_process
from games.services.line_process import ProcessFailed
from games.services.review_process import ReviewProcess, work
from tests.plain_review import plain_review
from tests.site.process import ROOT

WORKER = """
import os, sys, time
from games.services.review_process import work
from tests.plain_review import plain_review

def compute(*arguments, **more):
    {what}
    return plain_review(*arguments, **more)

answers, sys.stdout = sys.stdout, sys.stderr
work(compute, sys.stdin, answers)
"""


def a_hole():
    """The state that waits for a deal, and the actions of the hole that follows."""
    rng, actions = random.Random(1), []
    start = state = engine.new_match(engine.Ruleset(layout="2x2", holes=1), 2)
    while state.phase is not engine.MatchPhase.FINISHED:
        chance = engine.chance_action(state, rng)
        seats = engine.seats_to_act(state)
        action = chance or rng.choice(engine.legal_actions(state, seats[0]))
        actions.append(action)
        state = engine.apply(state, action).state
    return start, actions


def nobody(done, total):
    """Listen to no progress."""


def program(what="pass"):
    """A process whose computing does this first."""
    return ReviewProcess([sys.executable, "-c", WORKER.format(what=what)])


@pytest.fixture
def start():
    """Start such processes, and end them after the test."""
    made = []

    def begin(what="pass"):
        made.append(program(what))
        return made[-1]

    yield begin
    for process in made:
        process.close()


def test_the_process_returns_what_the_function_does_hole_after_hole(start):
    hole, process, told = a_hole(), start(), []
    for _time in range(2):
        found = process(*hole, tell=lambda *progress: told.append(progress))
        assert found == plain_review(*hole)
    pid = process.process.pid
    process(*hole, tell=nobody)
    assert process.process.pid == pid
    assert told[0] == (0, len(found.decisions))


def test_what_a_computing_prints_is_no_answer(start):
    found = start("print('{}')")(*a_hole(), tell=nobody)
    assert found.seats


def test_a_fault_of_the_computing_is_told(start):
    process = start("raise ZeroDivisionError('no strokes')")
    with pytest.raises(ProcessFailed, match="ZeroDivisionError: no strokes"):
        process(*a_hole(), tell=nobody)


def test_a_process_that_ends_is_a_fault_and_the_next_hole_gets_another(start):
    process = start("os._exit(1)")
    for _time in range(2):
        with pytest.raises(ProcessFailed, match="has ended"):
            process(*a_hole(), tell=nobody)


def test_who_waits_is_told_now_and_then_and_can_give_up(start, monkeypatch):
    monkeypatch.setattr(line_process, "TELL_SECONDS", 0.05)
    process, told = start("time.sleep(60)"), []

    def tell(done, total):
        told.append((done, total))
        if len(told) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        process(*a_hole(), tell=tell)
    assert told == [(0, 0)] * 3
    assert process.process is None


def test_a_process_that_says_nothing_any_more_is_given_up(start, monkeypatch):
    monkeypatch.setattr(line_process, "TELL_SECONDS", 0.05)
    monkeypatch.setattr(line_process, "SILENCE_SECONDS", 0.1)
    with pytest.raises(ProcessFailed, match="says nothing"):
        start("time.sleep(60)")(*a_hole(), tell=nobody)


def test_a_process_without_work_is_ended_after_a_while(start, monkeypatch):
    process = start()
    process(*a_hole(), tell=nobody)
    process.rest()
    assert process.process is not None
    process.rest_seconds = 0
    process.rest()
    assert process.process is None


def test_the_process_ends_with_whoever_started_it():
    holder = (
        "import sys; from games.services.review_process import ReviewProcess;"
        f"process = ReviewProcess([sys.executable, '-c', {WORKER.format(what='pass')!r}]);"
        "print(process._running().pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_alive(pid)


def is_alive(pid):
    """Whether a process is there and is more than a name that nobody has asked for."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return bool(found.stdout.strip()) and "Z" not in found.stdout


def test_a_worker_that_nobody_hears_ends():
    class Gone(io.StringIO):
        def flush(self):
            raise BrokenPipeError

    start, actions = a_hole()
    question = {
        "start": codec.encode_state(start),
        "actions": [codec.encode_action(action) for action in actions],
    }
    work(plain_review, io.StringIO(json.dumps(question) + "\n"), Gone())


@pytest.mark.heavy
def test_a_hole_is_reviewed_for_real():
    start, actions = a_hole()
    told = []
    with closing(ReviewProcess()) as process:
        found = process(start, actions, tell=lambda *progress: told.append(progress))
    seats = [(seat.seat, seat.strokes) for seat in found.seats]
    assert seats == list(enumerate(engine.replay(start.ruleset, 2, actions).scored[0]))
    for seat in found.seats:
        total = seat.expected - seat.deal - seat.draws - seat.skill
        assert total == pytest.approx(seat.strokes)
    assert told[-1][0] == told[-1][1] == sum(one.label != "only" for one in found.decisions)

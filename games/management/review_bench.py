"""How fast play-outs, decisions and reviews are, in CPU seconds of this one process."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any

from games import engine
from games.bots import BOTS
from games.engine import HolePhase, MatchPhase, Ruleset

if TYPE_CHECKING:
    from games.analysis.review import HoleReview

SEATS, HOLES = 4, 9


def measure_review(seed: str) -> dict[str, Any]:
    """Measure the kernel, decisions of a four-seat match of six cards, and that match's review."""
    actions = play_match(Random(seed))  # noqa: S311 - a measurement is to be repeated
    started = time.process_time()
    playouts_per_second(holes=1)
    warm = time.process_time() - started
    decisions = [1000 * seconds for seconds in time_decisions(actions)]
    started = time.process_time()
    reviews = review_match(actions)
    whole = time.process_time() - started
    given = [one.given_away for review in reviews for one in review.decisions if one.options]
    return {
        "seats": SEATS,
        "holes": HOLES,
        "warm_up_cpu_seconds": round(warm, 2),
        "kernel_actions_per_cpu_second": round(playouts_per_second(holes=20_000)),
        "trials_per_action": 400,
        "decisions": len(decisions),
        "decision_cpu_ms_mean": round(sum(decisions) / len(decisions), 1),
        "decision_cpu_ms_median": round(sorted(decisions)[len(decisions) // 2], 1),
        "decision_cpu_ms_max": round(max(decisions), 1),
        "review_cpu_seconds": round(whole, 2),
        "reviewed_decisions": len(given),
        "given_away_per_decision": round(sum(given) / len(given), 3),
    }


def play_match(rng: Random) -> list[engine.Action]:
    """Return the actions of a match that club bots play."""
    state = engine.new_match(Ruleset(holes=HOLES), SEATS)
    actions: list[engine.Action] = []
    while state.phase is not MatchPhase.FINISHED:
        chance = engine.chance_action(state, rng)
        seats = engine.seats_to_act(state)
        action = chance or BOTS["club"].answer(state, seats[0], rng)
        actions.append(action)
        state = engine.apply(state, action).state
    return actions


def playouts_per_second(holes: int) -> float:
    """Return actions per CPU second of whole holes by the play-out policy, deals included."""
    import numpy as np

    from games.analysis.kernel.expectations import EXPECTATIONS, expect
    from games.analysis.kernel.holes import new_holes
    from games.analysis.kernel.tables import tables_of
    from games.analysis.kernel.trials import play_holes
    from games.analysis.kernel.weights import Weights

    tables = tables_of(Ruleset(), SEATS, SEATS)
    rivals: Any = np.zeros(SEATS, EXPECTATIONS).view(np.recarray)
    for seat in range(SEATS):
        rivals[seat] = expect(tables, tables.pack[: tables.pack_size], Weights())
    strokes = np.zeros((holes, 1, SEATS), np.int64)
    started = time.process_time()
    actions = play_holes(tables, rivals, new_holes(1)[0], 1, strokes)
    return actions / (time.process_time() - started)


def time_decisions(actions: list[engine.Action]) -> list[float]:
    """Return the CPU seconds of evaluating each decision between several lawful actions."""
    from games.analysis.evaluation import evaluate

    state = engine.new_match(Ruleset(holes=HOLES), SEATS)
    seconds: list[float] = []
    for action in actions:
        hole = state.hole
        if hole is not None and action.seat is not None and hole.phase in _TURNS:
            seen = engine.observe(state, action.seat)
            started = time.process_time()
            evaluate(seen, trials=400, seed=state.sequence)
            seconds.append(time.process_time() - started)
        state = engine.apply(state, action).state
    return seconds


_TURNS = (HolePhase.TURN, HolePhase.DRAWN)


def review_match(actions: list[engine.Action]) -> list[HoleReview]:
    """Return the reviews of every hole."""
    from games.analysis.review import review_hole

    state = engine.new_match(Ruleset(holes=HOLES), SEATS)
    start = state
    of_hole: list[engine.Action] = []
    reviews: list[HoleReview] = []
    for action in actions:
        if isinstance(action, engine.Deal):
            start, of_hole = state, []
        of_hole.append(action)
        before, state = state, engine.apply(state, action).state
        if before.phase is MatchPhase.HOLE and state.phase is not MatchPhase.HOLE:
            reviews.append(review_hole(start, of_hole, expected=8.0))
    return reviews

"""Compiles everything that bots and reviews use, so that nobody has to wait for it later."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.analysis.evaluation import expected_strokes, judge
from games.analysis.kernel.folder import compiled_folder, is_compiled, keep_mark
from games.analysis.winning import best_for_match
from games.engine import HolePhase, Ruleset, apply, chance_action, new_match, observe, seats_to_act

if TYPE_CHECKING:
    from games.engine import MatchState, SeatAction

RULES = Ruleset(holes=1, openers_mode="fixed", layout="2x2")


def prepare() -> None:
    """Compile what has not been compiled since the sources changed: half a minute, or nothing.

    A hole is played and judged to its end, so that its last turns are counted, too.
    """
    if is_compiled():
        return
    expected_strokes(RULES, 2, 2)
    state, rng = new_match(RULES, seats=2), Random(1)  # noqa: S311 - any deal will do
    while not state.scored:
        state = apply(state, chance_action(state, rng) or _judged(state)).state
    compiled_folder().mkdir(parents=True, exist_ok=True)
    keep_mark()


def _judged(state: MatchState) -> SeatAction:
    seen = observe(state, seats_to_act(state)[0])
    if seen.hole_phase is HolePhase.TURN:
        best_for_match(seen, seed=1, budget=1)
    return judge(seen, trials=2).usual

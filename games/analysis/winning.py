"""The action that wins the match most often, by play-outs that go where it matters.

All lawful actions are tried a little; the better half goes on to more play-outs, until few are
left. What a play-out is worth is the chance to have the lowest total at the end of the match:
what the holes left may still bring is taken as normally distributed about equal means.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from games.analysis.counting import MOST_UNKNOWN, count_exactly
from games.analysis.evaluation import MANY, Outcomes, shares, try_all
from games.analysis.kernel.weights import RIVAL
from games.analysis.worlds import Worlds, worlds_of

if TYPE_CHECKING:
    from games.engine import Observation, SeatAction

BUDGET = 48_000
"""Layout slots played out per decision: bounds its time, about the same under all rules."""

ROUNDS = 3

DEVIATION = 6.5
"""Standard deviation of a seat's strokes in a hole, to within what rulesets differ."""

STROKES_WEIGHT = 0.02
"""What a stroke counts beside winning: the chance to win alone would play for the tie-breaks of
one hole, and gives strokes away where it is as good as won or lost."""

_NORMAL = NormalDist()
_GRID = np.linspace(-4.0, 4.0, 801)
_CUMULATED = np.array([_NORMAL.cdf(x) for x in _GRID])


def best_for_match(seen: Observation, *, seed: int, budget: int = BUDGET) -> SeatAction:
    """Return the best action of the viewer; ValueError for one who is not to act in a hole."""
    worlds = worlds_of(seen)
    actions = list(seen.legal)
    if holes_left(seen) == 0 and len(worlds.unknown) <= MOST_UNKNOWN and not any(seen.totals):
        exact = count_exactly(worlds, actions)
        if exact is not None:
            return max(
                zip(actions, exact, strict=True),
                key=lambda found: found[1][1] - STROKES_WEIGHT * found[1][0],
            )[0]
    spent, each = 0, budget // (ROUNDS * worlds.tables.seats * worlds.tables.slots)
    found: dict[SeatAction, list[NDArray[np.float64]]] = {action: [] for action in actions}
    for _round in range(ROUNDS):
        trials = max(8 if len(actions) <= MANY else 2, each // len(actions))
        for action, outcomes in try_all(worlds, actions, trials, seed, spent, RIVAL):
            found[action].append(worth(seen, worlds, outcomes))
        spent += trials
        means = {action: float(np.concatenate(found[action]).mean()) for action in actions}
        actions.sort(key=lambda action: -means[action])
        actions = actions[: max(2, (len(actions) + 2) // 3)]
    return actions[0]


def holes_left(seen: Observation) -> int:
    """Return how many holes will probably follow this one."""
    rules = seen.ruleset
    if rules.holes and len(seen.scored) >= rules.holes:
        return 0
    left = rules.holes - len(seen.scored) - 1 if rules.holes else 20
    if rules.limit:
        # A hole costs a seat about as much as it cost on average so far.
        highest, played = max(seen.totals), len(seen.scored)
        pace = max(4.0, highest / played) if played else 10.0
        left = min(left, int((rules.limit - highest) / pace))
    return max(0, left)


def worth(seen: Observation, worlds: Worlds, outcomes: Outcomes) -> NDArray[np.float64]:
    """Return what a hole's outcomes, of shape (worlds, seats), are worth to the viewer."""
    is_extra = bool(seen.ruleset.holes) and len(seen.scored) >= seen.ruleset.holes
    before = [0 if is_extra else seen.totals[seat] for seat in worlds.players]
    totals = outcomes + np.array(before)
    left = holes_left(seen)
    if left == 0:
        won = shares(totals, worlds.me)
    else:
        ahead = totals - totals[:, [worlds.me]]
        spread = ahead / (DEVIATION * sqrt(2 * left))
        chances = np.interp(spread, _GRID, _CUMULATED)
        chances[:, worlds.me] = 1.0
        won = chances.prod(axis=1)
    return np.asarray(won - STROKES_WEIGHT * outcomes[:, worlds.me], dtype=np.float64)

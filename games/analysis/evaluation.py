"""What every lawful action is worth: expected strokes of the hole, and the chance to be lowest.

Everything comes from an Observation, so that hidden cards can't tell. An action that ends the hole
is counted exactly over all that may lie hidden; any other is played out by the kernel's policy in
many worlds, the same ones for every action, so that the luck of a world cancels out.

>>> from random import Random
>>> from games.engine import Ruleset, apply, chance_action, new_match, observe
>>> state = new_match(Ruleset(openers_mode="fixed"), seats=2)
>>> state = apply(state, chance_action(state, Random(1))).state
>>> first = evaluate(observe(state, 0), trials=50, seed=1)
>>> first == evaluate(observe(state, 0), trials=50, seed=1)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.analysis.counting import MOST_UNKNOWN, count_exactly
from games.analysis.kernel.codes import encode
from games.analysis.kernel.expectations import expect
from games.analysis.kernel.trials import try_actions
from games.analysis.kernel.weights import Weights
from games.analysis.worlds import Worlds, worlds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Observation, SeatAction

Outcomes: TypeAlias = NDArray[np.int64]

TRIALS = 400
"""Play-outs of an action, unless told otherwise."""

MANY, SIFTED, KEPT = 48, 4000, 16
"""More actions than ``MANY`` are sifted by about ``SIFTED`` play-outs in all; ``KEPT`` go on."""

WEIGHTS = Weights()


class Judged(NamedTuple):
    """A lawful action and what it leads to.

    ``strokes`` are the viewer's expected strokes of the hole with their standard ``error``,
    ``lowest`` the chance to be lowest, ties shared. ``trials`` is 0 where all was counted exactly.
    """

    action: SeatAction
    strokes: float
    error: float
    lowest: float
    trials: int


class Judgement(NamedTuple):
    """The actions, best first by strokes, and the viewer's strokes world by world.

    ``difference_error`` is the standard error of the difference between two of them.
    """

    judged: tuple[Judged, ...]
    samples: dict[SeatAction, NDArray[np.float64]]

    def difference_error(self, one: SeatAction, other: SeatAction) -> float:
        """Return the standard error of what one action costs more than another."""
        if one not in self.samples or other not in self.samples or one == other:
            return 0.0
        count = min(len(self.samples[one]), len(self.samples[other]))
        if count < 2:
            return 0.0
        apart = self.samples[one][:count] - self.samples[other][:count]
        return float(apart.std(ddof=1) / np.sqrt(count))


def evaluate(seen: Observation, *, trials: int = TRIALS, seed: int = 1) -> tuple[Judged, ...]:
    """Return every lawful action, best first; ValueError for a viewer who is not to act in a hole.

    The same seed gives the same result.
    """
    return judge(seen, trials=trials, seed=seed).judged


def judge(seen: Observation, *, trials: int = TRIALS, seed: int = 1) -> Judgement:
    """Return what ``evaluate`` does, with the samples it rests on."""
    worlds = worlds_of(seen)
    actions = list(seen.legal)
    exact = count_exactly(worlds, actions) if len(worlds.unknown) <= MOST_UNKNOWN else None
    if exact is not None:
        judged = [
            Judged(action, strokes, 0.0, lowest, 0)
            for action, (strokes, lowest) in zip(actions, exact, strict=True)
        ]
        return Judgement(_best_first(judged), {})
    judged = []
    samples: dict[SeatAction, NDArray[np.float64]] = {}
    for action, outcomes in _tried(worlds, actions, trials, seed):
        own = outcomes[:, worlds.me].astype(np.float64)
        samples[action] = own
        error = float(own.std(ddof=1) / np.sqrt(len(own))) if len(own) > 1 else 0.0
        lowest = float(shares(outcomes, worlds.me).mean())
        judged.append(Judged(action, float(own.mean()), error, lowest, len(own)))
    return Judgement(_best_first(judged), samples)


def shares(outcomes: Outcomes, me: int) -> NDArray[np.float64]:
    """Return a seat's share of being lowest, world by world: 1, or less where it ties."""
    lowest = outcomes.min(axis=1, keepdims=True)
    is_lowest = outcomes == lowest
    shared = is_lowest[:, me] / is_lowest.sum(axis=1)
    return np.asarray(shared, dtype=np.float64)


def _best_first(judged: list[Judged]) -> tuple[Judged, ...]:
    return tuple(sorted(judged, key=lambda one: (one.strokes, -one.lowest, one.action.text)))


def _tried(
    worlds: Worlds, actions: list[SeatAction], trials: int, seed: int
) -> list[tuple[SeatAction, Outcomes]]:
    few = max(4, min(24, SIFTED // len(actions)))
    if len(actions) <= MANY or trials <= few:
        return try_all(worlds, actions, trials, seed, 0)
    sifted = try_all(worlds, actions, few, seed, 0)
    sifted.sort(key=lambda found: float(found[1][:, worlds.me].mean()))
    kept = [action for action, _found in sifted[:KEPT]]
    more = dict(try_all(worlds, kept, trials - few, seed, few))
    return [
        (action, np.concatenate([found, more[action]]) if action in more else found)
        for action, found in sifted
    ]


def try_all(
    worlds: Worlds, actions: Sequence[SeatAction], trials: int, seed: int, first: int
) -> list[tuple[SeatAction, Outcomes]]:
    """Return the strokes of all seats that play, of shape (trials, seats), for every action.

    World ``n`` is made from ``seed`` and ``first + n``, so that later calls can go on.
    """
    tables = worlds.tables
    expectations = expect(tables, worlds.pool, WEIGHTS)
    codes = np.array([encode(action, worlds.players) for action in actions], dtype=np.int64)
    strokes = np.zeros((trials, len(actions), tables.seats), np.int64)
    try_actions(
        *(tables, expectations, worlds.holes, worlds.unknown, worlds.pool, codes, seed, first),
        strokes,
    )
    return [(action, strokes[:, at]) for at, action in enumerate(actions)]

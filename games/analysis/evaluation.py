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

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from games.analysis.counting import MOST_UNKNOWN, count_exactly
from games.analysis.kernel.codes import decode, encode
from games.analysis.kernel.expectations import EXPECTATIONS, expect
from games.analysis.kernel.holes import new_holes
from games.analysis.kernel.policy import choose
from games.analysis.kernel.tables import tables_of
from games.analysis.kernel.trials import play_holes, try_actions
from games.analysis.kernel.weights import PLAYER, Weights
from games.analysis.worlds import Worlds, worlds_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from games.analysis.kernel.expectations import Expectations
    from games.engine import Observation, Ruleset, SeatAction

Outcomes: TypeAlias = NDArray[np.int64]

HOLES = 5000
"""Holes played to learn what one costs."""

TRIALS = 400
"""Play-outs of an action, unless told otherwise."""

MANY, SIFTED, KEPT = 48, 4000, 16
"""More actions than ``MANY`` are sifted by about ``SIFTED`` play-outs in all; ``KEPT`` go on."""


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

    ``usual`` is what the play-outs' own policy would do. ``samples`` is empty where all was
    counted exactly.
    """

    judged: tuple[Judged, ...]
    usual: SeatAction
    samples: dict[SeatAction, NDArray[np.float64]]

    def strokes(self, action: SeatAction) -> float:
        """Return the expected strokes after one of the actions."""
        return next(one.strokes for one in self.judged if one.action == action)

    def given_away(self, chosen: SeatAction) -> tuple[float, float]:
        """Return what an action costs more than the best one, and the standard error of that.

        The best of many estimates is too good to be true: which action is best is told by one half
        of the worlds, what it is worth by the other.
        """
        if not self.samples:
            return self.strokes(chosen) - self.judged[0].strokes, 0.0
        half = min(map(len, self.samples.values())) // 2
        best = min(
            (one for one in self.samples if len(self.samples[one]) == self._most()),
            key=lambda action: float(self.samples[action][:half].mean()),
        )
        best_found, other = self.samples[best][half:], self.samples[chosen][half:]
        apart = other[: len(best_found)] - best_found[: len(other)]
        error = float(apart.std(ddof=1) / np.sqrt(len(apart))) if len(apart) > 1 else 0.0
        return float(apart.mean()), error

    def _most(self) -> int:
        return max(map(len, self.samples.values()))


def evaluate(seen: Observation, *, trials: int = TRIALS, seed: int = 1) -> tuple[Judged, ...]:
    """Return every lawful action, best first; ValueError for a viewer who is not to act in a hole.

    The same seed gives the same result.
    """
    return judge(seen, trials=trials, seed=seed).judged


def judge(
    seen: Observation, *, trials: int = TRIALS, seed: int = 1, chosen: SeatAction | None = None
) -> Judgement:
    """Return what ``evaluate`` does, with the samples it rests on.

    What was ``chosen`` is played out as often as what may be best.
    """
    worlds = worlds_of(seen)
    actions = list(seen.legal)
    usual = usual_action(worlds)
    exact = count_exactly(worlds, actions) if len(worlds.unknown) <= MOST_UNKNOWN else None
    if exact is not None:
        judged = [
            Judged(action, strokes, 0.0, lowest, 0)
            for action, (strokes, lowest) in zip(actions, exact, strict=True)
        ]
        return Judgement(_best_first(judged), usual, {})
    judged = []
    samples: dict[SeatAction, NDArray[np.float64]] = {}
    for action, outcomes in _tried(worlds, actions, trials, seed, {usual, chosen}):
        own = outcomes[:, worlds.me].astype(np.float64)
        samples[action] = own
        error = float(own.std(ddof=1) / np.sqrt(len(own))) if len(own) > 1 else 0.0
        lowest = float(shares(outcomes, worlds.me).mean())
        judged.append(Judged(action, float(own.mean()), error, lowest, len(own)))
    return Judgement(_best_first(judged), usual, samples)


def usual_action(worlds: Worlds, weights: Weights = PLAYER) -> SeatAction:
    """Return what the policy of play-outs does in this position."""
    expectations = expect(worlds.tables, worlds.pool, weights)
    worlds.holes[1] = worlds.holes[0]
    action = choose(worlds.tables, expectations, worlds.holes[1])
    return decode(action, worlds.players, worlds.players[worlds.me])


@lru_cache(maxsize=256)
def expected_strokes(ruleset: Ruleset, seats: int, players: int) -> float:
    """Return the mean strokes of a hole, played as play-outs do by so many of a match's seats.

    The standard error is about a twentieth of a stroke.
    """
    tables = tables_of(ruleset, seats, players)
    rivals = np.zeros(players, EXPECTATIONS).view(np.recarray)
    for seat in range(players):
        rivals[seat] = expect(tables, tables.pack[: tables.pack_size], PLAYER)
    strokes = np.zeros((HOLES, 1, players), np.int64)
    play_holes(tables, cast("Sequence[Expectations]", rivals), new_holes(1)[0], 1, strokes)
    return float(strokes.mean())


def shares(outcomes: Outcomes, me: int) -> NDArray[np.float64]:
    """Return a seat's share of being lowest, world by world: 1, or less where it ties."""
    lowest = outcomes.min(axis=1, keepdims=True)
    is_lowest = outcomes == lowest
    shared = is_lowest[:, me] / is_lowest.sum(axis=1)
    return np.asarray(shared, dtype=np.float64)


def _best_first(judged: list[Judged]) -> tuple[Judged, ...]:
    return tuple(sorted(judged, key=lambda one: (one.strokes, -one.lowest, one.action.text)))


def _tried(
    worlds: Worlds,
    actions: list[SeatAction],
    trials: int,
    seed: int,
    wanted: Collection[SeatAction | None],
) -> list[tuple[SeatAction, Outcomes]]:
    few = max(4, min(24, SIFTED // len(actions)))
    if len(actions) <= MANY or trials <= few:
        return try_all(worlds, actions, trials, seed, 0)
    sifted = try_all(worlds, actions, few, seed, 0)
    sifted.sort(key=lambda found: float(found[1][:, worlds.me].mean()))
    kept = [
        action for place, (action, _found) in enumerate(sifted) if place < KEPT or action in wanted
    ]
    more = dict(try_all(worlds, kept, trials - few, seed, few))
    return [
        (action, np.concatenate([found, more[action]]) if action in more else found)
        for action, found in sifted
    ]


def try_all(
    worlds: Worlds,
    actions: Sequence[SeatAction],
    trials: int,
    seed: int,
    first: int,
    weights: Weights = PLAYER,
) -> list[tuple[SeatAction, Outcomes]]:
    """Return the strokes of all seats that play, of shape (trials, seats), for every action.

    World ``n`` is made from ``seed`` and ``first + n``, so that later calls can go on.
    """
    tables = worlds.tables
    expectations = expect(tables, worlds.pool, weights)
    codes = np.array([encode(action, worlds.players) for action in actions], dtype=np.int64)
    strokes = np.zeros((trials, len(actions), tables.seats), np.int64)
    try_actions(
        *(tables, expectations, worlds.holes, worlds.unknown, worlds.pool, codes, seed, first),
        strokes,
    )
    return [(action, strokes[:, at]) for at, action in enumerate(actions)]

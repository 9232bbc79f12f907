"""Exact counting where it is cheap: actions after which nothing is left to decide.

Then only the cards that lie hidden count. What matters of them is rank and value, so that few
cases with their weights stand for all the ways in which they may lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.analysis.kernel.codes import encode
from games.analysis.kernel.counting import count_worlds, ends_hole
from games.analysis.kernel.holes import DRAWN, lawful
from games.analysis.kernel.tables import MAX_SLOTS
from games.engine import Draw
from games.engine.ruleset import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.analysis.kernel.tables import Faces, Numbers, Tables
    from games.analysis.worlds import Worlds
    from games.engine import SeatAction

MOST_UNKNOWN = 3
"""Hidden cards up to which all cases are counted."""

Value = tuple[float, float]
"""Expected strokes, and chance to be lowest."""


def count_exactly(worlds: Worlds, actions: Sequence[SeatAction]) -> list[Value] | None:
    """Return the value of every action, None where one of them leaves anything to decide.

    A draw is worth what the best action after it is worth, card by card.
    """
    kinds, counts = _kinds(worlds.tables, worlds.pool)
    values: list[Value] = []
    for action in actions:
        if isinstance(action, Draw):
            found = _after_draw(worlds, kinds, counts)
        else:
            found = _counted(worlds, encode(action, worlds.players), kinds, counts)
        if found is None:
            return None
        values.append(found)
    return values


def _kinds(tables: Tables, pool: Faces) -> tuple[Faces, Numbers]:
    """Return a face for every kind of card in the pool, and how many there are of each."""
    keys = np.stack([tables.mark[pool], tables.printed[pool], tables.value[pool]])
    _found, first, counts = np.unique(keys, axis=1, return_index=True, return_counts=True)
    return pool[first], counts.astype(np.int64)


def _counted(worlds: Worlds, action: int, kinds: Faces, counts: Numbers) -> Value | None:
    if not ends_hole(worlds.tables, worlds.holes, action):
        return None
    total = np.zeros(3, np.float64)
    count_worlds(
        worlds.tables, worlds.holes, worlds.unknown, action, kinds, counts, worlds.me, total
    )
    return float(total[0] / total[2]), float(total[1] / total[2])


def _after_draw(worlds: Worlds, kinds: Faces, counts: Numbers) -> Value | None:
    base = worlds.holes[0]
    if len(worlds.unknown) >= MOST_UNKNOWN:
        return None
    before = base.phase, base.card, base.stock_count
    actions = np.zeros(4 * (MAX_SEATS * MAX_SLOTS) ** 2, np.int64)
    strokes = lowest = 0.0
    try:
        for at, kind in enumerate(kinds):
            base.phase, base.card, base.stock_count = DRAWN, int(kind), before[2] - 1
            left = counts.copy()
            left[at] -= 1
            found = [
                _counted(worlds, int(action), kinds, left)
                for action in actions[: lawful(worlds.tables, base, actions)]
            ]
            known = [value for value in found if value is not None]
            if len(known) < len(found):
                return None
            best = min(known, key=lambda value: (value[0], -value[1]))
            strokes += counts[at] * best[0]
            lowest += counts[at] * best[1]
    finally:
        base.phase, base.card, base.stock_count = before
    total = float(counts.sum())
    return strokes / total, lowest / total

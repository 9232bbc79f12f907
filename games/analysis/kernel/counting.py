"""Every case of the cards that lie hidden once a hole is over, with its weight."""

from __future__ import annotations

from collections.abc import MutableSequence

import numpy as np

from games.analysis.kernel.compiling import compiled
from games.analysis.kernel.expectations import Reals
from games.analysis.kernel.holes import OVER, Hole, score, step
from games.analysis.kernel.tables import Faces, Numbers, Tables


@compiled
def ends_hole(t: Tables, holes: MutableSequence[Hole], action: int) -> bool:
    """Whether an action ends the hole, whatever lies hidden."""
    holes[1] = holes[0]
    step(t, holes[1], action)
    return holes[1].phase == OVER


@compiled
def count_worlds(
    t: Tables,
    holes: MutableSequence[Hole],
    unknown: Numbers,
    action: int,
    kinds: Faces,
    counts: Numbers,
    me: int,
    total: Reals,
) -> None:
    """Add up over all cases: strokes, share of being lowest, and weight, each times the weight.

    ``kinds`` are faces that stand for their like, ``counts`` how many of each may lie hidden.
    """
    size, places = len(kinds), len(unknown)
    strokes = np.zeros(t.seats, np.int64)
    for case in range(size**places):
        weight = 1.0
        rest = case
        for at in range(places):
            kind = rest % size
            rest //= size
            # How many of this kind are left after those that this case has laid before.
            left = counts[kind]
            earlier = case
            for _before in range(at):
                left -= earlier % size == kind
                earlier //= size
            weight *= left
            holes[0].cards[unknown[at, 0], unknown[at, 1]] = kinds[kind]
        if weight <= 0.0:
            continue
        holes[1] = holes[0]
        step(t, holes[1], action)
        score(t, holes[1], strokes)
        ties, is_lowest = 0, True
        for seat in range(t.seats):
            ties += strokes[seat] == strokes[me]
            is_lowest = is_lowest and strokes[seat] >= strokes[me]
        total[0] += weight * strokes[me]
        total[1] += weight / ties if is_lowest else 0.0
        total[2] += weight

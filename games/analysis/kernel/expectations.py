"""What the play-out policy expects of cards that nobody has seen, worked out once per position."""

from __future__ import annotations

from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from games.analysis.kernel.tables import RANK_COUNT, WILD_RANK, Faces, Tables
from games.analysis.kernel.weights import Weights
from games.engine import FACES

Reals: TypeAlias = NDArray[np.float64]

MOST_TURNS = 6
"""Turns still to come are counted up to this many."""

GRID = 256
"""Costs from -128 to 127 strokes, as rows of ``draw_gain``."""


class Expectations:
    """A record (see ``EXPECTATIONS``); arrays by turns still to come, 0 to ``MOST_TURNS``.

    ``cost`` is what a face that one knows will cost where it lies, after what may still happen to
    it: it may be replaced, or be completed to a line. ``hidden`` is the same for a card that one
    doesn't know. ``chance`` is how likely a rank turns up for one. ``draw_gain`` is what one drawn
    card saves on average where it may replace a card of that cost. ``average`` is the mean value of
    an unseen card.
    """

    average: float
    weights: Reals
    hidden: Reals
    cost: Reals
    chance: Reals
    draw_gain: Reals


_TURNS = MOST_TURNS + 1
EXPECTATIONS = np.dtype(
    [
        ("average", np.float64),
        ("weights", np.float64, (len(Weights()),)),
        ("hidden", np.float64, (_TURNS,)),
        ("cost", np.float64, (_TURNS, len(FACES))),
        ("chance", np.float64, (_TURNS, RANK_COUNT + 1)),
        ("draw_gain", np.float64, (_TURNS, GRID)),
    ]
)


def expect(tables: Tables, unseen: Faces, weights: Weights) -> Expectations:
    """Return the expectations for a pool of unseen cards, of shape (cards,)."""
    pool = unseen if len(unseen) else tables.pack[: tables.pack_size]
    values = tables.value.astype(np.float64)
    seen = values[pool]
    share = np.bincount(tables.mark[pool], minlength=RANK_COUNT + 1) / len(pool)
    fitting = np.minimum(1.0, weights.discards_help * (share + share[WILD_RANK]))
    turns = np.arange(_TURNS)[:, None]
    chance = 1.0 - (1.0 - fitting[None, :]) ** turns
    gain = np.maximum(0.0, values[:, None] - seen[None, :]).mean(axis=1)
    tries = np.minimum(1.0, weights.tries * turns)
    is_poor = values > weights.good_enough
    left = values[None, :] - tries * np.where(is_poor, gain, 0.0)[None, :]
    # A pair takes both cards away; a longer line is too far to count on.
    has_pairs = tables.line_length[0] == 2
    hope = weights.pairing * chance[:, tables.mark] if has_pairs else np.zeros_like(left)
    cost = left - hope * np.maximum(0.0, left)
    grid = np.arange(GRID) - GRID // 2
    made = np.zeros(1, EXPECTATIONS).view(np.recarray)[0]
    made.average, made.weights, made.cost, made.chance = seen.mean(), weights, cost, chance
    made.hidden = cost[:, pool].mean(axis=1) - tries[:, 0] * weights.unknown
    made.draw_gain = [
        np.maximum(0.0, grid[:, None] - row[pool][None, :]).mean(axis=1) for row in cost
    ]
    return cast(Expectations, made)

"""What the play-out policy expects of cards that nobody has seen, worked out once per position."""

from __future__ import annotations

from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from games.analysis.kernel.tables import RANK_COUNT, WILD_RANK, Faces, Numbers, Tables
from games.analysis.kernel.weights import Weights
from games.engine import FACES

Reals: TypeAlias = NDArray[np.float64]

MOST_TURNS = 6
"""Turns still to come are counted up to this many."""

GRID = 256
"""Costs from -128 to 127 strokes, as places in ``draw_gain``."""


class Expectations:
    """A record (see ``EXPECTATIONS``) of what cards that nobody has seen are and may bring.

    ``average`` is the mean value of an unseen card, ``share`` how many of them have a rank,
    ``face`` one of that rank. ``gain`` is what one of them saves on average where it may replace a
    face that isn't good enough, ``hidden_gain`` the same for a card that one doesn't know, ``hope``
    what a pair of a face would save. ``chance`` is how likely a rank
    turns up for one within some turns, ``turned_wish`` what a card that is
    turned may save by a pair later. ``draw_gain`` is what one drawn card saves on average where
    it may replace a card of that cost, from ``-GRID / 2`` strokes on.
    """

    average: float
    hidden_gain: float
    weights: Reals
    share: Reals
    face: Numbers
    gain: Reals
    hope: Reals
    chance: Reals
    turned_wish: Reals
    draw_gain: Reals


_TURNS = MOST_TURNS + 1
EXPECTATIONS = np.dtype(
    [
        ("average", np.float64),
        ("hidden_gain", np.float64),
        ("weights", np.float64, (len(Weights()),)),
        ("share", np.float64, (RANK_COUNT + 1,)),
        ("face", np.int64, (RANK_COUNT + 1,)),
        ("gain", np.float64, (len(FACES),)),
        ("hope", np.float64, (len(FACES),)),
        ("chance", np.float64, (_TURNS, RANK_COUNT + 1)),
        ("turned_wish", np.float64, (_TURNS,)),
        ("draw_gain", np.float64, (GRID,)),
    ]
)


def expect(tables: Tables, unseen: Faces, weights: Weights) -> Expectations:
    """Return the expectations for a pool of unseen cards, of shape (cards,)."""
    pool = unseen if len(unseen) else tables.pack[: tables.pack_size]
    values = tables.value.astype(np.float64)
    seen = values[pool]
    share = np.bincount(tables.mark[pool], minlength=RANK_COUNT + 1) / len(pool)
    fitting = np.minimum(1.0, weights.discards_help * (share + share[WILD_RANK]))
    gain = np.maximum(0.0, values[:, None] - seen[None, :]).mean(axis=1)
    grid = np.arange(GRID) - GRID // 2
    made = np.zeros(1, EXPECTATIONS).view(np.recarray)[0]
    made.average, made.weights = seen.mean(), weights
    made.share, made.hidden_gain = share, gain[pool].mean()
    made.gain = np.where(values > weights.good_enough, gain, 0.0)
    made.face[tables.mark[pool]] = pool
    made.chance = 1.0 - (1.0 - fitting[None, :]) ** np.arange(_TURNS)[:, None]
    if tables.line_length[0] == 2:
        made.hope = weights.pairing * np.maximum(0.0, values)
        made.turned_wish = (made.hope[pool] * made.chance[:, tables.mark[pool]]).mean(axis=1)
    made.draw_gain = np.maximum(0.0, grid[:, None] - seen[None, :]).mean(axis=1)
    return cast(Expectations, made)

"""The arrays that the solver's machine code works on, and how a hole becomes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.engine.solitaire import rank_number

if TYPE_CHECKING:
    from games.engine.solitaire import Hole, SolitaireRules

Bytes: TypeAlias = NDArray[np.uint8]
Masks: TypeAlias = NDArray[np.uint32]
Numbers: TypeAlias = NDArray[np.int64]
Keys: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


class Arrays(NamedTuple):
    """A hole in numbers: ranks by column, cards left, ranks of the stock, dealt, top, who goes."""

    ranks: Numbers
    heights: Numbers
    stock: Numbers
    dealt: int
    top: int
    goes: Bytes


def arrays_of(hole: Hole) -> Arrays:
    """Return a hole's arrays: ``ranks`` (columns, length), ``goes`` (16, 16) as in ``tables``."""
    return Arrays(
        np.array([[rank_number(card) for card in column] for column in hole.board.columns]),
        np.array(hole.heights),
        np.array([rank_number(card) for card in hole.board.stock]),
        hole.dealt,
        rank_number(hole.top),
        goes_of(hole.rules),
    )


def goes_of(rules: SolitaireRules) -> Bytes:
    """Return the rules of playing as a table (16, 16): rank, and rank of the foundation."""
    goes = np.zeros((16, 16), dtype=np.uint8)
    for rank in range(1, 14):
        for top in range(1, 14):
            goes[rank, top] = rules.goes_on(rank, top)
    return goes

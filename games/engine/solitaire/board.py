"""A dealt board of Golf Solitaire: columns, stock and the first card of the foundation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.errors import MalformedAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.cards import Card
    from games.engine.solitaire.rules import SolitaireRules


@dataclass(frozen=True, slots=True)
class Board:
    """Who lies where before the first action.

    A column's last card is its end card, the one that may be played; the stock's first card is
    dealt first.
    """

    columns: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    foundation: Card


def board_of(order: Sequence[Card], rules: SolitaireRules) -> Board:
    """Lay out a shuffled pack: row by row over the columns, then the foundation, then the stock.

    Raises ``MalformedAction`` when ``order`` is not the whole pack.

    >>> from games.engine.solitaire.rules import SolitaireRules
    >>> board = board_of(SolitaireRules().pack_cards(), SolitaireRules())
    >>> board.columns[0], board.foundation, board.stock[:2]
    ((0, 7, 14, 21, 28), 35, (36, 37))
    """
    if sorted(order) != sorted(rules.pack_cards()):
        raise MalformedAction("a deal names every card of the packs once")
    count = rules.columns * rules.column_length
    columns = tuple(tuple(order[start : count : rules.columns]) for start in range(rules.columns))
    return Board(columns, tuple(order[count + 1 :]), order[count])


def order_of(board: Board) -> tuple[Card, ...]:
    """Return the shuffled pack that is laid out like this: what ``board_of`` takes.

    >>> from games.engine.solitaire.rules import SolitaireRules
    >>> order_of(board_of(SolitaireRules().pack_cards(), SolitaireRules()))[:8]
    (0, 1, 2, 3, 4, 5, 6, 7)
    """
    rows = zip(*board.columns, strict=True)
    return (*(card for row in rows for card in row), board.foundation, *board.stock)

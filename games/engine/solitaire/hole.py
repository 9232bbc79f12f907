"""A running hole of Golf Solitaire: what may be done, what it changes, what it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from games.engine.errors import IllegalAction, MalformedAction
from games.engine.solitaire.rules import DealWhen, rank_number

if TYPE_CHECKING:
    from games.engine.cards import Card
    from games.engine.solitaire.board import Board
    from games.engine.solitaire.rules import SolitaireRules


@dataclass(frozen=True, slots=True)
class PlayColumn:
    """Play a column's end card onto the foundation; columns count from 0, and there is one seat."""

    kind: ClassVar[str] = "play"
    seat: ClassVar[int] = 0
    column: int

    @property
    def text(self) -> str:
        """The action in words that ``parse`` reads, columns from 1.

        >>> PlayColumn(2).text
        'play 3'
        """
        return f"play {self.column + 1}"


@dataclass(frozen=True, slots=True)
class DealNext:
    """Turn the next card of the stock onto the foundation."""

    kind: ClassVar[str] = "turn_stock"
    seat: ClassVar[int] = 0

    @property
    def text(self) -> str:
        """The action in words that ``parse`` reads."""
        return "deal"


Action = PlayColumn | DealNext
DEAL = DealNext()


def parse(text: str) -> Action:
    """Return the action that a text means.

    Raises ``MalformedAction`` when it means none.

    >>> parse("play 3"), parse("deal")
    (PlayColumn(column=2), DealNext())
    """
    if text == "deal":
        return DEAL
    if re.fullmatch(r"play [1-9]", text, re.ASCII):
        return PlayColumn(int(text[5:]) - 1)
    raise MalformedAction(f"{text[:40]!r} is neither 'deal' nor 'play' and a column")


@dataclass(frozen=True, slots=True)
class Hole:
    """A board and how far it has been played.

    ``heights`` are the cards left in each column, ``dealt`` the cards taken from the stock and
    ``top`` the card on the foundation.
    """

    board: Board
    rules: SolitaireRules
    heights: tuple[int, ...]
    dealt: int
    top: Card

    @property
    def cards_left(self) -> int:
        """How many cards are left in the tableau."""
        return sum(self.heights)

    @property
    def stock_left(self) -> int:
        """How many cards are left in the stock."""
        return len(self.board.stock) - self.dealt

    @property
    def strokes(self) -> int:
        """What the hole counts as it stands: cards left, or minus the stock left when clear."""
        return self.cards_left or -self.stock_left

    @property
    def is_over(self) -> bool:
        """Whether the tableau is clear, or nothing can be dealt or played any more."""
        return not legal_actions(self)

    def end_card(self, column: int) -> Card | None:
        """Return the card of a column that may be played, None from an empty column."""
        height = self.heights[column]
        return self.board.columns[column][height - 1] if height else None


def new_hole(board: Board, rules: SolitaireRules) -> Hole:
    """Return the hole before its first action."""
    return Hole(board, rules, tuple(map(len, board.columns)), 0, board.foundation)


def legal_actions(hole: Hole) -> tuple[Action, ...]:
    """Return all that may be done now, cards before the deal; nothing when the hole is over.

    >>> from games.engine.solitaire.board import board_of
    >>> from games.engine.solitaire.rules import SolitaireRules
    >>> rules = SolitaireRules()
    >>> hole = new_hole(board_of(rules.pack_cards(), rules), rules)
    >>> [action.text for action in legal_actions(hole)]
    ['play 7', 'deal']
    """
    if not hole.cards_left:
        return ()
    top = rank_number(hole.top)
    plays = tuple(
        PlayColumn(column)
        for column in range(len(hole.heights))
        if (card := hole.end_card(column)) is not None
        and hole.rules.goes_on(rank_number(card), top)
    )
    if not hole.stock_left or (plays and hole.rules.deal_when is DealWhen.STUCK):
        return plays
    return (*plays, DEAL)


def apply(hole: Hole, action: Action) -> Hole:
    """Return the hole after an action.

    Raises ``MalformedAction`` for a column that isn't there, and ``IllegalAction`` with the code
    ``empty_column``, ``does_not_fit``, ``stock_empty``, ``can_still_play`` or ``hole_over``.
    """
    if isinstance(action, PlayColumn) and not 0 <= action.column < len(hole.heights):
        raise MalformedAction(f"there is no column {action.column + 1}")
    if action not in legal_actions(hole):
        raise _refusal(hole, action)
    if isinstance(action, DealNext):
        return replace(hole, dealt=hole.dealt + 1, top=hole.board.stock[hole.dealt])
    heights = list(hole.heights)
    heights[action.column] -= 1
    top = hole.board.columns[action.column][heights[action.column]]
    return replace(hole, heights=tuple(heights), top=top)


def _refusal(hole: Hole, action: Action) -> IllegalAction:
    if hole.is_over:
        return IllegalAction("hole_over", "the hole is over")
    if isinstance(action, PlayColumn):
        if not hole.heights[action.column]:
            return IllegalAction("empty_column", f"column {action.column + 1} is empty")
        return IllegalAction(
            "does_not_fit", f"the end card of column {action.column + 1} does not fit"
        )
    if not hole.stock_left:
        return IllegalAction("stock_empty", "the stock is empty")
    return IllegalAction("can_still_play", "deal only when no card can be played")

"""The toggles of Golf Solitaire (rules, section 8) and the sizes that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from games.engine.cards import CARDS_PER_PACK, packs
from games.engine.errors import RulesetError

if TYPE_CHECKING:
    from games.engine.cards import Card

ACE, QUEEN, KING = 1, 12, 13
HOLES_MAX = 18


class DealWhen(StrEnum):
    """When the next card of the stock may be turned."""

    ANY_TIME = "any_time"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class SolitaireRules:
    """The rules of a match of Golf Solitaire; every toggle is independent of the others.

    A match is nine holes (rules 8); practice may be fewer, and ``undo`` is for practice alone.

    Raises ``RulesetError`` for a value that a toggle doesn't have.

    >>> SolitaireRules().columns, SolitaireRules().column_length, SolitaireRules().stock_size
    (7, 5, 16)
    >>> SolitaireRules(packs=2).columns, SolitaireRules(packs=2).stock_size
    (9, 40)
    """

    queens_on_kings: bool = False
    turn_the_corner: bool = False
    deal_when: DealWhen = DealWhen.ANY_TIME
    packs: int = 1
    winnable_only: bool = False
    holes: int = 9
    undo: bool = False

    def __post_init__(self) -> None:
        if type(self.packs) is not int or self.packs not in {1, 2}:
            raise RulesetError("packs", self.packs, "1 or 2")
        if type(self.holes) is not int or not 1 <= self.holes <= HOLES_MAX:
            raise RulesetError("holes", self.holes, f"a whole number from 1 to {HOLES_MAX}")
        if not isinstance(self.deal_when, DealWhen):
            raise RulesetError("deal_when", self.deal_when, "any_time or stuck")
        for name in ("queens_on_kings", "turn_the_corner", "winnable_only", "undo"):
            if type(value := getattr(self, name)) is not bool:
                raise RulesetError(name, value, "true or false")

    is_forgetful: ClassVar[bool] = False
    """Nothing that was seen is ever hidden again."""

    @property
    def columns(self) -> int:
        """How many columns the tableau has."""
        return 7 if self.packs == 1 else 9

    @property
    def column_length(self) -> int:
        """How many cards a column has when dealt."""
        return 5 if self.packs == 1 else 7

    @property
    def stock_size(self) -> int:
        """How many cards the stock has when dealt."""
        return len(self.pack_cards()) - self.columns * self.column_length - 1

    def pack_cards(self) -> tuple[Card, ...]:
        """Every card of the hole, by id."""
        return packs(self.packs)

    def goes_on(self, rank: int, top: int) -> bool:
        """Whether a card of this rank, 1 to 13, may be played onto a foundation of rank ``top``.

        >>> SolitaireRules().goes_on(12, 13), SolitaireRules(queens_on_kings=True).goes_on(12, 13)
        (False, True)
        >>> SolitaireRules(turn_the_corner=True).goes_on(ACE, KING)
        True
        """
        if {rank, top} == {ACE, KING}:
            return self.turn_the_corner
        if top == KING:
            return self.queens_on_kings and rank == QUEEN
        return abs(rank - top) == 1


def rank_number(card: Card) -> int:
    """Return the rank of a card as a number: 1 for an ace to 13 for a king.

    >>> rank_number(0), rank_number(51), rank_number(54 + 9)
    (1, 13, 10)
    """
    return card % CARDS_PER_PACK % 13 + 1

"""Everything that can be done in a match, as values, with a text form and its parser.

A seat's actions carry the seat; chance actions (a deal, a reshuffle) carry an order of cards and
no seat. The text of a seat's action leaves the seat out, the text of a chance action lists cards
by id.

>>> Take(0, 3).text, Discard(1, flip=None).text, Discard(1, flip=4).text
('take 3', 'discard', 'discard 4')
>>> parse_action("swap 5", seat=2)
Swap(seat=2, slot=5)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from games.engine.errors import MalformedAction

if TYPE_CHECKING:
    from games.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the order in which a hole's cards are dealt.

    ``order[0]`` is the first card. Seat 0 gets the first ``cards`` of them, slot by slot, then
    seat 1 and so on, seats that have no part in an extra hole left out; the next card starts the
    discard pile; the next is the top of the stock and the last one its bottom.
    """

    kind: ClassVar[str] = "deal"
    seat: ClassVar[None] = None
    order: tuple[Card, ...]

    @property
    def text(self) -> str:
        """The text form, cards by id."""
        return " ".join(("deal", *map(str, self.order)))


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance: the order of the new stock; ``order[0]`` is drawn first (rules 2.7)."""

    kind: ClassVar[str] = "reshuffle"
    seat: ClassVar[None] = None
    order: tuple[Card, ...]

    @property
    def text(self) -> str:
        """The text form, cards by id."""
        return " ".join(("reshuffle", *map(str, self.order)))


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Choose an opener of one's own: turned up, or peeked at (rules 2.3)."""

    kind: ClassVar[str] = "turn"
    seat: int
    slot: int

    @property
    def text(self) -> str:
        """The text form."""
        return f"turn {self.slot}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Look at the top card of the stock (rules 2.4)."""

    kind: ClassVar[str] = "draw"
    seat: int

    @property
    def text(self) -> str:
        """The text form."""
        return "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """Put the top discard into a slot of one's own (rules 2.4)."""

    kind: ClassVar[str] = "take"
    seat: int
    slot: int

    @property
    def text(self) -> str:
        """The text form."""
        return f"take {self.slot}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the drawn card into a slot of one's own (rules 2.4)."""

    kind: ClassVar[str] = "swap"
    seat: int
    slot: int

    @property
    def text(self) -> str:
        """The text form."""
        return f"swap {self.slot}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw the drawn card away, turning up the slot ``flip`` or nothing (rules 2.4)."""

    kind: ClassVar[str] = "discard"
    seat: int
    flip: int | None = None

    @property
    def text(self) -> str:
        """The text form."""
        return "discard" if self.flip is None else f"discard {self.flip}"


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Put the score card away (rules 5)."""

    kind: ClassVar[str] = "dismiss"
    seat: int

    @property
    def text(self) -> str:
        """The text form."""
        return "dismiss"


ChanceAction: TypeAlias = Deal | Reshuffle
SeatAction: TypeAlias = TurnUp | Draw | Take | Swap | Discard | Dismiss
Action: TypeAlias = ChanceAction | SeatAction

_WITH_SLOT: dict[str, type[TurnUp | Take | Swap | Discard]] = {
    "turn": TurnUp,
    "take": Take,
    "swap": Swap,
    "discard": Discard,
}
_WITHOUT_SLOT: dict[str, type[Draw | Discard | Dismiss]] = {
    "draw": Draw,
    "discard": Discard,
    "dismiss": Dismiss,
}
_CHANCE: dict[str, type[ChanceAction]] = {"deal": Deal, "reshuffle": Reshuffle}
_WORDS = re.compile(r"[a-z]{1,9}(?: (?:0|[1-9][0-9]{0,2})){0,216}", re.ASCII)


def parse_action(text: str, seat: int | None) -> Action:
    """Return the action that a text names for a seat, or for chance when ``seat`` is None.

    >>> parse_action("take three", seat=0)
    Traceback (most recent call last):
    games.engine.errors.MalformedAction: not an action: 'take three'
    """
    if _WORDS.fullmatch(text):
        word, *numbers = text.split(" ")
        values = tuple(map(int, numbers))
        if seat is None and word in _CHANCE:
            return _CHANCE[word](values)
        if seat is not None and not values and word in _WITHOUT_SLOT:
            return _WITHOUT_SLOT[word](seat)
        if seat is not None and len(values) == 1 and word in _WITH_SLOT:
            return _WITH_SLOT[word](seat, values[0])
    raise MalformedAction(f"not an action: {text[:40]!r}")

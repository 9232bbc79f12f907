"""Everything that can be done in a match, as values, with a text form and its parser.

A seat's actions carry the seat; chance actions (a deal, a reshuffle) carry an order of cards and
no seat. The text of a seat's action leaves the seat out, the text of a chance action lists cards
by id.

>>> Take(0, 3).text, Discard(1, flip=None).text, Discard(1, flip=4).text
('take 3', 'discard', 'discard 4')
>>> parse_action("swap 5", seat=2)
Swap(seat=2, slot=5)

A power names slots of others as ``seat.slot``.

>>> parse_action("discard peek 1.3", seat=2)
Peek(seat=2, owner=1, slot=3)
>>> Peek(2, 2, 0).text, Exchange(2, (0, 2), (1, 4)).text
('discard peek 0', 'discard exchange 0.2 1.4')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from games.engine.errors import MalformedAction

if TYPE_CHECKING:
    from games.engine.cards import Card

Place: TypeAlias = tuple[int, int]
"""A seat and a slot."""


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
class Peek:
    """Throw the drawn card away and look at a hidden card, one's own or another's (rules 6)."""

    kind: ClassVar[str] = "peek"
    seat: int
    owner: int
    slot: int

    @property
    def text(self) -> str:
        """The text form; the owner is left out when it is oneself."""
        where = f"{self.slot}" if self.owner == self.seat else f"{self.owner}.{self.slot}"
        return f"discard peek {where}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Throw the drawn card away and exchange two cards on the table, unseen (rules 6).

    Each place is a seat and a slot; the lesser place is the first.
    """

    kind: ClassVar[str] = "exchange"
    seat: int
    first: Place
    second: Place

    @property
    def text(self) -> str:
        """The text form."""
        (one, slot), (other, other_slot) = self.first, self.second
        return f"discard exchange {one}.{slot} {other}.{other_slot}"


@dataclass(frozen=True, slots=True)
class Knock:
    """Close the hole instead of drawing (rules 2.4)."""

    kind: ClassVar[str] = "knock"
    seat: int

    @property
    def text(self) -> str:
        """The text form."""
        return "knock"


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Put the score card away (rules 5)."""

    kind: ClassVar[str] = "dismiss"
    seat: int

    @property
    def text(self) -> str:
        """The text form."""
        return "dismiss"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take one's last action back, while nobody has learnt anything by it (see undoing)."""

    kind: ClassVar[str] = "undo"
    seat: int

    @property
    def text(self) -> str:
        """The text form."""
        return "undo"


ChanceAction: TypeAlias = Deal | Reshuffle
SeatAction: TypeAlias = (
    TurnUp | Draw | Take | Swap | Discard | Peek | Exchange | Knock | Dismiss | Undo
)
Action: TypeAlias = ChanceAction | SeatAction

_WITH_SLOT: dict[str, type[TurnUp | Take | Swap | Discard]] = {
    "turn": TurnUp,
    "take": Take,
    "swap": Swap,
    "discard": Discard,
}
_WITHOUT_SLOT: dict[str, type[Draw | Discard | Knock | Dismiss | Undo]] = {
    "draw": Draw,
    "discard": Discard,
    "knock": Knock,
    "dismiss": Dismiss,
    "undo": Undo,
}
_CHANCE: dict[str, type[ChanceAction]] = {"deal": Deal, "reshuffle": Reshuffle}
_NUMBER = "(0|[1-9][0-9]{0,2})"
_WORDS = re.compile(rf"[a-z]{{1,9}}(?: {_NUMBER}){{0,216}}", re.ASCII)
_PEEK = re.compile(rf"discard peek (?:{_NUMBER}\.)?{_NUMBER}", re.ASCII)
_EXCHANGE = re.compile(rf"discard exchange {_NUMBER}\.{_NUMBER} {_NUMBER}\.{_NUMBER}", re.ASCII)


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
    elif seat is not None and (action := _parse_power(text, seat)) is not None:
        return action
    raise MalformedAction(f"not an action: {text[:40]!r}")


def _parse_power(text: str, seat: int) -> Peek | Exchange | None:
    if found := _PEEK.fullmatch(text):
        owner = seat if found[1] is None else int(found[1])
        return Peek(seat, owner, int(found[2]))
    if found := _EXCHANGE.fullmatch(text):
        one, slot, other, other_slot = map(int, found.groups())
        first, second = sorted([(one, slot), (other, other_slot)])
        return Exchange(seat, first, second)
    return None

"""The rules of one match as a frozen value (rules 7).

>>> rules = Ruleset.from_fields({"layout": "3x3", "openers": 3})
>>> rules.rows, rules.columns, rules.cards
(3, 3, 9)
>>> rules.pack_count(seats=2), rules.pack_count(seats=3)
(1, 2)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal

from games.engine.cards import (
    FACES,
    MAX_PACKS,
    SUITED_PER_PACK,
    Card,
    Face,
    face_of,
    packs,
    rank_of_face,
)
from games.engine.errors import RulesetError
from games.engine.fields import DEFAULT_VALUES, FIELDS
from games.engine.frozen import FrozenMap
from games.engine.geometry import WILD, Line, Square, lines_of, size_of, squares_of

MIN_SEATS = 2
MAX_SEATS = 8

Layout = Literal["2x2", "2x3", "2x4", "3x3", "2x5", "3x4"]
Lines = Literal["standard", "columns", "columns_rows", "columns_rows_diagonals"]
Refuse = Literal["flip", "may_flip", "no_flip"]


@dataclass(frozen=True)
class Ruleset:
    """Every toggle of a match; a ruleset that exists is valid for some number of seats.

    ``values``, ``card_values``, ``line_overrides`` and ``powers`` may be given as any mapping,
    ``wild`` as any collection, and ``values`` in part: what it doesn't name keeps its default.
    RulesetError names the first field that is refused.

    >>> Ruleset(values={"Q": 12}).values["J"]
    10
    >>> Ruleset(openers=6)
    Traceback (most recent call last):
    games.engine.errors.RulesetError: openers: 6 is refused; accepted: 0 to 5 on a 2x3 layout
    """

    layout: Layout = "2x3"
    packs: Literal["auto", "by_seats", 1, 2, 3, 4] = "auto"
    jokers_per_pack: Literal[0, 1, 2] = 0
    values: Mapping[str, int] = DEFAULT_VALUES
    card_values: Mapping[str, int] = FrozenMap({})
    line_overrides: Mapping[str, Any] = FrozenMap({})
    wild: Collection[str] = frozenset()
    lines: Lines = "standard"
    block_score: Literal[-20, -25] | None = None
    adjacent_pairs_charge: Literal[0, 10] = 0
    openers: int = 2
    openers_mode: Literal["choose", "fixed"] = "choose"
    openers_seen: Literal["up", "peek"] = "up"
    openers_order: Literal["in_turn", "at_once"] = "in_turn"
    replaced_face: Literal["up", "down"] = "up"
    refuse: Refuse = "flip"
    final_putt: bool = False
    stall_laps: int = 2
    knock: bool = False
    last_turns: Literal[0, 1] = 1
    powers: Mapping[str, str] = FrozenMap({})
    memory: Literal["assisted", "unassisted"] = "assisted"
    jack_skips: bool = False
    golf_call: bool = False
    four_of_a_kind: Literal["none", "wins_match"] = "none"
    closer_judged: Literal["every_closer", "knocker"] = "every_closer"
    closer_fails: str = "none"
    closer_bonus: str = "none"
    closer_tie_is_safe: bool = True
    holes: int = 9
    limit: int = 0
    tie: Literal["shared", "extra_hole"] = "shared"

    def __post_init__(self) -> None:
        for name, field in FIELDS.items():
            object.__setattr__(self, name, field.read(name, getattr(self, name)))
        if self.openers > self.cards - 1:
            accepted = f"0 to {self.cards - 1} on a {self.layout} layout"
            raise RulesetError("openers", self.openers, accepted)
        if self.lines == "columns_rows_diagonals" and self.rows != self.columns:
            raise RulesetError("lines", self.lines, "diagonals only on 2x2 and 3x3")
        if self.replaced_face == "down" and not self.knock:
            raise RulesetError("replaced_face", "down", "down only together with knock")
        if self.holes == 0 and self.limit == 0:
            raise RulesetError("holes", 0, "1 to 18, or 0 with a limit above 0")

    @classmethod
    def from_fields(cls, given: Mapping[str, object]) -> Ruleset:
        """Return a ruleset from fields as JSON gives them; unknown names are refused too."""
        for name in given:
            if name not in FIELDS:
                raise RulesetError(str(name), given[name], "no field of this name")
        arguments: dict[str, Any] = dict(given)
        return cls(**arguments)

    def to_fields(self) -> dict[str, Any]:
        """Every field as JSON takes it; the inverse of ``from_fields``.

        >>> Ruleset.from_fields(Ruleset().to_fields()) == Ruleset()
        True
        """
        plain: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Mapping):
                value = dict(value)
            elif isinstance(value, frozenset):
                value = sorted(value)
            plain[field.name] = value
        return plain

    def validate(self, seats: int) -> None:
        """Refuse, naming the field, a number of seats that the packs can't serve."""
        if isinstance(seats, bool) or not MIN_SEATS <= seats <= MAX_SEATS:
            raise RulesetError("seats", seats, f"{MIN_SEATS} to {MAX_SEATS}")
        if not self._serves(self.pack_count(seats), seats):
            accepted = f"packs that leave {seats} seats with {self.cards} cards one stock card each"
            raise RulesetError("packs", self.packs, accepted)

    def pack_count(self, seats: int) -> int:
        """How many packs so many seats play with.

        >>> Ruleset().pack_count(4), Ruleset().pack_count(5)
        (1, 2)
        """
        if self.packs == "auto":
            return self._auto_packs(seats)
        if self.packs == "by_seats":
            return self._packs_by_seats(seats)
        return self.packs

    def _auto_packs(self, seats: int) -> int:
        count = 2 if seats * self.cards > 24 else 1
        while count < MAX_PACKS and not self._serves(count, seats):
            count += 1
        return count

    def _packs_by_seats(self, seats: int) -> int:
        if self.cards == 4:
            return 1
        if self.cards == 6:
            return 1 if seats <= 5 else 2
        return 1 if seats <= 3 else 2 if seats <= 6 else 3

    def _serves(self, count: int, seats: int) -> bool:
        cards = count * (SUITED_PER_PACK + self.jokers_per_pack)
        return cards - seats * self.cards - 1 >= seats

    def pack_cards(self, seats: int) -> tuple[Card, ...]:
        """Every card that so many seats play with, in the order of their ids."""
        return packs(self.pack_count(seats), self.jokers_per_pack)

    @cached_property
    def rows(self) -> int:
        """Rows of a layout."""
        return size_of(self.layout)[0]

    @cached_property
    def columns(self) -> int:
        """Columns of a layout."""
        return size_of(self.layout)[1]

    @cached_property
    def cards(self) -> int:
        """Slots of a layout."""
        return self.rows * self.columns

    @cached_property
    def full(self) -> int:
        """The bit mask of a layout's every slot."""
        return int((1 << self.cards) - 1)

    @cached_property
    def counted_lines(self) -> tuple[Line, ...]:
        """The lines that can be completed in a layout (rules 3.3)."""
        return lines_of(self.layout, self.lines)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The 2x2 squares of a layout, overlapping."""
        return squares_of(self.layout)

    @property
    def is_forgetful(self) -> bool:
        """Whether what was seen may not be read again once it lies hidden (rules 6)."""
        return self.memory == "unassisted"

    @cached_property
    def has_plain_scoring(self) -> bool:
        """Whether nothing but complete lines and values counts: no choice, no price."""
        return not self.wild and not self.line_overrides and self.block_score is None

    @cached_property
    def changes_strokes_of_layouts(self) -> bool:
        """Whether strokes may differ from what the layouts count (rules 4.2 and 4.3)."""
        is_judged = (self.closer_fails, self.closer_bonus) != ("none", "none")
        return is_judged or self.adjacent_pairs_charge > 0

    @cached_property
    def marks(self) -> Mapping[Face | None, str | None]:
        """The rank by which a face makes lines and blocks, ``WILD`` for a wild card."""
        marks: dict[Face | None, str | None] = {None: None}
        marks |= {face: WILD if face in self.wild else rank_of_face(face) for face in FACES}
        return marks

    @cached_property
    def face_values(self) -> Mapping[Face, int]:
        """What every face counts outside a line (rules 3.5)."""
        return {face: self.card_values.get(face, self.values[rank_of_face(face)]) for face in FACES}

    def value_of(self, card: Card) -> int:
        """Return what a card counts outside a line.

        >>> Ruleset(card_values={"QS": 40}).value_of(50)
        40
        """
        return self.face_values[face_of(card)]

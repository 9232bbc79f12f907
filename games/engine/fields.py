"""The toggles of a ruleset as data: their values, their defaults, what is refused (rules 7).

Each field reads one value as JSON gives it and returns the value that a ruleset keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from games.engine.cards import FACES, RANKS
from games.engine.errors import RulesetError
from games.engine.frozen import FrozenMap
from games.engine.geometry import LAYOUTS, LINES

Scalar: TypeAlias = str | int | bool | None

DEFAULT_VALUES: FrozenMap[int] = FrozenMap(
    {"A": 1, "2": -2}
    | {str(number): number for number in range(3, 11)}
    | {"J": 10, "Q": 10, "K": 0, "X": -2}
)
NOTHING: FrozenMap[Any] = FrozenMap({})
POWERS: tuple[str, ...] = ("peek_own", "peek_other", "swap_any")
MAX_VALUE = 100


class Field(Protocol):
    """One toggle: reads a value or refuses it, and writes it back as JSON."""

    @property
    def default(self) -> Any:
        """The value of a ruleset that doesn't name the field."""

    @property
    def plain_default(self) -> Any:
        """The same as JSON gives it."""

    @property
    def accepted(self) -> str:
        """The accepted values in words."""

    def read(self, name: str, value: object) -> Any:
        """Return the value to keep; RulesetError if it is refused."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _as_text(value: Scalar) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values."""

    values: tuple[Scalar, ...]
    default: Scalar

    @property
    def plain_default(self) -> Scalar:
        """The default, which is plain already."""
        return self.default

    @property
    def accepted(self) -> str:
        """The values in words, ``on`` and ``off`` for booleans."""
        return ", ".join(_as_text(value) for value in self.values)

    def read(self, name: str, value: object) -> Scalar:
        """Return the very value; 1 is no boolean and True no number."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise RulesetError(name, value, self.accepted)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds, both included."""

    low: int
    high: int
    default: int

    @property
    def plain_default(self) -> int:
        """The default, which is plain already."""
        return self.default

    @property
    def accepted(self) -> str:
        """The bounds in words."""
        return f"a whole number from {self.low} to {self.high}"

    def read(self, name: str, value: object) -> int:
        """Return the number; RulesetError outside the bounds and for booleans."""
        if not isinstance(value, int) or not _is_whole(value):
            raise RulesetError(name, value, self.accepted)
        if not self.low <= value <= self.high:
            raise RulesetError(name, value, self.accepted)
        return value


@dataclass(frozen=True, slots=True)
class NumberMap:
    """Ranks or faces with a number each; what isn't named keeps its value of ``default``."""

    keys: tuple[str, ...]
    default: FrozenMap[int]
    words: str

    @property
    def plain_default(self) -> dict[str, int]:
        """The default as a map of its own."""
        return dict(self.default)

    @property
    def accepted(self) -> str:
        """The shape in words."""
        return f"a map of {self.words} to whole numbers from -{MAX_VALUE} to {MAX_VALUE}"

    def read(self, name: str, value: object) -> FrozenMap[int]:
        """Return the map in the order of its keys, completed by the default."""
        if not isinstance(value, Mapping):
            raise RulesetError(name, value, self.accepted)
        for key, number in value.items():
            if key not in self.keys or not _is_whole(number) or abs(number) > MAX_VALUE:
                raise RulesetError(name, {key: number}, self.accepted)
        merged = {**self.default, **value}
        return FrozenMap({key: merged[key] for key in self.keys if key in merged})


@dataclass(frozen=True, slots=True)
class EffectMap:
    """Ranks with an effect each: one of some words, or a whole number where numbers are taken."""

    effects: tuple[str, ...]
    takes_numbers: bool = False
    default: FrozenMap[Any] = NOTHING

    @property
    def plain_default(self) -> dict[str, Any]:
        """The default as a map of its own."""
        return dict(self.default)

    @property
    def accepted(self) -> str:
        """The shape in words."""
        numbers = f", or a whole number from -{MAX_VALUE} to {MAX_VALUE}"
        return f"a map of ranks to {', '.join(self.effects)}{numbers if self.takes_numbers else ''}"

    def _is_effect(self, effect: object) -> bool:
        if isinstance(effect, int) and not isinstance(effect, bool):
            return self.takes_numbers and abs(effect) <= MAX_VALUE
        return effect in self.effects

    def read(self, name: str, value: object) -> FrozenMap[Any]:
        """Return the map in the order of the ranks."""
        if not isinstance(value, Mapping):
            raise RulesetError(name, value, self.accepted)
        for key, effect in value.items():
            if key not in RANKS or not self._is_effect(effect):
                raise RulesetError(name, {key: effect}, self.accepted)
        return FrozenMap({rank: value[rank] for rank in RANKS if rank in value})


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of faces."""

    default: frozenset[str] = frozenset()
    accepted: str = "a list of cards such as JS"

    @property
    def plain_default(self) -> list[str]:
        """The default as a list."""
        return sorted(self.default)

    def read(self, name: str, value: object) -> frozenset[str]:
        """Return the set; any list, tuple or set of faces will do."""
        if not isinstance(value, list | tuple | set | frozenset):
            raise RulesetError(name, value, self.accepted)
        for face in value:
            if face not in FACES:
                raise RulesetError(name, face, self.accepted)
        return frozenset(value)


_OFF = Choice((False, True), default=False)

FIELDS: FrozenMap[Field] = FrozenMap(
    {
        "layout": Choice(LAYOUTS, default="2x3"),
        "packs": Choice(("auto", "by_seats", 1, 2, 3, 4), default="auto"),
        "jokers_per_pack": Choice((0, 1, 2), default=0),
        "values": NumberMap(RANKS, DEFAULT_VALUES, "ranks"),
        "card_values": NumberMap(FACES, NOTHING, "cards"),
        "line_overrides": EffectMap(("keep",), takes_numbers=True),
        "wild": CardSet(),
        "lines": Choice(LINES, default="standard"),
        "block_score": Choice((None, -20, -25), default=None),
        "adjacent_pairs_charge": Choice((0, 10), default=0),
        "openers": Whole(0, 11, default=2),
        "openers_mode": Choice(("choose", "fixed"), default="choose"),
        "openers_seen": Choice(("up", "peek"), default="up"),
        "openers_order": Choice(("in_turn", "at_once"), default="in_turn"),
        "replaced_face": Choice(("up", "down"), default="up"),
        "refuse": Choice(("flip", "may_flip", "no_flip"), default="flip"),
        "final_putt": _OFF,
        "stall_laps": Whole(1, 20, default=2),
        "knock": _OFF,
        "last_turns": Choice((0, 1), default=1),
        "powers": EffectMap(POWERS),
        "memory": Choice(("assisted", "unassisted"), default="assisted"),
        "jack_skips": _OFF,
        "golf_call": _OFF,
        "four_of_a_kind": Choice(("none", "wins_match"), default="none"),
        "closer_judged": Choice(("every_closer", "knocker"), default="every_closer"),
        "closer_fails": Choice(
            (
                *("none", "plus_10", "double_plus_5", "highest"),
                *("double_or_plus_10", "plus_twice_seats"),
            ),
            default="none",
        ),
        "closer_bonus": Choice(("none", "zero", "minus_seats"), default="none"),
        "closer_tie_is_safe": Choice((True, False), default=True),
        "holes": Whole(0, 18, default=9),
        "limit": Whole(0, 1000, default=0),
        "tie": Choice(("shared", "extra_hole"), default="shared"),
    }
)

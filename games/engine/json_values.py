"""Values out of JSON, each checked; whatever is not as it is written is a ``CodecError``."""

from __future__ import annotations

from typing import Any

from games.engine.cards import CARDS_PER_PACK, MAX_PACKS
from games.engine.errors import CodecError

VERSION = 1
ALL_CARDS = CARDS_PER_PACK * MAX_PACKS


def record(
    what: str,
    data: object,
    names: set[str],
    *,
    may_miss: bool = False,
    version: int | None = VERSION,
) -> dict[str, Any]:
    """Return what an object holds but its version; every name is asked for, and no other."""
    if not isinstance(data, dict):
        raise CodecError(f"{what}: not an object")
    given = dict(data)
    if version is not None and (found := given.pop("v", None)) != version:
        raise CodecError(f"{what}: version {found!r} is not {version}")
    for name in given:
        if name not in names:
            raise CodecError(f"{what}: unknown key {name!r}")
    missing = names - set(given)
    if missing and not may_miss:
        raise CodecError(f"{what}: missing key {min(missing)!r}")
    return given


def whole(name: str, value: object, low: int | None = 0, high: int | None = None) -> int:
    """Return a whole number in a range; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise CodecError(f"{name}: {value!r} is not a whole number")
    if (low is not None and value < low) or (high is not None and value > high):
        raise CodecError(f"{name}: {value} is out of range")
    return value


def values(name: str, value: object, length: int | None = None) -> list[Any]:
    """Return a list, of so many if asked."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise CodecError(f"{name}: not a list of the right length")
    return value


def wholes(name: str, value: object, length: int, low: int | None = 0) -> tuple[int, ...]:
    """Return so many whole numbers."""
    return tuple(whole(name, number, low) for number in values(name, value, length))


def boolean(name: str, value: object) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise CodecError(f"{name}: {value!r} is not true or false")
    return value


def booleans(name: str, value: object, length: int) -> tuple[bool, ...]:
    """Return so many times true or false."""
    return tuple(boolean(name, flag) for flag in values(name, value, length))


def seat_numbers(name: str, value: object, seats: int) -> tuple[int, ...]:
    """Return seats in their order, each once."""
    numbers = tuple(whole(name, seat, 0, seats - 1) for seat in values(name, value))
    if list(numbers) != sorted(set(numbers)):
        raise CodecError(f"{name}: seats twice or out of order")
    return numbers


def card_ids(name: str, value: object) -> tuple[int, ...]:
    """Return card ids."""
    return tuple(whole(name, card, 0, ALL_CARDS - 1) for card in values(name, value))

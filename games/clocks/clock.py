"""A table's clock: a bank, an increment a turn and a cap, with a text form and its parser.

>>> Clock.parse("3d") == Clock(timedelta(days=3), timedelta(days=3), timedelta(days=3))
True
>>> Clock.parse("live 45s").text, Clock.parse("1d12h + 6h < 2d").text
('live 45s', '1d12h+6h<2d')
>>> Clock.parse("3 days")
Traceback (most recent call last):
games.clocks.clock.ClockError: not a clock: '3 days'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_UNITS["s"] = timedelta(seconds=1)
_DURATION = re.compile(r"(?:(\d{1,3})d)?(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?", re.ASCII)
_CLOCK = re.compile(r"(live )?([0-9dhms]+)(?:\+([0-9dhms]+)<([0-9dhms]+))?", re.ASCII)

_LIVE = (timedelta(seconds=10), timedelta(hours=1))
_OVER_DAYS = (timedelta(hours=1), timedelta(days=60))


class ClockError(ValueError):
    """A text or a set of times that is no clock: the sentence says what is wrong."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has: ``bank`` at the start, ``increment`` after each turn, never over ``cap``.

    Three days a turn is a bank, an increment and a cap of three days. Only seats that are to act
    have a running clock. A live clock (``is_live``) knows no sleep and no days off.
    Raises ClockError for times that are out of range or a cap that is less than the rest.
    """

    bank: timedelta
    increment: timedelta
    cap: timedelta
    is_live: bool = False

    def __post_init__(self) -> None:
        low, high = _LIVE if self.is_live else _OVER_DAYS
        if not low <= min(self.bank, self.increment) or self.cap > high:
            accepted = f"{duration_text(low)} to {duration_text(high)}"
            raise ClockError(f"every time of this clock must be from {accepted}")
        if self.cap < max(self.bank, self.increment):
            raise ClockError("the most that can be saved up is less than what a seat gets")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Return the clock of a text such as ``3d``, ``5d+12h<7d`` or ``live 45s``."""
        found = _CLOCK.fullmatch(" ".join(text.split()).replace(" + ", "+").replace(" < ", "<"))
        if found is None:
            raise ClockError(f"not a clock: {text[:40]!r}")
        live, bank, increment, cap = found.groups()
        first = parse_duration(bank)
        rest = first if increment is None else parse_duration(increment)
        return cls(first, rest, first if cap is None else parse_duration(cap), bool(live))

    @property
    def text(self) -> str:
        """The text form, which ``parse`` reads."""
        live = "live " if self.is_live else ""
        bank = duration_text(self.bank)
        if self.is_even:
            return f"{live}{bank}"
        return f"{live}{bank}+{duration_text(self.increment)}<{duration_text(self.cap)}"

    @property
    def is_even(self) -> bool:
        """Whether every turn simply has the same time."""
        return self.bank == self.increment == self.cap

    def after_turn(self, left: timedelta, used: timedelta) -> timedelta:
        """What a seat that had ``left`` and used ``used`` has for its next turn."""
        return min(self.cap, max(left - used, timedelta()) + self.increment)


def parse_duration(text: str) -> timedelta:
    """Return the duration of a text such as ``1d12h``; raises ClockError.

    >>> parse_duration("1m30s")
    datetime.timedelta(seconds=90)
    """
    found = _DURATION.fullmatch(text)
    if not text or found is None:
        raise ClockError(f"not a duration: {text[:40]!r}")
    counts = (int(count or 0) for count in found.groups())
    return sum((n * unit for n, unit in zip(counts, _UNITS.values(), strict=True)), timedelta())


def duration_text(duration: timedelta) -> str:
    """Return the shortest text of a whole number of seconds, zero or more.

    >>> duration_text(timedelta(hours=36)), duration_text(timedelta())
    ('1d12h', '0s')
    """
    text, rest = "", duration
    for letter, unit in _UNITS.items():
        count, rest = divmod(rest, unit)
        text += f"{count}{letter}" if count else ""
    return text or "0s"

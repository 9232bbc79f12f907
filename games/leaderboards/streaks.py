"""Streaks: days in a row on which somebody finished a day's nine in time.

A streak is alive until a whole day was left out: one that ends yesterday still counts today.

>>> from datetime import date
>>> played = [date(2026, 12, day) for day in (1, 2, 3, 7, 8)]
>>> streak(played, date(2026, 12, 9))
Streak(current=2, longest=3)
>>> streak(played, date(2026, 12, 10))
Streak(current=0, longest=3)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row: up to now, and at most."""

    current: int = 0
    longest: int = 0


def streak(days: Iterable[date], today: date) -> Streak:
    """Return the streak that ends today or yesterday, and the longest of all up to today.

    ``days`` may come in any order and more than once; those after today are left out.

    >>> streak([date(2027, 1, 1), date(2026, 12, 31), date(2027, 1, 1)], date(2027, 1, 1))
    Streak(current=2, longest=2)
    >>> streak([], date(2027, 1, 1))
    Streak(current=0, longest=0)
    """
    length = longest = 0
    last: date | None = None
    for day in sorted({day for day in days if day <= today}):
        length = length + 1 if last is not None and day - last == _DAY else 1
        longest, last = max(longest, length), day
    is_alive = last is not None and today - last <= _DAY
    return Streak(length if is_alive else 0, longest)

"""When a person's clock runs: awake, on no day off; all of it as spans in UTC.

A local time that a day skips or repeats is read as RFC 5545 (3.3.5) does: a skipped one by the
offset before the gap, a repeated one as its first occurrence.

>>> from datetime import UTC
>>> paris = Hours(ZoneInfo("Europe/Paris"), sleep=(time(23), time(7)))
>>> start = datetime(2026, 10, 24, 20, 0, tzinfo=UTC)  # 22:00; the night has 25 hours
>>> deadline(start, timedelta(hours=2), paris)
datetime.datetime(2026, 10, 25, 7, 0, tzinfo=datetime.timezone.utc)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[datetime, datetime]

_DAY = timedelta(days=1)
_NO_TIME = timedelta()
_FAR = datetime(9999, 1, 1, tzinfo=UTC)
_SATURDAY = 5
_LEAD_MIN, _LEAD_MAX = timedelta(minutes=30), timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Hours:
    """A person's rest: asleep from one local time until another, days off, in a time zone.

    ``days_off`` are first and last days of vacations, both included. Of a day that is off nothing
    counts, from midnight to midnight.
    """

    zone: ZoneInfo = ZoneInfo("UTC")  # noqa: RUF009 - immutable
    sleep: tuple[time, time] | None = None
    weekend_off: bool = False
    days_off: tuple[tuple[date, date], ...] = ()

    @property
    def has_rest(self) -> bool:
        """Whether there is any time at which the clock stands."""
        return self.sleep is not None or self.weekend_off or bool(self.days_off)

    def is_off(self, day: date) -> bool:
        """Whether a whole local day is off."""
        if self.weekend_off and day.weekday() >= _SATURDAY:
            return True
        return any(first <= day <= last for first, last in self.days_off)


ALWAYS_AWAKE = Hours()


def awake_spans(hours: Hours, start: datetime) -> Iterator[Span]:
    """Yield the spans in which the clock runs, from ``start`` on, in UTC and in order."""
    if not hours.has_rest:
        yield start, _FAR
        return
    day = start.astimezone(hours.zone).date() - _DAY
    while True:
        for begin, end in _awake_on(hours, day):
            if max(begin, start) < end:
                yield max(begin, start), end
        day += _DAY


def deadline(start: datetime, left: timedelta, hours: Hours = ALWAYS_AWAKE) -> datetime:
    """Return when a clock that starts with ``left`` at ``start`` runs out."""
    if left <= _NO_TIME:
        return start
    for begin, end in awake_spans(hours, start):
        if left <= end - begin:
            return begin + left
        left -= end - begin
    raise AssertionError("spans go on for ever")


def awake_between(start: datetime, end: datetime, hours: Hours = ALWAYS_AWAKE) -> timedelta:
    """Return how much a clock that ran from ``start`` to ``end`` has used."""
    used = _NO_TIME
    for begin, finish in awake_spans(hours, start):
        if begin >= end:
            break
        used += min(finish, end) - begin
    return used


def warning_at(start: datetime, due: datetime) -> datetime:
    """Return when to warn of a deadline: with a quarter of the time left, 30 minutes to 12 hours.

    >>> start = datetime(2026, 12, 1, tzinfo=UTC)
    >>> warning_at(start, start + timedelta(hours=8)) - start
    datetime.timedelta(seconds=21600)
    """
    return due - min(max((due - start) / 4, _LEAD_MIN), _LEAD_MAX)


def _awake_on(hours: Hours, day: date) -> Iterator[Span]:
    if hours.is_off(day):
        return
    midnight, next_midnight = (
        _instant(day, time(), hours.zone),
        _instant(day + _DAY, time(), hours.zone),
    )
    if hours.sleep is None:
        yield midnight, next_midnight
        return
    asleep, awake = (_instant(day, at, hours.zone) for at in hours.sleep)
    if hours.sleep[0] <= hours.sleep[1]:
        yield midnight, asleep
        yield awake, next_midnight
    else:
        yield awake, asleep


def _instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)

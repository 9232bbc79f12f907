"""A club's local days as spans in UTC, and dates that recur.

The day of a zone begins where the last of the days before it has ended: at midnight, at the first
moment after a gap that swallows midnight, and once for all where clocks are set back across it. So
days neither overlap nor leave anything out, and a day that a zone skipped is empty.

>>> span(date(2026, 1, 1), date(2026, 1, 31), "America/Bogota")[1].isoformat()
'2026-02-01T05:00:00+00:00'
>>> local_day(datetime(2026, 2, 1, 4, 59, tzinfo=UTC), "America/Bogota")
datetime.date(2026, 1, 31)
>>> evenings = occurrences(date(2026, 3, 12), time(19, 30), "Europe/Paris", "month", count=2)
>>> [evening.isoformat(" ", "minutes") for evening in evenings]  # second Thursdays; summer time
['2026-03-12 18:30+00:00', '2026-04-09 17:30+00:00']
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import count as numbers
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Literal
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

Every = Literal["week", "fortnight", "month"]

_DAY, _WEEK = timedelta(days=1), timedelta(weeks=1)
_INSTANT = timedelta.resolution
_MONTHS = 12


def span(first: date, last: date, zone: str) -> tuple[datetime, datetime]:
    """Return the span in UTC, its end excluded, of the local days ``first`` to ``last``.

    Raises ValueError if the last day is before the first, ZoneInfoNotFoundError for no zone.
    """
    if last < first:
        raise ValueError(f"the last day, {last}, is before the first, {first}")
    return _start(first, ZoneInfo(zone)), _start(last + _DAY, ZoneInfo(zone))


def local_day(moment: datetime, zone: str) -> date:
    """Return the local day whose ``span`` has the moment in it.

    Raises ValueError for a moment without a zone, ZoneInfoNotFoundError for no zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment without a zone is on no day")
    here = ZoneInfo(zone)
    day = moment.astimezone(here).date()
    # Clocks that are set back across midnight show the new day for some minutes too early.
    return day - _DAY if moment < _start(day, here) else day


def week_start(moment: datetime, zone: str) -> datetime:
    """Return when the local week of a moment began, in UTC: with its Monday.

    Errors as for ``local_day``.
    """
    day = local_day(moment, zone)
    return _start(day - day.weekday() * _DAY, ZoneInfo(zone))


def occurrences(
    first: date,
    at: time,
    zone: str,
    every: Every,
    *,
    until: date | None = None,
    count: int | None = None,
) -> tuple[datetime, ...]:
    """Return when something that recurs begins, in UTC, from its first day on.

    ``at`` is a local time. On a day whose clocks skip it, it is the first moment that they show
    again; where they show it twice, the first time. A month's is the same weekday by number: the
    second Thursday, if the first day is one; a fifth one stands for the last of each month.

    ``until`` is the last local day, ``count`` how many at most. Raises ValueError if neither is
    given or the time has a zone, ZoneInfoNotFoundError for no zone.
    """
    if until is None and count is None:
        raise ValueError("what recurs ends some day, or after some times")
    if at.tzinfo is not None:
        raise ValueError("the time is that of the zone")
    days = _days(first, every)
    if until is not None:
        days = takewhile(lambda day: day <= until, days)
    here = ZoneInfo(zone)
    return tuple(_first_moment(datetime.combine(day, at), here) for day in islice(days, count))


def _days(first: date, every: Every) -> Iterator[date]:
    """Yield the days from the first on, without an end."""
    if every == "month":
        return (_same_weekday(first, month) for month in numbers())
    weeks = 2 if every == "fortnight" else 1
    return (first + number * weeks * _WEEK for number in numbers())


def _same_weekday(first: date, months: int) -> date:
    """Return the day some months later with the weekday and the number that the first has."""
    years, month = divmod(first.month - 1 + months, _MONTHS)
    start = date(first.year + years, month + 1, 1)
    lead = (first.weekday() - start.weekday()) % 7
    day = start + lead * _DAY + (first.day - 1) // 7 * _WEEK
    return day if day.month == start.month else day - _WEEK


def _start(day: date, zone: ZoneInfo) -> datetime:
    """Return when a local day begins, in UTC."""
    midnight = datetime.combine(day, time())
    start = _first_moment(midnight, zone)
    again = midnight.replace(tzinfo=zone, fold=1).astimezone(UTC)
    # Midnight comes twice: the day before goes on until the second if it comes back in between.
    if again > start and (again - _INSTANT).astimezone(zone).date() < day:
        return again
    return start


def _first_moment(wanted: datetime, zone: ZoneInfo) -> datetime:
    """Return, in UTC, when clocks of a zone first show a local time, or the first after it."""
    early = wanted.replace(tzinfo=zone, fold=0).astimezone(UTC)
    late = wanted.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if early <= late:
        return early
    # In a gap, and between the two lies its end: the offset before it gives the later one.
    before, after = late, early
    while after - before > _INSTANT:
        middle = before + (after - before) / 2
        if middle.astimezone(zone).replace(tzinfo=None) < wanted:
            before = middle
        else:
            after = middle
    return after

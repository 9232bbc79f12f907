"""When something happened, in the time of whoever looks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class WhenView:
    """A moment: ISO 8601, in words for a line, and to the second with its zone.

    ``pattern`` are the words around it for a browser that knows its own zone: "" where the viewer
    has chosen one. Whoever has chosen none reads UTC.
    """

    at: str
    words: str
    title: str
    pattern: str


def when_view(at: datetime, zone: ZoneInfo | None) -> WhenView:
    """The view of a moment in a person's zone (None: they have not said).

    >>> from datetime import UTC
    >>> view = when_view(datetime(2026, 12, 3, 18, 5, 9, tzinfo=UTC), ZoneInfo("Europe/Paris"))
    >>> view.words, view.title
    ('December 3, 7:05 p.m.', 'December 3, 2026, 19:05:09 (Europe/Paris)')
    """
    known = zone or ZoneInfo("UTC")
    local = at.astimezone(known)
    return WhenView(
        at=local.isoformat(),
        words=_("%(day)s, %(time)s")
        % {"day": date_format(local, "MONTH_DAY_FORMAT"), "time": time_format(local)},
        title=_("%(day)s, %(time)s (%(zone)s)")
        % {
            "day": date_format(local, "DATE_FORMAT"),
            "time": local.strftime("%H:%M:%S"),
            "zone": known.key,
        },
        pattern="" if zone else "{}",
    )


def full_time(at: datetime, zone: ZoneInfo) -> str:
    """A moment in a person's zone with the weekday and the zone's name, as mails say it.

    >>> from datetime import UTC
    >>> full_time(datetime(2026, 12, 3, 18, 5, tzinfo=UTC), ZoneInfo("Europe/Paris"))
    'Thursday 3 December, 19:05 (Europe/Paris)'
    """
    return f"{date_format(at.astimezone(zone), 'l j F, H:i')} ({zone.key})"

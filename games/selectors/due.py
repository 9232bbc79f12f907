"""When time runs out at a table: for lists in the zone of whoever looks, for seats in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from accounts.models import Preferences
from games.clocks import Clock
from games.selectors.access import Viewer
from games.selectors.hours import zone_of


@dataclass(frozen=True, slots=True)
class DueView:
    """A deadline: the moment (ISO 8601), what is left, and the moment in words with its zone.

    ``pattern`` are the words around a moment, for a browser that knows its own zone: "" where the
    viewer has chosen one. Whoever has chosen none reads UTC.
    """

    at: str
    left: str
    words: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Watch:
    """What time it is, and where the one who looks lives (None: they have not said)."""

    now: datetime
    zone: ZoneInfo | None = None

    def due(self, at: datetime, clock: str) -> DueView:
        """The view of a deadline at a table with this clock."""
        zone = self.zone or ZoneInfo("UTC")
        local = at.astimezone(zone)
        is_live = bool(clock) and Clock.parse(clock).is_live
        moment = _("%(day)s, %(time)s (%(zone)s)") % {
            "day": date_format(local, "MONTH_DAY_FORMAT"),
            "time": time_format(local),
            "zone": zone.key,
        }
        pattern = _("until {}") if at > self.now else _("since {}")
        return DueView(
            at=local.isoformat(),
            left=left_words(at - self.now, is_live=is_live),
            words=pattern.replace("{}", moment),
            pattern="" if self.zone else pattern,
        )


def watch_of(viewer: Viewer, now: datetime) -> Watch:
    """The viewer's watch, in one query."""
    if viewer.player_id is None:
        return Watch(now)
    kept = Preferences.objects.filter(user__player=viewer.player_id).first()
    return Watch(now, None if kept is None else zone_of(kept))


def due_words(due: datetime) -> str:
    """A deadline by the one clock that all share; the page's script says how long that is.

    >>> due_words(datetime(2026, 12, 3, 18, 5, tzinfo=UTC))
    'until December 3, 18:05 UTC'
    """
    at = due.astimezone(UTC)
    values = {"day": date_format(at, "MONTH_DAY_FORMAT"), "time": at.strftime("%H:%M")}
    return _("until %(day)s, %(time)s UTC") % values


def left_words(left: timedelta, *, is_live: bool = False) -> str:
    """The time that is left in its two largest units; to the second only at a live table.

    >>> left_words(timedelta(days=2, hours=4, minutes=59)), left_words(timedelta(minutes=61))
    ('2 d 4 h left', '1 h 1 min left')
    >>> left_words(timedelta(seconds=59)), left_words(timedelta(seconds=59), is_live=True)
    ('less than a minute left', '59 s left')
    """
    if left <= timedelta():
        return _("time is up")
    seconds = int(left.total_seconds())
    units = [
        (_("%(count)d d"), seconds // 86400),
        (_("%(count)d h"), seconds // 3600 % 24),
        (_("%(count)d min"), seconds // 60 % 60),
    ]
    if is_live:
        units.append((_("%(count)d s"), seconds % 60))
    while units and units[0][1] == 0:
        del units[0]
    if not units:
        return _("less than a second left") if is_live else _("less than a minute left")
    parts = [text % {"count": count} for text, count in units[:2] if count]
    return _("%(time)s left") % {"time": " ".join(parts)}

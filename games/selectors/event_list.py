"""A club's events as a list, the next first, and as the days of a month."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club
from accounts.zones import zone_named
from games.leaderboards.days import Every, local_day, occurrences, span
from games.models import Event
from games.selectors.access import Viewer
from games.selectors.event_words import moment_words, state_words

PAST = 30
_MONTHS = 12
_WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a list."""

    pk: int
    title: str
    url: str
    when: str
    about: str
    state_words: str


@dataclass(frozen=True, slots=True)
class DayItem:
    """What begins on a day; without an address it is planned, and not announced yet."""

    time: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class DayView:
    """A day of the calendar, ISO 8601 and in words."""

    day: str
    number: int
    words: str
    is_today: bool
    is_outside: bool
    items: tuple[DayItem, ...]


@dataclass(frozen=True, slots=True)
class MonthView:
    """A month in whole weeks, Monday first; ``before`` and ``after`` name its neighbours."""

    title: str
    weekdays: tuple[str, ...]
    days: tuple[DayView, ...]
    before: str
    after: str
    has_events: bool


@dataclass(frozen=True, slots=True)
class EventList:
    """A club's events: those to come or running by their beginning, then the latest that ended."""

    coming: tuple[EventLine, ...]
    past: tuple[EventLine, ...]
    month: MonthView


def event_list(club: Club, viewer: Viewer, month: str, now: datetime) -> EventList:
    """The club's list of events with the calendar of a month, such as "2026-12".

    Without one it is that of the next event.
    """
    found = _counted(club, viewer)
    coming = found.filter(state__in=[Event.State.ANNOUNCED, Event.State.RUNNING])
    lines = list(coming.order_by("starts_at", "pk"))
    first = lines[0].starts_at if lines else now
    past = found.exclude(state__in=[Event.State.ANNOUNCED, Event.State.RUNNING])
    return EventList(
        coming=tuple(map(_line, lines)),
        past=tuple(_line(event) for event in past.order_by("-starts_at", "-pk")[:PAST]),
        month=_month(club, month, max(first, now), now),
    )


def coming_events(club: Club, viewer: Viewer, length: int) -> tuple[EventLine, ...]:
    """The next of a club's events, in one query."""
    found = _counted(club, viewer).filter(state__in=[Event.State.ANNOUNCED, Event.State.RUNNING])
    return tuple(map(_line, found.order_by("starts_at", "pk")[:length]))


def _counted(club: Club, viewer: Viewer) -> QuerySet[Event]:
    here = Q(entries__withdrawn_at__isnull=True)
    found = Event.objects.filter(club=club).select_related("club", "preset").defer("ruleset")
    return found.annotate(
        playing=Count("entries", filter=here & Q(entries__is_alternate=False)),
        own=Count("entries", filter=here & Q(entries__player=viewer.player_id or 0)),
    )


def _line(event: Event) -> EventLine:
    count: int = event.playing  # type: ignore[attr-defined]  # annotated
    parts = [
        event.preset.title,
        ngettext("%(n)d round", "%(n)d rounds", event.rounds) % {"n": event.rounds},
        ngettext("%(n)d plays", "%(n)d play", count) % {"n": count},
    ]
    if event.own:  # type: ignore[attr-defined]  # annotated
        parts.append(_("you have entered"))
    return EventLine(
        pk=event.pk,
        title=event.title,
        url=event.get_absolute_url(),
        when=moment_words(event.starts_at, event.club.time_zone),
        about=" · ".join(parts),
        state_words=state_words(event),
    )


def _month(club: Club, text: str, usual: datetime, now: datetime) -> MonthView:
    zone = club.time_zone
    today = local_day(now, zone)
    first = _first_of(text) or local_day(usual, zone).replace(day=1)
    after = _month_after(first, 1)
    start = first - first.weekday() * timedelta(days=1)
    end = after + (-after.weekday() % 7) * timedelta(days=1)
    items = _items(club, start, end - timedelta(days=1))
    days = tuple(
        DayView(
            day=day.isoformat(),
            number=day.day,
            words=date_format(day, "l, F j"),
            is_today=day == today,
            is_outside=day.month != first.month,
            items=tuple(items.get(day, ())),
        )
        for day in _days(start, end)
    )
    return MonthView(
        title=date_format(first, "F Y"),
        weekdays=tuple(date_format(start + timedelta(days=n), "D") for n in range(7)),
        days=days,
        before=_month_after(first, -1).strftime("%Y-%m"),
        after=after.strftime("%Y-%m"),
        has_events=any(day.items for day in days if not day.is_outside),
    )


def _first_of(text: str) -> date | None:
    """The first day of the month that an address names, within reason."""
    try:
        first = datetime.strptime(text, "%Y-%m").date()  # noqa: DTZ007  a month has no zone
    except ValueError:
        return None
    return first if 2000 <= first.year <= 2200 else None


def _month_after(first: date, months: int) -> date:
    years, month = divmod(first.month - 1 + months, _MONTHS)
    return date(first.year + years, month + 1, 1)


def _days(start: date, end: date) -> Iterator[date]:
    return (start + timedelta(days=n) for n in range((end - start).days))


def _items(club: Club, first: date, last: date) -> dict[date, list[DayItem]]:
    """What begins on each local day: events, and those that a series will bring."""
    starts_at, ends_at = span(first, last, club.time_zone)
    shown = Event.objects.filter(club=club).exclude(state=Event.State.CANCELLED)
    shown = shown.filter(starts_at__gte=starts_at, starts_at__lt=ends_at)
    series = Event.objects.open().filter(club=club, starts_at__lt=ends_at).exclude(every="")
    found = [(event.starts_at, event.title, event) for event in shown.defer("ruleset")]
    planned = [
        (at, event.title, None)
        for event in series.defer("ruleset")
        for at in _planned(event, club.time_zone, last)
        if at >= starts_at
    ]
    items: dict[date, list[DayItem]] = {}
    for at, title, event in sorted([*found, *planned], key=lambda one: one[:2]):
        local = at.astimezone(zone_named(club.time_zone))
        if event is not None:
            event.club = club
        url = event.get_absolute_url() if event is not None else ""
        items.setdefault(local.date(), []).append(DayItem(time_format(local), title, url))
    return items


def _planned(event: Event, zone: str, last: date) -> Iterable[datetime]:
    every: Every = event.every  # type: ignore[assignment]  # the column's choices
    times = occurrences(event.first_day, event.local_time, zone, every, until=last)
    return (at for at in times if at > event.starts_at)

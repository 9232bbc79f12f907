"""Who entered a day's nine, for organisers: with marks of what one person may have done twice.

A mark says what was seen and nothing more. Networks and browsers are compared among the entries
that are listed, and never shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.zones import zone_named
from games.models import DailyEntry, Match
from games.selectors.access import Viewer
from games.selectors.daily import Daily, may_see_results, own_entry
from games.selectors.daily_page import taken_words
from games.selectors.daily_urls import daily_url
from games.selectors.leaderboard_rows import PagesView, page_named, pages_of
from games.selectors.numbers import number
from games.selectors.when import WhenView, when_view

ROWS = 100
QUICK = 3
"""Who took less than one in so many of the usual time was much quicker."""

QUICK_LEAST = 5
"""How many must have finished before there is a usual time."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as an organiser sees it; ``strokes`` is "" as long as they may not see it."""

    name: str
    url: str
    started: WhenView
    outcome: str
    taken: str
    strokes: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntriesView:
    """A page of the entries of a day, in the order in which they started."""

    rows: tuple[EntryRow, ...]
    marked: int
    shows_strokes: bool
    pages: PagesView


def entries_page(daily: Daily, viewer: Viewer, page: str, now: datetime) -> EntriesView:
    """A page of the entries, in a constant number of queries."""
    found = list(daily.entries().select_related("player__user", "match"))
    marks = marks_of(daily, found)
    at, count = page_named(page, len(found), ROWS)
    shows_strokes = may_see_results(daily, own_entry(daily, viewer), now)
    zone = zone_named(daily.zone)
    rows = tuple(
        EntryRow(
            name=entry.player.name,
            url=reverse("games:player", args=[entry.player_id]),
            started=_time_view(entry.started_at, zone),
            outcome=outcome_words(entry),
            taken="" if entry.seconds is None else taken_words(entry.seconds),
            strokes=number(entry.strokes) if shows_strokes and entry.strokes is not None else "",
            marks=marks.get(entry.pk, ()),
        )
        for entry in found[(at - 1) * ROWS : at * ROWS]
    )
    pages = pages_of(at, count, daily_url(daily.club, "entries", daily.day), "")
    return EntriesView(rows, len(marks), shows_strokes, pages)


def marks_of(daily: Daily, entries: Sequence[DailyEntry]) -> dict[int, tuple[str, ...]]:
    """What is remarkable about entries, by their ids; those without anything are left out."""
    networks, browsers = _alike(entries, "network"), _alike(entries, "browser")
    usual = _usual_seconds(entries)
    found = {}
    for entry in entries:
        same_network = [one for one in networks[entry.network] if one.pk != entry.pk]
        same_browser = [one for one in browsers[entry.browser] if one.pk != entry.pk]
        marks = [
            *_same_words(len(same_network), len(same_browser)),
            *_after_words(entry, same_network, same_browser),
        ]
        user = entry.player.user
        if user is not None and daily.starts_at <= user.date_joined < daily.ends_at:
            marks.append(_("account made the same day"))
        if usual and entry.seconds is not None and entry.seconds * QUICK < usual:
            marks.append(_("much quicker than others"))
        if marks:
            found[entry.pk] = tuple(marks)
    return found


def outcome_words(entry: DailyEntry) -> str:
    """What became of an entry, without its strokes."""
    if entry.finished_at is not None:
        return _("finished")
    if entry.match.status == Match.Status.CANCELLED:
        return _("given up")
    if entry.match.status == Match.Status.FINISHED:
        return _("finished too late")
    return _("not finished")


def _time_view(at: datetime, zone: ZoneInfo) -> WhenView:
    """The time of the day, the moment itself beside it."""
    return replace(when_view(at, zone), words=at.astimezone(zone).strftime("%H:%M"))


def _alike(entries: Sequence[DailyEntry], field: str) -> dict[str, list[DailyEntry]]:
    found: dict[str, list[DailyEntry]] = defaultdict(list)
    for entry in entries:
        if value := getattr(entry, field):
            found[value].append(entry)
    return found


def _usual_seconds(entries: Sequence[DailyEntry]) -> float:
    taken = [entry.seconds for entry in entries if entry.seconds is not None]
    return median(taken) if len(taken) >= QUICK_LEAST else 0


def _same_words(networks: int, browsers: int) -> list[str]:
    found = []
    if networks:
        text = ngettext("same network as %d other", "same network as %d others", networks)
        found.append(text % networks)
    if browsers:
        text = ngettext("same browser as %d other", "same browser as %d others", browsers)
        found.append(text % browsers)
    return found


def _after_words(
    entry: DailyEntry, networks: Sequence[DailyEntry], browsers: Sequence[DailyEntry]
) -> list[str]:
    def is_after(others: Sequence[DailyEntry]) -> bool:
        # Given up is over, too: its cards were seen.
        ends = (one.finished_at or one.match.finished_at for one in others)
        return any(end is not None and end <= entry.started_at for end in ends)

    found = []
    if is_after(networks):
        found.append(_("started after one of the same network was over"))
    if is_after(browsers):
        found.append(_("started after one of the same browser was over"))
    return found

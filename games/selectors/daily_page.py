"""The page of a day's nine: what it is, how far one is, and what everybody made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club
from accounts.zones import zone_named
from games import engine
from games.leaderboards.days import local_day
from games.leaderboards.streaks import Streak, streak
from games.models import DailyEntry, DailyNine
from games.selectors.access import Viewer, is_member
from games.selectors.daily import (
    Daily,
    days_finished,
    is_done,
    may_see_results,
    own_entry,
    today_of,
    zone_of,
)
from games.selectors.daily_urls import daily_url
from games.selectors.due import left_words
from games.selectors.leaderboard_rows import (
    ROWS,
    CarryView,
    PagesView,
    page_named,
    pages_of,
)
from games.selectors.numbers import number
from games.selectors.solitaire_words import against_par, toggles_line
from games.selectors.when import full_time


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What somebody made of a day's nine, as printed; ``replay_url`` is "" while it is sealed."""

    place: int
    name: str
    url: str
    strokes: str
    against: str
    taken: str
    is_own: bool
    replay_url: str


@dataclass(frozen=True, slots=True)
class ResultsView:
    """The results of a day; ``own`` is the viewer's row where it is on another page."""

    rows: tuple[ResultRow, ...]
    own: ResultRow | None
    own_url: str
    unfinished: str
    has_replays: bool
    pages: PagesView
    carry: CarryView


@dataclass(frozen=True, slots=True)
class DailyView:
    """A day's nine for one viewer.

    ``state`` is "start" for who may start it, "account" and "member" for who would have to be that
    first, "running" and "late" for who is at it in time or beyond, "done" for who has finished or
    given up, and "missed" for everybody else once it is over. ``results`` are None as long as the
    viewer may not see them.
    """

    title: str
    day: str
    is_today: bool
    is_own_nine: bool
    rules: str
    ends: str
    left: str
    is_over: bool
    started: str
    state: str
    told: str
    start_url: str
    table_url: str
    streak: str
    earlier_url: str
    later_url: str
    today_url: str
    week_url: str
    results: ResultsView | None


@dataclass(frozen=True, slots=True)
class DailyGlance:
    """Today's nine in a line, with the address of its page."""

    told: str
    link: str
    url: str


def daily_page(
    daily: Daily, viewer: Viewer, page: str, now: datetime, *, has_account: bool
) -> DailyView:
    """The page of a day, in a constant number of queries; guests have no account."""
    entry, is_over = own_entry(daily, viewer), daily.is_over(now)
    state = _state(daily, entry, viewer, is_over=is_over, has_account=has_account)
    is_today = daily.day == local_day(now, daily.zone)
    earlier, later = _neighbours(daily, now)
    results = None
    if may_see_results(daily, entry, now):
        results = _results(daily, viewer, page, entry)
    return DailyView(
        title=_("Daily nine") if is_today else _("Daily nine, %(day)s") % {"day": _day(daily)},
        day=date_format(daily.day, "l j F Y"),
        is_today=is_today,
        is_own_nine=daily.owner is not None,
        rules=toggles_line(daily.rules),
        ends=full_time(daily.ends_at, zone_named(daily.zone)),
        left="" if is_over else left_words(daily.ends_at - now),
        is_over=is_over,
        started=_started_words(daily.entries().count() if daily.nine else 0, is_over=is_over),
        state=state,
        told=_told(daily, entry),
        start_url=daily_url(daily.owner, "start"),
        table_url=entry.match.get_absolute_url() if entry else "",
        streak=streak_words(own_streak(daily.owner, viewer, now)),
        earlier_url=daily_url(daily.club, "day", earlier) if earlier else "",
        later_url=daily_url(daily.club, "day", later) if later else "",
        today_url=daily_url(daily.club),
        week_url=daily_url(daily.club, "leaderboard"),
        results=results,
    )


def daily_glance(club: Club | None, viewer: Viewer, now: datetime) -> DailyGlance:
    """Today's nine in a line for a page of something else, in a constant number of queries."""
    daily = today_of(club, now)
    entry = own_entry(daily, viewer)
    left = left_words(daily.ends_at - now)
    if daily.is_over(now):
        told, link = _("Today's is over; the next begins with the next day."), _("Its results")
    elif entry is None:
        told = _("Nine deals, the same for everybody, started once: %(left)s.") % {"left": left}
        link = _("Today's nine")
    elif is_done(entry):
        told, link = _told(daily, entry), _("Today's results")
    else:
        told, link = _("You have started today's: %(left)s.") % {"left": left}, _("Go on")
    return DailyGlance(told, link, daily_url(club))


def own_streak(owner: Club | None, viewer: Viewer, now: datetime) -> Streak:
    """The viewer's streak over the nines of a club or of the site; one query."""
    if viewer.player_id is None:
        return Streak()
    days = days_finished(owner, [viewer.player_id])[viewer.player_id]
    return streak(days, local_day(now, zone_of(owner)))


def streak_words(found: Streak) -> str:
    """A streak in a sentence, "" for who never finished one."""
    if not found.longest:
        return ""
    longest = ngettext("%d day", "%d days", found.longest) % found.longest
    if not found.current:
        return _("Your longest streak: %(longest)s.") % {"longest": longest}
    current = ngettext("%d day", "%d days", found.current) % found.current
    if found.current == found.longest:
        return _("Your streak: %(current)s, your longest.") % {"current": current}
    return _("Your streak: %(current)s; your longest: %(longest)s.") % {
        "current": current,
        "longest": longest,
    }


def taken_words(seconds: int) -> str:
    """A time taken by the clock.

    >>> taken_words(65), taken_words(3_600 * 5 + 59), taken_words(0)
    ('1:05', '5:00:59', '0:00')
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def against_words(strokes: int, par: int) -> str:
    """Strokes held against par, as a column of that name tells it.

    >>> against_words(42, 45), against_words(45, 45), against_words(50, 45)
    ('3 under', 'level', '5 over')
    """
    over = strokes - par
    if not over:
        return _("level")
    return (_("%d over") if over > 0 else _("%d under")) % abs(over)


def par_of(daily: Daily) -> int:
    """The par of the nine holes."""
    return (engine.par(daily.rules) or 0) * daily.rules.holes


def finished(daily: Daily) -> QuerySet[DailyEntry]:
    """The entries that have a place, fewest strokes first."""
    return daily.entries().filter(strokes__isnull=False).order_by("strokes", "player_id")


def _state(
    daily: Daily, entry: DailyEntry | None, viewer: Viewer, *, is_over: bool, has_account: bool
) -> str:
    if is_done(entry):
        return "done"
    if entry is not None:
        return "late" if is_over else "running"
    if is_over:
        return "missed"
    if not has_account:
        return "account"
    if daily.owner is not None and not is_member(daily.owner, viewer):
        return "member"
    return "start"


def _neighbours(daily: Daily, now: datetime) -> tuple[date | None, date | None]:
    """The nearest days before and after with a nine."""
    begun = DailyNine.objects.of(daily.owner).filter(starts_at__lte=now)
    days = begun.values_list("day", flat=True)
    before = days.filter(day__lt=daily.day).order_by("-day").first()
    return before, days.filter(day__gt=daily.day).order_by("day").first()


def _told(daily: Daily, entry: DailyEntry | None) -> str:
    """What became of somebody's own nine, "" while nothing has."""
    if entry is None or not is_done(entry):
        return ""
    if entry.strokes is not None:
        return _("You took %(strokes)s strokes: %(against)s.") % {
            "strokes": number(entry.strokes),
            "against": against_par(entry.strokes, par_of(daily)),
        }
    if entry.match.finished_at is not None and entry.match.finished_at >= daily.ends_at:
        return _("You finished after the day was over, so that it doesn't count.")
    return _("You gave this one up.")


def _results(daily: Daily, viewer: Viewer, page: str, entry: DailyEntry | None) -> ResultsView:
    found = finished(daily).select_related("player__user", "match")
    count = found.count()
    at, pages = page_named(page, count)
    rows = list(found[(at - 1) * ROWS : at * ROWS])
    build = _Rows(daily, viewer, found)
    own, own_url = None, ""
    is_shown = any(row.player_id == viewer.player_id for row in rows)
    if entry is not None and entry.strokes is not None and not is_shown:
        own = build.row(entry, build.place(entry.strokes))
        ahead = Q(strokes__lt=entry.strokes) | Q(strokes=entry.strokes, player__lt=entry.player_id)
        own_page = found.filter(ahead).count() // ROWS + 1
        own_url = daily_url(daily.club, "day", daily.day, page=str(own_page))
    started = daily.entries().count() if daily.nine else 0
    return ResultsView(
        rows=build.rows(rows, (at - 1) * ROWS),
        own=own,
        own_url=own_url,
        unfinished=_unfinished_words(started - count, is_closed=build.is_closed),
        has_replays=build.is_closed,
        pages=pages_of(at, pages, daily_url(daily.club, "day", daily.day), ""),
        carry=CarryView(
            csv=daily_url(daily.club, "day-csv", daily.day),
            json=daily_url(daily.club, "day-json", daily.day),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    daily: Daily
    viewer: Viewer
    found: QuerySet[DailyEntry]

    @property
    def is_closed(self) -> bool:
        return self.daily.nine is not None and self.daily.nine.closed_at is not None

    def place(self, strokes: int) -> int:
        return 1 + self.found.filter(strokes__lt=strokes).count()

    def rows(self, entries: list[DailyEntry], before: int) -> tuple[ResultRow, ...]:
        """A page's rows; as many come before it."""
        rows, place, last = [], 0, None
        for position, entry in enumerate(entries, before + 1):
            if last is None and before:
                place = self.place(entry.strokes or 0)
            elif entry.strokes != last:
                place = position
            last = entry.strokes
            rows.append(self.row(entry, place))
        return tuple(rows)

    def row(self, entry: DailyEntry, place: int) -> ResultRow:
        strokes, slug = entry.strokes or 0, entry.match.slug
        is_shown = self.is_closed and entry.match.allows_spectators
        return ResultRow(
            place=place,
            name=entry.player.name,
            url=reverse("games:player", args=[entry.player_id]),
            strokes=number(strokes),
            against=against_words(strokes, par_of(self.daily)),
            taken=taken_words(entry.seconds or 0),
            is_own=entry.player_id == self.viewer.player_id,
            replay_url=reverse("games:replay", args=[slug]) if is_shown else "",
        )


def _started_words(count: int, *, is_over: bool) -> str:
    if not count:
        return _("Nobody started it.") if is_over else _("Nobody has started yet.")
    if is_over:
        return ngettext("%d player started it.", "%d players started it.", count) % count
    return ngettext("%d player has started.", "%d players have started.", count) % count


def _unfinished_words(count: int, *, is_closed: bool) -> str:
    if not count:
        return ""
    if is_closed:
        text = ngettext(
            "%d more started and did not finish.", "%d more started and did not finish.", count
        )
    else:
        text = ngettext(
            "%d more has started and not finished.", "%d more have started and not finished.", count
        )
    return text % count


def _day(daily: Daily) -> str:
    return date_format(daily.day, "j F Y")

"""Tables over the nines of a week, a month or a club's season, summed in the database.

Which row is where is the rule of ``games.leaderboards.daily``, said in SQL: the best days of every
player, most days first, then fewest strokes. Days whose results the viewer may not see yet are
counted for nobody in the viewer's table, which then stands as of the day before.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Club, Membership
from games.engine.solitaire import SolitaireRules
from games.engine.solitaire.match import par
from games.leaderboards.daily import WEEK_BEST, best_of_season, month_of, week_of
from games.leaderboards.days import local_day
from games.leaderboards.streaks import streak
from games.models import DailyEntry, DailyNine, Player, Season
from games.selectors.access import Viewer
from games.selectors.daily import days_finished, owner_of_days, unseen_from, zone_of
from games.selectors.daily_page import against_words, own_streak, streak_words
from games.selectors.daily_urls import daily_url
from games.selectors.leaderboard_rows import ROWS, CarryView, PagesView, page_named, pages_of
from games.selectors.leaderboards import ChoiceView
from games.selectors.numbers import number

SPANS = ("week", "season")
FIRST_YEAR = 2000
_DAY = timedelta(days=1)
_PAR = par(SolitaireRules())


@dataclass(frozen=True, slots=True)
class Span:
    """Days that a table counts: the club of its page and whose nines they are, and up to when.

    ``until`` is the last day that counts for this viewer, before ``first`` if there is none;
    ``unseen`` is the first day whose results they may not see yet, None if there is none.
    """

    club: Club | None
    owner: Club | None
    kind: str
    season: Season | None
    first: date
    last: date
    today: date
    until: date
    unseen: date | None

    @property
    def is_behind(self) -> bool:
        """Whether an open day is left out."""
        return self.unseen is not None and self.unseen <= min(self.last, self.today)

    @property
    def best_of(self) -> int:
        """How many days count at most."""
        if self.kind == "week":
            return WEEK_BEST
        return best_of_season((self.until - self.first).days + 1)

    @property
    def query(self) -> dict[str, str]:
        """What an address asks for to get this span again."""
        if self.season is not None:
            return {"span": self.kind, "season": str(self.season.pk)}
        is_now = self.first <= self.today <= self.last
        return {"span": self.kind, "of": "" if is_now else self.first.isoformat()}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's row as the database made it, with its position from 1 on."""

    player: int
    days: int
    strokes: int
    place: int
    position: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row as printed."""

    place: int
    name: str
    url: str
    days: int
    strokes: str
    against: str
    streak: int
    longest: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A page of a table for one viewer; ``own`` is the viewer's row where it is on another."""

    title: str
    days: str
    rule: str
    behind: str
    rows: tuple[TableRow, ...]
    own: TableRow | None
    own_url: str
    streak: str
    spans: tuple[ChoiceView, ...]
    seasons: tuple[ChoiceView, ...]
    earlier_url: str
    later_url: str
    today_url: str
    pages: PagesView
    carry: CarryView


def span_asked(
    club: Club | None, asked: str, of: str, season: str, viewer: Viewer, now: datetime
) -> Span | None:
    """The span that an address asks for, None for one that there is not."""
    if asked not in SPANS:
        return None
    found = _season(club, season, now) if asked == "season" else None
    if season and found is None:
        return None
    wanted = None
    if of:
        try:
            wanted = date.fromisoformat(of)
        except ValueError:
            return None
        if wanted.year < FIRST_YEAR:
            return None
    days = _days(club, asked, found, wanted, now)
    if days is None:
        return None
    owner, first, last, today = days
    unseen, until = unseen_from(owner, viewer, now), min(last, today)
    if unseen is not None:
        until = min(until, unseen - _DAY)
    return Span(club, owner, asked, found, first, last, today, until, unseen)


def _days(
    club: Club | None, asked: str, season: Season | None, wanted: date | None, now: datetime
) -> tuple[Club | None, date, date, date] | None:
    """Whose nines they are, the first and the last day, and today where those are played.

    Which day it is depends on whose nines they are: a club's own, or the site's. None for days that
    have not come there.
    """
    for owner in dict.fromkeys((club, None)):
        today = local_day(now, zone_of(owner))
        day = wanted or today
        if season is not None:
            first, last = season.first_day, season.last_day
        else:
            first, last = week_of(day) if asked == "week" else month_of(day)
        if owner_of_days(club, first, last, now) == owner:
            return (owner, first, last, today) if day <= today else None
    return None


def table_page(span: Span, viewer: Viewer, page: str, now: datetime) -> TableView:
    """A page of a table, in a constant number of queries."""
    count = count_ranked(span)
    at, pages = page_named(page, count)
    before = (at - 1) * ROWS
    found = ranked(span, before, before + ROWS, viewer.player_id) if count else ()
    names = _names(row.player for row in found)
    days = days_finished(span.owner, names)
    own = next((row for row in found if row.player == viewer.player_id), None)
    is_away = own is not None and not before < own.position <= before + ROWS

    def view(row: Ranked) -> TableRow:
        # Who finished a day is as little known before one's own is over as the strokes are.
        seen = (day for day in days[row.player] if span.unseen is None or day < span.unseen)
        had = streak(seen, span.today)
        return TableRow(
            place=row.place,
            name=names[row.player],
            url=reverse("games:player", args=[row.player]),
            days=row.days,
            strokes=number(row.strokes),
            against=against_words(row.strokes, row.days * _PAR),
            streak=had.current,
            longest=had.longest,
            is_own=row is own,
        )

    address = daily_url(span.club, "leaderboard", None, **span.query)
    path, _mark, query = address.partition("?")
    earlier, later = _neighbours(span)
    own_page = str((own.position - 1) // ROWS + 1) if own is not None and is_away else ""
    return TableView(
        title=_title(span),
        days=days_line(span.first, span.last),
        rule=rule_words(span),
        behind=_behind_words(span),
        rows=tuple(view(row) for row in found if before < row.position <= before + ROWS),
        own=view(own) if own is not None and is_away else None,
        own_url=daily_url(span.club, "leaderboard", None, **span.query, page=own_page)
        if own_page
        else "",
        streak=streak_words(own_streak(span.owner, viewer, now)),
        spans=_spans(span),
        seasons=_seasons(span),
        earlier_url=earlier,
        later_url=later,
        today_url=daily_url(span.club),
        pages=pages_of(at, pages, path, query),
        carry=CarryView(
            csv=daily_url(span.club, "leaderboard-csv", None, **span.query),
            json=daily_url(span.club, "leaderboard-json", None, **span.query),
        ),
    )


def count_ranked(span: Span) -> int:
    """How many players have a row."""
    source, values = _source(span)
    rows = _fetch(f"SELECT COUNT(DISTINCT e.player_id) FROM {source}", values)  # noqa: S608
    return int(rows[0][0])


def ranked(span: Span, start: int, stop: int | None, own: int | None = None) -> tuple[Ranked, ...]:
    """The rows from a position on to another (None: to the last), and one's own wherever it is."""
    source, values = _source(span)
    is_wanted = "position > %s" + ("" if stop is None else " AND position <= %s")
    # Names of tables and conditions of this module alone; what is asked for goes in as values.
    query = f"""
        WITH counted AS (
            SELECT e.player_id, e.strokes, ROW_NUMBER() OVER (
                PARTITION BY e.player_id ORDER BY e.strokes
            ) AS nth
            FROM {source}
        ), totals AS (
            SELECT player_id, COUNT(*) AS days, SUM(strokes) AS strokes
            FROM counted WHERE nth <= %s GROUP BY player_id
        ), ranked AS (
            SELECT player_id, days, strokes,
                RANK() OVER (ORDER BY days DESC, strokes) AS place,
                ROW_NUMBER() OVER (ORDER BY days DESC, strokes, player_id) AS position
            FROM totals
        )
        SELECT player_id, days, strokes, place, position FROM ranked
        WHERE ({is_wanted}) OR player_id = %s ORDER BY position
        """  # noqa: S608
    bounds = [start] if stop is None else [start, stop]
    rows = _fetch(query, [*values, span.best_of, *bounds, own or 0])
    return tuple(Ranked(*map(int, row)) for row in rows)


def days_line(first: date, last: date) -> str:
    """The days of a span in words."""
    return _("%(first)s to %(last)s") % {
        "first": date_format(first, "j F Y"),
        "last": date_format(last, "j F Y"),
    }


def rule_words(span: Span) -> str:
    """By which rule the table stands, in a sentence."""
    best = span.best_of
    if span.kind == "week":
        told = ngettext("The best day counts", "The best %d days count", best)
    else:
        told = ngettext(
            "The best day counts so far", "The best %d days count so far, four in seven", best
        )
    words = told % best if "%d" in told else told
    return _("%(counted)s: most days first, then fewest strokes.") % {"counted": words}


def _source(span: Span) -> tuple[str, list[Any]]:
    """The finished nines that count, as a part of a query, and its values."""
    entry, nine = DailyEntry._meta.db_table, DailyNine._meta.db_table
    adapt = connection.ops.adapt_datefield_value
    values: list[Any] = [adapt(span.first), adapt(span.until)]
    where = "n.day BETWEEN %s AND %s AND e.strokes IS NOT NULL"
    if span.owner is None:
        where += " AND n.club_id IS NULL"
    else:
        where += " AND n.club_id = %s"
        values.append(span.owner.pk)
    if span.club is not None and span.owner is None:
        player, member = Player._meta.db_table, Membership._meta.db_table
        where += (
            f" AND e.player_id IN (SELECT p.id FROM {player} p JOIN {member} m"  # noqa: S608
            " ON m.user_id = p.user_id WHERE m.club_id = %s AND m.ended_at IS NULL)"
        )
        values.append(span.club.pk)
    return f"{entry} e JOIN {nine} n ON n.id = e.nine_id WHERE {where}", values


def _fetch(query: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall()


def _names(players: Any) -> dict[int, str]:
    found = Player.objects.filter(pk__in=list(players)).select_related("user")
    return {player.pk: player.name for player in found}


def _season(club: Club | None, season: str, now: datetime) -> Season | None:
    """The season that is asked for by its number, else the one that runs, else the latest."""
    if club is None:
        return None
    seasons = Season.objects.filter(club=club)
    if season:
        is_number = season.isascii() and season.isdigit() and len(season) < 10
        return seasons.filter(pk=int(season)).first() if is_number else None
    day = local_day(now, zone_of(club))
    begun = seasons.filter(first_day__lte=day).order_by("-first_day", "-pk")
    return begun.filter(last_day__gte=day).first() or begun.first()


def _title(span: Span) -> str:
    if span.season is not None:
        return span.season.name
    if span.kind == "season":
        return date_format(span.first, "YEAR_MONTH_FORMAT")
    if span.first <= span.today <= span.last:
        return _("This week")
    return _("Week")


def _behind_words(span: Span) -> str:
    if not span.is_behind:
        return ""
    if span.until < span.first:
        return _("Today's nine counts here once yours is over.")
    return _("The table stands as of %(day)s: today's nine counts in it once yours is over.") % {
        "day": date_format(span.until, "j F Y")
    }


def _spans(span: Span) -> tuple[ChoiceView, ...]:
    def url(kind: str) -> str:
        return daily_url(span.club, "leaderboard", None, span=kind)

    month_words = _("Month") if span.club is None or span.season is None else _("Season")
    if span.club is not None and span.kind == "week":
        has_seasons = Season.objects.filter(club=span.club).exists()
        month_words = _("Season") if has_seasons else _("Month")
    return (
        ChoiceView(_("Day"), daily_url(span.club), is_on=False),
        ChoiceView(_("Week"), url("week"), span.kind == "week"),
        ChoiceView(month_words, url("season"), span.kind == "season"),
    )


def _seasons(span: Span) -> tuple[ChoiceView, ...]:
    """The club's seasons, the one that runs first; none where there is no choice."""
    if span.season is None or span.club is None:
        return ()
    found = list(Season.objects.filter(club=span.club).order_by("-first_day", "-pk"))
    found.sort(key=lambda one: not one.first_day <= span.today <= one.last_day)
    return tuple(
        ChoiceView(
            one.name,
            daily_url(span.club, "leaderboard", None, span="season", season=str(one.pk)),
            one.pk == span.season.pk,
        )
        for one in found
    )


def _neighbours(span: Span) -> tuple[str, str]:
    """The addresses of the span before and the one after, "" where nothing was played."""
    if span.season is not None:
        return "", ""
    nines = DailyNine.objects.of(span.owner)
    earlier = later = ""
    if nines.filter(day__lt=span.first).exists():
        of = (span.first - _DAY).isoformat()
        earlier = daily_url(span.club, "leaderboard", None, span=span.kind, of=of)
    if (after := span.last + _DAY) <= span.today:
        later = daily_url(span.club, "leaderboard", None, span=span.kind, of=after.isoformat())
    return earlier, later

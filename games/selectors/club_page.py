"""What stands on a club's page below its head: tables, the season that runs, recent results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse

from accounts.club_rights import Right
from accounts.club_selectors import Person, standing_of
from accounts.models import Club
from games.models import Board, Match, MatchQuerySet, Season
from games.selectors.access import Viewer, listed_for
from games.selectors.correcting import corrected_words
from games.selectors.daily_page import DailyGlance, daily_glance
from games.selectors.event_list import EventLine, coming_events
from games.selectors.lobby import TableRow, table_rows
from games.selectors.season_table import table_of
from games.selectors.season_words import days_words, figure_words, measure_words

EVENTS = 3
FIRST_ROWS = 5
RESULTS = 10


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One of the first in a season's table; ``place`` is None for who is not ranked yet."""

    place: int | None
    name: str
    url: str
    figure: str


@dataclass(frozen=True, slots=True)
class SeasonGlance:
    """The season that runs, with its first rows."""

    name: str
    url: str
    days: str
    measure: str
    rows: tuple[SeasonRow, ...]


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club's play for one viewer; an address is "" where the viewer can't go there."""

    open_tables: tuple[TableRow, ...]
    running: tuple[TableRow, ...]
    results: tuple[TableRow, ...]
    events: tuple[EventLine, ...]
    season: SeasonGlance | None
    daily: DailyGlance
    open_url: str
    new_season_url: str
    tables_url: str


def club_page(club: Club, user: Person, viewer: Viewer, now: datetime) -> ClubPage:
    """A club's tables, season and results as the viewer may see them, in constant queries."""
    standing, slug = standing_of(user, club), club.slug
    matches = Match.objects.real().filter(club=club).filter(listed_for(viewer))
    waiting = Match.objects.real().filter(club=club).waiting().listed()
    may_run, may_correct = standing.may(Right.SEASONS), standing.may(Right.CORRECT)
    return ClubPage(
        open_tables=table_rows(waiting.order_by("-created_at"), viewer),
        running=table_rows(matches.running().order_by("-started_at"), viewer),
        results=_results(matches, viewer),
        events=coming_events(club, viewer, EVENTS),
        season=_season(club, now),
        daily=daily_glance(club, viewer, now),
        open_url=f"{reverse('games:table-new')}?club={slug}" if standing.role else "",
        new_season_url=reverse("games:season-new", args=[slug]) if may_run else "",
        tables_url=reverse("games:club-tables", args=[slug]) if may_correct else "",
    )


def _results(matches: MatchQuerySet, viewer: Viewer) -> tuple[TableRow, ...]:
    rows = table_rows(matches.finished().order_by("-finished_at", "-pk"), viewer, RESULTS)
    told = corrected_words(row.slug for row in rows if row.result)
    return tuple(replace(row, result=told.get(row.slug, row.result)) for row in rows)


def _season(club: Club, now: datetime) -> SeasonGlance | None:
    running = Season.objects.open().filter(club=club, starts_at__lte=now).select_related("club")
    season = running.order_by("-starts_at", "-pk").first()
    if season is None:
        return None
    board = Board.objects.filter(season=season).first()
    lines = {}
    if board is not None:
        lines = {line.player_id: line for line in board.lines.select_related("player__user")}
    return SeasonGlance(
        name=season.name,
        url=season.get_absolute_url(),
        days=days_words(season),
        measure=measure_words(season.scoring, season.best_of),
        rows=tuple(
            SeasonRow(
                place=row.place,
                name=lines[row.player].player.name,
                url=reverse("games:season-player", args=[club.slug, season.pk, row.player]),
                figure=figure_words(row.tally.figure, season.scoring),
            )
            for row in table_of(season, lines.values())[:FIRST_ROWS]
        ),
    )

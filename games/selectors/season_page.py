"""A season's table, as it stands or as it was archived, and the list of a club's seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Club
from accounts.zones import zone_named
from games.leaderboards.days import local_day
from games.leaderboards.standing import Row
from games.models import Board, Correction, Line, Match, Player, Season, Seat
from games.selectors.access import Viewer
from games.selectors.card_words import number
from games.selectors.correction_words import CorrectionView, correction_views
from games.selectors.leaderboard_rows import (
    ROWS,
    CarryView,
    PagesView,
    RowView,
    missing_words,
    movement_of,
    page_named,
    pages_of,
)
from games.selectors.season_table import rules_of, table_of
from games.selectors.season_words import (
    counting_words,
    days_words,
    figure_words,
    measure_words,
    scoring_words,
    separated_words,
)


@dataclass(frozen=True, slots=True)
class SeasonLink:
    """A season in the list of a club's: ``state`` is "coming", "running", "over" or "closed"."""

    name: str
    url: str
    days: str
    state: str
    state_words: str


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A page of a season's table for one viewer.

    ``own`` is the viewer's row where it is on another page, ``own_url`` that page. Of a closed
    season the rows are its archive's, and ``corrected_since`` are corrections that came later.
    """

    name: str
    url: str
    days: str
    state: str
    state_words: str
    counting: str
    scoring: tuple[str, ...]
    measure: str
    shows_wins: bool
    rows: tuple[RowView, ...]
    own: RowView | None
    own_url: str
    ranked: int
    has_movement: bool
    is_closed: bool
    closed_on: date | None
    corrected_since: tuple[CorrectionView, ...]
    pages: PagesView
    carry: CarryView


def season_page(season: Season, viewer: Viewer, page: str, now: datetime) -> SeasonView:
    """A page of a season's table, in a constant number of queries."""
    found = season_rows(season, viewer)
    at, count = page_named(page, len(found))
    rows = found[(at - 1) * ROWS : at * ROWS]
    own_at = next((index for index, row in enumerate(found) if row.is_own), None)
    is_away = own_at is not None and not any(row.is_own for row in rows)
    url = season.get_absolute_url()
    state, state_words = _state(season, now)
    return SeasonView(
        name=season.name,
        url=url,
        days=days_words(season),
        state=state,
        state_words=state_words,
        counting=counting_words(season),
        scoring=scoring_words(rules_of(season)),
        measure=measure_words(season.scoring, season.best_of),
        shows_wins=season.scoring != Season.Scoring.WINS,
        rows=rows,
        own=found[own_at] if own_at is not None and is_away else None,
        own_url=f"{url}?page={own_at // ROWS + 1}" if own_at is not None and is_away else "",
        ranked=sum(row.place is not None for row in found),
        has_movement=any(row.movement for row in rows),
        is_closed=season.closed_at is not None,
        closed_on=_day(season.closed_at, season.club),
        corrected_since=corrected_since(season, viewer),
        pages=pages_of(at, count, url, ""),
        carry=CarryView(
            csv=reverse("games:season-csv", args=[season.club.slug, season.pk]),
            json=reverse("games:season-json", args=[season.club.slug, season.pk]),
            embed=f"{url}?embed" if season.club.is_listed and not season.club.is_closed else "",
        ),
    )


def season_rows(season: Season, viewer: Viewer) -> tuple[RowView, ...]:
    """All rows of a season, those without a place last."""
    if season.archive is not None:
        return _archived(season, viewer)
    board = Board.objects.filter(season=season).first()
    if board is None:
        return ()
    lines = {line.player_id: line for line in board.lines.select_related("player__user")}
    has_movement = board.week_at is not None
    return tuple(
        _row(season, row, lines[row.player], viewer, has_movement)
        for row in table_of(season, lines.values())
    )


def corrected_since(season: Season, viewer: Viewer) -> tuple[CorrectionView, ...]:
    """What was corrected in a season's matches after it was closed; it is not in its archive."""
    if season.closed_at is None:
        return ()
    rows = Correction.objects.filter(
        at__gt=season.closed_at, match__in=season_matches(season)
    ).order_by("pk")
    return correction_views(rows, viewer, zone_named(season.club.time_zone))


def season_matches(season: Season) -> QuerySet[Match]:
    """The matches of a season, those that count nowhere by a correction among them."""
    found = Match.objects.real().finished()
    found = found.filter(
        club=season.club_id,
        finished_at__gte=season.starts_at,
        finished_at__lt=season.ends_at,
    )
    if season.preset_id is not None:
        found = found.filter(preset=season.preset_id)
    if season.seats is not None:
        found = found.filter(seat_count=season.seats)
    if season.allows_bots:
        return found
    return found.exclude(Exists(Seat.objects.filter(match=OuterRef("pk"), player__isnull=True)))


def season_links(club: Club, now: datetime) -> tuple[SeasonLink, ...]:
    """A club's seasons, the latest first."""
    links = []
    for season in Season.objects.filter(club=club).select_related("club"):
        state, words = _state(season, now)
        url = season.get_absolute_url()
        links.append(SeasonLink(season.name, url, days_words(season), state, words))
    return tuple(links)


def archive_words(season: Season) -> tuple[str, ...]:
    """The rows of a closed season's table, a line each; none of an open one. One query."""
    if season.archive is None:
        return ()
    rows = season.archive["rows"]
    names = archived_names(rows)
    return tuple(
        _("%(place)s %(name)s: %(figure)s, matches: %(matches)d")
        % {
            "place": "-" if row["place"] is None else f"{row['place']}.",
            "name": names[row["player"]],
            "figure": figure_words(
                None if row["figure"] is None else Fraction(row["figure"]), season.scoring
            ),
            "matches": row["matches"],
        }
        for row in rows
    )


def archived_names(rows: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """The names of archived rows by player: as they were, but nobody's who has left since."""
    told = {row["player"]: row["name"] for row in rows}
    here = Player.objects.select_related("user").in_bulk(told)
    return {
        player: here[player].name if player in here and _has_left(here[player]) else name
        for player, name in told.items()
    }


def _has_left(player: Player) -> bool:
    return player.user is None or player.user.is_closed


def _archived(season: Season, viewer: Viewer) -> tuple[RowView, ...]:
    rows = season.archive["rows"]
    names = archived_names(rows)
    return tuple(
        RowView(
            player=row["player"],
            place=row["place"],
            name=names[row["player"]],
            url=_player_url(season, row["player"]),
            figure=figure_words(
                None if row["figure"] is None else Fraction(row["figure"]), season.scoring
            ),
            matches=row["matches"],
            holes=row["holes"],
            strokes=number(row["strokes"]),
            wins=row["wins"],
            is_own=row["player"] == viewer.player_id,
            separated_by=separated_words(row["separated_by"]),
            missing=_("too few matches") if row["place"] is None else "",
        )
        for row in rows
    )


def _row(season: Season, row: Row, line: Line, viewer: Viewer, has_movement: bool) -> RowView:
    return RowView(
        player=row.player,
        place=row.place,
        name=line.player.name,
        url=_player_url(season, row.player),
        figure=figure_words(row.tally.figure, season.scoring),
        matches=row.tally.played,
        holes=row.tally.holes,
        strokes=number(row.tally.strokes),
        wins=row.tally.wins,
        is_own=row.player == viewer.player_id,
        movement=movement_of(row.place, line.place_before) if has_movement else None,
        separated_by=separated_words(row.separated_by),
        missing="" if row.tally.is_ranked else _missing(season, row.tally.missing),
    )


def _missing(season: Season, missing: int) -> str:
    words = missing_words(missing)
    if season.scoring != Season.Scoring.NET:
        return words
    return _("%(matches)s with a handicap") % {"matches": words}


def _player_url(season: Season, player: int) -> str:
    return reverse("games:season-player", args=[season.club.slug, season.pk, player])


def _day(moment: datetime | None, club: Club) -> date | None:
    return None if moment is None else local_day(moment, club.time_zone)


def _state(season: Season, now: datetime) -> tuple[str, str]:
    if season.closed_at is not None:
        return "closed", _("closed")
    if now < season.starts_at:
        return "coming", _("not begun")
    if now < season.ends_at:
        return "running", _("running")
    return "over", _("over, not yet closed")

"""Seasons of a club: made, changed, closed, and taken away while nothing was played in them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import transaction

from accounts.club_rights import Right
from accounts.clubs.refusals import ClubRefused
from accounts.clubs.standing import standing_of
from accounts.clubs.texts import clean_line
from accounts.models import Club, User
from games.leaderboards.days import span
from games.leaderboards.scoring import RulesError
from games.models import SEATS_MAX, Preset, Season
from games.selectors.season_table import rules_of, season_results, table_of
from games.services import lines, ratings
from games.services.club_record import hold_club, record
from games.services.refusals import Refused

OPEN_MAX = 12
DAYS_MAX = 731
YEARS = range(2000, 2200)
HOLES_MAX = 18
BEST_MAX, MATCHES_MAX, POINTS_MAX, POINTS_HIGHEST = 100, 100, SEATS_MAX, 1000


@dataclass(frozen=True, slots=True)
class SeasonForm:
    """What an organiser chooses; None for ``preset``, ``seats`` and ``holes`` takes any."""

    name: str
    first_day: date
    last_day: date
    preset: Preset | None = None
    seats: int | None = None
    holes: int | None = None
    holes_min: int = 1
    allows_bots: bool = False
    scoring: str = "average"
    best_of: int | None = None
    points: tuple[int, ...] = ()
    matches_min: int = 1
    tie_breaks: tuple[str, ...] = ()

    @property
    def columns(self) -> dict[str, Any]:
        """The fields by the names of the columns, in JSON's types."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return found | {"points": list(self.points), "tie_breaks": list(self.tie_breaks)}


def draft_of(club: Club, wanted: SeasonForm) -> Season:
    """The season that these choices would make, not written. Raises ``Refused``."""
    season = Season(club=club)
    _set(season, wanted)
    return season


def make_season(club: Club, actor: User, wanted: SeasonForm, *, now: datetime) -> Season:
    """Make a season; matches that were played in its days already count. Raises ``Refused``."""
    with transaction.atomic():
        club = hold_club(club, actor, Right.SEASONS)
        if Season.objects.open().filter(club=club).count() >= OPEN_MAX:
            raise Refused("too_many_seasons")
        season = Season(club=club, created_at=now)
        _set(season, wanted)
        season.save()
        record(club, "season_made", actor, now=now, season=season.name, pk=season.pk)
        _recount(season)
        return season


def change_season(season_id: int, actor: User, wanted: SeasonForm, *, now: datetime) -> Season:
    """Change an open season, and count anew. Raises ``Refused``."""
    with transaction.atomic():
        season = _open(season_id, actor)
        before = {name: getattr(season, name) for name in wanted.columns}
        _set(season, wanted)
        changed = sorted(name for name, value in before.items() if getattr(season, name) != value)
        if changed:
            season.save()
            told = ", ".join(changed)
            record(season.club, "season_changed", actor, now=now, season=season.name, what=told)
            _recount(season)
        return season


def close_season(season_id: int, actor: User, *, now: datetime) -> Season:
    """Freeze a season's table as it stands, once its days are over. Raises ``Refused``."""
    with transaction.atomic():
        season = _open(season_id, actor)
        if now < season.ends_at:
            raise Refused("season_runs")
        ratings.hold()
        season.archive = archive_of(season)
        season.closed_at, season.closed_by = now, actor
        season.save()
        record(season.club, "season_closed", actor, now=now, season=season.name, pk=season.pk)
        return season


def delete_season(season_id: int, actor: User, *, now: datetime) -> None:
    """Take away a season that no match counts in. Raises ``Refused``."""
    with transaction.atomic():
        season = _open(season_id, actor)
        ratings.hold()
        if season_results(season).exists():
            raise Refused("season_has_matches")
        record(season.club, "season_deleted", actor, now=now, season=season.name)
        season.delete()


def archive_of(season: Season) -> dict[str, Any]:
    """A season's table in JSON, complete in itself; ``figure`` is a whole number or a fraction."""
    board = lines.board_for_season(season)
    kept = list(board.lines.select_related("player__user"))
    names = {line.player_id: line.player.name for line in kept}
    return {
        "v": 1,
        "rows": [
            {
                "place": row.place,
                "player": row.player,
                "name": names[row.player],
                "figure": None if row.tally.figure is None else str(row.tally.figure),
                "matches": row.tally.played,
                "strokes": row.tally.strokes,
                "holes": row.tally.holes,
                "wins": row.tally.wins,
                "separated_by": row.separated_by,
            }
            for row in table_of(season, kept)
        ],
    }


def may_run_seasons(user: User, club: Club) -> bool:
    """Whether somebody may make, change and close a club's seasons."""
    return standing_of(user, club).may(Right.SEASONS)


def _open(season_id: int, actor: User) -> Season:
    season = Season.objects.select_for_update(of=["self"]).select_related("club").get(pk=season_id)
    hold_club(season.club, actor, Right.SEASONS)
    if season.closed_at is not None:
        raise Refused("season_closed")
    return season


def _set(season: Season, wanted: SeasonForm) -> None:
    for name, value in wanted.columns.items():
        setattr(season, name, value)
    try:
        season.name = clean_line(season.name, Season.NAME_MAX, is_needed=True)
    except ClubRefused as refusal:
        raise Refused("bad_season_name") from refusal
    days = wanted.first_day, wanted.last_day
    if not all(day.year in YEARS for day in days) or not 0 <= (days[1] - days[0]).days < DAYS_MAX:
        raise Refused("bad_season_days")
    if not _is_in_bounds(wanted):
        raise Refused("bad_season")
    try:
        rules_of(season)
    except RulesError as error:
        raise Refused("bad_season", str(error)) from error
    season.starts_at, season.ends_at = span(*days, season.club.time_zone)


def _is_in_bounds(wanted: SeasonForm) -> bool:
    return (
        (wanted.seats is None or 2 <= wanted.seats <= SEATS_MAX)
        and (wanted.holes is None or 1 <= wanted.holes <= HOLES_MAX)
        and 1 <= wanted.holes_min <= HOLES_MAX
        and (wanted.best_of is None or 1 <= wanted.best_of <= BEST_MAX)
        and 1 <= wanted.matches_min <= MATCHES_MAX
        and len(wanted.points) <= POINTS_MAX
        and all(0 <= points <= POINTS_HIGHEST for points in wanted.points)
    )


def _recount(season: Season) -> None:
    ratings.hold()
    board = lines.board_for_season(season)
    board.season = season
    lines.renew(board)
    lines.keep_places_before(board)

"""Leaderboards, seasons and results as plain data, to be carried away.

Every row has the same fields in the same order; numbers are numbers, moments aware, what isn't
known None. Means are to four decimals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, F

from accounts.zones import zone_named
from games.models import Board, DailyEntry, Line, Player, Result, Season
from games.selectors.leaderboards import Asked
from games.selectors.season_page import archived_names
from games.selectors.season_table import table_of

Cell = str | int | float | bool | datetime | None

_PLACES = 4


@dataclass(frozen=True, slots=True)
class Carried:
    """A table: what it is of, its columns, and its rows in their order."""

    name: str
    about: dict[str, Any]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def carried_board(asked: Asked) -> Carried:
    """A leaderboard with all its rows, those without a place last."""
    board = asked.board()
    figure = "net_strokes_per_hole" if asked.is_net else "strokes_per_hole"
    return Carried(
        name=f"leaderboard-{asked.name}{'-net' if asked.is_net else ''}",
        about={
            "leaderboard": asked.name,
            "title": asked.title,
            "by": "net" if asked.is_net else "gross",
        },
        columns=(
            *("place", "player", "name", figure),
            *("matches", "holes", "strokes", "wins", "net_matches", "place_a_week_ago"),
        ),
        rows=() if board is None else tuple(_board_rows(asked, board)),
    )


def carried_season(season: Season) -> Carried:
    """A season's table; of a closed one its archive."""
    zone = zone_named(season.club.time_zone)
    return Carried(
        name=f"season-{season.club.slug}-{season.pk}",
        about={
            "club": season.club.name,
            "season": season.name,
            "scoring": season.scoring,
            "first_day": season.first_day.isoformat(),
            "last_day": season.last_day.isoformat(),
            "time_zone": season.club.time_zone,
            "closed_at": season.closed_at and season.closed_at.astimezone(zone),
        },
        columns=(
            *("place", "player", "name", "figure", "matches"),
            *("strokes", "holes", "wins", "separated_by"),
        ),
        rows=tuple(_season_rows(season)),
    )


def carried_results(player: Player, zone: ZoneInfo) -> Carried:
    """All results of a player, the earliest first, in the player's own time.

    A day's nine is one of a game for one, without a place: that is in the day's own table.
    """
    rows = [*_result_rows(player, zone), *_daily_rows(player, zone)]
    return Carried(
        name="results",
        about={"player": player.pk, "name": player.name, "time_zone": zone.key},
        columns=(
            *("match", "finished_at", "game", "club", "seats", "holes", "strokes", "place"),
            *("sharing", "with_bots", "ended_by_bot", "by_clock", "corrected"),
            *("differential", "index_before", "net_strokes"),
        ),
        rows=tuple(row for _at, row in sorted(rows, key=lambda one: one[0])),
    )


_Row = tuple[tuple[datetime, int], tuple[Cell, ...]]
"""A row with what it is in order of."""


def _result_rows(player: Player, zone: ZoneInfo) -> Iterator[_Row]:
    rows = Result.objects.filter(player=player).select_related("match", "preset", "club")
    for row in rows.defer("match__ruleset"):
        yield (
            (row.finished_at, row.match_id),
            (
                row.match.slug,
                row.finished_at.astimezone(zone),
                row.preset.title,
                row.club.name if row.club else None,
                row.seats,
                row.holes,
                row.strokes,
                row.place,
                row.sharing,
                row.with_bots,
                row.ended_by_bot,
                row.by_clock,
                row.is_corrected,
                None if row.differential is None else float(row.differential),
                None if row.index is None else float(row.index),
                None if row.net_tenths is None else row.net_tenths / 10,
            ),
        )


def _daily_rows(player: Player, zone: ZoneInfo) -> Iterator[_Row]:
    entries = DailyEntry.objects.filter(player=player, strokes__isnull=False)
    holes = Count("match__holes")
    for entry in entries.select_related("match__preset", "nine__club").annotate(holes=holes):
        match, club = entry.match, entry.nine.club
        at = entry.finished_at or entry.started_at
        yield (
            (at, match.pk),
            (
                *(match.slug, at.astimezone(zone), match.preset.title),
                *(club.name if club else None, match.seat_count, entry.holes, entry.strokes),
                *(None, None, False, False, 0, False, None, None, None),
            ),
        )


def _board_rows(asked: Asked, board: Board) -> Iterator[tuple[Cell, ...]]:
    flag = "is_net_ranked" if asked.is_net else "is_ranked"
    lines = board.lines.select_related("player__user")
    lines = lines.order_by(F(flag).desc(), F(asked.column).asc(nulls_last=True), "pk")
    place, last = 0, None
    for position, line in enumerate(lines, 1):
        value, is_ranked = getattr(line, asked.column), getattr(line, flag)
        if position == 1 or value != last:
            place = position
        last = value
        yield _board_row(line, place if is_ranked else None, value, asked.is_net)


def _board_row(
    line: Line, place: int | None, value: float | None, is_net: bool
) -> tuple[Cell, ...]:
    return (
        place,
        line.player_id,
        line.player.name,
        None if value is None else _mean(value),
        line.matches,
        line.holes,
        line.strokes,
        line.wins,
        line.net_matches,
        line.net_place_before if is_net else line.place_before,
    )


def _season_rows(season: Season) -> Iterator[tuple[Cell, ...]]:
    if season.archive is not None:
        rows = season.archive["rows"]
        names = archived_names(rows)
        for row in rows:
            figure = None if row["figure"] is None else _mean(Fraction(row["figure"]))
            totals = (row[name] for name in ("matches", "strokes", "holes", "wins", "separated_by"))
            yield (row["place"], row["player"], names[row["player"]], figure, *totals)
        return
    board = Board.objects.filter(season=season).first()
    if board is None:
        return
    lines = {line.player_id: line for line in board.lines.select_related("player__user")}
    for row in table_of(season, lines.values()):
        one = row.tally
        yield (
            row.place,
            row.player,
            lines[row.player].player.name,
            None if one.figure is None else _mean(one.figure),
            *(one.played, one.strokes, one.holes, one.wins, row.separated_by),
        )


def _mean(value: float | Fraction) -> float:
    return round(float(value), _PLACES) + 0.0

"""The lines of leaderboards: a player's results in sums, made anew whenever one of them changes.

Every board asks ``counting`` which results it counts. A line is always the sum over all of them,
so that adding, correcting and taking away come to the same as starting over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum

from games.leaderboards.days import week_start
from games.leaderboards.places import places
from games.models import Board, Line, Result, Season
from games.selectors.season_table import (
    rules_of,
    season_results,
    table_of,
    tallies_of,
    write_tally,
)

MATCHES_MIN = 3
"""Matches from which a player has a place on leaderboards of all time."""


def renew_for(results: Iterable[Result]) -> None:
    """Make the lines anew that these results are, or were, part of."""
    touched: dict[str, list[Result]] = defaultdict(list)
    boards: dict[str, Board] = {}
    seasons: dict[int | None, list[Season]] = {}
    for result in results:
        if result.club_id not in seasons:
            seasons[result.club_id] = _open_seasons(result.club_id)
        for board in _boards_of(result, seasons[result.club_id]):
            boards.setdefault(board.key, board)
            touched[board.key].append(result)
    kept = Board.objects.select_related("season", "club").in_bulk(boards, field_name="key")
    for key, own in touched.items():
        board = kept[key] if key in kept else saved(boards[key])
        renew(board, {result.player_id for result in own})
        first = min(result.finished_at for result in own)
        if board.week_at is not None and first < board.week_at:
            keep_places_before(board)


def board_for_season(season: Season) -> Board:
    """The board of a season, made at its first need."""
    return saved(_season_board(season))


def renew(board: Board, players: Iterable[int] | None = None) -> None:
    """Make the lines of these players on a board anew, or all of them."""
    results = counting(board)
    kept = board.lines.all()
    if players is not None:
        wanted = set(players)
        results, kept = results.filter(player__in=wanted), kept.filter(player__in=wanted)
    lines = lines_of(board, results)
    gone = kept.exclude(player__in=[line.player_id for line in lines])
    if gone.exists():
        gone.delete()
    Line.objects.bulk_create(
        lines,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["board", "player"],
        update_fields=SUMS,
    )


def counting(board: Board) -> QuerySet[Result]:
    """The results that a board counts."""
    results = Result.objects.all()
    if board.season is not None:
        return season_results(board.season)
    results = results.filter(with_bots=False)
    if board.club_id is not None:
        return results.filter(club=board.club_id)
    if board.preset_id is not None:
        results = results.filter(preset=board.preset_id)
    return results.filter(is_public=True)


def lines_of(board: Board, results: QuerySet[Result]) -> list[Line]:
    """The lines of all players with results among these, without places before; not saved."""
    has_net = Q(net_tenths__isnull=False)
    rows = results.order_by().values("player")
    rows = rows.annotate(
        matches=Count("pk"),
        played=Sum("holes"),
        total=Sum("strokes"),
        wins=Count("pk", filter=Q(place=1)),
        net_matches=Count("pk", filter=has_net),
        net_holes=Sum("holes", filter=has_net),
        net=Sum("net_tenths"),
    )
    tallies = {}
    if board.season is not None:
        tallies = tallies_of(rules_of(board.season), results)
    told = {player: write_tally(one) for player, one in tallies.items()}
    return [_line(board, row, told.get(row["player"])) for row in rows.order_by("player")]


def mark_week(board: Board, now: datetime) -> bool:
    """Keep the places at the start of the present week; returns whether they were not yet."""
    start = week_start(now, board.club.time_zone if board.club is not None else "UTC")
    if board.week_at == start:
        return False
    with transaction.atomic():
        board.week_at = start
        board.save(update_fields=["week_at"])
        keep_places_before(board)
    return True


def keep_places_before(board: Board) -> None:
    """Write into the lines the places by the results up to the start of the board's week."""
    gross, net = places_before(board)
    changed = []
    for line in board.lines.all():
        found = gross.get(line.player_id), net.get(line.player_id)
        if found != (line.place_before, line.net_place_before):
            line.place_before, line.net_place_before = found
            changed.append(line)
    # Of ten thousand lines an upsert takes 0.9 s, a bulk update 5.5 s.
    Line.objects.bulk_create(
        changed,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["board", "player"],
        update_fields=["place_before", "net_place_before"],
    )


def places_before(board: Board) -> tuple[dict[int, int | None], dict[int, int | None]]:
    """The gross and net places by the results up to the start of the board's week."""
    if board.week_at is None:
        return {}, {}
    return places_on(board, lines_of(board, counting(board).filter(finished_at__lt=board.week_at)))


def wanted_boards() -> Iterable[Board]:
    """Every board that a result or a season calls for; not saved."""
    rows = Result.objects.filter(with_bots=False).order_by()
    public = rows.filter(is_public=True)
    if public.exists():
        yield Board(key="all")
    for preset in public.values_list("preset", flat=True).distinct():
        yield Board(key=f"preset:{preset}", preset_id=preset)
    for club in rows.filter(club__isnull=False).values_list("club", flat=True).distinct():
        yield Board(key=f"club:{club}", club_id=club)
    for season in Season.objects.open():
        if season_results(season).exists():
            yield _season_board(season)


def places_on(
    board: Board, lines: list[Line]
) -> tuple[dict[int, int | None], dict[int, int | None]]:
    """The gross and net places of players by their lines; None for who is not ranked."""
    players = [line.player_id for line in lines]
    if board.season is not None:
        found = {row.player: row.place for row in table_of(board.season, lines)}
        return {player: found[player] for player in players}, {}
    gross = places([line.average if line.is_ranked else None for line in lines])
    net = places([line.net_average if line.is_net_ranked else None for line in lines])
    return dict(zip(players, gross, strict=True)), dict(zip(players, net, strict=True))


SUMS = (
    *("matches", "holes", "strokes", "wins", "average", "net_matches", "net_average"),
    *("is_ranked", "is_net_ranked", "tally"),
)


def _line(board: Board, row: Mapping[str, Any], tally: dict[str, Any] | None) -> Line:
    net_average = row["net"] / (10 * row["net_holes"]) if row["net_matches"] else None
    is_season = board.season is not None
    return Line(
        board=board,
        player_id=row["player"],
        matches=row["matches"],
        holes=row["played"],
        strokes=row["total"],
        wins=row["wins"],
        average=row["total"] / row["played"],
        net_matches=row["net_matches"],
        net_average=net_average,
        is_ranked=not is_season and row["matches"] >= MATCHES_MIN,
        is_net_ranked=not is_season and row["net_matches"] >= MATCHES_MIN,
        tally=tally,
    )


def _open_seasons(club: int | None) -> list[Season]:
    return [] if club is None else list(Season.objects.open().filter(club=club))


def _boards_of(result: Result, seasons: Iterable[Season]) -> Iterable[Board]:
    """The boards that may count a result, those that don't count it any more among them."""
    if result.is_public:
        yield Board(key="all")
        yield Board(key=f"preset:{result.preset_id}", preset_id=result.preset_id)
    if result.club_id is not None:
        yield Board(key=f"club:{result.club_id}", club_id=result.club_id)
    for season in seasons:
        if season.starts_at <= result.finished_at < season.ends_at:
            yield _season_board(season)


def _season_board(season: Season) -> Board:
    return Board(key=f"season:{season.pk}", season=season, club_id=season.club_id)


def saved(board: Board) -> Board:
    """A board as it is stored, made at its first need."""
    links = {"club_id": board.club_id, "preset_id": board.preset_id, "season": board.season}
    found, _made = Board.objects.select_related("season", "club").get_or_create(
        key=board.key, defaults=links
    )
    return found

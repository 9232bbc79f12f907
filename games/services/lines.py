"""The lines of leaderboards: a player's results in sums.

Every board asks ``counting`` which results it counts, and a line is the sum over all of them. A
result that comes is added and one that goes is taken off, in whole numbers, so that both come to
the same as starting over; what can't be taken off, as in a season, is made anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum

from games.leaderboards.days import week_start
from games.leaderboards.places import places
from games.leaderboards.scoring import Rules, Tally, added, tally
from games.models import Board, Line, Result, Season
from games.selectors.season_table import (
    counts_in,
    read_best,
    read_tally,
    rules_of,
    season_results,
    table_of,
    tallies_of,
    told,
    write_best,
    write_tally,
)
from games.services import ratings
from games.services.handicaps import Change

Places = tuple[dict[int, int | None], dict[int, int | None]]
"""Gross and net places by player; None for who is not ranked."""

MATCHES_MIN = 3
"""Matches from which a player has a place on leaderboards of all time."""


def change(changes: Iterable[Change]) -> None:
    """Bring the lines up to date that changed results are, or were, part of.

    Runs under ``ratings.hold``. Reads and writes the lines of their players on those boards alone,
    and of a board whose week began after such a result those of all.
    """
    moves = _moves(changes)
    found = {move.board.key: move.board for move in moves}
    if not found:
        return
    kept = Board.objects.select_related("season", "club").in_bulk(found, field_name="key")
    boards = {key: kept[key] if key in kept else saved(board) for key, board in found.items()}
    by_line: dict[tuple[str, int], list[_Move]] = defaultdict(list)
    for move in moves:
        by_line[move.board.key, move.result.player_id].append(move)
    lines = _lines_at(boards.values(), {player for _key, player in by_line})
    anew: dict[str, set[int]] = defaultdict(set)
    written = []
    for (key, player), own in by_line.items():
        line = lines.get((boards[key].pk, player)) or _no_line(boards[key], player)
        if _add(boards[key], line, own):
            written.append(line)
        else:
            anew[key].add(player)
    _write(written)
    for key, players in anew.items():
        renew(boards[key], players)
    for key, board in boards.items():
        first = min(move.result.finished_at for move in moves if move.board.key == key)
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
    _write(lines)


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
    lines = [_line(board, row) for row in rows.order_by("player")]
    if board.season is not None:
        rules = rules_of(board.season)
        tallies = tallies_of(rules, results)
        for line in lines:
            _set_tally(line, tallies[line.player_id], rules)
    return lines


def mark_week(board: Board, now: datetime) -> bool:
    """Keep the places at the start of the present week; returns whether they were not yet."""
    start = week_start(now, board.club.time_zone if board.club is not None else "UTC")
    before = board.week_at
    if before == start:
        return False
    with transaction.atomic():
        ratings.hold()
        board.week_at = start
        board.save(update_fields=["week_at"])
        if before is None or start < before or _has_results(board, before, start):
            keep_places_before(board)
    return True


def keep_places_before(board: Board) -> None:
    """Write into the lines the places by the results up to the start of the board's week.

    Reads the lines and the results since. Runs under ``ratings.hold``.
    """
    lines = list(board.lines.defer(None))
    gross, net = _places_before(board, lines)
    changed = []
    for line in lines:
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


def places_before(board: Board) -> Places:
    """The gross and net places by the results up to the start of the board's week, counted anew."""
    if board.week_at is None:
        return {}, {}
    lines = lines_of(board, counting(board).filter(finished_at__lt=board.week_at))
    return _places_at(board, lines, board.week_at)


def _places_before(board: Board, lines: list[Line]) -> Places:
    """The same by the lines as they are now, less the results since."""
    if board.week_at is None:
        return {}, {}
    if any(line.net_holes is None for line in lines):
        return places_before(board)
    since = counting(board).filter(finished_at__gte=board.week_at)
    at_start = {line.player_id: line for line in lines}
    if board.season is None:
        for later in lines_of(board, since):
            at_start[later.player_id] = _less(board, at_start[later.player_id], later)
    elif players := set(since.order_by().values_list("player", flat=True)):
        before = counting(board).filter(finished_at__lt=board.week_at, player__in=players)
        rest = {player: line for player, line in at_start.items() if player not in players}
        at_start = rest | {line.player_id: line for line in lines_of(board, before)}
    lines = [line for line in at_start.values() if line.matches]
    return _places_at(board, lines, board.week_at)


def _has_results(board: Board, since: datetime, until: datetime) -> bool:
    return counting(board).filter(finished_at__gte=since, finished_at__lt=until).exists()


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


def _places_at(board: Board, lines: list[Line], at: datetime) -> Places:
    """The gross and net places of players by their lines at a time; None for who is not ranked."""
    players = [line.player_id for line in lines]
    if board.season is not None:
        found = {row.player: row.place for row in table_of(board.season, lines, at)}
        return {player: found[player] for player in players}, {}
    gross = places([line.average if line.is_ranked else None for line in lines])
    net = places([line.net_average if line.is_net_ranked else None for line in lines])
    return dict(zip(players, gross, strict=True)), dict(zip(players, net, strict=True))


TOTALS = ("matches", "holes", "strokes", "wins", "net_matches", "net_holes", "net_tenths")
"""What adds up, a result to the others."""

SUMS = (*TOTALS, "average", "net_average", "is_ranked", "is_net_ranked", "tally", "best")


class _Move(NamedTuple):
    """A result that comes to a board, or goes from it."""

    board: Board
    result: Result
    comes: bool


def _moves(changes: Iterable[Change]) -> list[_Move]:
    seasons: dict[int | None, list[Season]] = {}
    moves = []
    for pair in changes:
        sides: list[dict[str, _Move]] = []
        for result, comes in zip(pair, (False, True), strict=True):
            if result is not None and result.club_id not in seasons:
                seasons[result.club_id] = _open_seasons(result.club_id)
            boards = _boards_of(result, seasons[result.club_id]) if result is not None else ()
            sides.append({board.key: _Move(board, result, comes) for board in boards if result})
        gone, come = sides
        for key in gone.keys() | come.keys():
            if key in gone and key in come and _same(gone[key].result, come[key].result):
                continue
            moves += [side[key] for side in sides if key in side]
    return moves


def _same(one: Result, other: Result) -> bool:
    """Whether two results are the same to every board."""
    return one.player_id == other.player_id and told(one) == told(other)


def _lines_at(boards: Iterable[Board], players: set[int]) -> dict[tuple[int, int], Line]:
    rows = Line.objects.defer(None).filter(board__in=list(boards), player__in=players)
    return {(line.board_id, line.player_id): line for line in rows}


def _no_line(board: Board, player: int) -> Line:
    line = Line(board=board, player_id=player, **dict.fromkeys(TOTALS, 0))
    if board.season is not None:
        rules = rules_of(board.season)
        _set_tally(line, tally([], rules), rules)
    return line


def _add(board: Board, line: Line, moves: Iterable[_Move]) -> bool:
    """Add results to a line, or take them off; returns whether that can be done."""
    if line.net_holes is None:
        return False
    for move in moves:
        result, sign = move.result, 1 if move.comes else -1
        has_net = result.net_tenths is not None
        line.matches += sign
        line.holes += sign * result.holes
        line.strokes += sign * result.strokes
        line.wins += sign * (result.place == 1)
        line.net_matches += sign * has_net
        line.net_holes += sign * result.holes * has_net
        line.net_tenths += sign * (result.net_tenths or 0)
    _average(line, board)
    return board.season is None or _add_to_tally(board.season, line, moves)


def _add_to_tally(season: Season, line: Line, moves: Iterable[_Move]) -> bool:
    rules = rules_of(season)
    is_whole = rules.best_n is None or line.best is not None
    if not is_whole or not all(move.comes for move in moves):
        return False
    one = replace(read_tally(line.tally, rules), counted=read_best(line.best or ()))
    for move in moves:
        one = added(one, told(move.result), rules)
    _set_tally(line, one, rules)
    return True


def _set_tally(line: Line, one: Tally, rules: Rules) -> None:
    line.tally, line.best = write_tally(one), write_best(one, rules)


def _less(board: Board, line: Line, later: Line) -> Line:
    """A line without what came later."""
    totals = {name: getattr(line, name) - getattr(later, name) for name in TOTALS}
    found = Line(player_id=line.player_id, **totals)
    _average(found, board)
    return found


def _average(line: Line, board: Board) -> None:
    """Set what follows from a line's totals."""
    line.average = line.strokes / line.holes if line.holes else 0.0
    line.net_average = None
    if line.net_holes:
        line.net_average = line.net_tenths / (10 * line.net_holes)
    is_season = board.season is not None
    line.is_ranked = not is_season and line.matches >= MATCHES_MIN
    line.is_net_ranked = not is_season and line.net_matches >= MATCHES_MIN


def _write(lines: Iterable[Line]) -> None:
    """Save the sums of lines; one of no matches goes."""
    empty = [line.pk for line in lines if not line.matches and line.pk is not None]
    if empty:
        Line.objects.filter(pk__in=empty).delete()
    Line.objects.bulk_create(
        [line for line in lines if line.matches],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["board", "player"],
        update_fields=SUMS,
    )


def _line(board: Board, row: Mapping[str, Any]) -> Line:
    line = Line(
        board=board,
        player_id=row["player"],
        matches=row["matches"],
        holes=row["played"],
        strokes=row["total"],
        wins=row["wins"],
        net_matches=row["net_matches"],
        net_holes=row["net_holes"] or 0,
        net_tenths=row["net"] or 0,
    )
    _average(line, board)
    return line


def _open_seasons(club: int | None) -> list[Season]:
    return [] if club is None else list(Season.objects.open().filter(club=club))


def _boards_of(result: Result, seasons: Iterable[Season]) -> Iterable[Board]:
    """The boards that count a result: the same as ``counting``, without a query."""
    if not result.with_bots:
        if result.is_public:
            yield Board(key="all")
            yield Board(key=f"preset:{result.preset_id}", preset_id=result.preset_id)
        if result.club_id is not None:
            yield Board(key=f"club:{result.club_id}", club_id=result.club_id)
    for season in seasons:
        if counts_in(season, result):
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

"""Handicap indices of players, and what hangs on them: differentials and net strokes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction

from games.leaderboards.handicap import Index, Score, history, net, round_half_up, unrounded
from games.models import ExpectedStrokes, PlayerRecord, Result

_COLUMNS = ("differential", "index", "net_tenths")


def renew(players: Iterable[int | None]) -> list[Result]:
    """Work the handicaps of players out anew from all of their results; returns what changed.

    Written is only what is different, which after one more match is that match.
    """
    wanted = {player for player in players if player is not None}
    by_player: dict[int, list[Result]] = defaultdict(list)
    rows = Result.objects.filter(player__in=wanted).order_by("finished_at", "match_id")
    for result in rows:
        by_player[result.player_id].append(result)
    expected = expected_of({result.rules_key for result in rows})
    records = PlayerRecord.objects.in_bulk(wanted)
    changed: list[Result] = []
    moved: list[PlayerRecord] = []
    for player in wanted:
        results = by_player[player]
        before = [_figures(result) for result in results]
        index = work_out(results, expected)
        changed += [
            result
            for result, figures in zip(results, before, strict=True)
            if _figures(result) != figures
        ]
        value = None if index is None else index.value
        if player not in records or records[player].index != value:
            moved.append(PlayerRecord(player_id=player, index=value))
    PlayerRecord.objects.bulk_create(
        moved, update_conflicts=True, unique_fields=["player"], update_fields=["index"]
    )
    Result.objects.bulk_update(changed, _COLUMNS, batch_size=200)
    return changed


def work_out(results: Iterable[Result], expected: Mapping[str, Fraction]) -> Index | None:
    """Set differential, index and net strokes of one player's results, given as they ended.

    ``expected`` has the strokes of a hole by key. The index of a result is that before it. Returns
    the index after all of them.
    """
    kept = [(result, score_of(result, expected)) for result in results]
    indices = history(score for _result, score in kept if score is not None)
    found = {index.score.key: index for index in indices}
    latest: Index | None = None
    for result, score in kept:
        result.differential = None if score is None else round_half_up(score.differential)
        result.index = None if latest is None else latest.value
        result.net_tenths = None
        if result.index is not None:
            result.net_tenths = int(10 * net(result.strokes, result.index, result.holes))
        latest = found.get(result.pk, latest)
    return latest


def score_of(result: Result, expected: Mapping[str, Fraction]) -> Score | None:
    """The score of a result; None where it has none, or what it costs is not known."""
    if not result.is_for_handicap or result.rules_key not in expected:
        return None
    whole = expected[result.rules_key] * result.holes
    return Score(result.finished_at, unrounded(result.strokes, whole, result.holes), result.pk)


def expected_of(keys: Iterable[str]) -> dict[str, Fraction]:
    """The expected strokes of a hole by key, of those that have been measured to the end."""
    rows = ExpectedStrokes.objects.measured().filter(key__in=set(keys))
    return {row.key: Fraction(row.strokes, row.holes * row.seats) for row in rows}


def _figures(result: Result) -> tuple[Decimal | None, Decimal | None, int | None]:
    return result.differential, result.index, result.net_tenths

"""Handicap indices of players, and what hangs on them: differentials and net strokes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from games.leaderboards.handicap import Index, history, net, round_half_up
from games.models import PlayerRecord, Result
from games.selectors.handicap_scores import expected_of, score_of

COLUMNS = ("differential", "index", "net_tenths")
"""What hangs on all of a player's results."""


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
    Result.objects.bulk_update(changed, COLUMNS, batch_size=200)
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


def _figures(result: Result) -> tuple[Any, ...]:
    return tuple(getattr(result, column) for column in COLUMNS)

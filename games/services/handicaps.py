"""Handicap indices of players, and what hangs on them: differentials and net strokes.

A match that comes last for its players carries their careers on, by what ``PlayerRecord`` keeps of
them. What is corrected, given to another player or comes late makes a career anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from games.leaderboards.handicap import Career, Low, Score, line_of, net, round_half_up
from games.models import PlayerRecord, Result
from games.selectors.handicap_scores import expected_of, score_of

COLUMNS = ("differential", "index", "net_tenths")
"""What hangs on all of a player's results."""

Change = tuple[Result | None, Result | None]
"""A seat's result before and after; None where there is none."""


def renew(changes: Sequence[Change]) -> list[Change]:
    """Set the figures of changed results, which are saved by the caller, as are the changes.

    Returns the changes of other results that follow from these, saved. Runs under
    ``ratings.hold``, before the changes are saved.
    """
    own: dict[int, list[Change]] = defaultdict(list)
    for change in changes:
        for player, part in _of_players(change):
            own[player].append(part)
    records = PlayerRecord.objects.in_bulk(list(own))
    expected = expected_of({after.rules_key for _before, after in changes if after is not None})
    moved: list[PlayerRecord] = []
    anew: dict[int, list[Change]] = {}
    for player, parts in own.items():
        if all(map(_is_same_past, parts)):
            _keep_figures(parts)
            continue
        record = records.get(player) or PlayerRecord(player_id=player, career=write(Career(), None))
        more = _more(parts, record)
        if more is None:
            anew[player] = parts
        else:
            career = work_out(more, expected, read(record.career))
            moved.append(_record(player, career, more[-1]))
    _save(moved)
    return redo(anew, anew) if anew else []


def redo(
    players: Iterable[int], unsaved: Mapping[int, Sequence[Change]] | None = None
) -> list[Change]:
    """Work the handicaps of players out anew from all of their results; returns what changed.

    ``unsaved`` changes are taken as made, and the figures of their results are set. Runs under
    ``ratings.hold``.
    """
    wanted, unsaved = set(players), unsaved or {}
    by_player = _results_of(wanted, unsaved)
    expected = expected_of({one.rules_key for own in by_player.values() for one in own})
    records = PlayerRecord.objects.in_bulk(wanted)
    waiting = {id(after) for parts in unsaved.values() for _before, after in parts}
    changed: list[tuple[Result, Result]] = []
    moved: list[PlayerRecord] = []
    for player in wanted:
        results = by_player.get(player, [])
        before = [copy(result) for result in results]
        career = work_out(results, expected)
        changed += [
            (old, new)
            for old, new in zip(before, results, strict=True)
            if id(new) not in waiting and _figures(old) != _figures(new)
        ]
        record = _record(player, career, results[-1] if results else None)
        kept = records.get(player)
        if kept is None or (kept.index, kept.career) != (record.index, record.career):
            moved.append(record)
    _save(moved)
    # Of 500 results an upsert takes 30 ms, a bulk update 370 ms.
    Result.objects.bulk_create(
        [new for _old, new in changed],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=COLUMNS,
    )
    return list(changed)


def work_out(
    results: Iterable[Result], expected: Mapping[str, Fraction], career: Career | None = None
) -> Career:
    """Set differential, index and net strokes of one player's results, given as they ended.

    ``expected`` has the strokes of a hole by key; ``career`` is what came before. The index of a
    result is that before it. Returns the career after all of them.
    """
    career = Career() if career is None else career
    for result in results:
        score = score_of(result, expected)
        result.differential = None if score is None else round_half_up(score.differential)
        result.index, result.net_tenths = career.value, None
        if result.index is not None:
            result.net_tenths = int(10 * net(result.strokes, result.index, result.holes))
        if score is not None:
            career = career.after(score)
    return career


def write(career: Career, last: Result | None) -> dict[str, Any]:
    """What the next index depends on, in JSON: values in tenths, and the ``last`` result's end."""
    return {
        "last": None if last is None else [last.finished_at.isoformat(), last.match_id],
        "value": None if career.value is None else _tenths(career.value),
        "record": [
            [line.score.played_at.isoformat(), _tenths(line.differential), line.reduction]
            for line in career.record
        ],
        "lows": [[low.score.played_at.isoformat(), _tenths(low.value)] for low in career.lows],
    }


def read(told: Mapping[str, Any]) -> Career:
    """What ``write`` wrote, without the working of the index."""
    return Career(
        tuple(line_of(_score(at, tenths), reduction) for at, tenths, reduction in told["record"]),
        tuple(Low(_decimal(tenths), _score(at, tenths)) for at, tenths in told["lows"]),
        None if told["value"] is None else _decimal(told["value"]),
    )


def _of_players(change: Change) -> Iterable[tuple[int, Change]]:
    before, after = change
    if before is not None and after is not None and before.player_id == after.player_id:
        yield after.player_id, change
        return
    if before is not None:
        yield before.player_id, (before, None)
    if after is not None:
        yield after.player_id, (None, after)


def _is_same_past(change: Change) -> bool:
    before, after = change
    return before is not None and after is not None and _past(before) == _past(after)


def _past(result: Result) -> tuple[Any, ...]:
    """All of a result that a handicap is made of."""
    is_own, key = result.is_for_handicap, result.rules_key
    return result.finished_at, result.match_id, result.strokes, result.holes, is_own, key


def _keep_figures(parts: Iterable[Change]) -> None:
    for before, after in parts:
        for column in COLUMNS:
            setattr(after, column, getattr(before, column))


def _more(parts: Sequence[Change], record: PlayerRecord) -> list[Result] | None:
    """The results that come after all of a player's, in their order; None for any other change."""
    more = sorted((after for _before, after in parts if after is not None), key=_end)
    if record.career is None or any(before is not None for before, _after in parts):
        return None
    last = record.career["last"]
    if last is None or (datetime.fromisoformat(last[0]), last[1]) < _end(more[0]):
        return more
    return None


def _results_of(
    players: set[int], unsaved: Mapping[int, Sequence[Change]]
) -> dict[int, list[Result]]:
    """All results of players as they ended, with changes that are not saved yet."""
    gone = {one.pk for parts in unsaved.values() for pair in parts for one in pair if one}
    found: dict[int, list[Result]] = defaultdict(list)
    for result in Result.objects.filter(player__in=players):
        if result.pk not in gone:
            found[result.player_id].append(result)
    for player, parts in unsaved.items():
        found[player] += [after for _before, after in parts if after is not None]
    for own in found.values():
        own.sort(key=_end)
    return found


def _end(result: Result) -> tuple[datetime, int]:
    return result.finished_at, result.match_id


def _figures(result: Result) -> tuple[Any, ...]:
    return tuple(getattr(result, column) for column in COLUMNS)


def _record(player: int, career: Career, last: Result | None) -> PlayerRecord:
    return PlayerRecord(player_id=player, index=career.value, career=write(career, last))


def _save(records: Iterable[PlayerRecord]) -> None:
    PlayerRecord.objects.bulk_create(
        records,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["index", "career"],
        batch_size=200,
    )


def _tenths(value: Decimal) -> int:
    return int(10 * value)


def _decimal(tenths: int) -> Decimal:
    return Decimal(tenths).scaleb(-1)


def _score(at: str, tenths: int) -> Score:
    return Score(datetime.fromisoformat(at), _decimal(tenths), None)

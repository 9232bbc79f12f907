"""Leaderboards made anew from matches and corrections, or compared with what is stored.

Each layer is held against the one below it: results against matches, handicaps, ratings and lines
against results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from itertools import islice
from typing import TypeVar

from django.db import transaction

from games.models import Board, Match, PlayerRecord, RatingQueue, RatingStep, Result
from games.selectors.handicap_scores import expected_of
from games.services import handicaps, lines, ratings, results
from games.services.daily_results import daily_differences, rebuild_daily

BATCH = 500

Tell = Callable[[str, int, int], None]
"""Told what is worked at, how much of it is done, and how much there is."""

Item = TypeVar("Item")


def rebuild(tell: Tell = lambda *_told: None) -> None:
    """Make results, handicaps, ratings and lines anew; ``tell`` hears how far it is.

    The site may go on meanwhile: each batch is a transaction of its own.
    """
    for batch in _batches(_matches(), tell, "matches"):
        with transaction.atomic():
            ratings.hold()
            results.write(_loaded(batch))
    Result.objects.exclude(match__in=Match.objects.real().finished()).delete()
    for players in _batches(_players(), tell, "players"):
        with transaction.atomic():
            ratings.hold()
            handicaps.redo(players)
    _rate_all(tell)
    for board in _boards(tell):
        with transaction.atomic():
            ratings.hold()
            lines.renew(board)
            lines.keep_places_before(board)
    Board.objects.filter(season__isnull=True, lines__isnull=True).delete()
    rebuild_daily()


def differences() -> Iterator[str]:
    """What is stored otherwise than it would be made anew, in plain text; nothing is written."""
    stored = {result.pk: result for result in Result.objects.all()}
    made: dict[int, Result] = {}
    for batch in _chunks(_matches()):
        matches = _loaded(batch)
        made |= {result.pk: result for result in results.results_of(matches)}
    yield from _compared("result", stored, made, _RESULT)
    yield from _handicaps(stored.values())
    steps = {step.pk: step for step in ratings.all_steps()}
    yield from _compared("rating", RatingStep.objects.in_bulk(), steps, _STEP)
    yield from _ratings_kept(steps.values())
    if RatingQueue.objects.filter(finished_at__isnull=False).exists():
        yield "ratings: some matches still wait"
    for board in _boards(lambda *_told: None, save=False):
        yield from _board(board)
    yield from daily_differences()


_RESULT = [one.attname for one in Result._meta.fields if one.name not in handicaps.COLUMNS]
_STEP = ("match_id", "player_id", "finished_at", "mu", "sigma", "rated")
_LINE = (*lines.SUMS, "place_before", "net_place_before")


def _handicaps(stored: Iterable[Result]) -> Iterator[str]:
    by_player: dict[int, list[Result]] = {}
    for result in sorted(stored, key=lambda one: (one.finished_at, one.match_id)):
        by_player.setdefault(result.player_id, []).append(result)
    expected = expected_of({result.rules_key for result in stored})
    records = PlayerRecord.objects.in_bulk()
    for player, kept in by_player.items():
        anew = [copy(result) for result in kept]
        career = handicaps.work_out(anew, expected)
        found, wanted = ({one.pk: one for one in rows} for rows in (kept, anew))
        yield from _compared("result", found, wanted, handicaps.COLUMNS)
        record = records.get(player)
        if record is None or record.index != career.value:
            yield f"handicap of player {player}: not {career.value}"
        elif record.career not in (None, handicaps.write(career, anew[-1])):
            yield f"career of player {player}: {record.career}"


def _ratings_kept(steps: Iterable[RatingStep]) -> Iterator[str]:
    last = {step.player_id: (step.mu, step.sigma, step.rated) for step in steps}
    for record in PlayerRecord.objects.all():
        kept = record.mu, record.sigma, record.rated
        if kept != last.get(record.player_id, (None, None, 0)):
            yield f"rating of player {record.player_id}: {kept}"


def _board(board: Board) -> Iterator[str]:
    stored = {line.player_id: line for line in board.lines.defer(None)} if board.pk else {}
    made = {line.player_id: line for line in lines.lines_of(board, lines.counting(board))}
    gross, net = lines.places_before(board)
    for player, line in made.items():
        line.place_before, line.net_place_before = gross.get(player), net.get(player)
        if player in stored and stored[player].net_holes is None:
            line.net_holes, line.net_tenths, line.best = None, 0, None
    yield from _compared(f"line of {board.key}, player", stored, made, _LINE)


def _compared(
    what: str, stored: dict[int, Item], made: dict[int, Item], columns: Iterable[str]
) -> Iterator[str]:
    for key in sorted(stored.keys() | made.keys()):
        if key not in made or key not in stored:
            yield f"{what} {key}: {'missing' if key in made else 'should not be there'}"
            continue
        for column in columns:
            found, wanted = getattr(stored[key], column), getattr(made[key], column)
            if found != wanted:
                yield f"{what} {key}, {column}: {found!r} instead of {wanted!r}"


def _rate_all(tell: Tell) -> None:
    with transaction.atomic():
        ratings.hold()
        RatingStep.objects.all().delete()
        latest: dict[int, RatingStep] = {}
        count, steps = Result.objects.count(), ratings.all_steps()
        done = 0
        while batch := list(islice(steps, BATCH)):
            RatingStep.objects.bulk_create(batch)
            latest |= {step.player_id: step for step in batch}
            done += len(batch)
            tell("ratings", done, count)
        records = []
        for record in PlayerRecord.objects.all():
            step = latest.get(record.player_id, RatingStep())
            record.mu, record.sigma, record.rated = step.mu, step.sigma, step.rated or 0
            records.append(record)
        PlayerRecord.objects.bulk_update(records, ["mu", "sigma", "rated"], batch_size=BATCH)
        RatingQueue.objects.update(finished_at=None, match_id=None)


def _boards(tell: Tell, *, save: bool = True) -> Iterator[Board]:
    """Every board that is there, or ought to be; that of a closed season stays as it is."""
    boards = {board.key: board for board in lines.wanted_boards()}
    moving = Board.objects.select_related("season", "club").filter(season__closed_at__isnull=True)
    kept = moving.in_bulk(field_name="key")
    keys = sorted(boards.keys() | kept.keys())
    for done, key in enumerate(keys):
        tell("leaderboards", done, len(keys))
        if key in kept:
            yield kept[key]
        else:
            yield lines.saved(boards[key]) if save else boards[key]
    tell("leaderboards", len(keys), len(keys))


def _loaded(ids: list[int]) -> list[Match]:
    return list(Match.objects.select_related("club").filter(pk__in=ids).order_by("pk"))


def _matches() -> list[int]:
    return list(Match.objects.real().finished().order_by("pk").values_list("pk", flat=True))


def _players() -> list[int]:
    results_by = Result.objects.order_by("player").values_list("player", flat=True)
    with_record = PlayerRecord.objects.values_list("player", flat=True)
    return sorted({*results_by.distinct(), *with_record})


def _batches(items: list[int], tell: Tell, what: str) -> Iterator[list[int]]:
    for at, batch in enumerate(_chunks(items)):
        tell(what, at * BATCH, len(items))
        yield batch
    tell(what, len(items), len(items))


def _chunks(items: list[int]) -> Iterator[list[int]]:
    for at in range(0, len(items), BATCH):
        yield items[at : at + BATCH]

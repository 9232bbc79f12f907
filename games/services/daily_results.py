"""What became of a day's nine: noted in the transaction that ends its match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.models import DailyEntry, Match

BATCH = 500


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What an entry says of its match; all None where that was not finished in time."""

    strokes: int | None = None
    finished_at: datetime | None = None
    seconds: int | None = None


def record_daily(match: Match, totals: Sequence[int], now: datetime) -> None:
    """Note the strokes of a match that is a day's nine, if the day isn't over.

    The time taken is that in which its holes lay open, in whole seconds.
    """
    if match.seat_count != 1:
        return
    entry = DailyEntry.objects.filter(match=match, nine__ends_at__gt=now).first()
    if entry is None:
        return
    spans = match.holes.values_list("started_at", "ended_at")
    _write(entry, _Outcome(totals[0], now, _seconds(spans)))


def rebuild_daily() -> int:
    """Note the strokes of every entry anew from its match; returns how many were otherwise."""
    changed = 0
    last = 0
    while rows := list(_entries().filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = rows[-1].pk
        with transaction.atomic():
            for entry in rows:
                if _told(entry) != (made := _made(entry)):
                    _write(entry, made)
                    changed += 1
    return changed


def daily_differences() -> Iterator[str]:
    """Entries that say something else than their matches, in plain text."""
    for entry in _entries().order_by("pk").iterator(BATCH):
        if (told := _told(entry)) != (made := _made(entry)):
            yield f"daily nine, entry {entry.pk}: stored {told}, made {made}"


def _entries() -> QuerySet[DailyEntry]:
    return DailyEntry.objects.select_related("nine", "match")


def _made(entry: DailyEntry) -> _Outcome:
    match, at = entry.match, entry.match.finished_at
    if match.status != Match.Status.FINISHED or at is None or at >= entry.nine.ends_at:
        return _Outcome()
    spans = match.holes.values_list("started_at", "ended_at")
    return _Outcome(match.seats.get().total, at, _seconds(spans))


def _told(entry: DailyEntry) -> _Outcome:
    return _Outcome(entry.strokes, entry.finished_at, entry.seconds)


def _write(entry: DailyEntry, made: _Outcome) -> None:
    entry.strokes, entry.finished_at, entry.seconds = made.strokes, made.finished_at, made.seconds
    entry.save(update_fields=["strokes", "finished_at", "seconds"])


def _seconds(spans: Iterable[tuple[datetime, datetime | None]]) -> int:
    taken = sum((end - start for start, end in spans if end is not None), timedelta())
    return int(taken.total_seconds())

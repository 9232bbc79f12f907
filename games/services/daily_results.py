"""What became of a day's nine: noted in the transaction that ends its match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import DailyEntry, Match


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
    taken = sum((end - start for start, end in spans if end is not None), timedelta())
    entry.strokes, entry.finished_at, entry.seconds = totals[0], now, int(taken.total_seconds())
    entry.save(update_fields=["strokes", "finished_at", "seconds"])

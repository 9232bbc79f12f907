"""Who has looked at which table, and how far: no message tells what its player has seen."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F
from django.db.models.functions import Greatest

from games.models import Seat

NOTED_EVERY = timedelta(seconds=20)


def look(match_id: int, player_id: int, sequence: int, now: datetime) -> None:
    """Note that a player was shown their table as it stood after ``sequence`` actions.

    Writes when there was something new to see, and otherwise once in 20 seconds. It never counts
    as a change of the table; for whoever has no seat there, nothing is noted.
    """
    seat = Seat.objects.filter(match_id=match_id, player_id=player_id)
    noted = seat.values_list("looked_at", "seen_sequence").first()
    if noted is None:
        return
    looked_at, seen_sequence = noted
    if looked_at is None or looked_at <= now - NOTED_EVERY or seen_sequence < sequence:
        seat.update(
            looked_at=Greatest(F("looked_at"), now) if looked_at else now,
            seen_sequence=Greatest(F("seen_sequence"), sequence),
        )

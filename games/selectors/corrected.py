"""What the corrections of matches come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.leaderboards.places import places
from games.models import Correction, Seat


@dataclass(slots=True)
class Corrected:
    """Whether a match counts nowhere, and the strokes that were set by seat."""

    is_void: bool = False
    strokes: dict[int, int] = field(default_factory=dict)


def corrected(match_ids: Iterable[int]) -> Mapping[int, Corrected]:
    """What the corrections of each of these matches come to: the last about a thing holds."""
    found: dict[int, Corrected] = defaultdict(Corrected)
    for row in Correction.objects.filter(match__in=list(match_ids)).order_by("pk"):
        one = found[row.match_id]
        if row.seat_id is None:
            one.is_void = row.kind == Correction.Kind.VOID
        elif row.kind == Correction.Kind.STROKES and row.strokes is not None:
            one.strokes[row.seat_id] = row.strokes
        else:
            one.strokes.pop(row.seat_id, None)
    return found


def places_of(seats: Sequence[Seat], found: Corrected) -> list[int]:
    """The places of a finished match's seats: as played, or by the strokes that were set."""
    if not found.strokes:
        return [seat.place or 0 for seat in seats]
    placed = places([found.strokes.get(seat.pk, seat.total) for seat in seats])
    return [place or 0 for place in placed]

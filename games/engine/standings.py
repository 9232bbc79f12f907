"""Places in a match, while it goes on and at its end (rules 4.4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.state import MatchState


class Standing(NamedTuple):
    """A seat's total and place; equal totals share a place (1, 1, 3)."""

    seat: int
    total: int
    place: int


def standings(totals: Sequence[int]) -> tuple[Standing, ...]:
    """Seats by total, lowest first; ties share a place.

    >>> [(row.seat, row.place) for row in standings([12, 4, 4])]
    [(1, 1), (2, 1), (0, 3)]
    """
    return _placed(totals, [(total,) for total in totals])


def final_standings(state: MatchState) -> tuple[Standing, ...]:
    """Seats by place as the match stands: four of a kind, totals, then extra holes.

    Before the end it is who would win now; equal in all of it share a place.
    """
    extra = [
        tuple(strokes[seat] or 0 for strokes in state.extra_scored) for seat in range(state.seats)
    ]
    if state.winners:
        won = (0, 0, *(0,) * len(state.extra_scored))
        keys = [
            won if seat in state.winners else (1, total, *extra[seat])
            for seat, total in enumerate(state.totals)
        ]
    else:
        keys = [(total, *extra[seat]) for seat, total in enumerate(state.totals)]
    return _placed(state.totals, keys)


def _placed(totals: Sequence[int], keys: Sequence[tuple[int, ...]]) -> tuple[Standing, ...]:
    order = sorted(range(len(totals)), key=lambda seat: (keys[seat], seat))
    return tuple(
        Standing(seat, totals[seat], 1 + sum(other < keys[seat] for other in keys))
        for seat in order
    )

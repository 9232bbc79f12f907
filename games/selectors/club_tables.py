"""A club's tables as its organisers see them: who sits there and how far it is, and no card."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from accounts.models import Club
from games.models import Match, Seat
from games.selectors.labels import table_label


@dataclass(frozen=True, slots=True)
class ReplaceableSeat:
    """A seat that a person plays, by its number."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ClubTable:
    """An open or running table of a club."""

    slug: str
    title: str
    names: str
    status: str
    is_running: bool
    seats: tuple[ReplaceableSeat, ...]


def club_tables(club: Club) -> tuple[ClubTable, ...]:
    """The tables that stand, the newest first; private ones too. Two queries."""
    seats = Seat.objects.select_related("player__user").order_by("number", "chair")
    matches = (
        Match.objects.real()
        .active()
        .filter(club=club)
        .select_related("preset")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .defer("ruleset")
        .order_by("-created_at")
    )
    return tuple(_table(match) for match in matches)


def _table(match: Match) -> ClubTable:
    seats = list(match.seats.all())
    is_running = match.status == Match.Status.RUNNING
    return ClubTable(
        slug=match.slug,
        title=table_label(match, seats, None),
        names=", ".join(seat.name for seat in seats),
        status=str(match.get_status_display()),
        is_running=is_running,
        seats=tuple(
            ReplaceableSeat(seat.number or 0, seat.name)
            for seat in seats
            if is_running and seat.player_id is not None and not seat.is_bot_held
        ),
    )

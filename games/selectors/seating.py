"""Who holds the seats of a running match, for the host who may hand them to a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Match, Seat
from games.selectors.bot_levels import LevelView, levels


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The seats that the host may hand to a bot, by number and name, and the levels of bots."""

    table_url: str
    slug: str
    seats: tuple[tuple[int, str], ...]
    levels: tuple[LevelView, ...]


def removable(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """The seats of people apart from the host that no bot holds."""
    return [
        seat
        for seat in seats
        if seat.player_id not in (None, match.host_id) and not seat.is_bot_held
    ]


def seats_page(match: Match) -> SeatsPage:
    """The page from which the host hands others' seats to a bot."""
    seats = list(match.seats.select_related("player__user").order_by("number"))
    found = removable(match, seats)
    named = tuple((seat.number, seat.name) for seat in found if seat.number is not None)
    return SeatsPage(match.get_absolute_url(), match.slug, named, levels())

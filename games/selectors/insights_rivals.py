"""Head to head: how a player fared against each of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, F, Q, QuerySet

from games.models import HoleStrokes, Player, Seat
from games.models.names import bot_name
from games.selectors.review_words import gain

RIVALS_MOST = 30


@dataclass(frozen=True, slots=True)
class RivalRow:
    """One opponent, or one kind of bot: how often the player had a better place, and so on.

    ``apart`` are the player's strokes a hole without the other's: below zero is better.
    """

    name: str
    url: str | None
    met: int
    better: int
    equal: int
    worse: int
    apart: str


@dataclass(frozen=True, slots=True)
class RivalsView:
    """Those met most often first, people before bots; ``more`` counts people without a row."""

    people: tuple[RivalRow, ...]
    bots: tuple[RivalRow, ...]
    more: int


def rivals(seats: QuerySet[Seat], player: Player) -> RivalsView:
    """Everybody who sat these matches of ``player`` through, in three queries.

    The seat of one who left counts neither for the person nor for the bot that took over.
    """
    own = F("match__seats__place")
    met = (
        Seat.objects.filter(left_at__isnull=True, match__seats__in=seats)
        .exclude(player=player)
        .values("player", "bot")
        .annotate(
            met=Count("pk"),
            better=Count("pk", filter=Q(place__gt=own)),
            equal=Count("pk", filter=Q(place=own)),
            worse=Count("pk", filter=Q(place__lt=own)),
        )
        .order_by("-met", "player", "bot")
    )
    apart = _strokes_apart(seats, player)
    found: list[Any] = list(met)
    people = [row for row in found if row["player"] is not None]
    shown = people[:RIVALS_MOST]
    known = Player.objects.select_related("user").in_bulk([row["player"] for row in shown])

    def view(row: Any, name: str, url: str | None) -> RivalRow:
        counts = {key: row[key] for key in ("met", "better", "equal", "worse")}
        strokes = apart.get((row["player"], row["bot"]))
        return RivalRow(name, url, **counts, apart="" if strokes is None else gain(strokes))

    return RivalsView(
        people=tuple(
            view(row, known[row["player"]].name, known[row["player"]].get_absolute_url())
            for row in shown
        ),
        bots=tuple(
            view(row, bot_name(row["bot"], 1), None) for row in found if row["player"] is None
        ),
        more=len(people) - len(shown),
    )


def _strokes_apart(seats: QuerySet[Seat], player: Player) -> dict[tuple[int | None, str], float]:
    """Mean of own strokes without theirs over all holes played together."""
    rows = (
        HoleStrokes.objects.filter(seat__left_at__isnull=True, hole__strokes__seat__in=seats)
        .exclude(seat__player=player)
        .values("seat__player", "seat__bot")
        .annotate(apart=Avg(F("hole__strokes__strokes") - F("strokes")))
        .order_by()
    )
    return {(row["seat__player"], row["seat__bot"]): float(row["apart"]) for row in rows}

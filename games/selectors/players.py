"""A player's page: what they played and how, in figures. Lowest is best throughout."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, Min, Q, QuerySet

from accounts.models import Block
from games.models import Action, HoleStrokes, Match, Player, Seat
from games.selectors.access import Viewer, listed_for
from games.selectors.card_words import number
from games.selectors.lobby import Pages, TableRow, table_page
from games.selectors.review_words import decimal


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Counted over finished matches that the player sat through and the viewer may see.

    ``by_the_clock`` are turns that the clock ended because the player let the time run out.
    """

    matches: int
    won: int
    holes: int
    mean_strokes: float | None
    best_hole: int | None
    by_the_clock: int

    @property
    def mean_words(self) -> str:
        """Strokes a hole as printed, "" before the first one."""
        return "" if self.mean_strokes is None else decimal(self.mean_strokes)

    @property
    def best_words(self) -> str:
        """The best hole as printed, "" before the first one."""
        return "" if self.best_hole is None else number(self.best_hole)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's page for one viewer: private tables show only to those who sat there.

    ``silence`` is what the viewer keeps against the player: "mute", "block" or "".
    """

    pk: int
    name: str
    is_own: bool
    is_guest: bool
    can_silence: bool
    silence: str
    joined: datetime
    figures: PlayerFigures
    matches: tuple[TableRow, ...]
    pages: Pages


def player_page(player: Player, viewer: Viewer, page: str = "1") -> PlayerView:
    """The page of ``player``. ``won`` counts shared first places too."""
    seats = Seat.objects.filter(
        player=player,
        match__status=Match.Status.FINISHED,
        match__what_if_of__isnull=True,
        match__seat_count__gt=1,
        left_at__isnull=True,
    )
    mine = Match.objects.real().finished().for_player(player)
    if viewer.player_id != player.pk:
        seats = seats.filter(listed_for(viewer, "match__"))
        mine = mine.filter(listed_for(viewer))
    sums = seats.aggregate(matches=Count("pk"), won=Count("pk", filter=Q(place=1)))
    strokes = HoleStrokes.objects.filter(seat__in=seats).aggregate(
        holes=Count("pk"), mean=Avg("strokes"), best=Min("strokes")
    )
    rows, pages = table_page(mine.order_by("-finished_at", "-pk"), viewer, page)
    user = player.user
    return PlayerView(
        pk=player.pk,
        name=player.name,
        is_own=viewer.player_id == player.pk,
        is_guest=bool(user and user.is_guest),
        can_silence=_can_silence(player, viewer),
        silence=_silence(player, viewer),
        joined=player.created_at,
        figures=PlayerFigures(
            matches=sums["matches"],
            won=sums["won"],
            holes=strokes["holes"],
            mean_strokes=None if strokes["mean"] is None else float(strokes["mean"]),
            best_hole=strokes["best"],
            by_the_clock=_turns_by_the_clock(seats),
        ),
        matches=rows,
        pages=pages,
    )


def _turns_by_the_clock(seats: QuerySet[Seat]) -> int:
    """Turns end by throwing a card away, or by taking one."""
    ended = Action.objects.filter(seat__in=seats, played_by=Action.PlayedBy.CLOCK)
    return ended.filter(kind__in=("discard", "take")).count()


def _can_silence(player: Player, viewer: Viewer) -> bool:
    """Whether the viewer is somebody, and the player somebody else who is still here."""
    is_here = player.user is not None and not player.user.is_closed
    return is_here and viewer.player_id not in (None, player.pk)


def _silence(player: Player, viewer: Viewer) -> str:
    if viewer.player_id is None or player.user_id is None:
        return ""
    kept = Block.objects.filter(user__player=viewer.player_id, other_id=player.user_id)
    return kept.values_list("kind", flat=True).first() or ""

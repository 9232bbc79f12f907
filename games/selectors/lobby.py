"""Lists of tables: open ones, running ones, one's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import codec
from games.models import Match, MatchQuerySet, Seat
from games.selectors.access import Viewer
from games.selectors.table import own_seat, rules_label

LIST_LENGTH = 30


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table in a list."""

    url: str
    title: str
    rules: str
    names: tuple[str, ...]
    seats_taken: int
    seat_count: int
    status: str
    is_own: bool
    is_my_turn: bool
    at: datetime
    result: str
    replay_url: str | None


@dataclass(frozen=True, slots=True)
class MyMatches:
    """A player's matches: what waits for them first."""

    my_turn: tuple[TableRow, ...]
    waiting: tuple[TableRow, ...]
    finished: tuple[TableRow, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to list."""
        return not (self.my_turn or self.waiting or self.finished)


def open_tables(viewer: Viewer) -> tuple[TableRow, ...]:
    """Listed tables with a free seat, newest first."""
    return table_rows(Match.objects.waiting().listed().order_by("-created_at"), viewer)


def running_tables(viewer: Viewer) -> tuple[TableRow, ...]:
    """Listed matches that anybody may watch, newest first."""
    return table_rows(Match.objects.running().listed().order_by("-started_at"), viewer)


def my_matches(viewer: Viewer) -> MyMatches:
    """The viewer's tables, running and open first by whose turn it is, then finished ones."""
    if viewer.player_id is None:
        return MyMatches((), (), ())
    mine = Match.objects.filter(seats__player_id=viewer.player_id)
    active = table_rows(mine.active().order_by("-created_at"), viewer)
    return MyMatches(
        my_turn=tuple(row for row in active if row.is_my_turn),
        waiting=tuple(row for row in active if not row.is_my_turn),
        finished=table_rows(mine.finished().order_by("-finished_at"), viewer),
    )


def table_rows(matches: MatchQuerySet, viewer: Viewer) -> tuple[TableRow, ...]:
    """The first ``LIST_LENGTH`` matches as rows, in a constant number of queries."""
    seats = Seat.objects.select_related("player__user").order_by("number", "chair")
    found = matches.select_related("host__user", "preset").prefetch_related(
        Prefetch("seats", queryset=seats)
    )
    return tuple(_row(match, viewer) for match in found[:LIST_LENGTH])


def _row(match: Match, viewer: Viewer) -> TableRow:
    seats = list(match.seats.all())
    mine = own_seat(seats, viewer)
    is_over = match.status == Match.Status.FINISHED
    return TableRow(
        url=match.get_absolute_url(),
        title=_("Table of %(host)s") % {"host": match.host.name},
        rules=rules_label(match, codec.decode_ruleset(match.ruleset)),
        names=tuple(seat.name for seat in seats),
        seats_taken=len(seats),
        seat_count=match.seat_count,
        status=str(match.get_status_display()),
        is_own=mine is not None,
        is_my_turn=mine is not None and mine.is_to_act and not mine.is_bot_held,
        at=match.finished_at or match.started_at or match.created_at,
        result=result_words(seats) if is_over else "",
        replay_url=reverse("games:replay", args=[match.slug]) if is_over else None,
    )


def result_words(seats: Iterable[Seat]) -> str:
    """Places of a finished match in a line, lowest total first: "1 Ann 31, 2 Ben 40"."""
    placed = sorted(seats, key=lambda seat: (seat.place or 0, seat.number or 0))
    return ", ".join(f"{seat.place} {seat.name} {seat.total}" for seat in placed)

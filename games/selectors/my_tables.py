"""One's own tables: where it is one's turn, where others are waited for, and what is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from games.models import Match, Seat
from games.selectors.access import Viewer
from games.selectors.due import watch_of
from games.selectors.lobby import Pages, TableRow, table_page, table_rows
from games.selectors.turns import seats_in_turn

ACTIVE_LENGTH = 100
LATEST_LENGTH = 5
TRIED_LENGTH = 20


@dataclass(frozen=True, slots=True)
class MyMatches:
    """A player's matches, in the order in which they want attention.

    ``my_turn`` has the most urgent clock first, then who waited longest; ``waiting`` what may come
    back soonest; ``finished`` what ended last. ``tried`` are those that go on from an earlier match
    and count nowhere. ``turns`` counts all of ``my_turn``, also beyond the length of a list.
    """

    my_turn: tuple[TableRow, ...] = ()
    waiting: tuple[TableRow, ...] = ()
    finished: tuple[TableRow, ...] = ()
    tried: tuple[TableRow, ...] = ()
    pages: Pages | None = None
    turns: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to list."""
        return not (self.my_turn or self.waiting or self.finished or self.tried)


def my_active_matches(viewer: Viewer, now: datetime) -> MyMatches:
    """The viewer's running and open tables, and the few that ended last."""
    if viewer.player_id is None:
        return MyMatches()
    finished = Match.objects.real().finished().filter(seats__player_id=viewer.player_id)
    latest = table_rows(finished.order_by("-finished_at", "-pk"), viewer, LATEST_LENGTH)
    return replace(_active(viewer, viewer.player_id, now), finished=latest)


def my_matches(viewer: Viewer, now: datetime, page: str = "1") -> MyMatches:
    """The viewer's tables, and a page of the finished ones, latest first."""
    if viewer.player_id is None:
        return MyMatches()
    finished = Match.objects.real().finished().filter(seats__player_id=viewer.player_id)
    rows, pages = table_page(finished.order_by("-finished_at", "-pk"), viewer, page)
    tried = Match.objects.filter(what_if_of__isnull=False, host=viewer.player_id)
    tried = tried.exclude(status=Match.Status.CANCELLED).order_by("-pk")
    return replace(
        _active(viewer, viewer.player_id, now),
        finished=rows,
        pages=pages,
        tried=table_rows(tried, viewer, TRIED_LENGTH),
    )


def _active(viewer: Viewer, player_id: int, now: datetime) -> MyMatches:
    in_turn = seats_in_turn().filter(player_id=player_id)
    urgent = list(in_turn.values_list("match_id", "match__slug"))
    mine = Seat.objects.filter(player_id=player_id).values("match_id")
    active = Match.objects.real().active().filter(pk__in=mine).order_by("-created_at")
    keys = [key for key, _slug in urgent]
    my_turn = table_rows(active.filter(pk__in=keys[:ACTIVE_LENGTH]), viewer, ACTIVE_LENGTH)
    place = {slug: at for at, (_key, slug) in enumerate(urgent)}
    waiting = table_rows(active.exclude(pk__in=keys), viewer, ACTIVE_LENGTH)
    watch = watch_of(viewer, now)

    def timed(rows: Iterable[TableRow]) -> tuple[TableRow, ...]:
        return tuple(
            row if row.due_at is None else replace(row, due=watch.due(row.due_at, row.clock_text))
            for row in rows
        )

    return MyMatches(
        my_turn=timed(sorted(my_turn, key=lambda row: place[row.slug])),
        waiting=timed(sorted(waiting, key=_return_order)),
        turns=len(urgent),
    )


def _return_order(row: TableRow) -> tuple[bool, bool, float]:
    """Running matches before open tables, by whose time is up first; the rest latest first."""
    by_time = -row.at.timestamp() if row.due_at is None else row.due_at.timestamp()
    return not row.progress, row.due_at is None, by_time

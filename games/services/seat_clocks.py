"""Clocks of seats: they run exactly while a person's seat is to act, and stop with its turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from games.clocks import ALWAYS_AWAKE, Clock, Hours, awake_between, deadline
from games.engine.games import Stint
from games.models import Match, Seat


def clock_of(match: Match) -> Clock | None:
    """The table's clock, None where it has none."""
    return Clock.parse(match.clock) if match.clock else None


def run_clock(
    seat: Seat,
    clock: Clock,
    hours: Hours,
    now: datetime,
    before: Stint,
    after: Stint,
    *,
    stands: bool = False,
    may_undo: bool = False,
) -> None:
    """Stop, start or keep running a seat's clock, for what it was and is asked for.

    It ``stands`` where nobody's time counts: a bot holds the seat, or the match is paused. A turn
    that has ended brings its increment in any case. Where the seat ``may_undo`` that turn, what it
    had then is kept, though its next turn has begun already (after a skip or a call).
    """
    if seat.clock_started_at is not None and (stands or after != before):
        had = seat.time_before
        stop_clock(seat, hours, now)
        if after != before:
            seat.time_left = min(clock.cap, (seat.time_left or timedelta()) + clock.increment)
        elif may_undo:
            seat.time_before = had
    if seat.clock_started_at is None and after is not None and not stands:
        start_clock(seat, clock, hours, now)


def start_clock(seat: Seat, clock: Clock, hours: Hours, now: datetime) -> None:
    """Start with what was left; whoever had nothing left is out of time at once."""
    if seat.time_left is None:
        seat.time_left = clock.bank
    seat.clock_started_at = now
    seat.due_at = deadline(now, seat.time_left, hours)


def stop_clock(seat: Seat, hours: Hours, now: datetime) -> None:
    """Stop and keep what is left: ``time_left`` and ``time_before``, without any increment."""
    if seat.clock_started_at is None:
        return
    used = awake_between(seat.clock_started_at, now, hours)
    seat.time_left = max((seat.time_left or timedelta()) - used, timedelta())
    seat.time_before = seat.time_left
    seat.clock_started_at = seat.due_at = None


def give_back(seat: Seat, *, is_own: bool) -> None:
    """Put a seat's clock back to where it was before a turn that is taken back.

    Whoever was waited for since has used nothing; whose turn it was has what was left then.
    """
    seat.clock_started_at = seat.due_at = None
    if is_own and seat.time_before is not None:
        seat.time_left = seat.time_before


def change_hours(seat: Seat, old: Hours, new: Hours, now: datetime) -> None:
    """Plan a running clock's end anew: what was used by the old hours stays used."""
    if seat.due_at is not None and seat.due_at > now:
        seat.time_left = awake_between(now, seat.due_at, old)
        seat.clock_started_at = now
        seat.due_at = deadline(now, seat.time_left, new)


def hours_in(found: Mapping[int, Hours], seat: Seat) -> Hours:
    """The hours of the seat's player among those that were found."""
    user_id = None if seat.player is None else seat.player.user_id
    return ALWAYS_AWAKE if user_id is None else found.get(user_id, ALWAYS_AWAKE)

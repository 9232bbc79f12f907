"""Deadlines: what the clerk does when a seat's time runs out, and when the site itself stood still.

A seat whose time ran out gets the default action of the rules for the whole of its turn, and
after a table's chosen number of such turns in a row the house bot. The seat keeps its cards.
"""

from __future__ import annotations

import logging
import random
from datetime import datetime, timedelta

from django.db import transaction

from games import engine
from games.clocks import deadline
from games.models import Action, Heartbeat, Match, News, Seat
from games.selectors.hours import hours_of
from games.services.ledger import Ledger, lock_match
from games.services.play import HOUSE_BOT
from games.services.seat_clocks import clock_of, hours_in

logger = logging.getLogger(__name__)

BEAT_SECONDS = 15
STANDSTILL = timedelta(minutes=1)
GRACE_MAX = timedelta(minutes=30)


def play_overdue(match_id: int, now: datetime, rng: random.Random) -> int:
    """Act for every seat of a match whose time ran out; returns for how many it was done."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.RUNNING or match.paused_at is not None:
            return 0
        ledger = Ledger.of(match)
        overdue = [n for n, seat in enumerate(ledger.seats) if _is_overdue(seat, now)]
        for number in overdue:
            _act_for(ledger, number, now)
        if overdue:
            ledger.settle(rng)
            ledger.close(now)
        return len(overdue)


def _is_overdue(seat: Seat, now: datetime) -> bool:
    return not seat.is_bot_held and seat.due_at is not None and seat.due_at <= now


def _act_for(ledger: Ledger, number: int, now: datetime) -> None:
    """Take the seat's whole turn; another's overdue turn before may have ended its own."""
    stint, seat = ledger.stints[number], ledger.seats[number]
    if engine.stint(ledger.state, number) != stint:
        return
    while stint is not None and engine.stint(ledger.state, number) == stint:
        action = engine.action_in_absence(ledger.state, number)
        ledger.append(action, Action.PlayedBy.CLOCK)
    seat.missed += 1
    if seat.missed >= ledger.match.missed_max:
        ledger.hand_to_bot(seat, HOUSE_BOT, News.Kind.BOT_TOOK_OVER, now)


def beat(now: datetime) -> int:
    """Give a sign of life; after a standstill of the site give time back first.

    Returns how many matches were given a grace period. Of several clerks that come back at the
    same moment one does it.
    """
    last = Heartbeat.objects.values_list("at", flat=True).first()
    if last is not None and now - last < timedelta(seconds=BEAT_SECONDS):
        return 0
    with transaction.atomic():
        row = Heartbeat.objects.select_for_update().first()
        if row is None:
            Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
            return 0
        silence = now - row.at
        if silence >= timedelta(seconds=BEAT_SECONDS):
            Heartbeat.objects.filter(pk=row.pk).update(at=now)
        graced = _give_grace(row.at, now) if silence >= STANDSTILL else 0
    if graced:
        logger.warning("After a standstill of %s, %d matches were given time back", silence, graced)
    return graced


def _give_grace(since: datetime, now: datetime) -> int:
    """Prolong what fell due while nobody could act, and what would fall due at once."""
    grace = min(now - since, GRACE_MAX)
    touched = Seat.objects.filter(
        match__status=Match.Status.RUNNING,
        match__paused_at__isnull=True,
        bot="",
        due_at__gt=since,
        due_at__lte=now + grace,
    )
    matches = sorted(set(touched.values_list("match_id", flat=True)))
    for match_id in matches:
        ledger = Ledger.of(lock_match(match_id))
        for seat in ledger.seats:
            if seat.due_at is not None and since < seat.due_at <= now + grace:
                _prolong(ledger, seat, grace, now)
        minutes = round(grace / timedelta(minutes=1))
        ledger.tell(News.Kind.GRACE, minutes=minutes)
        ledger.close(now)
    return len(matches)


def _prolong(ledger: Ledger, seat: Seat, grace: timedelta, now: datetime) -> None:
    clock = clock_of(ledger.match)
    user_id = seat.player.user_id if seat.player is not None else None
    if clock is None:
        return
    found = hours_of([user_id]) if user_id is not None and not clock.is_live else {}
    hours = hours_in(found, seat)
    seat.time_left = min(grace, clock.cap)
    seat.clock_started_at = now
    seat.due_at = deadline(now, seat.time_left, hours)

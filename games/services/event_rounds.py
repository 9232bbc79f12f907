"""Rounds of an event: drawn, dealt, ended; by an organiser's press or by the clerk.

A round is drawn and its tables begin in one transaction that holds the event's row, so that of two
workers the second finds it done; ``event_round_drawn_once`` stands behind that.
"""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import combinations

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.club_rights import Right
from accounts.models import Block, Club, User
from games.leaderboards.draw import Draw, draw
from games.models import (
    Bye,
    DealSecret,
    Entry,
    Event,
    EventRound,
    EventTable,
    Match,
    Player,
    Seat,
)
from games.services import club_messages
from games.services.club_record import hold_club, record
from games.services.event_entries import field_of
from games.services.event_places import lock_event
from games.services.events import end_event
from games.services.ledger import bump_version, hold_matches
from games.services.lobby import start_with
from games.services.refusals import Refused
from games.services.results import record_results

logger = logging.getLogger(__name__)

RETRY_AFTER = timedelta(seconds=30)

Pair = frozenset[int]


def carry_out_events(
    now: datetime, rng: random.Random, *, should_stop: Callable[[], bool] = lambda: False
) -> int:
    """Begin events whose time has come, end rounds and draw the next; returns for how many."""
    done = 0
    for event_id in due_events(now):
        if should_stop():
            break
        try:
            done += advance(event_id, now, rng)
        except Exception:
            logger.exception("Event %s can't go on; trying again later", event_id)
            Event.objects.filter(pk=event_id).update(due_at=now + RETRY_AFTER)
    return done


def due_events(now: datetime) -> list[int]:
    """The events that begin, and those with a round whose tables are all over: two queries."""
    begins = Event.objects.filter(state=Event.State.ANNOUNCED, due_at__lte=now)
    playing = Match.objects.active().filter(event_table__round=OuterRef("pk"))
    over = EventRound.objects.filter(ended_at__isnull=True, event__due_at__lte=now)
    over = over.exclude(Exists(playing))
    found = [*begins.values_list("pk", flat=True), *over.values_list("event", flat=True)]
    return sorted(set(found))


def advance(event_id: int, now: datetime, rng: random.Random) -> int:
    """Do for an event what is due; returns 1, or 0 where there is nothing to do."""
    with transaction.atomic():
        event = lock_event(event_id)
        over = _hold_over(event)
        # As it stands now: nothing begins in a club that is being closed.
        event.club = Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
        ended = _end_rounds(over, now)
        if event.state == Event.State.ANNOUNCED and event.starts_at <= now:
            _draw_or_end(event, now, rng)
        elif event.state == Event.State.RUNNING and ended:
            if event.drawn.filter(ended_at__isnull=True).exists():
                return 1
            _draw_or_end(event, now, rng)
        else:
            return int(ended)
        return 1


def draw_round(
    event_id: int, actor: User, number: int, *, now: datetime, rng: random.Random
) -> EventRound:
    """Draw and begin the round ``number`` at once, as an organiser.

    The first before the event's time, another while tables of the one before still play. Raises
    ``Refused``: it is drawn already, or too few play.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        over = _hold_over(event)
        hold_club(event.club, actor, Right.EVENTS)
        if event.state not in (Event.State.ANNOUNCED, Event.State.RUNNING):
            raise Refused("event_over")
        if number != event.drawn.count() + 1 or number > event.rounds:
            raise Refused("round_drawn")
        _end_rounds(over, now)
        drawn = _draw(event, now, rng, actor)
        if drawn is None:
            raise Refused("too_few_players")
        record(event.club, "event_round", actor, now=now, event=event.title, round=number)
        return drawn


def _draw_or_end(event: Event, now: datetime, rng: random.Random) -> None:
    count, is_closed = event.drawn.count(), event.club.is_closed
    # In a closed club nothing begins, and of those who entered nobody is struck off.
    if not is_closed and count < event.rounds and _draw(event, now, rng) is not None:
        return
    event.is_too_small = not (count or is_closed)
    end_event(event, Event.State.FINISHED if count else Event.State.CANCELLED, now)


def _hold_over(event: Event) -> list[EventRound]:
    """The rounds of an event whose tables are all over, with their matches locked."""
    playing = Match.objects.active().filter(event_table__round=OuterRef("pk"))
    over = list(event.drawn.filter(ended_at__isnull=True).exclude(Exists(playing)))
    if over:
        hold_matches(Match.objects.filter(event_table__round__in=over))
    return over


def _end_rounds(over: Sequence[EventRound], now: datetime) -> bool:
    """End rounds: from now on everybody may look at their tables."""
    for one in over:
        one.ended_at = now
        one.save(update_fields=["ended_at"])
        matches = Match.objects.filter(event_table__round=one)
        matches.update(is_listed=True, allows_spectators=True)
        for match in matches:
            bump_version(match)
        # Whether they are public is kept with results.
        record_results(matches.values_list("pk", flat=True))
    return bool(over)


def _draw(
    event: Event, now: datetime, rng: random.Random, actor: User | None = None
) -> EventRound | None:
    """Draw and begin the next round of a locked event; None where too few play."""
    number = event.drawn.count() + 1
    entries = field_of(event, now)
    if len(entries) < event.seats_min:
        return None
    if number == 1:
        _shuffle(entries, rng)
    players = {entry.player_id: entry.player for entry in entries}
    known = event.entries.order_by("order", "pk").values_list("player", flat=True)
    found = draw(
        list(players),
        event.seats,
        _met(event, list(players.values())),
        Counter(Bye.objects.filter(round__event=event).values_list("player", flat=True)),
        rng,
        event.seats_min,
        entries=list(known),
        ahead=event.rounds - number,
    )
    event.state, event.changed_at = Event.State.RUNNING, now
    event.due_at = min(event.due_at or now, now)
    event.save(update_fields=["state", "changed_at", "due_at"])
    drawn = _begin(event, number, found, players, now, rng)
    club_messages.round_drawn(drawn, actor, now)
    return drawn


def _shuffle(entries: Sequence[Entry], rng: random.Random) -> None:
    orders = list(range(1, len(entries) + 1))
    rng.shuffle(orders)
    for entry, order in zip(entries, orders, strict=True):
        entry.order = order
    Entry.objects.bulk_update(entries, ["order"])
    # Those who wait come after the field.
    Entry.objects.filter(event=entries[0].event, is_alternate=True).update(order=len(entries) + 1)


def _begin(
    event: Event,
    number: int,
    found: Draw,
    players: dict[int, Player],
    now: datetime,
    rng: random.Random,
) -> EventRound:
    drawn = EventRound.objects.create(event=event, number=number, drawn_at=now)
    if event.same_deals:
        DealSecret.objects.create(round=drawn, secret=f"{rng.getrandbits(256):064x}")
    Bye.objects.bulk_create(Bye(round=drawn, player_id=player) for player in found.byes)
    for at, table in enumerate(found.tables, 1):
        _open_table(event, drawn, at, [players[player] for player in table], now, rng)
    return drawn


def _open_table(
    event: Event,
    drawn: EventRound,
    number: int,
    players: Sequence[Player],
    now: datetime,
    rng: random.Random,
) -> None:
    match = Match.objects.create(
        host=players[0],
        preset=event.preset,
        ruleset=event.ruleset,
        seat_count=len(players),
        is_listed=False,
        clock=event.clock,
        missed_max=event.missed_max,
        allows_pauses=False,
        allows_spectators=not event.same_deals,
        created_at=now,
        club=event.club,
    )
    # Before the cards are dealt, because the table says what they are dealt from.
    EventTable.objects.create(round=drawn, match=match, number=number)
    start_with(match, players, now=now, rng=rng)


def _met(event: Event, players: Sequence[Player]) -> dict[Pair, int]:
    """How often each pair sat at one table; who blocked another counts as if they had, often."""
    tables: dict[int, list[int]] = {}
    seats = Seat.objects.filter(match__event_table__round__event=event, player__isnull=False)
    for match_id, player_id in seats.values_list("match", "player"):
        tables.setdefault(match_id, []).append(player_id)
    met = Counter(frozenset(pair) for table in tables.values() for pair in combinations(table, 2))
    player_of = {player.user_id: player.pk for player in players}
    blocks = Block.objects.filter(
        kind=Block.Kind.BLOCK, user__in=player_of.keys(), other__in=player_of.keys()
    )
    for one, other in blocks.values_list("user", "other"):
        met[frozenset((player_of[one], player_of[other]))] += event.rounds
    return dict(met)

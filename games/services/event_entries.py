"""Who plays in an event: entered, withdrawn, waiting for a place."""

from __future__ import annotations

import random
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.clubs.standing import membership_of
from accounts.models import Membership
from games.models import Entry, Event, Match, Player
from games.services import club_messages
from games.services.event_places import fill_places, has_free_place, lock_event
from games.services.ledger import hold_matches
from games.services.play import leave_match
from games.services.refusals import Refused


def enter(event_id: int, player: Player, *, now: datetime) -> Entry:
    """Enter an event, or the line of its alternates once it is full. Raises ``Refused``."""
    with transaction.atomic():
        event = lock_event(event_id)
        if player.user is None or membership_of(player.user, event.club) is None:
            raise Refused("members_only")
        require_entry_open(event, now)
        entry = event.entries.filter(player=player).first() or Entry(event=event, player=player)
        if entry.pk is not None and entry.withdrawn_at is None:
            raise Refused("entered_already")
        entry.entered_at, entry.withdrawn_at = now, None
        entry.is_alternate, entry.order = not has_free_place(event), _next_order(event)
        entry.save()
        if not entry.is_alternate:
            club_messages.plan_start(event, [player], now)
        return entry


def withdraw(event_id: int, player: Player, *, now: datetime, rng: random.Random) -> None:
    """Withdraw from an event; a bot plays on at a table that runs. Raises ``Refused``.

    The first alternate moves up.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        entry = event.entries.filter(player=player, withdrawn_at__isnull=True).first()
        if entry is None:
            raise Refused("not_entered")
        if event.state not in (Event.State.ANNOUNCED, Event.State.RUNNING):
            raise Refused("event_over")
        entry.withdrawn_at, entry.is_alternate = now, False
        entry.save(update_fields=["withdrawn_at", "is_alternate"])
        running = Match.objects.running().filter(event_table__round__event=event)
        own = running.filter(seats__player=player, seats__bot="")
        # All at once: after the first, results may be held, which come after matches.
        hold_matches(own)
        for match in own.order_by("pk"):
            leave_match(match.pk, player, now=now, rng=rng)
        fill_places(event, now)


def require_entry_open(event: Event, now: datetime) -> None:
    """Refuse where one can't enter any more."""
    if event.state not in (Event.State.ANNOUNCED, Event.State.RUNNING):
        raise Refused("event_over")
    is_closed = event.closes_at is not None and event.closes_at <= now
    if is_closed or event.drawn.count() >= event.rounds:
        raise Refused("entry_closed")


def field_of(event: Event, now: datetime) -> list[Entry]:
    """Who plays in the next round, in the order of the draw; who left the club is withdrawn."""
    members = Membership.objects.filter(club=event.club, ended_at__isnull=True)
    present = event.entries.filter(withdrawn_at__isnull=True)
    present.exclude(player__user__in=members.values("user")).update(withdrawn_at=now)
    # Whoever gets a place by that is told of the table instead.
    fill_places(event, now, tells=False)
    playing = present.filter(is_alternate=False).select_related("player__user")
    return list(playing.order_by("order", "pk"))


def hand_over(old: Player, new: Player) -> None:
    """Give a guest's entries to the account of the same person."""
    entered = Entry.objects.filter(player=new).values_list("event", flat=True)
    Entry.objects.filter(player=old).exclude(event__in=list(entered)).update(player=new)


def forget_all(player: Player, *, now: datetime) -> None:
    """Withdraw the player of a closed account from all that is to come."""
    is_open = Event.objects.open().filter(entries__player=player)
    for event_id in is_open.order_by("pk").values_list("pk", flat=True):
        event = lock_event(event_id)
        event.entries.filter(player=player, withdrawn_at__isnull=True).update(
            withdrawn_at=now, is_alternate=False
        )
        fill_places(event, now)


def _next_order(event: Event) -> int:
    last = event.entries.aggregate(last=Max("order"))["last"]
    return 1 if last is None else int(last) + 1

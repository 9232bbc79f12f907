"""When a person's hours of rest change: running clocks and digests are planned anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.models import Match, News, Player
from games.selectors.hours import hours_from
from games.services import messages
from games.services.ledger import Ledger, lock_match
from games.services.seat_clocks import change_hours, clock_of

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.hours import Change
    from games.clocks import Hours


def plan_anew(change: Change) -> None:
    """Follow a change of rest, in its transaction; a vacation is announced at the tables too.

    In another time zone the hour of the daily digest is another moment.
    """
    player = Player.objects.filter(user=change.user).first()
    if player is None:
        return
    facts = {}
    if change.announced is not None:
        first, last = change.announced
        facts = {"first_day": first.isoformat(), "last_day": last.isoformat()}
    old, new = hours_from(change.before), hours_from(change.after)
    # Waiting tables are locked as well: one that starts meanwhile would plan by the old hours.
    active = Match.objects.active().for_player(player).exclude(clock="").order_by("pk")
    with transaction.atomic():
        for match_id in list(active.values_list("pk", flat=True)):
            match = lock_match(match_id)
            if match.status == Match.Status.RUNNING:
                _at(match, player, old, new, change.at, facts)
        if change.after.time_zone != change.before.time_zone:
            messages.plan_anew(change.user, change.at)


def _at(
    match: Match, player: Player, old: Hours, new: Hours, now: datetime, announced: dict[str, str]
) -> None:
    clock = clock_of(match)
    ledger = Ledger.of(match)
    seat = next((seat for seat in ledger.seats if seat.player_id == player.pk), None)
    if clock is None or clock.is_live or seat is None or seat.is_bot_held:
        return
    change_hours(seat, old, new, now)
    if announced:
        ledger.tell(News.Kind.VACATION, seat, **announced)
    ledger.close(now)

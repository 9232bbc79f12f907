"""What organisers may do at a running table of their club, with a reason: never touching a card."""

from __future__ import annotations

import random
from datetime import datetime

from django.db import transaction

from accounts.club_rights import Right
from accounts.models import Club, User
from games.models import Match, News
from games.selectors.correcting import may_correct
from games.services.club_record import hold_club, record
from games.services.corrections import REASON_MAX
from games.services.ledger import Ledger, bump_version, lock_match
from games.services.play import HOUSE_BOT
from games.services.refusals import Refused


def end_match(match_id: int, actor: User, reason: str, *, now: datetime) -> None:
    """End a match of the club, or a table that still waits: nothing of it counts.

    Raises ``Refused``.
    """
    with transaction.atomic():
        match, club, reason = _held(match_id, actor, reason)
        if match.status == Match.Status.WAITING:
            match.status, match.clerk_due_at = Match.Status.CANCELLED, None
            match.save(update_fields=["status", "clerk_due_at"])
            News.objects.create(
                match=match, sequence=0, kind=News.Kind.CANCELLED, facts={"reason": reason}, at=now
            )
            bump_version(match)
        else:
            ledger = Ledger.of(match)
            ledger.is_cancelled = True
            ledger.drop_proposals(now)
            ledger.tell(News.Kind.CANCELLED, reason=reason)
            ledger.close(now)
        record(club, "match_ended", actor, now=now, match=match.slug, reason=reason)


def replace_seat(
    match_id: int, actor: User, number: int, reason: str, *, now: datetime, rng: random.Random
) -> None:
    """Hand a player's seat of a running match to the house bot; its player may come back.

    Raises ``Refused``.
    """
    with transaction.atomic():
        match, club, reason = _held(match_id, actor, reason)
        ledger = Ledger.of(match)
        seat = next((seat for seat in ledger.seats if seat.number == number), None)
        if seat is None or seat.player_id is None:
            raise Refused("no_such_seat")
        if seat.is_bot_held:
            raise Refused("is_away")
        ledger.hand_to_bot(seat, HOUSE_BOT, News.Kind.REMOVED, now)
        ledger.news[-1].facts = {"reason": reason}
        ledger.settle(rng)
        ledger.close(now)
        record(club, "seat_replaced", actor, now=now, seat=seat, match=match.slug, reason=reason)


def _held(match_id: int, actor: User, reason: str) -> tuple[Match, Club, str]:
    match, reason = lock_match(match_id), reason.strip()
    if match.club is None:
        raise Refused("not_organiser")
    club = hold_club(match.club, actor, Right.CORRECT)
    if not may_correct(actor, match):
        raise Refused("not_organiser")
    if not 1 <= len(reason) <= REASON_MAX:
        raise Refused("no_reason")
    return match, club, reason

"""The record of all that is done in a club, and the order in which its rows are locked."""

from datetime import datetime, timedelta
from typing import Any

from accounts.clubs.refusals import ClubRefused
from accounts.clubs.telling import tell_of
from accounts.models import Club, ClubAct, Membership, User

ACTS_AN_HOUR = 200


def hold(club_id: int, actor: User, *others: User, now: datetime) -> Club:
    """Lock the people and then the club, and return it as it stands; runs in a transaction.

    Everybody who writes into clubs locks in this order, people by number first, as the closing of
    an account does. Other rows may refer to both meanwhile: no key changes. Raises ``ClubRefused``
    where somebody or the club is gone, or ``actor`` has done too much lately.
    """
    ids = {person.pk for person in (actor, *others)}
    people = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    if sum(not person.is_closed for person in people) < len(ids):
        raise ClubRefused("nobody_there")
    club = Club.objects.select_for_update(no_key=True).active().filter(pk=club_id).first()
    if club is None:
        raise ClubRefused("club_gone")
    refuse_haste(actor, now)
    return club


def refuse_haste(actor: User, now: datetime) -> None:
    """Let nobody flood the record of clubs. Raises ``ClubRefused``."""
    lately = ClubAct.objects.filter(actor=actor, at__gt=now - timedelta(hours=1))
    if lately.count() >= ACTS_AN_HOUR:
        raise ClubRefused("too_fast")


def record(
    club: Club,
    kind: str,
    actor: User | None,
    *,
    now: datetime,
    subject: User | None = None,
    **facts: Any,
) -> ClubAct:
    """Write down what was done; ``actor`` is None where the site did it.

    Another app may record its own kinds, in its own transaction. ``facts`` are plain JSON and name
    no person: those are found by their rows, which forget the name of a closed account.
    """
    act = ClubAct.objects.create(
        club=club, kind=kind, actor=actor, subject=subject, facts=facts, at=now
    )
    tell_of(act)
    return act


def is_last_owner(club: Club, user: User) -> bool:
    """Whether nobody else owns the club who could act for it; a suspended owner can't."""
    owners = Membership.objects.filter(
        club=club, ended_at__isnull=True, role=Membership.Role.OWNER, user__is_active=True
    )
    return not owners.exclude(user=user).exists()

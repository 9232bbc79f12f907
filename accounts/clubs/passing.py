"""What becomes of somebody's clubs when a guest gets an account, or an account is closed."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.clubs.founding import close_held
from accounts.clubs.record import is_last_owner, record
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, ClubAct, ClubBar, ClubInvitation, JoinRequest, Membership, User


def hand_over(guest: User, user: User, *, now: datetime) -> None:
    """Give a guest's memberships to the account, and what it asked and was asked.

    Where the account is a member the guest's membership ends; where either was removed and the
    account is no member, neither is one afterwards. Both rows are locked by the caller.
    """
    clubs = Membership.objects.filter(user=guest).values("club_id")
    for club in Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"):
        _hand_membership_over(club, guest, user, now)
    inside = set(_running().filter(user=user).values_list("club_id", flat=True))
    bars = ClubBar.objects
    _pass_on(bars.filter(user=guest), bars.filter(user=user), user, inside)
    shut = inside | set(bars.filter(user=user).values_list("club_id", flat=True))
    requests, invitations = JoinRequest.objects, ClubInvitation.objects
    _pass_on(requests.filter(user=guest), requests.filter(user=user), user, shut)
    _pass_on(invitations.filter(user=guest), invitations.filter(user=user), user, shut)
    ClubAct.objects.filter(actor=guest).update(actor=user)
    ClubAct.objects.filter(subject=guest).update(subject=user)


def leave_all(user: User, *, now: datetime) -> None:
    """Leave every club of an account that is being closed; its row is locked by the caller.

    A club of which it is the only member is closed. Raises ``ClubRefused`` where a club would have
    members and no owner.
    """
    own = _running().filter(user=user).values("club_id")
    held = Club.objects.select_for_update(no_key=True).active()
    clubs = list(held.filter(pk__in=own).order_by("pk"))
    if refused := _ownerless(clubs, user):
        raise ClubRefused("hand_over_first", sentence_of(refused))
    for club in clubs:
        if not _others(club, user):
            close_held(club, user, now=now)
            continue
        member = _running().get(club=club, user=user)
        member.ended_at = now
        member.save(update_fields=["ended_at"])
        record(club, ClubAct.Kind.LEFT, user, now=now, role=member.role, is_account_closed=True)
    JoinRequest.objects.filter(user=user).delete()
    ClubInvitation.objects.filter(user=user).delete()
    ClubBar.objects.filter(user=user).delete()


def to_hand_over(user: User) -> list[Club]:
    """The clubs that would have members and no owner without this person, by name."""
    own = _running().filter(user=user, role=Membership.Role.OWNER).values("club_id")
    return _ownerless(list(Club.objects.active().filter(pk__in=own).order_by("name_key")), user)


def sentence_of(clubs: list[Club]) -> str:
    """Why an account can't be closed yet."""
    names = get_text_list(sorted(club.name for club in clubs), _("and"))
    return _("Hand over first: you are the last owner of %(clubs)s.") % {"clubs": names}


def _pass_on(theirs: QuerySet[Any], kept: QuerySet[Any], user: User, shut: set[int]) -> None:
    """Give rows to ``user``, except in clubs that are shut and where it keeps one."""
    known = set(kept.values_list("club_id", flat=True))
    for row in theirs:
        if row.club_id in shut or row.club_id in known:
            row.delete()
        else:
            row.user = user
            row.save(update_fields=["user"])
            known.add(row.club_id)


def _hand_membership_over(club: Club, guest: User, user: User, now: datetime) -> None:
    is_inside = _running().filter(club=club, user=user).exists()
    is_barred = ClubBar.objects.filter(club=club, user=user).exists()
    theirs = _running().filter(club=club, user=guest)
    if (is_inside or is_barred) and theirs.update(ended_at=now) and is_barred:
        # The site keeps out who was removed and came back as a guest.
        record(club, ClubAct.Kind.REMOVED, None, subject=user, now=now)
    Membership.objects.filter(club=club, user=guest).update(user=user)


def _ownerless(clubs: list[Club], user: User) -> list[Club]:
    return [
        club
        for club in clubs
        if _running().filter(club=club, user=user, role=Membership.Role.OWNER).exists()
        and is_last_owner(club, user)
        and _others(club, user)
    ]


def _others(club: Club, user: User) -> bool:
    return _running().filter(club=club).exclude(user=user).exists()


def _running() -> QuerySet[Membership]:
    return Membership.objects.filter(ended_at__isnull=True)

"""Roles change, members are removed or leave, and a club is handed over."""

from datetime import datetime

from django.db import transaction

from accounts.club_rights import Right, right_to_remove
from accounts.clubs.record import hold, is_last_owner, record
from accounts.clubs.refusals import ClubRefused
from accounts.clubs.standing import membership_of, require
from accounts.models import Club, ClubAct, ClubBar, Membership, User

_KIND, _ROLE = ClubAct.Kind, Membership.Role


def set_role(club: Club, actor: User, person: User, role: str, *, now: datetime) -> bool:
    """Give a member another role; False where it is theirs already. Raises ``ClubRefused``."""
    if role not in _ROLE.values:
        raise ClubRefused("bad_role")
    with transaction.atomic():
        club = hold(club.pk, actor, person, now=now)
        require(actor, club, Right.APPOINT)
        member = _member(club, person)
        if member.role == role:
            return False
        _refuse_ownerless(club, member)
        if role != _ROLE.MEMBER:
            _refuse_guest(person)
        _give(member, role, actor, now)
    return True


def remove(club: Club, actor: User, person: User, *, now: datetime) -> None:
    """End a membership; the person can't come back until let. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, person, now=now)
        require(actor, club, Right.REMOVE)
        if actor.pk == person.pk:
            raise ClubRefused("not_yourself")
        member = _member(club, person)
        require(actor, club, right_to_remove(member.role))
        _refuse_ownerless(club, member)
        _end(member, now)
        ClubBar.objects.create(club=club, user=person, at=now)
        record(club, _KIND.REMOVED, actor, subject=person, now=now, role=member.role)


def lift_bar(club: Club, actor: User, person: User, *, now: datetime) -> None:
    """Let somebody who was removed join again. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, person, now=now)
        require(actor, club, Right.REMOVE)
        gone, _by_model = ClubBar.objects.filter(club=club, user=person).delete()
        if not gone:
            raise ClubRefused("not_barred")
        record(club, _KIND.BAR_LIFTED, actor, subject=person, now=now)


def leave(club: Club, user: User, *, now: datetime) -> None:
    """Leave the club; the last owner can't. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, user, now=now)
        require(user, club, Right.LEAVE)
        member = refuse_leaving(club, user)
        _end(member, now)
        record(club, _KIND.LEFT, user, now=now, role=member.role)


def refuse_leaving(club: Club, user: User) -> Membership:
    """The membership that the person could end now. Raises ``ClubRefused`` where they can't."""
    member = _member(club, user)
    others = club.memberships.filter(ended_at__isnull=True).exclude(user=user)
    if not others.exists():
        raise ClubRefused("last_member")
    _refuse_ownerless(club, member)
    return member


def hand_club_over(club: Club, actor: User, heir: User, *, stays: bool, now: datetime) -> None:
    """Make another member owner, and stay as an organiser or leave. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, heir, now=now)
        require(actor, club, Right.HAND_OVER)
        if actor.pk == heir.pk:
            raise ClubRefused("not_yourself")
        member = _member(club, heir)
        _refuse_guest(heir)
        record(club, _KIND.HANDED_OVER, actor, subject=heir, now=now, stays=stays)
        if member.role != _ROLE.OWNER:
            _give(member, _ROLE.OWNER, actor, now)
        own = _member(club, actor)
        _refuse_ownerless(club, own)
        if stays:
            _give(own, _ROLE.ORGANISER, actor, now)
        else:
            _end(own, now)
            record(club, _KIND.LEFT, actor, now=now, role=own.role)


def _member(club: Club, person: User) -> Membership:
    member = membership_of(person, club)
    if member is None:
        raise ClubRefused("they_are_none")
    return member


def _give(member: Membership, role: str, actor: User, now: datetime) -> None:
    was, member.role = member.role, role
    member.save(update_fields=["role"])
    roles = [str(was), str(role)]
    record(member.club, _KIND.ROLE_CHANGED, actor, subject=member.user, now=now, roles=roles)


def _end(member: Membership, now: datetime) -> None:
    member.ended_at = now
    member.save(update_fields=["ended_at"])


def _refuse_ownerless(club: Club, member: Membership) -> None:
    if member.role == _ROLE.OWNER and is_last_owner(club, member.user):
        raise ClubRefused("last_owner")


def _refuse_guest(person: User) -> None:
    if person.is_guest:
        raise ClubRefused("guest_role")

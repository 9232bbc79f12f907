"""How somebody becomes a member: by oneself, by the link, by a request or by an invitation."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts import blocks
from accounts.club_rights import Right
from accounts.clubs.record import hold, record
from accounts.clubs.refusals import ClubRefused
from accounts.clubs.standing import membership_of, require
from accounts.clubs.texts import clean_line
from accounts.friends import blocked_with
from accounts.models import (
    Club,
    ClubAct,
    ClubBar,
    ClubInvitation,
    JoinRequest,
    Membership,
    User,
)
from accounts.names import MAX_LENGTH, key_of

MEMBERS_MAX = 1000
CLUBS_MAX = 50
REQUESTS_MAX = 20
INVITED_A_DAY_MAX = 50
ASK_AGAIN_AFTER = timedelta(days=7)
INVITE_AGAIN_AFTER = timedelta(days=30)

_KIND = ClubAct.Kind


def join(club: Club, user: User, *, now: datetime) -> Membership:
    """Become a member of a club that takes everybody. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, user, now=now)
        if club.joining != Club.Joining.OPEN:
            raise ClubRefused("not_open")
        return _enter(club, user, "open", now)


def join_by_link(token: str, user: User, *, now: datetime) -> Membership:
    """Become a member by the link that organisers pass on, however the club takes others.

    Raises ``ClubRefused``.
    """
    with transaction.atomic():
        known = Club.objects.active().filter(join_token=token).first()
        if known is None:
            raise ClubRefused("bad_link")
        club = hold(known.pk, user, now=now)
        # Somebody may have renewed the link meanwhile.
        if club.join_token != token:
            raise ClubRefused("bad_link")
        return _enter(club, user, "link", now)


def ask(club: Club, user: User, words: str, *, now: datetime) -> JoinRequest:
    """Ask to join, with a few words. Raises ``ClubRefused``."""
    words = clean_line(words, JoinRequest.WORDS_MAX)
    with transaction.atomic():
        club = hold(club.pk, user, now=now)
        if club.joining != Club.Joining.REQUEST:
            raise ClubRefused("not_by_request")
        _refuse_inside(club, user)
        asked = JoinRequest.objects.filter(club=club, user=user)
        if asked.filter(answered_at__isnull=True).exists():
            raise ClubRefused("asked_already")
        if asked.filter(accepted=False, answered_at__gt=now - ASK_AGAIN_AFTER).exists():
            raise ClubRefused("asked_lately")
        if open_requests().filter(user=user).count() >= REQUESTS_MAX:
            raise ClubRefused("too_many_asked")
        made = JoinRequest.objects.create(club=club, user=user, words=words, asked_at=now)
        record(club, _KIND.ASKED, user, now=now, request=made.pk)
        return made


def withdraw_request(club: Club, user: User, *, now: datetime) -> None:
    """Take back what one asked. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, user, now=now)
        gone, _by_model = open_requests().filter(club=club, user=user).delete()
        if not gone:
            raise ClubRefused("not_asked")
        record(club, _KIND.REQUEST_WITHDRAWN, user, now=now)


def answer(club: Club, actor: User, asker: User, *, accepts: bool, now: datetime) -> None:
    """Take somebody in who asked, or say no. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, asker, now=now)
        require(actor, club, Right.ANSWER)
        asked = open_requests().filter(club=club, user=asker).first()
        if asked is None:
            raise ClubRefused("not_asked")
        asked.answered_at, asked.answered_by, asked.accepted = now, actor, accepts
        asked.save(update_fields=["answered_at", "answered_by", "accepted"])
        kind = _KIND.REQUEST_ACCEPTED if accepts else _KIND.REQUEST_DECLINED
        record(club, kind, actor, subject=asker, now=now, request=asked.pk)
        if accepts:
            _enter(club, asker, "request", now)


def invite(club: Club, actor: User, person: User, *, now: datetime) -> ClubInvitation:
    """Ask somebody to join. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, person, now=now)
        require(actor, club, Right.INVITE)
        _refuse_invitation(club, actor, person, now)
        made = ClubInvitation.objects.create(club=club, user=person, invited_by=actor, at=now)
        record(club, _KIND.INVITED, actor, subject=person, now=now, invitation=made.pk)
        return made


def withdraw_invitation(club: Club, actor: User, person: User, *, now: datetime) -> None:
    """Take an invitation back. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, actor, person, now=now)
        require(actor, club, Right.INVITE)
        gone, _by_model = open_invitations().filter(club=club, user=person).delete()
        if not gone:
            raise ClubRefused("not_invited")
        record(club, _KIND.INVITATION_WITHDRAWN, actor, subject=person, now=now)


def answer_invitation(club: Club, user: User, *, accepts: bool, now: datetime) -> None:
    """Say yes or no to an invitation. Raises ``ClubRefused``."""
    with transaction.atomic():
        club = hold(club.pk, user, now=now)
        invited = invitations_to(user).filter(club=club).first()
        if invited is None:
            raise ClubRefused("not_invited")
        if accepts:
            _enter(club, user, "invitation", now)
            return
        invited.declined_at = now
        invited.save(update_fields=["declined_at"])
        record(club, _KIND.INVITATION_DECLINED, user, now=now)


def open_requests() -> QuerySet[JoinRequest]:
    """What nobody has answered yet."""
    return JoinRequest.objects.filter(answered_at__isnull=True)


def open_invitations() -> QuerySet[ClubInvitation]:
    """What nobody has answered yet."""
    return ClubInvitation.objects.filter(accepted_at__isnull=True, declined_at__isnull=True)


def invitations_to(user: User) -> QuerySet[ClubInvitation]:
    """What this person may still answer; nothing of those who are blocked either way."""
    own = open_invitations().filter(user=user, club__closed_at__isnull=True)
    return own.exclude(invited_by_id__in=blocked_with(user.pk))


def find(name: str) -> User:
    """The person of this name, however it is cased. Raises ``ClubRefused`` where nobody has it."""
    known = User.objects.filter(name_key=key_of(name[: 4 * MAX_LENGTH]), closed_at__isnull=True)
    # No name holds what a database of text can't: a NUL, half a character.
    person = known.first() if name.isprintable() else None
    if person is None:
        raise ClubRefused("nobody_named")
    return person


def _enter(club: Club, user: User, way: str, now: datetime) -> Membership:
    """Make somebody a member of a club that is held; all that was asked is answered by that."""
    _refuse_inside(club, user)
    running = Membership.objects.filter(ended_at__isnull=True)
    if running.filter(club=club).count() >= MEMBERS_MAX:
        raise ClubRefused("club_full")
    if running.filter(user=user).count() >= CLUBS_MAX:
        raise ClubRefused("in_too_many")
    open_requests().filter(club=club, user=user).update(answered_at=now, accepted=True)
    open_invitations().filter(club=club, user=user).update(accepted_at=now)
    record(club, _KIND.JOINED, user, now=now, way=way)
    return Membership.objects.create(club=club, user=user, joined_at=now)


def _refuse_inside(club: Club, user: User) -> None:
    if membership_of(user, club) is not None:
        raise ClubRefused("member_already")
    if ClubBar.objects.filter(club=club, user=user).exists():
        raise ClubRefused("barred")


def _refuse_invitation(club: Club, actor: User, person: User, now: datetime) -> None:
    if actor.pk == person.pk:
        raise ClubRefused("not_yourself")
    if blocks.is_blocked_between(actor, person):
        raise ClubRefused("blocked")
    if membership_of(person, club) is not None:
        raise ClubRefused("they_are_member")
    if ClubBar.objects.filter(club=club, user=person).exists():
        raise ClubRefused("they_are_barred")
    if open_invitations().filter(club=club, user=person).exists():
        raise ClubRefused("invited_already")
    invited = ClubInvitation.objects.filter(club=club, user=person)
    if invited.filter(declined_at__gt=now - INVITE_AGAIN_AFTER).exists():
        raise ClubRefused("invited_lately")
    sent = ClubAct.objects.filter(actor=actor, kind=_KIND.INVITED, at__gt=now - timedelta(days=1))
    if sent.count() >= INVITED_A_DAY_MAX:
        raise ClubRefused("too_many_invited")

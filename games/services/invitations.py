"""Invitations: who sits at an open table asks players to it, by name; each is answered once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from accounts import friends as acquaintances
from accounts.clubs.standing import membership_of
from accounts.models import User
from accounts.names import MAX_LENGTH, key_of
from games.models import Invitation, Match, Player
from games.services import messages
from games.services.friends import both, refuse_blocked
from games.services.ledger import bump_version, lock_match
from games.services.refusals import Refused

TABLE_MAX = 20
A_DAY_MAX = 50
NAME_MAX = 4 * MAX_LENGTH


def invite(match_id: int, player: Player, other: Player, *, now: datetime) -> None:
    """Ask ``other`` to an open table at which ``player`` sits. Raises ``Refused``."""
    user, person = both(player, other)
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.WAITING:
            raise Refused("already_started" if match.started_at else "table_closed")
        if not match.seats.filter(player=player).exists():
            raise Refused("not_seated")
        refuse_blocked(user, person)
        if match.club is not None and membership_of(person, match.club) is None:
            raise Refused("no_member")
        if match.seats.filter(player=other).exists():
            raise Refused("sits_already")
        if match.invitations.filter(player=other).exists():
            raise Refused("invited_already")
        sent = Invitation.objects.filter(invited_by=player, at__gt=now - timedelta(days=1))
        if match.invitations.count() >= TABLE_MAX or sent.count() >= A_DAY_MAX:
            raise Refused("too_many_invited")
        _ask(match, player, [other], now)
        bump_version(match)


def invite_again(match: Match, player: Player, others: Iterable[Player], now: datetime) -> None:
    """Ask those of a finished match to the same again, leaving out who is gone or blocked.

    At a club's table its members alone are asked. The caller holds the match locked.
    """
    blocked = acquaintances.blocked_with(player.user_id)
    there = (
        other
        for other in others
        if other.user is not None
        and not other.user.is_closed
        and other.user.pk not in blocked
        and (match.club is None or membership_of(other.user, match.club) is not None)
    )
    _ask(match, player, there, now)


def decline(match_id: int, player: Player, *, now: datetime) -> None:
    """Say no to an invitation, and to the table; saying it twice changes nothing.

    Raises ``Refused`` for somebody who was not invited.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        asked = match.invitations.filter(player=player)
        if not asked.exists():
            raise Refused("not_asked")
        if asked.filter(declined_at__isnull=True).update(declined_at=now):
            bump_version(match)


def find(name: str) -> Player:
    """The player of this name, however it is cased. Raises ``Refused`` where nobody has it."""
    known = User.objects.filter(name_key=key_of(name[:NAME_MAX]), closed_at__isnull=True)
    # No name holds what a database of text can't: a NUL, half a character.
    user = known.first() if name.isprintable() else None
    if user is None:
        raise Refused("nobody_named")
    player, _made = Player.objects.get_or_create(user=user)
    return player


def hand_over(old: Player, new: Player) -> None:
    """Give a guest's invitations, and those it sent, to the account of the same person."""
    known = Invitation.objects.filter(player=new).values("match_id")
    Invitation.objects.filter(player=old).exclude(match_id__in=known).update(player=new)
    Invitation.objects.filter(invited_by=old).update(invited_by=new)


def forget_all(player: Player) -> None:
    """Throw away what a player was asked, when the account is closed."""
    Invitation.objects.filter(player=player).delete()


def _ask(match: Match, player: Player, others: Iterable[Player], now: datetime) -> None:
    for other in others:
        invitation = Invitation.objects.create(match=match, player=other, invited_by=player, at=now)
        messages.invited(invitation, now)

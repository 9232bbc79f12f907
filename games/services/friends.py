"""Who plays with whom for choice: players ask, answer and end; kept by accounts."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from accounts import blocks, friends
from games.models import Player
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User

QUESTIONS_MAX = 50


def ask(player: Player, other: Player, *, now: datetime) -> bool:
    """Ask ``other`` to be friends; True where that makes them friends, as the other had asked.

    Asking twice asks once. Raises ``Refused``.
    """
    user, person = both(player, other)
    with transaction.atomic():
        refuse_blocked(user, person)
        is_new = friends.between(user, person) is None
        if is_new and friends.questions_of(user.pk).count() >= QUESTIONS_MAX:
            raise Refused("too_many_asked")
        return friends.ask(user, person, now=now).accepted_at is not None


def accept(player: Player, other: Player, *, now: datetime) -> None:
    """Say yes to somebody who asked. Raises ``Refused``."""
    user, person = both(player, other)
    with transaction.atomic():
        refuse_blocked(user, person)
        if not friends.accept(user, person, now=now):
            raise Refused("not_asked")


def end(player: Player, other: Player) -> None:
    """End a friendship, decline a question or take one's own back. Raises ``Refused``."""
    user, person = both(player, other)
    if not friends.end(user, person):
        raise Refused("not_friends")


def both(player: Player, other: Player) -> tuple[User, User]:
    """The people behind two players. Raises ``Refused`` for oneself and for those who are gone."""
    if player.pk == other.pk:
        raise Refused("not_another")
    if player.user is None or other.user is None or other.user.is_closed:
        raise Refused("nobody_there")
    return player.user, other.user


def refuse_blocked(user: User, other: User) -> None:
    """Raise ``Refused`` where either has blocked the other."""
    if blocks.is_blocked_between(user, other):
        raise Refused("blocked")

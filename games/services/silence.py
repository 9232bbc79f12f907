"""Whom a player reads nothing of: kept by accounts, told to the pages that are open."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from accounts import blocks
from games.models import Match, Player
from games.notifications import talk_changed_for_person_on_commit
from games.selectors.talk import heard_lines
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User


def mute(player: Player, other: Player, *, now: datetime) -> None:
    """Have ``player`` read nothing of ``other``. Raises ``Refused``."""
    with transaction.atomic():
        user, person = _both(player, other)
        blocks.mute(user, person, now=now)
        _tell(user, person)


def block(player: Player, other: Player, *, now: datetime) -> None:
    """Have the two read nothing of each other and meet nowhere. Raises ``Refused``."""
    with transaction.atomic():
        user, person = _both(player, other)
        blocks.block(user, person, now=now)
        _tell(user, person)


def lift(player: Player, other: Player) -> None:
    """Take back what ``player`` keeps against ``other``. Raises ``Refused``."""
    with transaction.atomic():
        user, person = _both(player, other)
        blocks.lift(user, person)
        _tell(user, person)


def speaker_of(match: Match, player: Player, line_id: int) -> Player:
    """Who said a line that the player can read. Raises ``Refused``."""
    lines = heard_lines(match.pk, player.user_id).select_related("player__user")
    line = lines.filter(pk=line_id).first()
    if line is None:
        raise Refused("no_line")
    return line.player


def _both(player: Player, other: Player) -> tuple[User, User]:
    if player.pk == other.pk:
        raise Refused("not_another")
    if player.user is None or other.user is None or other.user.is_closed:
        raise Refused("nobody_there")
    return player.user, other.user


def _tell(*people: User) -> None:
    for person in people:
        talk_changed_for_person_on_commit(person.pk)

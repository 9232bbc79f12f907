"""One player per account or guest."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from games.models import Match, Player
from games.services import lobby, play

if TYPE_CHECKING:
    from accounts.models import User


def player_of(user: User) -> Player:
    """The account's player, made at its first need."""
    found = Player.objects.filter(user=user).first()
    if found is None:
        with transaction.atomic():
            found, _made = Player.objects.get_or_create(user=user)
    found.user = user
    return found


def merge_guest(guest: User, user: User) -> None:
    """Give a guest's seats to the account that the same person logged in to.

    Where both sit in one match the guest's seat stays with the guest's player, who keeps its
    place in history. Runs in the caller's transaction.
    """
    old = Player.objects.filter(user=guest).first()
    if old is None:
        return
    with transaction.atomic():
        new, _made = Player.objects.get_or_create(user=user)
        both = new.seats.values("match_id")
        old.seats.exclude(match_id__in=both).update(player=new)
        old.hosted.update(host=new)
        if not old.seats.exists():
            old.delete()


def leave_everything(user: User) -> None:
    """Leave every table of an account that is being closed; its seats go to bots."""
    player = Player.objects.filter(user=user).first()
    if player is None:
        return
    now, rng = timezone.now(), secrets.SystemRandom()
    for match in Match.objects.active().for_player(player):
        if match.status == Match.Status.WAITING:
            lobby.leave_table(match.pk, player)
        elif match.seats.filter(player=player, bot="").exists():
            play.leave_match(match.pk, player, now=now, rng=rng)

"""One player per account or guest."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from games.models import Event, Match, MatchQuerySet, Player
from games.notifications import person_changed_on_commit
from games.services import (
    event_entries,
    invitations,
    lobby,
    messages,
    notes,
    play,
    results,
    reviews,
    sharing,
    talk,
)
from games.services.event_places import lock_event
from games.services.house_rules import forget_all, hand_over
from games.services.ledger import bump_version, hold_matches

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User


def player_of(user: User) -> Player:
    """The account's player, made at its first need."""
    found = Player.objects.filter(user=user).first()
    if found is None:
        with transaction.atomic():
            found, _made = Player.objects.get_or_create(user=user)
    found.user = user
    return found


def hold_guest(guest: User, user: User) -> None:  # noqa: ARG001  told of both
    """Lock the events and matches that ``merge_guest`` will change."""
    events = Event.objects.filter(entries__player__user=guest)
    _hold(events.values_list("pk", flat=True), Match.objects.filter(seats__player__user=guest))


def merge_guest(guest: User, user: User) -> None:
    """Give all that is a guest's to the account that the same person logged in to.

    Where both sit in one match the guest leaves it, and the guest's player keeps its place in
    history. Runs in the caller's transaction.
    """
    old = Player.objects.filter(user=guest).first()
    if old is None:
        return
    with transaction.atomic():
        new, _made = Player.objects.get_or_create(user=user)
        _leave(old, Match.objects.active().for_player(old).filter(seats__player=new))
        moved = old.seats.exclude(match_id__in=new.seats.values("match_id"))
        matches = list(Match.objects.filter(pk__in=moved.values("match_id")))
        seats = list(moved.values_list("pk", flat=True))
        moved.update(player=new)
        results.hand_over(old, new, seats)
        old.hosted.update(host=new)
        hand_over(old, new)
        invitations.hand_over(old, new)
        messages.hand_over(old, new)
        talk.hand_over(old, new)
        notes.hand_over(old, new)
        reviews.hand_over(old, new)
        sharing.hand_over(old, new)
        event_entries.hand_over(old, new)
        for match in matches:
            bump_version(match)
        if not old.seats.exists():
            old.delete()


def hold_seats(user: User) -> None:
    """Lock the events and matches that ``leave_everything`` will change."""
    events = Event.objects.open().filter(entries__player__user=user)
    matches = Match.objects.active().filter(seats__player__user=user)
    _hold(events.values_list("pk", flat=True), matches)


def leave_everything(user: User) -> None:
    """Leave every table of an account that is being closed: its seats go to bots.

    The house rules and notes that it kept go with it; what was said at tables stays.
    """
    player = Player.objects.filter(user=user).first()
    if player is not None:
        _leave(player, Match.objects.active().for_player(player))
        forget_all(player)
        invitations.forget_all(player)
        notes.forget_all(player)
        sharing.forget_all(player)
        event_entries.forget_all(player, now=timezone.now())
        person_changed_on_commit(user.pk)


def _hold(event_ids: Iterable[int], matches: MatchQuerySet) -> None:
    """Lock events, then matches, in the order in which everybody locks them."""
    for event_id in sorted(set(event_ids)):
        lock_event(event_id)
    hold_matches(matches)


def _leave(player: Player, matches: MatchQuerySet) -> None:
    now, rng = timezone.now(), secrets.SystemRandom()
    # In the order in which everybody who locks several matches does it.
    for match in matches.distinct().order_by("pk"):
        if match.status == Match.Status.WAITING:
            lobby.leave_table(match.pk, player)
        elif match.seats.filter(player=player, bot="").exists():
            play.leave_match(match.pk, player, now=now, rng=rng)

"""Friends: one asks, the other accepts, either may end it. Two who blocked each other are none."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Block, Friendship, User


def between(user: User, other: User) -> Friendship | None:
    """What there is between two people: an open question, or a friendship."""
    return Friendship.objects.filter(_pair(user.pk, other.pk)).order_by("accepted_at").last()


def friends_of(user_id: int | None) -> QuerySet[User]:
    """A person's friends by name, without those who are blocked either way."""
    asked = Friendship.objects.filter(asked_by_id=user_id or 0, accepted_at__isnull=False)
    received = Friendship.objects.filter(asked_id=user_id or 0, accepted_at__isnull=False)
    ids = Q(pk__in=asked.values("asked_id")) | Q(pk__in=received.values("asked_by_id"))
    people = User.objects.filter(ids, closed_at__isnull=True)
    return people.exclude(pk__in=blocked_with(user_id)).order_by("name_key")


def questions_to(user_id: int | None) -> QuerySet[Friendship]:
    """Who has asked this person and has no answer yet, latest first."""
    open_ones = Friendship.objects.filter(asked_id=user_id or 0, accepted_at__isnull=True)
    open_ones = open_ones.exclude(asked_by_id__in=blocked_with(user_id))
    return open_ones.select_related("asked_by").order_by("-asked_at", "-pk")


def questions_of(user_id: int | None) -> QuerySet[Friendship]:
    """Whom this person has asked without an answer yet, latest first."""
    open_ones = Friendship.objects.filter(asked_by_id=user_id or 0, accepted_at__isnull=True)
    open_ones = open_ones.exclude(asked_id__in=blocked_with(user_id))
    return open_ones.select_related("asked").order_by("-asked_at", "-pk")


def blocked_with(user_id: int | None) -> frozenset[int]:
    """The ids of those whom this person blocked or was blocked by; a mute is no block."""
    blocks = Block.objects.filter(
        Q(user_id=user_id or 0) | Q(other_id=user_id or 0), kind=Block.Kind.BLOCK
    )
    pairs = blocks.values_list("user_id", "other_id")
    return frozenset(other if user == user_id else user for user, other in pairs)


def ask(user: User, other: User, *, now: datetime) -> Friendship:
    """Ask to be friends; where the other has asked already, this is the answer.

    Asking again changes nothing.
    """
    with transaction.atomic():
        # Both locked, in one order, so that two who ask each other at once become friends.
        list(User.objects.select_for_update().filter(pk__in=[user.pk, other.pk]).order_by("pk"))
        kept = between(user, other)
        if kept is None:
            return Friendship.objects.create(asked_by=user, asked=other, asked_at=now)
        if kept.accepted_at is None and kept.asked_id == user.pk:
            kept.accepted_at = now
            kept.save(update_fields=["accepted_at"])
        return kept


def accept(user: User, other: User, *, now: datetime) -> bool:
    """Say yes to somebody who asked; False where nobody asks (any more)."""
    open_ones = Friendship.objects.filter(asked_by=other, asked=user, accepted_at__isnull=True)
    return bool(open_ones.update(accepted_at=now))


def end(user: User, other: User) -> bool:
    """End what is between two: take a question back, decline it, or end a friendship."""
    gone, _by_model = Friendship.objects.filter(_pair(user.pk, other.pk)).delete()
    return bool(gone)


def hand_over(guest: User, user: User) -> None:
    """Give a guest's friends and questions to the account, where it has none with the same person.

    A friendship of either wins over an open question.
    """
    end(guest, user)
    for theirs in Friendship.objects.filter(Q(asked_by=guest) | Q(asked=guest)):
        other = theirs.asked if theirs.asked_by_id == guest.pk else theirs.asked_by
        kept = between(user, other)
        if kept is not None and (kept.accepted_at is not None or theirs.accepted_at is None):
            continue
        if kept is not None:
            kept.delete()
        if theirs.asked_by_id == guest.pk:
            theirs.asked_by = user
        else:
            theirs.asked = user
        theirs.save(update_fields=["asked_by", "asked"])
    forget_all(guest)


def forget_all(user: User) -> None:
    """End everything with everybody, when an account is closed or a guest retired."""
    Friendship.objects.filter(Q(asked_by=user) | Q(asked=user)).delete()


def _pair(one: int, other: int) -> Q:
    return Q(asked_by_id=one, asked_id=other) | Q(asked_by_id=other, asked_id=one)

"""Whom a person does not want to hear (mute), or to meet at all (block).

A mute works one way and the other never learns of it. A block works both ways: neither reads the
other, and ``is_blocked_between`` tells those who bring people together.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from accounts.models import Block, User


class Silence(NamedTuple):
    """The ids of those whom a person reads nothing of, and of those among them by own wish."""

    unheard: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()


def mute(user: User, other: User, *, now: datetime) -> None:
    """Have ``user`` read nothing of ``other``; a block becomes a mute."""
    _keep(user, other, Block.Kind.MUTE, now)


def block(user: User, other: User, *, now: datetime) -> None:
    """Have the two read nothing of each other and meet nowhere."""
    _keep(user, other, Block.Kind.BLOCK, now)


def lift(user: User, other: User) -> None:
    """Take back a mute or a block; where there is none, nothing changes."""
    Block.objects.filter(user=user, other=other).delete()


def kind_of(user_id: int | None, other_id: int | None) -> str:
    """What the first person keeps against the second: "mute", "block" or ""."""
    kept = Block.objects.filter(user_id=user_id or 0, other_id=other_id or 0)
    return kept.values_list("kind", flat=True).first() or ""


def silence_of(user_id: int | None) -> Silence:
    """Whom this person reads nothing of, by a wish of either side, in one query."""
    if user_id is None:
        return Silence()
    rows = Block.objects.filter(Q(user_id=user_id) | Q(other_id=user_id, kind=Block.Kind.BLOCK))
    pairs = list(rows.values_list("user_id", "other_id"))
    own = frozenset(other for user, other in pairs if user == user_id)
    return Silence(own | {user for user, _other in pairs if user != user_id}, own)


def unheard_by(user_id: int | None) -> frozenset[int]:
    """The ids of those whom this person reads nothing of, by a wish of either side."""
    return silence_of(user_id).unheard


def deaf_to(user_id: int | None) -> frozenset[int]:
    """The ids of those who read nothing of this person, by a wish of either side."""
    if user_id is None:
        return frozenset()
    rows = Block.objects.filter(Q(other_id=user_id) | Q(user_id=user_id, kind=Block.Kind.BLOCK))
    pairs = rows.values_list("user_id", "other_id")
    return frozenset(other if user == user_id else user for user, other in pairs)


def is_blocked_between(user: User, other: User) -> bool:
    """Whether either of the two has blocked the other; a mute is no block."""
    pair = Q(user=user, other=other) | Q(user=other, other=user)
    return Block.objects.filter(pair, kind=Block.Kind.BLOCK).exists()


def hand_over(guest: User, user: User) -> None:
    """Give what a guest keeps, and what others keep against it, to the account.

    Where both have a row the account's stays, made a block if the guest's was one.
    """
    Block.objects.filter(Q(user=guest, other=user) | Q(user=user, other=guest)).delete()
    for theirs in Block.objects.filter(Q(user=guest) | Q(other=guest)):
        owner, other = (
            (user.pk, theirs.other_id) if theirs.user_id == guest.pk else (theirs.user_id, user.pk)
        )
        kept, is_new = Block.objects.get_or_create(
            user_id=owner, other_id=other, defaults={"kind": theirs.kind, "at": theirs.at}
        )
        if not is_new and theirs.kind == Block.Kind.BLOCK:
            Block.objects.filter(pk=kept.pk).update(kind=Block.Kind.BLOCK)
        theirs.delete()


def _keep(user: User, other: User, kind: str, now: datetime) -> None:
    Block.objects.update_or_create(
        user=user, other=other, defaults={"kind": kind}, create_defaults={"kind": kind, "at": now}
    )

"""When a guest logs in to an account that exists already, what was the guest's moves over.

An app that hangs things on a user registers a hook once, from its AppConfig.ready():

    merging.register(hand_matches_over)

The hook gets (guest, user), both saved users, inside one transaction. It has to move or
resolve everything of the guest's: afterwards the guest is nobody. What it raises cancels the
merge and the log-in. An app whose rows are locked before people and clubs, by whoever locks both,
registers ``hold`` too: it gets the same first of all, to lock what the hook will change.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from accounts import blocks, closing, friends, hours, reaching
from accounts.clubs import passing
from accounts.models import User

Hook = Callable[[User, User], None]

_hooks: list[Hook] = []
_holds: list[Hook] = []


def register(hook: Hook, hold: Hook | None = None) -> Hook:
    """Call the hook at every merge. Returns it, to serve as a decorator."""
    if hook not in _hooks:
        _hooks.append(hook)
        if hold is not None:
            _holds.append(hold)
    return hook


def merge(guest: User, user: User) -> None:
    """Hand what the guest has to the user, then retire the guest.

    A guest who is gone already, or who has become an account meanwhile, is left alone.
    """
    with transaction.atomic():
        for hold in _holds:
            hold(guest, user)
        # By number, as everybody locks people.
        people = User.objects.select_for_update(no_key=True).filter(pk__in=[guest.pk, user.pk])
        present = next(one for one in people.order_by("pk") if one.pk == guest.pk)
        if present.is_closed or not present.is_guest:
            return
        blocks.hand_over(present, user)
        friends.hand_over(present, user)
        hours.hand_over(present, user, now=timezone.now())
        reaching.hand_over(present, user)
        passing.hand_over(present, user, now=timezone.now())
        for hook in _hooks:
            hook(present, user)
        closing.anonymise(present)

"""Closing an account: name and mail address vanish, the history of opponents stays.

An app that keeps more about a person registers a hook once, from its AppConfig.ready():

    closing.register(forget_notes_of)

The hook gets the user, still whole, inside the transaction that closes the account. What it
raises cancels the closing. An app whose rows are locked before people and clubs, by whoever locks
both, registers ``hold`` too: it gets the user first of all, to lock what the hook will change.
"""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from accounts import friends, hours, reaching
from accounts.clubs import passing
from accounts.models import User

Hook = Callable[[User], None]

_hooks: list[Hook] = []
_holds: list[Hook] = []


def register(hook: Hook, hold: Hook | None = None) -> Hook:
    """Call the hook whenever an account is closed. Returns it, to serve as a decorator."""
    if hook not in _hooks:
        _hooks.append(hook)
        if hold is not None:
            _holds.append(hold)
    return hook


def close(user: User) -> None:
    """Close the account for good; closing a closed one changes nothing.

    Raises ``ClubRefused`` where clubs with other members would have no owner.
    """
    with transaction.atomic():
        for hold in _holds:
            hold(user)
        present = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if present.is_closed:
            return
        passing.leave_all(present, now=timezone.now())
        for hook in _hooks:
            hook(present)
        anonymise(present)


def anonymise(user: User) -> None:
    """Take from the row all that tells who it was, and every way in. Calls no hook."""
    # Nobody can choose this name: a chosen one starts with a letter or a digit.
    user.username = f"#{user.pk}"
    user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.closed_at = timezone.now()
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    EmailAddress.objects.filter(user=user).delete()
    friends.forget_all(user)
    hours.forget_all(user)
    reaching.forget_all(user)
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)
    ).update(object_repr=user.username)

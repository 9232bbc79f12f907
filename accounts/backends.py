"""Checks a name and a password."""

from django.contrib.auth.backends import AllowAllUsersModelBackend

from accounts.models import User


class NameBackend(AllowAllUsersModelBackend):
    """Takes a name whatever its case.

    A suspended person who knows the password passes here, so that the log-in page can say
    what is the matter instead of blaming the password; a session of theirs is nobody's.
    """

    def get_user(self, user_id: int) -> User | None:
        return _active(super().get_user(user_id))

    async def aget_user(self, user_id: int) -> User | None:
        return _active(await super().aget_user(user_id))


def _active(user: User | None) -> User | None:
    return user if user is not None and user.is_active else None

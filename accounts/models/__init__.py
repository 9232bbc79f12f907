"""People, what they prefer, and whom they know."""

from accounts.models.acquaintances import Block, Friendship
from accounts.models.people import PersonManager, User
from accounts.models.preferences import MessageChoice, Preferences, PushSubscription, Vacation

__all__ = [
    "Block",
    "Friendship",
    "MessageChoice",
    "PersonManager",
    "Preferences",
    "PushSubscription",
    "User",
    "Vacation",
]

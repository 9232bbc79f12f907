"""People, what they prefer, whom they know, and their clubs."""

from accounts.models.acquaintances import Block, Friendship
from accounts.models.clubs import (
    Announcement,
    Club,
    ClubAct,
    ClubBar,
    ClubInvitation,
    JoinRequest,
    Membership,
)
from accounts.models.people import PersonManager, User
from accounts.models.preferences import MessageChoice, Preferences, PushSubscription, Vacation

__all__ = [
    "Announcement",
    "Block",
    "Club",
    "ClubAct",
    "ClubBar",
    "ClubInvitation",
    "Friendship",
    "JoinRequest",
    "Membership",
    "MessageChoice",
    "PersonManager",
    "Preferences",
    "PushSubscription",
    "User",
    "Vacation",
]

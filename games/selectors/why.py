"""Why messages of the outbox are not sent."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Why a message was not sent, as the outbox keeps it."""

    ACTED = "acted meanwhile"
    AWAY = "away from the table"
    BLOCKED = "does not hear who caused it"
    CLOSED = "account closed"
    CLUB_CLOSED = "the club is closed"
    MOVED = "the deadline moved"
    NO_MEMBER = "no member of the club"
    NO_ADDRESS = "no address and no device"
    OFF = "wants no messages of this kind"
    OVER = "the match is over"
    PASSED = "passed by"
    PAUSED = "the match is paused"
    READ = "read the comment meanwhile"
    SHOWN = "shown on a page meanwhile"
    SEEN = "looked at the table meanwhile"
    TOLD = "one message until the player is back"
    VACATION = "on vacation"

"""People's hours of rest, as the clocks read them."""

from __future__ import annotations

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from accounts.hours import Rest, rests_of
from accounts.models import Preferences
from accounts.zones import zone_named
from games.clocks import Hours


def hours_of(user_ids: Iterable[int]) -> dict[int, Hours]:
    """The hours of each person who has set any, in two queries."""
    return {user_id: hours_from(rest) for user_id, rest in rests_of(user_ids).items()}


def hours_from(rest: Rest) -> Hours:
    """The hours of a person's rest."""
    return Hours(zone_named(rest.time_zone), rest.sleep, rest.weekend_off, rest.vacations)


def zone_of(preferences: Preferences | None) -> ZoneInfo:
    """The person's time zone; UTC where none is set, or where it is known no longer."""
    return zone_named(preferences.time_zone if preferences else "UTC")

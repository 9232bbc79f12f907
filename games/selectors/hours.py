"""People's hours of rest, as the clocks read them."""

from __future__ import annotations

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from accounts.hours import Rest
from accounts.models import Preferences, Vacation
from accounts.zones import zone_named
from games.clocks import Hours


def hours_of(user_ids: Iterable[int]) -> dict[int, Hours]:
    """The hours of each person who has set any, in two queries."""
    ids = list(user_ids)
    days_off: dict[int, list[Vacation]] = {}
    for vacation in Vacation.objects.filter(user_id__in=ids):
        days_off.setdefault(vacation.user_id, []).append(vacation)
    found = {row.user_id: row for row in Preferences.objects.filter(user_id__in=ids)}
    return {
        user_id: _hours(found.get(user_id), days_off.get(user_id, []))
        for user_id in found.keys() | days_off.keys()
    }


def hours_from(rest: Rest) -> Hours:
    """The hours of a person's rest."""
    return Hours(zone_named(rest.time_zone), rest.sleep, rest.weekend_off, rest.vacations)


def zone_of(preferences: Preferences | None) -> ZoneInfo:
    """The person's time zone; UTC where none is set, or where it is known no longer."""
    return zone_named(preferences.time_zone if preferences else "UTC")


def _hours(preferences: Preferences | None, days_off: list[Vacation]) -> Hours:
    sleep = None
    if preferences and preferences.sleep_from and preferences.sleep_until:
        sleep = (preferences.sleep_from, preferences.sleep_until)
    return Hours(
        zone=zone_of(preferences),
        sleep=sleep,
        weekend_off=bool(preferences and preferences.weekend_off),
        days_off=tuple((vacation.first_day, vacation.last_day) for vacation in days_off),
    )

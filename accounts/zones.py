"""Time zones: those a person may choose, by region, and the one behind a name."""

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


def zone_named(name: str) -> ZoneInfo:
    """The zone of this name; UTC where it is known no longer."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        return ZoneInfo("UTC")


@cache
def zones_by_region() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names of zones under their regions, both in order; old aliases of countries are left out.

    >>> "Europe/Paris" in dict(zones_by_region())["Europe"]
    True
    """
    known = sorted(available_timezones())
    return tuple(
        (region, tuple(name for name in known if name.startswith(f"{region}/")))
        for region in REGIONS
    )


def zone_choices() -> list[Any]:
    """The zones of a form's list: UTC, then each region's places with their names."""
    regions = [
        (region, [(name, place_of(name)) for name in names]) for region, names in zones_by_region()
    ]
    return [("UTC", "UTC"), *regions]


def is_offered(name: str) -> bool:
    """Whether a person may choose the zone of this name."""
    return name == "UTC" or any(name in names for _region, names in zones_by_region())


def place_of(name: str) -> str:
    """The name of a zone's place, as people write it.

    >>> place_of("America/Argentina/Buenos_Aires"), place_of("Australia/Lord_Howe")
    ('Argentina, Buenos Aires', 'Lord Howe')
    """
    return ", ".join(name.split("/")[1:] or [name]).replace("_", " ")

"""Clubs, seasons and measured holes for tests of standings."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from accounts.models import Club, Membership
from games.leaderboards.days import span
from games.models import ExpectedStrokes, Season
from games.services.lines import board_for_season, renew
from tests.factories import make_player, user_of
from tests.finished import finished_match

if TYPE_CHECKING:
    from games.models import Player

START = datetime(2026, 6, 1, 18, tzinfo=UTC)


def club_of(*members: Player, slug: str = "reeds", **fields: Any) -> Club:
    """A club in Bogota whose first member owns it."""
    club = Club.objects.create(
        name=slug.title(), slug=slug, time_zone="America/Bogota", created_at=START, **fields
    )
    for member in members:
        role = "owner" if member is members[0] else "member"
        Membership.objects.create(club=club, user=user_of(member), role=role, joined_at=START)
    return club


def season_in(club: Club, **fields: Any) -> Season:
    """A season of June 2026, by strokes a hole if nothing else is said."""
    first, last = date(2026, 6, 1), date(2026, 6, 30)
    starts_at, ends_at = span(first, last, club.time_zone)
    season = Season.objects.create(
        club=club,
        name="June",
        first_day=first,
        last_day=last,
        starts_at=starts_at,
        ends_at=ends_at,
        created_at=START,
        **fields,
    )
    renew(board_for_season(season))
    return season


def measure(seats: int, mean: int) -> None:
    """What a hole costs with so many seats is known."""
    match = finished_match([make_player() for _n in range(seats)], [[0] * seats], counts=False)
    key = ExpectedStrokes.key_of(match.ruleset, seats)
    match.seats.all().delete()
    match.delete()
    holes = ExpectedStrokes.HOLES_WANTED
    ExpectedStrokes.objects.create(
        key=key,
        ruleset={},
        seats=seats,
        bot="steady",
        bot_version=2,
        holes=holes,
        strokes=holes * seats * mean,
    )

"""What was played in a club before a browser looks; run by ``manage.py shell`` beside the site."""

from __future__ import annotations

import sys
from datetime import datetime

from accounts.clubs import founding, joining
from accounts.clubs.founding import ClubSettings
from accounts.models import User
from games.services.players import player_of
from tests.finished import finished_match

# Strokes of a hole in a match, a player each: one match is tied, and two even out.
STROKES = ([5, 5, 9], [3, 6, 10], [6, 3, 10])


def play_season(name: str, owner: str, members: list[str], at: datetime) -> None:
    """Found a private club of this owner, with matches of then; write the slugs of all of them."""
    users = [User.objects.get(username=owner), *map(User.objects.create_user, members)]
    club = founding.found(users[0], ClubSettings(name, is_listed=False), now=at)
    for user in users[1:]:
        joining.join_by_link(club.join_token, user, now=at)
    players = [player_of(user) for user in users]
    matches = [finished_match(players, [strokes], at=at, club=club) for strokes in STROKES]
    sys.stdout.write(" ".join([club.slug, *(match.slug for match in matches)]))

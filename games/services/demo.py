"""What a fresh site shows: an organiser, demo players, finished matches, a practice table."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction

from games import engine
from games.bots import BOTS
from games.models import Action, Player, Preset, Seat
from games.services import lobby, play
from games.services.ledger import Ledger, lock_match
from games.services.players import player_of

NAMES = ("Demo Ash", "Demo Birch", "Demo Cedar", "Demo Elm")
ORGANISER = "organiser"


@dataclass(frozen=True, slots=True)
class LogIn:
    """A name and the password that was just made for it."""

    name: str
    password: str


def make_organiser() -> LogIn | None:
    """Make the organiser's account if no staff account exists; returns its log-in then."""
    users = get_user_model().objects
    if users.filter(is_superuser=True).exists() or users.filter(username=ORGANISER).exists():
        return None
    password = secrets.token_urlsafe(9)
    with transaction.atomic():
        users.create_superuser(ORGANISER, password=password)
    return LogIn(ORGANISER, password)


def make_demo(now: datetime, rng: random.Random) -> int:
    """Make demo players with finished matches, once; returns how many matches were made."""
    users = get_user_model().objects
    if users.filter(username=NAMES[0]).exists():
        return 0
    players = [player_of(users.create_user(name)) for name in NAMES]
    plans = [(2, 9, 6), (3, 3, 4), (4, 3, 3), (2, 3, 1)]
    for seats, holes, days in plans:
        _play(rng.sample(players, seats), holes, now - timedelta(days=days), rng)
    _practice_table(players[0], now)
    return len(plans)


def _play(players: list[Player], holes: int, start: datetime, rng: random.Random) -> None:
    preset = Preset.objects.prefetch_related("toggles").get(slug="clubhouse")
    match = lobby.open_table(
        players[0], preset, {"holes": holes}, seats=len(players), is_listed=True, now=start
    )
    for player in players[1:]:
        lobby.join_table(match.pk, player, has_invite=True, now=start, rng=rng)
    # All in one transaction: a first start is not the time to commit action by action.
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        while ledger.state.phase != engine.MatchPhase.FINISHED:
            number = engine.seats_to_act(ledger.state)[0]
            action = BOTS[play.HOUSE_BOT].answer(engine.as_grid(ledger.state), number, rng)
            ledger.append(action, Action.PlayedBy.PLAYER)
            ledger.settle(rng)
        ledger.close(start + timedelta(minutes=10 * holes // 3))


def _practice_table(host: Player, now: datetime) -> None:
    """Open a table where only a bot waits, so that the first visitor can play at once."""
    preset = Preset.objects.prefetch_related("toggles").get(slug="clubhouse")
    match = lobby.open_table(host, preset, {"holes": 3}, seats=2, is_listed=True, now=now)
    Seat.objects.filter(match=match).update(player=None, bot=play.HOUSE_BOT, bot_number=1)

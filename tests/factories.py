"""Rows for tests, made through the same services as in the site where there is one."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING, Any

from accounts.models import User
from games.models import Match, Player, Preset
from games.services import lobby
from games.services.players import player_of
from games.services.presets import load_presets
from tests.clock import NOW

if TYPE_CHECKING:
    from django.test import Client


_numbers = count(1)


def make_player(name: str = "") -> Player:
    """A player with an account; its name is made up if none is given."""
    user = User.objects.create_user(name or f"Player {next(_numbers)}", password="a long password")
    return player_of(user)


def make_preset(slug: str = "clubhouse") -> Preset:
    """A published preset as the site loads it."""
    if not Preset.objects.filter(slug=slug).exists():
        load_presets()
    return Preset.objects.prefetch_related("toggles").get(slug=slug)


def open_table(
    host: Player | None = None,
    *,
    preset: str = "clubhouse",
    seats: int = 2,
    is_listed: bool = True,
    terms: lobby.Terms = lobby.PLAIN_TERMS,
    **choices: Any,
) -> Match:
    """A table with its host in the first chair, waiting for others."""
    return lobby.open_table(
        host or make_player(),
        make_preset(preset),
        {"holes": 3, **choices},
        seats=seats,
        is_listed=is_listed,
        now=NOW,
        terms=terms,
    )


def start_match(
    *players: Player,
    seed: int = 1,
    is_listed: bool = True,
    preset: str = "clubhouse",
    terms: lobby.Terms = lobby.PLAIN_TERMS,
    **choices: Any,
) -> Match:
    """A running match of these players (two new ones if none are given), dealt from ``seed``."""
    seated = players or (make_player(), make_player())
    rng = random.Random(seed)
    match = open_table(
        seated[0], preset=preset, seats=len(seated), is_listed=is_listed, terms=terms, **choices
    )
    for player in seated[1:]:
        lobby.join_table(match.pk, player, has_invite=True, now=NOW, rng=rng)
    return Match.objects.select_related("host__user").get(pk=match.pk)


def user_of(player: Player) -> User:
    """The account behind a player who has one."""
    assert player.user is not None
    return player.user


def log_in(client: Client, player: Player) -> Client:
    """The client, as this player."""
    client.force_login(user_of(player))
    return client

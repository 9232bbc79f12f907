"""Golf Solitaire: practice deals by number, and nine holes for oneself."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Club
from games import engine
from games.engine.solitaire import LAST_NUMBER, SolitaireRules
from games.models import Match, MatchQuerySet, NumberedDeal, Player
from games.selectors.daily import rules_with
from games.services.ledger import Ledger, lock_match
from games.services.lobby import start_with
from games.services.presets import solitaire_preset
from games.services.refusals import Refused

RUNNING_MAX = 20
"""How many deals somebody practises at a time, beyond which the oldest is put away; and how many
nines they may have begun."""


def read_rules(fields: Mapping[str, Any]) -> SolitaireRules:
    """Nine holes with these toggles, the others as published. Raises ``Refused``."""
    try:
        return rules_with(fields)
    except engine.EngineError as error:
        raise Refused("bad_ruleset") from error


def open_practice(
    player: Player, rules: SolitaireRules, number: int, *, now: datetime, rng: random.Random
) -> Match:
    """Deal one hole by its number, to be played with taking back; returns the match.

    One that was begun by the same number and rules is gone on with. Raises ``Refused``.
    """
    if not 1 <= number <= LAST_NUMBER:
        raise Refused("bad_deal")
    rules = replace(rules, holes=1, undo=True, winnable_only=False)
    same = {"numbered_deal__number": str(number), "ruleset": engine.encode_ruleset(rules)}
    with transaction.atomic():
        if not running(player).filter(**same).exists():
            _make_room(player, now)
        _lock(player)
        if (begun := running(player).filter(**same).first()) is not None:
            return begun
        match = open_for_one(player, rules, now=now)
        NumberedDeal.objects.create(match=match, number=str(number))
        start_with(match, [player], now=now, rng=rng)
        return match


def open_nine(player: Player, rules: SolitaireRules, *, now: datetime, rng: random.Random) -> Match:
    """Deal the first of nine holes that nobody else is dealt; returns the match.

    Raises ``Refused`` for who has begun too many.
    """
    with transaction.atomic():
        _lock(player)
        others = running(player).filter(numbered_deal__isnull=True, daily__isnull=True)
        if others.count() >= RUNNING_MAX:
            raise Refused("too_many_nines")
        match = open_for_one(player, rules, now=now)
        start_with(match, [player], now=now, rng=rng)
        return match


def open_for_one(
    player: Player, rules: SolitaireRules, *, now: datetime, club: Club | None = None
) -> Match:
    """A match for one that is still to be dealt; nobody but its player sees it."""
    return Match.objects.create(
        host=player,
        preset=solitaire_preset(),
        ruleset=engine.encode_ruleset(rules),
        seat_count=1,
        is_listed=False,
        allows_pauses=False,
        allows_spectators=False,
        created_at=now,
        club=club,
    )


def running(player: Player) -> MatchQuerySet:
    """The games for one that a player has begun, latest first."""
    return Match.objects.running().filter(host=player, seat_count=1).order_by("-created_at", "-pk")


def _lock(player: Player) -> None:
    # So that two presses of one button open one match.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _make_room(player: Player, now: datetime) -> None:
    # Before the player is locked: matches come first in everybody's order of locks.
    begun = running(player).filter(numbered_deal__isnull=False)
    for match_id in list(begun.values_list("pk", flat=True)[RUNNING_MAX - 1 :]):
        ledger = Ledger.of(lock_match(match_id))
        ledger.is_cancelled = True
        ledger.close(now)

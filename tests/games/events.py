"""Events for tests: a club with its members, events made through the service, tables played out."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from games import engine
from games.bots import BOTS
from games.engine import codec
from games.models import Action, Event, EventRound, Match, Player
from games.services import event_entries, event_rounds, events
from games.services.ledger import Ledger, lock_match
from tests.drivers import is_finished
from tests.factories import NOW, make_player, make_preset, user_of
from tests.standings import club_of

if TYPE_CHECKING:
    from accounts.models import Club

START = NOW + timedelta(days=1)

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida")


def club_with(count: int, **fields: Any) -> tuple[Club, list[Player]]:
    """A club of so many players; the first owns it."""
    players = [make_player(name) for name in NAMES[:count]]
    return club_of(*players, **fields), players


def announce(club: Club, owner: Player, *, is_short: bool = True, **fields: Any) -> Event:
    """An event that begins at ``START``."""
    form = events.EventForm(title="Club evening", preset=make_preset(), starts_at=START)
    wanted = replace(form, **{"choices": {"holes": 3}, **fields})
    event = events.announce_event(club, user_of(owner), wanted, now=NOW)
    if is_short:
        # One hole a table, which no preset offers, keeps tests quick.
        event.ruleset = {**event.ruleset, "holes": 1}
        event.save()
    return event


def enter(event: Event, *players: Player) -> None:
    """Have these enter, in this order."""
    for player in players:
        event_entries.enter(event.pk, player, now=NOW)


def sweep(now: Any = START, seed: int = 1) -> int:
    """Do what is due for events, as the clerk does."""
    return event_rounds.carry_out_events(now, random.Random(seed))


def tables_of(drawn: EventRound) -> list[Match]:
    """The round's matches by the numbers of their tables."""
    return list(Match.objects.filter(event_table__round=drawn).order_by("event_table__number"))


def names_at(match: Match) -> set[str]:
    """Who sits at a table."""
    return {seat.name for seat in match.seats.select_related("player__user")}


def deal_of(match: Match, hole: int = 0) -> Any:
    """The order in which a hole of a match was dealt."""
    body = Action.objects.get(match=match, kind="deal", hole__number=hole).body
    return codec.decode_action(body)


def play_out(match: Match, rng: random.Random, *, to_the_last: bool = False) -> None:
    """Have every seat play at random to the end of the match, all in one transaction.

    With ``to_the_last`` they draw and throw away while that is lawful, so that the stock runs out.
    """
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        while not is_finished(engine.as_grid(ledger.state)):
            number = engine.seats_to_act(ledger.state)[0]
            action = BOTS["random"].answer(engine.as_grid(ledger.state), number, rng)
            if to_the_last:
                lawful = engine.legal_actions(engine.as_grid(ledger.state), number)
                wasteful = [a for kind in ("draw", "discard") for a in lawful if a.kind == kind]
                action = wasteful[0] if wasteful else action
            ledger.append(action, Action.PlayedBy.PLAYER)
            # Of a round with the same cards no shuffle may come from what the caller gives.
            ledger.settle(random.Random(rng.random()))
        ledger.close(NOW)


def play_round(event: Event, seed: int = 1) -> EventRound:
    """Play all tables of the latest round to their ends."""
    drawn = event.drawn.order_by("number").last()
    assert drawn is not None
    for number, match in enumerate(tables_of(drawn)):
        if match.status == Match.Status.RUNNING:
            play_out(match, random.Random(seed * 100 + number))
    return drawn

"""Reach a position of a stored match by playing actions, as players do."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from django.db import transaction
from django.urls import reverse

from games import engine
from games.bots import BOTS
from games.engine import codec
from games.models import Action, Match, Player, Position
from games.services import play
from games.services.ledger import Ledger, lock_match
from tests.factories import NOW

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.test import Client

    from games.services.play import Submitted


def state_of(match: Match) -> engine.MatchState:
    """The whole truth about a stored match."""
    return codec.decode_state(Position.objects.get(match=match).state)


def player_at(match: Match, number: int) -> Player:
    """Who sits at a seat."""
    player = match.seats.get(number=number).player
    assert player is not None
    return player


def to_move(match: Match) -> Player:
    """The player that the match waits for, the first of several."""
    return player_at(match, engine.seats_to_act(state_of(match))[0])


def submit(
    match: Match,
    player: Player,
    text: str,
    *,
    based_on: int | None = None,
    key: str | None = None,
    now: datetime = NOW,
) -> Submitted:
    """Submit an action as a page would; based on the present sequence unless told otherwise."""
    stored = Position.objects.get(match=match).state
    sequence = stored["sequence"] if based_on is None else based_on
    return play.submit_action(
        match.pk,
        player,
        text,
        based_on=sequence,
        key=key or f"{player.pk}-{sequence}-{text}",
        now=now,
        rng=random.Random(sequence),
    )


def act(match: Match, text: str, *, now: datetime = NOW) -> Submitted:
    """Submit an action for whoever is to move."""
    return submit(match, to_move(match), text, now=now)


def catch_up(client: Client, match: Match) -> None:
    """Skip what the client's player has missed, so that the table's page shows the table."""
    client.post(reverse("games:caught-up", args=[match.slug]))


def play_on(
    match: Match, until: Callable[[engine.MatchState], bool], seed: int = 1, limit: int = 2000
) -> engine.MatchState:
    """Play random lawful actions until the state is as wanted, written all at once.

    Where it matters what is told and when, ``act_on`` submits them one by one.
    """
    state = state_of(match)
    if until(state):
        return state
    rng = random.Random(seed)
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        for _step in range(limit):
            before = ledger.state.sequence
            ledger.append(_any_action(engine.as_grid(ledger.state), rng), Action.PlayedBy.PLAYER)
            ledger.settle(random.Random(before))
            reached = engine.as_grid(ledger.state)
            if until(reached):
                ledger.close(NOW)
                return reached
    raise AssertionError("the position was not reached")


def draw_on(match: Match, placing: str, *, until: Callable[[Ledger], bool]) -> None:
    """Have every seat draw and place in this way until it is as wanted, written all at once."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        while not (ledger.entries and until(ledger)):
            for text in ("draw", placing):
                seat = engine.seats_to_act(ledger.state)[0]
                ledger.append(engine.parse_action(text, seat), Action.PlayedBy.PLAYER)
            ledger.settle(random.Random(1))
        ledger.close(NOW)


def act_on(match: Match, until: Callable[[engine.MatchState], bool], seed: int = 1) -> None:
    """Submit random lawful actions, one by one as players do, until the state is as wanted."""
    rng = random.Random(seed)
    while not until(state := state_of(match)):
        action = _any_action(state, rng)
        submit(match, player_at(match, action.seat), action.text)


def _any_action(state: engine.MatchState, rng: random.Random) -> engine.SeatAction:
    return rng.choice(engine.legal_actions(state, engine.seats_to_act(state)[0]))


def play_out(match: Match, rng: random.Random) -> None:
    """Have the house bot play every seat to the end of the match, all in one transaction."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match.pk))
        while not is_finished(engine.as_grid(ledger.state)):
            number = engine.seats_to_act(ledger.state)[0]
            action = BOTS[play.HOUSE_BOT].answer(engine.as_grid(ledger.state), number, rng)
            ledger.append(action, Action.PlayedBy.PLAYER)
            ledger.settle(rng)
        ledger.close(NOW)


def open_cards(match: Match) -> None:
    """Choose the first openers of every seat, so that the first turn is next."""
    while (hole := state_of(match).hole) and hole.phase is engine.HolePhase.OPENERS:
        number = hole.to_move
        slot = next(n for n in range(9) if not hole.opened[number] >> n & 1)
        submit(match, player_at(match, number), f"turn {slot}")


def is_finished(state: engine.MatchState) -> bool:
    """Whether the match is over."""
    return state.phase is engine.MatchPhase.FINISHED


def is_at_score_card(state: engine.MatchState) -> bool:
    """Whether a score card is shown."""
    return state.phase is engine.MatchPhase.SCORE_CARD


def is_drawn(state: engine.MatchState) -> bool:
    """Whether somebody holds a drawn card."""
    return state.hole is not None and state.hole.phase is engine.HolePhase.DRAWN


def open_cards_of(match: Match, player: Player) -> None:
    """Choose the first openers of one player, whose turn it is to choose."""
    number = match.seats.get(player=player).number
    for slot in range(state_of(match).ruleset.openers):
        assert engine.seats_to_act(state_of(match)) == (number,)
        submit(match, player, f"turn {slot}")

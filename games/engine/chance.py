"""Chance as recorded actions: what is to be shuffled, and the shuffle with a given generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.actions import ChanceAction, Deal, Reshuffle
from games.engine.state import HolePhase, MatchPhase, MatchState

if TYPE_CHECKING:
    from random import Random

    from games.engine.cards import Card

# Members of an enum are looked up by a function of Python: once is enough for all actions.
_AWAIT_DEAL = MatchPhase.AWAIT_DEAL
_AWAIT_RESHUFFLE = HolePhase.AWAIT_RESHUFFLE


def chance_cards(state: MatchState) -> tuple[Card, ...] | None:
    """Return the cards to shuffle, by id, when the state waits for chance; else None.

    >>> from games.engine.ruleset import Ruleset
    >>> from games.engine.state import new_match
    >>> len(chance_cards(new_match(Ruleset(), seats=2)))
    52
    """
    if state.phase is _AWAIT_DEAL:
        return state.ruleset.pack_cards(state.seats)
    if state.hole is not None and state.hole.phase is _AWAIT_RESHUFFLE:
        return tuple(sorted(state.hole.discard[:-1]))
    return None


def chance_action(state: MatchState, rng: Random) -> ChanceAction | None:
    """Return the deal or reshuffle that ``rng`` makes, None when the state waits for a seat."""
    cards = chance_cards(state)
    if cards is None:
        return None
    order = list(cards)
    rng.shuffle(order)
    return (Deal if state.phase is _AWAIT_DEAL else Reshuffle)(tuple(order))

"""Holes played by bots alone, to learn what a ruleset costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.bots import Bot
from games.engine import (
    MatchPhase,
    Ruleset,
    apply,
    chance_action,
    new_match,
    observe,
    seats_to_act,
)


def play_hole(ruleset: Ruleset, bots: Sequence[Bot], rng: Random) -> tuple[int, ...]:
    """Play one hole, a bot a seat, and return the strokes of every seat.

    How long a match is doesn't matter: ``holes`` and ``limit`` are set aside.

    >>> from games.bots import BOTS
    >>> len(play_hole(Ruleset(), [BOTS["steady"]] * 3, Random(1)))
    3
    """
    state = new_match(replace(ruleset, holes=1, limit=0), len(bots))
    while state.phase is not MatchPhase.FINISHED:
        action = chance_action(state, rng)
        if action is None:
            seat = seats_to_act(state)[0]
            state = apply(state, bots[seat](observe(state, seat), rng)).state
        else:
            state = apply(state, action).state
    return state.scored[0]

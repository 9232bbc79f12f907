"""A beginner: keeps low cards, turns others up, sees a pair now and then, and forgets.

It never looks at another layout, doesn't wait for anything, and knocks when its own cards that it
sees are low. It sees an Observation and nothing else, and what it once saw is soon forgotten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import Discard, Dismiss, Draw, Knock, Swap, Take, TurnUp

if TYPE_CHECKING:
    from random import Random

    from games.engine import Observation, SeatAction

LOW = 4
"""A card of at most this value is kept."""

SEES_PAIR = 0.5
"""How often it notices that a card completes a line."""

KNOCKS_AT = 6
"""Strokes at which it says that it has finished."""


def choose(observation: Observation, rng: Random) -> SeatAction:
    """Return a lawful action for the viewer; ValueError when it is not to act."""
    legal = observation.legal
    if not legal or observation.viewer is None:
        raise ValueError("the viewer of this observation is not to act")
    if len(legal) == 1 or isinstance(legal[0], Dismiss):
        return legal[0]
    if isinstance(legal[0], TurnUp):
        return rng.choice(legal)
    if observation.drawn is not None:
        slot = _slot_for(observation, observation.drawn, rng)
        swap = Swap(observation.viewer, -1 if slot is None else slot)
        thrown = [action for action in legal if isinstance(action, Discard)]
        return swap if swap in legal else rng.choice(thrown or legal)
    if Knock(observation.viewer) in legal and _looks_low(observation):
        return Knock(observation.viewer)
    slot = _slot_for(observation, observation.discard[-1], rng)
    take = Take(observation.viewer, -1 if slot is None else slot)
    draw = Draw(observation.viewer)
    return take if take in legal else draw if draw in legal else rng.choice(legal)


def _slot_for(observation: Observation, face: str, rng: Random) -> int | None:
    """Return where a beginner puts a card, None if it doesn't want it."""
    assert observation.viewer is not None  # noqa: S101 - narrows the type; spectators don't act
    rules, own = observation.ruleset, observation.layouts[observation.viewer]
    marks = [rules.marks[card.face] for card in own]
    if rng.random() < SEES_PAIR:
        for line in rules.counted_lines:
            lacking = [slot for slot in line if marks[slot] != rules.marks[face]]
            if len(lacking) == 1:
                return lacking[0]
    value = rules.face_values[face]
    if value > LOW:
        return None
    worst = max(range(len(own)), key=lambda slot: _worth(observation, slot))
    return worst if _worth(observation, worst) > value else None


def _worth(observation: Observation, slot: int) -> float:
    assert observation.viewer is not None  # noqa: S101 - as above
    face = observation.layouts[observation.viewer][slot].face
    return LOW + 1.5 if face is None else observation.ruleset.face_values[face]


def _looks_low(observation: Observation) -> bool:
    assert observation.viewer is not None  # noqa: S101 - as above
    own = range(observation.ruleset.cards)
    return sum(_worth(observation, slot) for slot in own) <= KNOCKS_AT

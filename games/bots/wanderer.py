"""A player that does anything lawful, each thing as likely: something to measure others against."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from games.engine import Observation, SeatAction


def choose(observation: Observation, rng: Random) -> SeatAction:
    """Return a lawful action for the viewer; ValueError when it is not to act."""
    if not observation.legal:
        raise ValueError("the viewer of this observation is not to act")
    return rng.choice(observation.legal)

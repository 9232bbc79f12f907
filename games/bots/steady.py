"""A steady player."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from games.engine import Observation, SeatAction


def choose(observation: Observation, rng: Random) -> SeatAction:
    """Return an action that is lawful now; ValueError when the viewer has none."""
    if not observation.legal:
        raise ValueError("the viewer of this observation is not to act")
    return rng.choice(observation.legal)

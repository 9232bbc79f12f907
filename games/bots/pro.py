"""A professional: plays every lawful action out many times and takes the one that wins most.

What counts is the match: with holes to come, the chance to be ahead at its end, given the totals
and what the holes left may still bring; in the last one, to be lowest. It sees an Observation and
nothing else: the play-outs lay what it hasn't seen at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots import club

if TYPE_CHECKING:
    from random import Random

    from games.engine import Observation, SeatAction


def choose(observation: Observation, rng: Random) -> SeatAction:
    """Return a lawful action for the viewer; ValueError when it is not to act."""
    if len(observation.legal) < 2 or observation.hole_phase is None or not observation.discard:
        return club.choose(observation, rng)
    if observation.viewer not in observation.to_act or observation.match_phase.value != "hole":
        return club.choose(observation, rng)
    # Numbers in bulk are the worker's: a web process that only names this bot loads none.
    from games.analysis.winning import best_for_match

    return best_for_match(observation, seed=rng.getrandbits(32))

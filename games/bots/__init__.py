"""Bots: each a function of an Observation and a random generator, never of a state.

From the weakest: ``random`` does anything lawful, ``beginner`` keeps low cards and forgets,
``steady`` looks one action ahead, ``club`` works for pairs and minds the others, ``pro`` plays
every action out many times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from games.bots import beginner, club, pro, steady, wanderer
from games.engine import MatchState, Observation, SeatAction, observe


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to choose among lawful actions.

    One that ``recalls`` keeps in mind what its seat has seen under ``memory=unassisted``.
    """

    choose: Callable[[Observation, Random], SeatAction]
    recalls: bool = True

    def answer(self, state: MatchState, seat: int, rng: Random) -> SeatAction:
        """Return the action for a seat that is to act: the bot gets what the seat has seen."""
        return self.choose(observe(state, seat, recalls=self.recalls), rng)


BOTS: Mapping[str, Bot] = {
    "beginner": Bot(beginner.choose, recalls=False),
    "steady": Bot(steady.choose),
    "club": Bot(club.choose),
    "pro": Bot(pro.choose),
    "random": Bot(wanderer.choose, recalls=False),
}
"""Every bot by name."""

LEVELS = ("beginner", "steady", "club", "pro")
"""The bots that a table may seat, from the weakest."""

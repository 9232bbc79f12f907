"""Bots: each a function of an Observation and a random generator, never of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from games.bots import steady, wanderer
from games.engine import Observation, SeatAction

Bot: TypeAlias = Callable[[Observation, Random], SeatAction]

BOTS: Mapping[str, Bot] = {"steady": steady.choose, "random": wanderer.choose}

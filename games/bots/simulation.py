"""Holes played by bots, and what they say about the bots: strokes, holes won, turns.

A hole is a match of its own. Bots change seats from hole to hole; paired, every deal is played
once per change of seats, so that luck of the deal cancels out and fewer holes say as much.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from games.engine import MatchPhase, apply, chance_action, new_match, seats_to_act

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.bots import Bot
    from games.engine import Action, MatchState, Ruleset


class Estimate(NamedTuple):
    """A mean and its standard error, None from a single value."""

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Played:
    """A hole: strokes and share of the win by seat, turns of all seats together."""

    strokes: tuple[int, ...]
    won: tuple[float, ...]
    turns: int


class Report(NamedTuple):
    """What the holes say of one bot: strokes a hole, share of the holes that a seat of it wins."""

    bot: str
    strokes: Estimate
    won: Estimate


def play_hole(ruleset: Ruleset, bots: Sequence[Bot], deal: Random, thought: Random) -> Played:
    """Play one hole; ``deal`` makes every shuffle, ``thought`` is what the bots draw from.

    >>> from games.bots import BOTS
    >>> from games.engine import Ruleset
    >>> play_hole(Ruleset(), [BOTS["steady"]] * 2, Random(1), Random(2)).won
    (0.0, 1.0)
    """
    rules = replace(ruleset, holes=1, limit=0, tie="shared")
    state = new_match(rules, len(bots))
    while state.phase is not MatchPhase.FINISHED:
        state = apply(state, _next(state, bots, deal, thought)).state
    strokes = state.scored[0]
    winners = [seat for seat, number in enumerate(strokes) if number == min(strokes)]
    won = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(bots)))
    return Played(strokes, won, sum(state.hole.turns) if state.hole else 0)


def _next(state: MatchState, bots: Sequence[Bot], deal: Random, thought: Random) -> Action:
    chance = chance_action(state, deal)
    if chance is not None:
        return chance
    seat = seats_to_act(state)[0]
    return bots[seat].answer(state, seat, thought)


def simulate(
    ruleset: Ruleset, bots: Sequence[tuple[str, Bot]], holes: int, seed: str, *, paired: bool
) -> Iterator[list[tuple[list[str], Played]]]:
    """Play ``holes`` deals; yields for each deal its holes, each with the names by seat.

    Unpaired a deal is one hole. ``bots`` has one name and bot per seat.
    """
    seats = len(bots)
    for number in range(holes):
        turns = range(seats) if paired else [number % seats]
        yield [_rotated(ruleset, bots, seed, number, by) for by in turns]


def _rotated(
    ruleset: Ruleset, bots: Sequence[tuple[str, Bot]], seed: str, number: int, by: int
) -> tuple[list[str], Played]:
    seated = [*bots[by:], *bots[:by]]
    deal = Random(f"{seed} deal {number}")  # noqa: S311 - a simulation is to be repeated
    thought = Random(f"{seed} thought {number} {by}")  # noqa: S311 - as is this
    played = play_hole(ruleset, [bot for _name, bot in seated], deal, thought)
    return [name for name, _bot in seated], played


def report(name: str, deals: Iterable[list[tuple[list[str], Played]]]) -> Report:
    """Return what the deals say of the bot of a name, each deal one observation."""
    strokes: list[float] = []
    won: list[float] = []
    for holes in deals:
        pairs = [
            (played.strokes[seat], played.won[seat])
            for names, played in holes
            for seat, other in enumerate(names)
            if other == name
        ]
        strokes.append(sum(number for number, _share in pairs) / len(pairs))
        won.append(sum(share for _number, share in pairs) / len(pairs))
    return Report(name, estimate(strokes), estimate(won))


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of some values and its standard error.

    >>> estimate([1.0, 3.0])
    Estimate(mean=2.0, error=1.0)
    """
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, None)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Estimate(mean, sqrt(variance / len(values)))

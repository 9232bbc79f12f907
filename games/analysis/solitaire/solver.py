"""Whether a hole of Golf Solitaire can be cleared, how, and the best it can count.

Everything lies open but the order of the stock, which is taken as known here: this judges a deal,
not a player. With one pack every place that can be reached is gone through, in the same memory for
every deal, so that the answer is exact: the fewest cards dealt by place where dealing is always
lawful (who has dealt fewer can catch up by dealing), all numbers of cards dealt where it is lawful
only when stuck. Two packs have too many places for that and are searched up to a budget.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from games.analysis.solitaire.arrays import Arrays, Bytes, Masks, arrays_of
from games.analysis.solitaire.searching import CLEARED, EXHAUSTED, search
from games.analysis.solitaire.tables import RANKS, all_dealt, least_dealt, strides_of
from games.engine.solitaire import DEAL, Action, DealWhen, PlayColumn

if TYPE_CHECKING:
    from games.engine.solitaire import Hole

BUDGET = 1_000_000
NARROW_SHARE = 2
PLACES = 6**7
# The tables are kept, and one is filled at a time.
_TABLE = Lock()


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a hole.

    ``solvable`` is None when the search's budget was used up before it was decided. ``strokes``
    are the fewest that were found, and the fewest there are if ``is_best``; ``moves`` lead there.
    ``states`` are the places visited, each with the rank on the foundation and, where it matters,
    the cards dealt.
    """

    solvable: bool | None
    strokes: int
    is_best: bool
    moves: tuple[Action, ...]
    states: int


def solve(hole: Hole, budget: int = BUDGET) -> Solution:
    """Return what can be reached from a hole as it stands.

    ``budget`` bounds the places visited with two packs; with one pack there are never more than
    280,000 of them, and it is not asked.
    """
    numbers = arrays_of(hole)
    when_stuck = hole.rules.deal_when is DealWhen.STUCK
    if hole.rules.packs != 1:
        return _searched_both_ways(numbers, when_stuck, budget)
    with _TABLE:
        return _by_positions(numbers) if when_stuck else _by_least(numbers)


def _by_least(numbers: Arrays) -> Solution:
    least = _least()
    fewest, place, states = least_dealt(*numbers, least)
    rank = int(least[place, 1:14].argmin()) + 1
    strokes = fewest or int(least[place, rank]) - len(numbers.stock)
    way = _way_by_least(numbers, least, place, rank)
    return Solution(not fewest, strokes, True, way, states)


def _way_by_least(numbers: Arrays, least: Bytes, place: int, rank: int) -> tuple[Action, ...]:
    """Walk back from a place, from each to one that it was reached from."""
    way: list[Action] = []
    walk = _Walk(numbers, place)
    dealt = int(least[place, rank])
    while (walk.is_back, rank, dealt) != (True, numbers.top, numbers.dealt):
        for column, before in walk.plays_onto(rank):
            onto = [top for top in range(1, 14) if numbers.goes[rank, top]]
            top = min(onto, key=lambda top: least[before, top], default=0)
            if top and least[before, top] == dealt:
                way.append(PlayColumn(column))
                walk.take_back(column, before)
                rank = top
                break
        else:
            rank = int(least[walk.place, 1:14].argmin()) + 1
            earlier = int(least[walk.place, rank])
            way.extend([DEAL] * (dealt - earlier))
            dealt = earlier
    return tuple(reversed(way))


def _by_positions(numbers: Arrays) -> Solution:
    reached = _reached()
    fewest, place, states = all_dealt(*numbers, reached)
    masks = {rank: int(reached[place, rank]) for rank in range(1, 14) if reached[place, rank]}
    dealt, rank = min(((mask & -mask).bit_length() - 1, rank) for rank, mask in masks.items())
    strokes = fewest or dealt - len(numbers.stock)
    way = _way_by_positions(numbers, reached, place, rank, dealt)
    return Solution(not fewest, strokes, True, way, states)


def _way_by_positions(
    numbers: Arrays, reached: Masks, place: int, rank: int, dealt: int
) -> tuple[Action, ...]:
    way: list[Action] = []
    walk = _Walk(numbers, place)
    while (walk.is_back, rank, dealt) != (True, numbers.top, numbers.dealt):
        for column, before in walk.plays_onto(rank):
            onto = [top for top in range(1, 14) if numbers.goes[rank, top]]
            found = [top for top in onto if int(reached[before, top]) >> dealt & 1]
            if found:
                way.append(PlayColumn(column))
                walk.take_back(column, before)
                rank = found[0]
                break
        else:
            dealt -= 1
            way.append(DEAL)
            ends = walk.end_ranks()
            rank = next(
                top
                for top in range(1, 14)
                if int(reached[walk.place, top]) >> dealt & 1
                and not any(numbers.goes[end, top] for end in ends)
            )
    return tuple(reversed(way))


class _Walk:
    """A place on the way back to the hole as it stands: how many cards each column has there."""

    def __init__(self, numbers: Arrays, place: int) -> None:
        self.numbers = numbers
        self.place = place
        self.strides = [int(stride) for stride in strides_of(numbers.heights)]
        self.left = [
            place // stride % (int(height) + 1)
            for stride, height in zip(self.strides[:-1], numbers.heights, strict=True)
        ]

    @property
    def is_back(self) -> bool:
        return self.place == self.strides[-1] - 1

    def plays_onto(self, rank: int) -> list[tuple[int, int]]:
        """Columns from which a card of this rank may have come here, each with the place before."""
        return [
            (column, self.place + self.strides[column])
            for column, left in enumerate(self.left)
            if left < self.numbers.heights[column] and self.numbers.ranks[column, left] == rank
        ]

    def take_back(self, column: int, before: int) -> None:
        self.left[column] += 1
        self.place = before

    def end_ranks(self) -> list[int]:
        ranks = self.numbers.ranks
        return [int(ranks[column, left - 1]) for column, left in enumerate(self.left) if left]


def _searched_both_ways(numbers: Arrays, when_stuck: bool, budget: int) -> Solution:
    """Search as if dealing were lawful only when stuck first: that finds most ways to clear."""
    if when_stuck:
        return _searched(numbers, when_stuck, budget)
    narrow = _searched(numbers, True, budget // NARROW_SHARE)
    if narrow.solvable:
        return narrow
    wide = _searched(numbers, False, budget - narrow.states)
    better = min(narrow, wide, key=lambda found: found.strokes)
    return replace(
        better,
        solvable=wide.solvable,
        is_best=wide.is_best,
        states=narrow.states + wide.states,
    )


def _searched(numbers: Arrays, when_stuck: bool, budget: int) -> Solution:
    longest = int(numbers.heights.sum()) + len(numbers.stock) + 1
    path = np.zeros(longest, dtype=np.int64)
    end, fewest, length, states = search(*numbers, when_stuck, budget, path)
    way = tuple(DEAL if step < 0 else PlayColumn(int(step)) for step in path[:length])
    solvable = {CLEARED: True, EXHAUSTED: False}.get(end)
    strokes = fewest or way.count(DEAL) + numbers.dealt - len(numbers.stock)
    return Solution(solvable, strokes, solvable is False, way, states)


@cache
def _least() -> Bytes:
    return np.zeros((PLACES, RANKS), dtype=np.uint8)


@cache
def _reached() -> Masks:
    return np.zeros((PLACES, RANKS), dtype=np.uint32)

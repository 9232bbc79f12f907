"""One round's tables by search: a greedy start, then exchanges of two players (tabu search).

>>> from random import Random
>>> met = [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
>>> seating = Seating(Company(met, byes=[0] * 4), Sizes((2, 2), 0), Random(1))
>>> seating.seat()
>>> any({0, 1} <= set(table) for table in seating.improved(100).tables)
False
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

# What a bye too many, a pair that meets again and how often it has met cost; a short table costs by
# one, so each outweighs any number of those below it.
BYE, REPEAT, OFTEN = 10**12, 10**6, 10**3
# Without a repeat little is left to gain.
_CALM = 60
_TABU = (3, 10)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many sit at each table, the fullest first, and how many have a bye."""

    tables: tuple[int, ...]
    byes: int


@dataclass(frozen=True, slots=True)
class Company:
    """Who is there, numbered from 0: how often each pair has met, and each had a bye."""

    met: Sequence[Sequence[int]]
    byes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Seated:
    """Tables and byes of one round, and what they cost."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    cost: int


def pair_cost(met: int) -> int:
    """Return the cost of a pair that has met so often already.

    >>> pair_cost(0), pair_cost(1) < pair_cost(2) < 2 * pair_cost(1)
    (0, True)
    """
    return REPEAT + OFTEN * met * met if met else 0


class Seating:
    """A round being drawn: ``groups`` are the tables in the order of their sizes, then the byes.

    ``_near[p][g]`` is what it costs player p to meet the others of group g, kept up to date with
    every exchange, so that the gain of one is a few additions.
    """

    def __init__(self, company: Company, sizes: Sizes, rng: Random) -> None:
        self._rng = rng
        self._count = len(company.byes)
        self._pairs = [[pair_cost(met) for met in row] for row in company.met]
        self._sizes = [*sizes.tables, sizes.byes]
        self._bye = len(sizes.tables)
        self._own = self._place_costs(company, sizes)

    def _place_costs(self, company: Company, sizes: Sizes) -> list[list[int]]:
        """Return what a place in each group costs each player, whoever else is there.

        Who has met fewest sits at a full table, who has had fewest byes has one.
        """
        least = min(company.byes, default=0)
        byes = [BYE * (had - least) for had in company.byes]
        met = [sum(1 for times in row if times) for row in company.met]
        most = max(met, default=0)
        full, short = [0] * self._count, [most - others for others in met]
        widest = max(sizes.tables, default=0)
        return [*(full if size == widest else short for size in sizes.tables), byes]

    def seat(self, seeds: Sequence[Sequence[int]] = ()) -> None:
        """Begin with the tables of ``seeds``, then seat who has met most where it costs least."""
        self.groups: list[list[int]] = [[] for _ in self._sizes]
        self._of = [-1] * self._count
        self._near = [[0] * len(self._sizes) for _ in range(self._count)]
        for group, seed in enumerate(seeds[: self._bye]):
            for player in seed[: self._sizes[group]]:
                self._put(player, group)
        waiting = [player for player in range(self._count) if self._of[player] < 0]
        self._rng.shuffle(waiting)
        waiting.sort(key=lambda player: -sum(self._pairs[player]))
        for player in waiting:
            self._put(player, self._cheapest(player))

    def _cheapest(self, player: int) -> int:
        open_groups = [
            group for group, size in enumerate(self._sizes) if len(self.groups[group]) < size
        ]
        return min(
            open_groups,
            key=lambda group: (
                self._near[player][group] + self._own[group][player],
                len(self.groups[group]) - self._sizes[group],
                self._rng.random(),
            ),
        )

    def _put(self, player: int, group: int) -> None:
        self.groups[group].append(player)
        self._of[player] = group
        if group != self._bye:
            for near, cost in zip(self._near, self._pairs[player], strict=True):
                near[group] += cost

    def seated(self) -> Seated:
        """Return the round as it stands."""
        return self._as_seated(self._of)

    def _as_seated(self, of: Sequence[int]) -> Seated:
        groups: list[list[int]] = [[] for _ in self._sizes]
        for player, group in enumerate(of):
            groups[group].append(player)
        cost = sum(self._own[group][player] for player, group in enumerate(of))
        for table in groups[: self._bye]:
            cost += sum(self._pairs[a][b] for a in table for b in table if a < b)
        tables = tuple(tuple(table) for table in groups[: self._bye])
        return Seated(tables, tuple(groups[self._bye]), cost)

    def improved(self, patience: int) -> Seated:
        """Return the cheapest round found by exchanges, after ``patience`` of them without gain."""
        best = self.seated()
        cost, lowest, idle, turn = best.cost, list(self._of), 0, 0
        least = best.cost
        tabu: dict[tuple[int, int], int] = {}
        while least and idle < (patience if least >= REPEAT else min(patience, _CALM)):
            turn, idle = turn + 1, idle + 1
            exchange = self._exchange(tabu, turn, least - cost)
            if exchange is None:
                continue
            gain, player, other = exchange
            for one in (player, other):
                tabu[one, self._of[one]] = turn + self._rng.randint(*_TABU)
            self._swap(player, other)
            cost += gain
            if cost < least:
                least, lowest, idle = cost, list(self._of), 0
        return self._as_seated(lowest)

    def _exchange(
        self, tabu: dict[tuple[int, int], int], turn: int, record: int
    ) -> tuple[int, int, int] | None:
        """Return the best exchange of one player who costs something: its gain and both players.

        An exchange that undoes a recent one is out, unless it gains a record.
        """
        near, own, of = self._near, self._own, self._of
        dear = [p for p in range(self._count) if near[p][of[p]] + own[of[p]][p]]
        player = self._rng.choice(dear)
        here, pairs, mine = of[player], self._pairs[player], near[player]
        own_here = own[here]
        leaving = mine[here] + own_here[player]
        # Both still cost each other in the sums of tables; a bye has no such sum.
        best: list[int] = []
        least: int | None = None
        for other, there in enumerate(of):
            if there == here:
                continue
            theirs = near[other]
            doubled = (here != self._bye) + (there != self._bye)
            gain = (
                mine[there] + own[there][player] - leaving
                + theirs[here] + own_here[other] - theirs[there] - own[there][other]
                - doubled * pairs[other]
            )  # fmt: skip
            if least is not None and gain > least:
                continue
            if tabu.get((player, there), 0) > turn and gain >= record:
                continue
            if least is None or gain < least:
                least, best = gain, []
            best.append(other)
        return None if least is None else (least, player, self._rng.choice(best))

    def _swap(self, player: int, other: int) -> None:
        here, there = self._of[player], self._of[other]
        self._of[player], self._of[other] = there, here
        for near, mine, theirs in zip(
            self._near, self._pairs[player], self._pairs[other], strict=True
        ):
            if mine != theirs:
                if here != self._bye:
                    near[here] += theirs - mine
                if there != self._bye:
                    near[there] += mine - theirs

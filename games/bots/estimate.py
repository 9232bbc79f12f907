"""What a layout will probably cost its owner, from what one viewer has seen.

A card counts here as its *kind*, rank and value, and what is hidden is expected to be what the
viewer hasn't seen yet: the packs less every face it knows.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.engine import WILD, face_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Observation, Ruleset


class Kind(NamedTuple):
    """What matters of a face: its rank for lines, ``WILD`` for any, and its value outside."""

    rank: str
    value: int


class Hope(NamedTuple):
    """A line or square that lacks a rank in one slot, and what it counts once complete."""

    rank: str
    slots: tuple[int, ...]
    missing: int
    price: int


DISCARDS_HELP = 1.6
"""How much likelier than by one's own draws alone a wanted rank turns up: others discard it too."""

GOOD_ENOUGH = 3
"""A card of at most this value isn't looked at as one to be replaced."""


def kind_of(ruleset: Ruleset, face: str) -> Kind:
    """Return the kind of a face.

    >>> from games.engine import Ruleset
    >>> kind_of(Ruleset(), "QS")
    Kind(rank='Q', value=10)
    """
    return Kind(ruleset.marks[face] or "", ruleset.face_values[face])


def unseen_kinds(observation: Observation) -> Counter[Kind]:
    """Count the kinds of all cards whose place the viewer doesn't know."""
    rules = observation.ruleset
    unseen = Counter(face_of(card) for card in rules.pack_cards(observation.seats))
    unseen.subtract(observation.discard)
    unseen.subtract(card.face for row in observation.layouts for card in row if card.face)
    if observation.drawn is not None:
        unseen[observation.drawn] -= 1
    kinds: Counter[Kind] = Counter()
    for face, count in unseen.items():
        if count:
            kinds[kind_of(rules, face)] += count
    return kinds


class Estimator:
    """Estimates of layouts for one composition of unseen cards."""

    def __init__(self, ruleset: Ruleset, unseen: Counter[Kind]) -> None:
        self.lines = ruleset.counted_lines
        self.prices = ruleset.line_overrides
        self.squares = () if ruleset.block_score is None else ruleset.squares
        self.block_score = ruleset.block_score or 0
        self.unseen = unseen
        self.total = max(1, unseen.total())
        self._gains: dict[int, float] = {}
        self._ranks = Counter[str]()
        for kind, count in unseen.items():
            self._ranks[kind.rank] += count

    @cached_property
    def mean(self) -> float:
        """The mean value of an unseen card."""
        return sum(kind.value * count for kind, count in self.unseen.items()) / self.total

    @cached_property
    def hidden_gain(self) -> float:
        """What replacing a card that nobody knows by another one gains on average."""
        return sum(self.gain(kind.value) * count for kind, count in self.unseen.items()) / (
            self.total
        )

    def gain(self, value: int) -> float:
        """Return what one unseen card gains on average where it may replace this value."""
        known = self._gains.get(value)
        if known is None:
            gained = sum(
                count * (value - kind.value)
                for kind, count in self.unseen.items()
                if kind.value < value
            )
            known = self._gains[value] = gained / self.total
        return known

    def chance(self, rank: str, turns: float) -> float:
        """Return how likely a card of a rank comes within so many turns."""
        fitting = self._ranks[rank] + self._ranks[WILD]
        share = min(1.0, DISCARDS_HELP * fitting / self.total)
        return float(1.0 - (1.0 - share) ** turns)

    def strokes(self, slots: Sequence[Kind | None], turns: float) -> float:
        """Return the strokes expected of a layout whose owner has so many turns left."""
        done: set[int] = set()
        hopes: list[Hope] = []
        ranks = [kind.rank if kind else "" for kind in slots]
        priced = self._count_blocks(ranks, done, hopes) + self._count_lines(ranks, done, hopes)
        open_slots = [slot for slot in range(len(slots)) if slot not in done]
        cost = {slot: self._cost(slots[slot], 0.0) for slot in open_slots}
        if turns <= 0:
            return priced + sum(cost.values())
        poor = sum(1 for slot in open_slots if cost[slot] > GOOD_ENOUGH)
        tries = min(1.0, turns / max(1, poor))
        total = priced + sum(self._cost(slots[slot], tries) for slot in open_slots)
        return total - self._hoped(hopes, cost, turns)

    def _count_blocks(self, ranks: list[str], done: set[int], hopes: list[Hope]) -> float:
        total = 0
        for square in self.squares:
            if done.intersection(square):
                continue
            for wanted, missing in _nearly(ranks, square):
                if missing is None:
                    done.update(square)
                    total += self.block_score
                else:
                    hopes.append(Hope(wanted, square, missing, self.block_score))
        return total

    def _count_lines(self, ranks: list[str], done: set[int], hopes: list[Hope]) -> float:
        total = 0
        for line in self.lines:
            for wanted, missing in _nearly(ranks, line):
                price = self.prices.get(wanted, 0)
                if not isinstance(price, int):
                    continue
                if missing is not None:
                    hopes.append(Hope(wanted, line, missing, price))
                elif not price or not done.intersection(line):
                    done.update(line)
                    total += price
        return total

    def _cost(self, kind: Kind | None, tries: float) -> float:
        if kind is None:
            return self.mean - tries * self.hidden_gain
        if kind.value <= GOOD_ENOUGH:
            return kind.value
        return kind.value - tries * self.gain(kind.value)

    def _hoped(self, hopes: list[Hope], cost: dict[int, float], turns: float) -> float:
        hoped = 0.0
        for rank, line, missing, price in hopes:
            saved = sum(cost.get(slot, 0.0) for slot in line if slot != missing) - price
            if saved > 0:
                hoped += saved * self.chance(rank, turns)
        return hoped


def _nearly(ranks: list[str], slots: tuple[int, ...]) -> list[tuple[str, int | None]]:
    """Return the ranks that all of some slots have, or all but one slot; with that slot or None.

    A wild card has every rank, a card that nobody knows has none.
    """
    found = {ranks[slot] for slot in slots} - {WILD, ""}
    nearly: list[tuple[str, int | None]] = []
    for rank in found or {WILD}:
        lacking = [slot for slot in slots if ranks[slot] not in (rank, WILD)]
        if not lacking:
            return [(rank, None)]
        if len(lacking) == 1:
            nearly.append((rank, lacking[0]))
    return sorted(nearly)

"""What a layout will probably cost its owner, from what one viewer has seen.

A card counts here as its *kind*, rank and value, and what is hidden is expected to be what the
viewer hasn't seen yet: the packs less every face it knows.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from games.engine import face_of, rank_of_face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Observation, Ruleset


class Kind(NamedTuple):
    """What matters of a face: its rank for lines, its value outside of them."""

    rank: str
    value: int


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
    return Kind(rank_of_face(face), ruleset.face_values[face])


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
        share = min(1.0, DISCARDS_HELP * self._ranks[rank] / self.total)
        return float(1.0 - (1.0 - share) ** turns)

    def strokes(self, slots: Sequence[Kind | None], turns: float) -> float:
        """Return the strokes expected of a layout whose owner has so many turns left."""
        done: set[int] = set()
        hopes: list[tuple[str, tuple[int, ...], int]] = []
        for line in self.lines:
            self._look_at(line, slots, done, hopes)
        open_slots = [slot for slot in range(len(slots)) if slot not in done]
        cost = {slot: self._cost(slots[slot], 0.0) for slot in open_slots}
        if turns <= 0:
            return sum(cost.values())
        poor = sum(1 for slot in open_slots if cost[slot] > GOOD_ENOUGH)
        tries = min(1.0, turns / max(1, poor))
        total = sum(self._cost(slots[slot], tries) for slot in open_slots)
        return total - self._hoped(hopes, cost, turns)

    def _look_at(
        self,
        line: tuple[int, ...],
        slots: Sequence[Kind | None],
        done: set[int],
        hopes: list[tuple[str, tuple[int, ...], int]],
    ) -> None:
        ranks = [kind.rank if kind else "" for kind in (slots[slot] for slot in line)]
        for index, missing in enumerate(line):
            others = ranks[:index] + ranks[index + 1 :]
            if not others[0] or others.count(others[0]) != len(others):
                continue
            if ranks[index] == others[0]:
                done.update(line)
                return
            hopes.append((others[0], line, missing))

    def _cost(self, kind: Kind | None, tries: float) -> float:
        if kind is None:
            return self.mean - tries * self.hidden_gain
        if kind.value <= GOOD_ENOUGH:
            return kind.value
        return kind.value - tries * self.gain(kind.value)

    def _hoped(
        self,
        hopes: list[tuple[str, tuple[int, ...], int]],
        cost: dict[int, float],
        turns: float,
    ) -> float:
        hoped = 0.0
        for rank, line, missing in hopes:
            saved = sum(cost.get(slot, 0.0) for slot in line if slot != missing)
            if saved > 0:
                hoped += saved * self.chance(rank, turns)
        return hoped

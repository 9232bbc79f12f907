"""A steady player: takes the action after which its layout is expected to cost least.

It looks one action ahead and no further: a card it hasn't seen counts the average of what is
unseen, a pair counts once it lies there. It neither hopes for a pair, nor minds what others need,
nor weighs when to close. It sees an Observation and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots.estimate import Estimator, Kind, kind_of, unseen_kinds
from games.engine import Discard, Dismiss, Exchange, Knock, Peek, Swap, Take, TurnUp

if TYPE_CHECKING:
    from random import Random

    from games.engine import Observation, SeatAction

KNOCK_LEAD = 2.0
"""Strokes by which it has to lead to say that it has finished."""


def choose(observation: Observation, rng: Random) -> SeatAction:
    """Return a lawful action for the viewer; ValueError when it is not to act."""
    legal = observation.legal
    if not legal or observation.viewer is None:
        raise ValueError("the viewer of this observation is not to act")
    if len(legal) == 1 or isinstance(legal[0], Dismiss):
        return legal[0]
    if isinstance(legal[0], TurnUp):
        return rng.choice(legal)
    look = _Look(observation, observation.viewer)
    costs = [(look.cost(action), rng.random(), action) for action in legal]
    return min(costs, key=lambda entry: entry[:2])[2]


class _Look:
    """What the own layout is expected to cost after each action of a turn."""

    def __init__(self, observation: Observation, viewer: int) -> None:
        rules = observation.ruleset
        self.observation, self.viewer = observation, viewer
        self.unseen = unseen_kinds(observation)
        self.estimator = Estimator(rules, self.unseen)
        self.slots = self._kinds(viewer)
        self.now = self._strokes(self.slots)
        self.drawn = kind_of(rules, observation.drawn) if observation.drawn else None
        self.top = kind_of(rules, observation.discard[-1]) if observation.discard else None

    def _kinds(self, seat: int) -> list[Kind | None]:
        rules = self.observation.ruleset
        row = self.observation.layouts[seat]
        return [kind_of(rules, card.face) if card.face else None for card in row]

    def _strokes(self, slots: list[Kind | None]) -> float:
        return self.estimator.strokes(slots, turns=0.0)

    def cost(self, action: SeatAction) -> float:
        if isinstance(action, Take):
            return self._with(action.slot, self.top)
        if isinstance(action, Swap):
            return self._with(action.slot, self.drawn)
        if isinstance(action, Discard) and action.flip is not None:
            # What it turns costs the average by itself; as part of a line it may cost less.
            return self._on_average(action.flip) if self.slots[action.flip] is None else self.now
        if isinstance(action, Peek):
            is_new = self.observation.layouts[action.owner][action.slot].face is None
            return self.now - (0.01 if is_new else 0.0)
        if isinstance(action, Exchange):
            return self._exchanged(action)
        if isinstance(action, Knock):
            return self.now if self._leads() else self.now + 100.0
        if isinstance(action, Discard):
            return self.now
        return self._after_draw()

    def _with(self, slot: int, kind: Kind | None) -> float:
        return self._strokes([*self.slots[:slot], kind, *self.slots[slot + 1 :]])

    def _on_average(self, slot: int) -> float:
        total = sum(count * self._with(slot, kind) for kind, count in self.unseen.items())
        return total / self.estimator.total

    def _after_draw(self) -> float:
        total = 0.0
        for kind, count in self.unseen.items():
            best = min(self._with(slot, kind) for slot in range(len(self.slots)))
            total += count * min(best, self.now)
        return total / self.estimator.total

    def _exchanged(self, action: Exchange) -> float:
        for (one, slot), (other, there) in (
            (action.first, action.second),
            (action.second, action.first),
        ):
            if one == self.viewer != other:
                return self._with(slot, self._kinds(other)[there])
        return self.now

    def _leads(self) -> bool:
        others = (seat for seat in self.observation.players if seat != self.viewer)
        return self.now + KNOCK_LEAD <= min(self._strokes(self._kinds(seat)) for seat in others)

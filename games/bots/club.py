"""A club player: works for pairs, minds what the next seat needs, and weighs when to close.

It completes lines and blocks and counts on those that lack a card, keeps low cards, takes a discard
that beats an average draw, looks at cards it doesn't know, exchanges a bad card for a better one,
knocks when it leads, and doesn't go out while it is well behind if something else costs little.
It sees an Observation and nothing else, so it can't play better for what is hidden from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots.estimate import Estimator, Kind, kind_of, unseen_kinds
from games.engine import Discard, Dismiss, Exchange, Knock, Peek, Swap, Take, TurnUp

if TYPE_CHECKING:
    from random import Random

    from games.engine import Observation, SeatAction, SeenCard

AHEAD_BONUS = 1.0
"""Strokes that going out in front is worth: the others get only their last turns."""

BEHIND_WEIGHT = 0.5
"""How much of what it lies behind going out costs."""

PENALTY = 5.0
"""Strokes that closing behind costs besides, where the rules judge a closer."""

CURIOSITY = 0.5
"""Strokes that knowing one more card is worth."""

GIFT_WEIGHT = 0.35
"""Strokes that each stroke given to the next seat by a discard costs, shared among the others."""

FACE_DOWN_TURNS = 1.5
"""Turns to expect for a layout whose cards go face down: somebody will knock."""


def choose(observation: Observation, rng: Random) -> SeatAction:
    """Return a lawful action for the viewer; ValueError when it is not to act."""
    legal = observation.legal
    if not legal or observation.viewer is None:
        raise ValueError("the viewer of this observation is not to act")
    if len(legal) == 1 or isinstance(legal[0], Dismiss):
        return legal[0]
    if isinstance(legal[0], TurnUp):
        return _opener(observation, rng)
    thought = _Thought(observation, observation.viewer)
    costs = [(thought.cost(action), rng.random(), action) for action in legal]
    return min(costs, key=lambda entry: entry[:2])[2]


def _opener(observation: Observation, rng: Random) -> SeatAction:
    # Openers in columns of their own: each is a rank to match with a slot for the match beside it.
    assert observation.viewer is not None  # noqa: S101 - narrows the type; spectators don't act
    columns = observation.ruleset.columns
    own = observation.layouts[observation.viewer]
    touched = {slot % columns for slot, card in enumerate(own) if card.face is not None}
    fresh = [
        action
        for action in observation.legal
        if isinstance(action, TurnUp) and action.slot % columns not in touched
    ]
    return rng.choice(fresh or observation.legal)


class _Thought:
    """The costs of the actions of one turn; cost is strokes expected at the end of the hole."""

    def __init__(self, observation: Observation, viewer: int) -> None:
        rules = observation.ruleset
        self.rules = rules
        self.unseen = unseen_kinds(observation)
        self.estimator = Estimator(rules, self.unseen)
        self.own = observation.layouts[viewer]
        self.slots = [kind_of(rules, card.face) if card.face else None for card in self.own]
        self.drawn = kind_of(rules, observation.drawn) if observation.drawn else None
        self.top = kind_of(rules, observation.discard[-1]) if observation.discard else None
        self.is_last_turn = observation.closer is not None
        self.hidden = [slot for slot, card in enumerate(self.own) if not card.is_up]
        self.layouts = observation.layouts
        self.viewer = viewer
        self.others = [seat for seat in observation.players if seat != viewer]
        self.goes_down = rules.replaced_face == "down"
        self.exchanged: dict[tuple[int, Kind | None, bool], float] = {}
        self.soonest = min(
            sum(not card.is_up for card in observation.layouts[seat]) for seat in self.others
        )
        self.best_other = min(self._standing(observation, seat) for seat in self.others)
        self.gifts: dict[Kind, float] = {}
        self.next_slots = self._next_slots(observation)

    def _standing(self, observation: Observation, seat: int) -> float:
        slots = [
            kind_of(self.rules, card.face) if card.face else None
            for card in observation.layouts[seat]
        ]
        return self.estimator.strokes(slots, turns=1.0)

    def _next_slots(self, observation: Observation) -> list[Kind | None] | None:
        """Return the layout of the seat that may take what is discarded now, if one may."""
        players = observation.players
        following = players[(players.index(self.viewer) + 1) % len(players)]
        if following == observation.closer:
            return None
        return [
            kind_of(self.rules, card.face) if card.face else None
            for card in observation.layouts[following]
        ]

    def cost(self, action: SeatAction) -> float:
        if isinstance(action, Take):
            assert self.top is not None  # noqa: S101 - a take needs a top discard
            return self._placed(action.slot, self.top) + self._gift(self.slots[action.slot])
        if isinstance(action, Swap):
            assert self.drawn is not None  # noqa: S101 - a swap needs a drawn card
            return self._placed(action.slot, self.drawn) + self._gift(self.slots[action.slot])
        if isinstance(action, Discard):
            return self._thrown(action.flip) + self._gift(self.drawn)
        if isinstance(action, Peek):
            is_new = self.layouts[action.owner][action.slot].face is None
            own = 1.0 if action.owner == self.viewer else 0.5
            return self._thrown(None) - (CURIOSITY * own if is_new else 0.0)
        if isinstance(action, Exchange):
            return self._exchanged(action)
        if isinstance(action, Knock):
            return self._closed(self.slots)
        return self._drawn_on_average()

    def _placed(self, slot: int, kind: Kind) -> float:
        slots = list(self.slots)
        slots[slot] = kind
        hidden = [other for other in self.hidden if other != slot]
        return self._after(slots, [*hidden, slot] if self.goes_down else hidden)

    def _gift(self, kind: Kind | None) -> float:
        """Return what it costs to leave a card to the next seat; one not known costs the mean."""
        if self.next_slots is None:
            return 0.0
        if kind is None:
            total = sum(self._given(one) * count for one, count in self.unseen.items())
            return total / self.estimator.total
        return self._given(kind)

    def _given(self, kind: Kind) -> float:
        if kind not in self.gifts:
            slots = self.next_slots or []
            before = self.estimator.strokes(slots, turns=1.0)
            after = min(
                self.estimator.strokes([*slots[:slot], kind, *slots[slot + 1 :]], turns=1.0)
                for slot in range(len(slots))
            )
            share = GIFT_WEIGHT / len(self.others)
            self.gifts[kind] = share * max(0.0, before - after)
        return self.gifts[kind]

    def _exchanged(self, action: Exchange) -> float:
        (one, slot), (other, other_slot) = action.first, action.second
        if one == other == self.viewer:
            slots = list(self.slots)
            slots[slot], slots[other_slot] = slots[other_slot], slots[slot]
            return self._after(slots, self.hidden)
        if self.viewer == one:
            return self._received(slot, self.layouts[other][other_slot])
        if self.viewer == other:
            return self._received(other_slot, self.layouts[one][slot])
        return self._thrown(None)

    def _received(self, slot: int, card: SeenCard) -> float:
        kind = kind_of(self.rules, card.face) if card.face else None
        key = slot, kind, card.is_up
        if key not in self.exchanged:
            slots = list(self.slots)
            slots[slot] = kind
            hidden = [other for other in self.hidden if other != slot]
            self.exchanged[key] = self._after(slots, hidden if card.is_up else [*hidden, slot])
        return self.exchanged[key]

    def _thrown(self, flip: int | None) -> float:
        if flip is None:
            return self._after(self.slots, self.hidden)
        hidden = [other for other in self.hidden if other != flip]
        if self.slots[flip] is not None:
            return self._after(self.slots, hidden)
        total = 0.0
        for kind, count in self.unseen.items():
            slots = list(self.slots)
            slots[flip] = kind
            total += count * self._after(slots, hidden)
        return total / self.estimator.total

    def _after(self, slots: list[Kind | None], hidden: list[int]) -> float:
        if self.is_last_turn:
            return self.estimator.strokes(slots, turns=0.0)
        if hidden:
            turns = float(min(len(hidden), self.soonest))
            return self.estimator.strokes(
                slots, min(turns, FACE_DOWN_TURNS) if self.goes_down else turns
            )
        return self._closed(slots)

    def _closed(self, slots: list[Kind | None]) -> float:
        strokes = self.estimator.strokes(slots, turns=0.0)
        behind = strokes - self.best_other
        if behind <= 0:
            return strokes - AHEAD_BONUS
        penalty = PENALTY if self.rules.closer_fails != "none" else 0.0
        return strokes + BEHIND_WEIGHT * behind + penalty

    def _drawn_on_average(self) -> float:
        throwing = self._thrown_best()
        total = 0.0
        for kind, count in self.unseen.items():
            placing = min(self._placed(slot, kind) for slot in range(len(self.slots)))
            total += count * min(placing, throwing)
        return total / self.estimator.total

    def _thrown_best(self) -> float:
        flips: list[int | None] = []
        if self.rules.refuse != "no_flip":
            flips += self.hidden
        may_putt = self.rules.final_putt and len(self.hidden) == 1
        if self.rules.refuse != "flip" or not self.hidden or may_putt:
            flips.append(None)
        return min(self._thrown(flip) for flip in flips)

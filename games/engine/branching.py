"""What if: a hole that was played so far, as the beginning of a match of its own.

The new match has that one hole and nothing before it. Its hole is started by seat 0 (rules 2.1), so
seats are renumbered from the one that started, in turn order, and those without a part in an extra
hole are left out. The deal and the actions are the very same in the new numbers: the cards, and
those that come next, lie where they lay.

>>> from games.engine import Ruleset, new_match, parse_action
>>> start = new_match(Ruleset(openers_mode="fixed"), 2)._replace(hole_index=1, scored=((3, 4),))
>>> deal = parse_action("deal " + " ".join(map(str, start.ruleset.pack_cards(2))), None)
>>> branch = branch_off(start, [deal, parse_action("take 5", 1)])
>>> branch.seats, branch.actions[1], branch.state.totals
((1, 0), Take(seat=0, slot=5), (0, 0))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from games.engine.actions import Action, ChanceAction, Deal, Exchange, Peek, Reshuffle
from games.engine.replay import replay
from games.engine.ruleset import Ruleset
from games.engine.state import MatchPhase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from games.engine.cards import Card
    from games.engine.state import HoleState, MatchState


@dataclass(frozen=True)
class Branch:
    """A match of one hole that begins with ``actions``.

    ``seats`` has, for each of its seats, the number that it had in the match it comes from.
    """

    ruleset: Ruleset
    seats: tuple[int, ...]
    actions: tuple[Action, ...]

    @cached_property
    def state(self) -> MatchState:
        """The match after its actions."""
        return replay(self.ruleset, len(self.seats), self.actions)

    @property
    def is_open(self) -> bool:
        """Whether the hole goes on."""
        return self.state.phase is MatchPhase.HOLE


def branch_off(start: MatchState, actions: Sequence[Action]) -> Branch:
    """Return the match that begins as a hole did.

    ``start`` is the state that waits for the hole's deal, ``actions`` are the hole's first ones,
    its deal before all others. Raises what ``apply`` raises.
    """
    players = start.players
    at = players.index(start.starter)
    seats = players[at:] + players[:at]
    numbers = {old: new for new, old in enumerate(seats)}
    fields = {**start.ruleset.to_fields(), "holes": 1, "limit": 0, "tie": "shared"}
    ruleset = Ruleset.from_fields(fields)
    # An extra hole is dealt from the packs of the whole match.
    packs = start.ruleset.pack_count(start.seats)
    if ruleset.pack_count(len(seats)) != packs:
        ruleset = Ruleset.from_fields({**fields, "packs": packs})
    cards = ruleset.cards
    renumbered: list[Action] = []
    for action in actions:
        if isinstance(action, Deal):
            dealt = [action.order[n * cards : (n + 1) * cards] for n in range(len(players))]
            rest = action.order[len(players) * cards :]
            blocks = dealt[at:] + dealt[:at]
            renumbered.append(Deal((*(card for block in blocks for card in block), *rest)))
        else:
            renumbered.append(_renumbered(action, numbers))
    return Branch(ruleset, seats, tuple(renumbered))


def _renumbered(action: Action, numbers: Mapping[int, int]) -> Action:
    if isinstance(action, Deal | Reshuffle):
        return action
    seat = numbers[action.seat]
    if isinstance(action, Peek):
        return replace(action, seat=seat, owner=numbers[action.owner])
    if isinstance(action, Exchange):
        places = sorted((numbers[old], slot) for old, slot in (action.first, action.second))
        return Exchange(seat, places[0], places[1])
    return replace(action, seat=seat)


def redrawn(branch: Branch, seat: int, rng: Random) -> Branch:
    """Return the same match with other cards wherever the seat has not seen which they are.

    What lies hidden, what others hold and the stock are drawn anew from what the seat can't tell
    apart: cards that never showed since the deal, and of a stock that was made anew its order.
    Everything that the seat was shown stays as it was.
    """
    hole = branch.state.hole
    if hole is None:
        return branch
    unseen = _unseen(hole, seat, branch.ruleset.pack_cards(len(branch.seats)))
    actions = list(branch.actions)
    for n, action in reversed(list(enumerate(branch.actions))):
        if isinstance(action, Deal | Reshuffle):
            actions[n] = _drawn_anew(action, unseen, rng)
            # Where a card lies was last decided by the latest shuffle that it was part of.
            unseen -= set(action.order)
    return Branch(branch.ruleset, branch.seats, tuple(actions))


def _unseen(hole: HoleState, seat: int, cards: Sequence[Card]) -> set[Card]:
    seen = hole.seen[seat] | hole.public
    known = {card for card in cards if seen >> card & 1} | set(hole.discard)
    for layout, up in zip(hole.layouts, hole.up, strict=True):
        known |= {card for slot, card in enumerate(layout) if up >> slot & 1}
    if hole.drawn is not None and hole.to_move == seat:
        known.add(hole.drawn)
    return set(cards) - known


def _drawn_anew(action: ChanceAction, unseen: set[Card], rng: Random) -> ChanceAction:
    order = list(action.order)
    places = [at for at, card in enumerate(order) if card in unseen]
    cards = [order[at] for at in places]
    rng.shuffle(cards)
    for at, card in zip(places, cards, strict=True):
        order[at] = card
    return type(action)(tuple(order))

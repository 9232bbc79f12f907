"""The one way a match moves on: ``apply(state, action)`` gives the next state and what happened.

>>> from games.engine.actions import Deal, parse_action
>>> from games.engine.ruleset import Ruleset
>>> from games.engine.state import new_match
>>> rules = Ruleset(openers_mode="fixed")
>>> start = new_match(rules, seats=2)
>>> dealt = apply(start, Deal(rules.pack_cards(2))).state
>>> dealt.sequence, dealt.hole.to_move
(1, 0)
>>> step = apply(dealt, parse_action("take 5", seat=0))
>>> [event.kind for event in step.events]
['placed']
>>> apply(step.state, parse_action("draw", seat=0))
Traceback (most recent call last):
games.engine.errors.IllegalAction: seat 0 is not to act
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine import dealing, ending
from games.engine.actions import (
    Action,
    ChanceAction,
    Deal,
    Discard,
    Dismiss,
    Draw,
    Reshuffle,
    SeatAction,
    Swap,
    Take,
    TurnUp,
)
from games.engine.cards import Card, face_of
from games.engine.chance import chance_cards
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.events import Event
from games.engine.legality import legal_actions, seats_to_act
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState
from games.engine.tuples import counted, replaced

if TYPE_CHECKING:
    from collections.abc import Callable


class Transition(NamedTuple):
    """The state after an action, and what happened on the way, in order."""

    state: MatchState
    events: tuple[Event, ...]


Change = tuple[MatchState, list[Event]]

_CHANCE = (Deal, Reshuffle)


def apply(state: MatchState, action: Action) -> Transition:
    """Do an action, by a seat or by chance.

    Raises IllegalAction when it may not be done now and MalformedAction when it means nothing in
    this match; the state is never changed. ``sequence`` grows by one.
    """
    if isinstance(action, _CHANCE):
        state, events = _apply_chance(state, action)
    else:
        if action not in legal_actions(state, action.seat):
            raise refusal(state, action)
        state, events = _HANDLERS[action.kind](state, action)
    return Transition(state, tuple(events))


def refusal(state: MatchState, action: SeatAction) -> IllegalAction | MalformedAction:
    """Why an action that isn't in the list of lawful ones is refused."""
    cards = state.ruleset.cards
    slot = action.flip if isinstance(action, Discard) else getattr(action, "slot", None)
    if not 0 <= action.seat < state.seats:
        return MalformedAction(f"there is no seat {action.seat}")
    if slot is not None and not 0 <= slot < cards:
        return MalformedAction(f"there is no slot {slot} in a {state.ruleset.layout} layout")
    if state.phase is MatchPhase.FINISHED:
        return IllegalAction("match_over", "the match is over")
    to_act = seats_to_act(state)
    if not to_act:
        return IllegalAction("waiting_for_chance", "the cards are being shuffled")
    if action.seat not in to_act:
        return IllegalAction("not_your_turn", f"seat {action.seat} is not to act")
    return IllegalAction("not_lawful", f"{action.text!r} may not be done now")


def _apply_chance(state: MatchState, action: ChanceAction) -> Change:
    cards = chance_cards(state)
    is_deal = state.phase is MatchPhase.AWAIT_DEAL
    if state.phase is MatchPhase.FINISHED:
        raise IllegalAction("match_over", "the match is over")
    if cards is None or isinstance(action, Deal) is not is_deal:
        raise IllegalAction("not_waiting_for_chance", f"no {action.kind} is due now")
    if tuple(sorted(action.order)) != tuple(sorted(cards)):
        raise MalformedAction(f"the {action.kind} does not hold exactly the cards to shuffle")
    if is_deal:
        return dealing.deal(state, action.order)
    return _reshuffle(state, action.order)


def _reshuffle(state: MatchState, order: tuple[Card, ...]) -> Change:
    hole = _hole(state)
    recycled = sum(1 << card for card in order)
    hole = hole._replace(
        stock=order[::-1],
        discard=hole.discard[-1:],
        seen=tuple(mask & ~recycled for mask in hole.seen),
    )
    events = [Event("stock_recycled", facts={"count": len(order)})]
    return ending.pass_on(state, hole, events)


def _turn_up(state: MatchState, action: TurnUp) -> Change:
    seat = action.seat
    sequence = state.sequence + 1
    hole, event = dealing.open_slot(state.ruleset, _hole(state), seat, action.slot)
    hole = dealing.next_opener(state.ruleset, hole)
    state = state._replace(
        hole=hole,
        sequence=sequence,
        current_from=replaced(state.current_from, seat, sequence),
    )
    return state, [event]


def _draw(state: MatchState, action: Draw) -> Change:
    hole = _hole(state)
    card = hole.stock[-1]
    hole = hole._replace(stock=hole.stock[:-1], drawn=card, phase=HolePhase.DRAWN)
    secret = {"card": face_of(card)}
    event = Event("drew", action.seat, secret=secret, readers=(action.seat,))
    return state._replace(hole=hole, sequence=state.sequence + 1), [event]


def _take(state: MatchState, action: Take) -> Change:
    hole = _hole(state)
    return _place(state, hole, action, hole.discard[-1], hole.discard[:-1])


def _swap(state: MatchState, action: Swap) -> Change:
    hole = _hole(state)
    card = hole.drawn
    assert card is not None  # noqa: S101 - narrows the type; a swap is lawful only with a card drawn
    return _place(state, hole, action, card, hole.discard)


def _place(
    state: MatchState,
    hole: HoleState,
    action: Take | Swap,
    card: Card,
    pile: tuple[Card, ...],
) -> Change:
    seat, slot = action.seat, action.slot
    cards, up = hole.layouts[seat], hole.up[seat]
    old, bit = cards[slot], 1 << slot
    after = hole._replace(
        layouts=replaced(hole.layouts, seat, (*cards[:slot], card, *cards[slot + 1 :])),
        up=replaced(hole.up, seat, up | bit),
        discard=(*pile, old),
        drawn=None,
        passes=0,
        turns=counted(hole.turns, seat),
    )
    facts = {
        "slot": slot,
        "card": face_of(card),
        "origin": "stock" if hole.drawn is not None else "discard",
        "discarded": face_of(old),
        "was_hidden": not up & bit,
    }
    return ending.end_turn(state, after, [Event("placed", seat, facts)])


def _discard(state: MatchState, action: Discard) -> Change:
    hole = _hole(state)
    seat, slot, card = action.seat, action.flip, hole.drawn
    assert card is not None  # noqa: S101 - narrows the type; lawful only with a card drawn
    discard, turns = (*hole.discard, card), counted(hole.turns, seat)
    events = [Event("discarded", seat, {"card": face_of(card)})]
    if slot is None:
        passes = hole.passes + 1
        hole = hole._replace(discard=discard, drawn=None, passes=passes, turns=turns)
    else:
        up = replaced(hole.up, seat, hole.up[seat] | 1 << slot)
        hole = hole._replace(discard=discard, drawn=None, passes=0, turns=turns, up=up)
        facts = {"slot": slot, "card": face_of(hole.layouts[seat][slot])}
        events.append(Event("flipped", seat, facts))
    return ending.end_turn(state, hole, events)


def _dismiss(state: MatchState, action: Dismiss) -> Change:
    seat = action.seat
    sequence = state.sequence + 1
    state = state._replace(
        sequence=sequence,
        dismissed=replaced(state.dismissed, seat, True),
        current_from=replaced(state.current_from, seat, sequence),
    )
    if all(state.dismissed):
        state = state._replace(phase=MatchPhase.AWAIT_DEAL, hole_index=state.hole_index + 1)
    return state, [Event("dismissed", seat)]


def _hole(state: MatchState) -> HoleState:
    hole = state.hole
    assert hole is not None  # noqa: S101 - narrows the type; only holes have lawful actions
    return hole


_HANDLERS: dict[str, Callable[[MatchState, Any], Change]] = {
    TurnUp.kind: _turn_up,
    Draw.kind: _draw,
    Take.kind: _take,
    Swap.kind: _swap,
    Discard.kind: _discard,
    Dismiss.kind: _dismiss,
}

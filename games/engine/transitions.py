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

from typing import TYPE_CHECKING, Any

from games.engine import dealing, ending, undoing
from games.engine.actions import (
    Action,
    ChanceAction,
    Deal,
    Discard,
    Dismiss,
    Draw,
    Exchange,
    Knock,
    Peek,
    Place,
    Reshuffle,
    SeatAction,
    Swap,
    Take,
    TurnUp,
    Undo,
)
from games.engine.cards import Card, face_of
from games.engine.chance import chance_cards
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.events import Event, Transition
from games.engine.knowledge import fade, forget, reveal
from games.engine.legality import legal_actions, seats_to_act
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState
from games.engine.tuples import changed, counted, replaced

if TYPE_CHECKING:
    from collections.abc import Callable


Change = tuple[MatchState, list[Event]]

# Members of an enum are looked up by a function of Python: once is enough for all actions.
_DRAWN = HolePhase.DRAWN

_CHANCE = (Deal, Reshuffle)
_OF_UNDOING = (Take.kind, Undo.kind)


def apply(state: MatchState, action: Action) -> Transition[MatchState]:
    """Do an action, by a seat or by chance.

    Raises IllegalAction when it may not be done now and MalformedAction when it means nothing in
    this match; the state is never changed. ``sequence`` grows by one.
    """
    if isinstance(action, _CHANCE):
        state, events = _apply_chance(undoing.settled(state), action)
    else:
        if action not in legal_actions(state, action.seat):
            raise refusal(state, action)
        if state.ruleset.memory == "unassisted":
            state = fade(state)
        if action.kind not in _OF_UNDOING:
            state = undoing.settled(state)
        state, events = _HANDLERS[action.kind](state, action)
    return Transition(state, tuple(events))


def refusal(state: MatchState, action: SeatAction) -> IllegalAction | MalformedAction:
    """Why an action that isn't in the list of lawful ones is refused."""
    for seat, slot in _places_of(action):
        if not 0 <= seat < state.seats:
            return MalformedAction(f"there is no seat {seat}")
        if slot is not None and not 0 <= slot < state.ruleset.cards:
            return MalformedAction(f"there is no slot {slot} in a {state.ruleset.layout} layout")
    if state.phase is MatchPhase.FINISHED:
        return IllegalAction("match_over", "the match is over")
    to_act = seats_to_act(state)
    if not to_act:
        return IllegalAction("waiting_for_chance", "the cards are being shuffled")
    if action.seat not in to_act:
        return IllegalAction("not_your_turn", f"seat {action.seat} is not to act")
    return IllegalAction("not_lawful", f"{action.text!r} may not be done now")


def _places_of(action: SeatAction) -> tuple[tuple[int, int | None], ...]:
    """Return the seats that an action names, its own first, each with a slot if it has one."""
    if isinstance(action, Exchange):
        return ((action.seat, None), action.first, action.second)
    if isinstance(action, Peek):
        return ((action.seat, None), (action.owner, action.slot))
    slot = action.flip if isinstance(action, Discard) else getattr(action, "slot", None)
    return ((action.seat, slot),)


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
    hole = forget(hole, order)._replace(stock=order[::-1], discard=hole.discard[-1:])
    events = [Event("stock_recycled", facts={"count": len(order)})]
    return ending.pass_on(state, hole, events)


def _turn_up(state: MatchState, action: TurnUp) -> Change:
    seat = action.seat
    sequence = state.sequence + 1
    hole, event = dealing.open_slot(state.ruleset, _hole(state), seat, action.slot)
    hole = dealing.next_opener(state.ruleset, hole)
    state = changed(
        state,
        hole=hole,
        sequence=sequence,
        current_from=replaced(state.current_from, seat, sequence),
    )
    return state, [event]


def _undo(state: MatchState, action: Undo) -> Change:  # noqa: ARG001 - as all handlers
    return undoing.undo(state)


def _draw(state: MatchState, action: Draw) -> Change:
    hole = _hole(state)
    card = hole.stock[-1]
    hole = changed(hole, stock=hole.stock[:-1], drawn=card, phase=_DRAWN)
    secret = {"card": face_of(card)}
    event = Event("drew", action.seat, secret=secret, readers=(action.seat,))
    return changed(state, hole=hole, sequence=state.sequence + 1), [event]


def _take(state: MatchState, action: Take) -> Change:
    hole = _hole(state)
    pile = hole.discard
    after, events = _place(undoing.settled(state), hole, action, pile[-1], pile[:-1])
    return undoing.remembered(state, action, after), events


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
    is_drawn = hole.drawn is not None
    is_up = state.ruleset.replaced_face == "up"
    after = changed(
        hole,
        layouts=replaced(hole.layouts, seat, (*cards[:slot], card, *cards[slot + 1 :])),
        up=replaced(hole.up, seat, up | bit if is_up else up & ~bit),
        discard=(*pile, old),
        drawn=None,
        passes=0,
        turns=counted(hole.turns, seat),
    )
    face = face_of(card)
    facts = {
        "slot": slot,
        "card": face,
        "origin": "stock" if is_drawn else "discard",
        "discarded": face_of(old),
        "was_hidden": not up & bit,
    }
    if is_up:
        return ending.end_turn(state, after, [Event("placed", seat, facts)])
    after = reveal(state.ruleset, after, card, (seat,), to_all=not is_drawn)
    facts["is_up"] = False
    if is_drawn:
        facts["card"] = None
    event = Event("placed", seat, facts, {"card": face}, readers=(seat,))
    return ending.end_turn(state, after, [event])


def _discard(state: MatchState, action: Discard) -> Change:
    seat, slot = action.seat, action.flip
    before = _hole(state)
    if slot is None:
        return ending.end_turn(state, *_thrown_away(state, seat, passes=before.passes + 1))
    up = replaced(before.up, seat, before.up[seat] | 1 << slot)
    hole, events = _thrown_away(state, seat, up=up)
    facts = {"slot": slot, "card": face_of(hole.layouts[seat][slot])}
    events.append(Event("flipped", seat, facts))
    return ending.end_turn(state, hole, events)


def _thrown_away(
    state: MatchState, seat: int, passes: int = 0, **changes: object
) -> tuple[HoleState, list[Event]]:
    """Throw the drawn card away; a run of turns that did nothing else ends, unless told."""
    hole = _hole(state)
    card = hole.drawn
    assert card is not None  # noqa: S101 - narrows the type; lawful only with a card drawn
    hole = changed(
        hole,
        discard=(*hole.discard, card),
        drawn=None,
        passes=passes,
        turns=counted(hole.turns, seat),
        **changes,
    )
    return hole, [Event("discarded", seat, {"card": face_of(card)})]


def _peek(state: MatchState, action: Peek) -> Change:
    hole, events = _thrown_away(state, action.seat)
    card = hole.layouts[action.owner][action.slot]
    hole = reveal(state.ruleset, hole, card, (action.seat,))
    facts, secret = {"owner": action.owner, "slot": action.slot}, {"card": face_of(card)}
    events.append(Event("peeked", action.seat, facts, secret, readers=(action.seat,)))
    return ending.end_turn(state, hole, events)


def _exchange(state: MatchState, action: Exchange) -> Change:
    hole, events = _thrown_away(state, action.seat)
    one, other = action.first, action.second
    at_one, at_other = _lying(hole, one), _lying(hole, other)
    hole = _laid(_laid(hole, one, *at_other), other, *at_one)
    events.append(Event("exchanged", action.seat, {"slots": [list(one), list(other)]}))
    return ending.end_turn(state, hole, events, touched=(one[0], other[0]))


def _lying(hole: HoleState, place: Place) -> tuple[Card, int]:
    """Return the card of a place, and 1 if it lies face up."""
    seat, slot = place
    return hole.layouts[seat][slot], hole.up[seat] >> slot & 1


def _laid(hole: HoleState, place: Place, card: Card, is_up: int) -> HoleState:
    seat, slot = place
    return hole._replace(
        layouts=replaced(hole.layouts, seat, replaced(hole.layouts[seat], slot, card)),
        up=replaced(hole.up, seat, hole.up[seat] & ~(1 << slot) | is_up << slot),
    )


def _knock(state: MatchState, action: Knock) -> Change:
    seat = action.seat
    hole = ending.close(state.ruleset, _hole(state), seat)
    hole = hole._replace(knocked=True, passes=0, turns=counted(hole.turns, seat))
    return ending.end_turn(state, hole, [Event("knocked", seat)])


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
    Peek.kind: _peek,
    Exchange.kind: _exchange,
    Knock.kind: _knock,
    Dismiss.kind: _dismiss,
    Undo.kind: _undo,
}

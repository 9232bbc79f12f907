"""The start of a hole: the deal and the openers (rules 2.1 to 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.cards import Card, face_of
from games.engine.events import Event
from games.engine.knowledge import reveal
from games.engine.legality import seats_to_open
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState
from games.engine.tuples import changed, replaced

if TYPE_CHECKING:
    from games.engine.ruleset import Ruleset


def deal(state: MatchState, order: tuple[Card, ...]) -> tuple[MatchState, list[Event]]:
    """Deal a hole in this order (see ``actions.Deal``) and do what openers nobody chooses."""
    rules, starter = state.ruleset, state.starter
    sequence = state.sequence + 1
    hole = _laid_out(rules.cards, state, order)
    up_card = face_of(hole.discard[-1])
    facts = {"hole": state.hole_index, "starter": starter, "discard": up_card}
    events = [Event("hole_dealt", facts=facts)]
    if rules.openers_mode == "fixed":
        for seat in seats_to_open(hole, rules.openers):
            for slot in range(rules.openers):
                hole, event = open_slot(rules, hole, seat, slot)
                events.append(event)
    state = state._replace(
        hole=next_opener(rules, hole),
        phase=MatchPhase.HOLE,
        sequence=sequence,
        current_from=(sequence,) * state.seats,
    )
    return state, events


def _laid_out(cards: int, state: MatchState, order: tuple[Card, ...]) -> HoleState:
    players = state.players
    dealt = len(players) * cards
    layouts: list[tuple[Card, ...]] = [()] * state.seats
    for at, seat in enumerate(players):
        layouts[seat] = order[at * cards : (at + 1) * cards]
    zeros = (0,) * state.seats
    return HoleState(
        layouts=tuple(layouts),
        up=zeros,
        opened=zeros,
        seen=zeros,
        stock=order[:dealt:-1],
        discard=order[dealt : dealt + 1],
        drawn=None,
        phase=HolePhase.OPENERS,
        starter=state.starter,
        to_move=state.starter,
        closer=None,
        last_turns_left=0,
        passes=0,
        turns=zeros,
        players=players,
        knocked=False,
        public=0,
        fresh=zeros,
        fresh_public=0,
        is_extra_turn_due=False,
        is_extra_turn=False,
    )


def open_slot(rules: Ruleset, hole: HoleState, seat: int, slot: int) -> tuple[HoleState, Event]:
    """Turn an opener up, or let its owner peek at it."""
    card, bit = hole.layouts[seat][slot], 1 << slot
    face = face_of(card)
    opened = replaced(hole.opened, seat, hole.opened[seat] | bit)
    if rules.openers_seen == "peek":
        hole = reveal(rules, hole._replace(opened=opened), card, (seat,))
        facts, secret = {"slot": slot}, {"card": face}
        return hole, Event("opener_peeked", seat, facts, secret, readers=(seat,))
    hole = changed(hole, opened=opened, up=replaced(hole.up, seat, hole.up[seat] | bit))
    return hole, Event("opener_turned", seat, {"slot": slot, "card": face})


def next_opener(rules: Ruleset, hole: HoleState) -> HoleState:
    """Let the next seat choose its openers, or begin play when all have theirs."""
    waiting = seats_to_open(hole, rules.openers)
    if not waiting:
        return changed(hole, phase=HolePhase.TURN, to_move=hole.starter)
    return hole if hole.to_move == waiting[0] else changed(hole, to_move=waiting[0])

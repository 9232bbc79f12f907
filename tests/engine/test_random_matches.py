"""Whole matches at random: whatever the rules and the seats, what must always hold holds."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Action,
    Deal,
    Discard,
    Dismiss,
    Draw,
    EngineError,
    Exchange,
    HolePhase,
    Knock,
    MatchPhase,
    MatchState,
    Peek,
    Reshuffle,
    Ruleset,
    Swap,
    Take,
    TurnUp,
    Undo,
    apply,
    chance_cards,
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
    legal_actions,
    new_match,
    replay,
    seats_to_act,
)
from tests.engine.drivers import Table
from tests.engine.strategies import SHAPES, few, randoms, rulesets

if TYPE_CHECKING:
    from random import Random

CODES = {
    *("not_your_turn", "not_lawful", "waiting_for_chance", "not_waiting_for_chance"),
    *("match_over", "malformed"),
}


def conceivable(state: MatchState) -> list[Action]:
    """List every action of every seat, and some of seats and slots that aren't there."""
    actions: list[Action] = [Deal(()), Reshuffle((0,))]
    seats, slots = range(-1, state.seats + 1), range(-1, state.ruleset.cards + 1)
    places = list(product(seats, slots))
    for seat in seats:
        actions += [Draw(seat), Dismiss(seat), Discard(seat), Knock(seat), Undo(seat)]
        for slot in slots:
            actions += [TurnUp(seat, slot), Take(seat, slot), Swap(seat, slot), Discard(seat, slot)]
        actions += [Peek(seat, *place) for place in places]
        actions += [Exchange(seat, one, other) for one in places[::7] for other in places[::5]]
    return actions


def check_cards_are_conserved(state: MatchState) -> None:
    hole = state.hole
    assert hole is not None
    drawn = () if hole.drawn is None else (hole.drawn,)
    cards = sorted([*sum(hole.layouts, ()), *hole.stock, *hole.discard, *drawn])
    assert tuple(cards) == state.ruleset.pack_cards(state.seats)


def check_layouts(state: MatchState) -> None:
    """Seats in the hole have all their cards, the others none, and nobody is out unnoticed."""
    hole, cards = state.hole, state.ruleset.cards
    assert hole is not None
    for seat, layout in enumerate(hole.layouts):
        assert len(layout) == (cards if seat in hole.players else 0)
    if state.phase is MatchPhase.HOLE and hole.closer is None:
        assert all(hole.up[seat] != state.ruleset.full for seat in hole.players)


def check_somebody_can_act(state: MatchState) -> None:
    to_act = seats_to_act(state)
    waits_for_chance = chance_cards(state) is not None
    is_over = state.phase is MatchPhase.FINISHED
    assert bool(to_act) + waits_for_chance + is_over == 1
    several = state.phase is MatchPhase.SCORE_CARD or (
        state.hole is not None and state.hole.phase is HolePhase.OPENERS
    )
    assert len(to_act) <= 1 or several
    for seat in range(state.seats):
        lawful = [action for action in legal_actions(state, seat) if action != Undo(seat)]
        assert bool(lawful) == (seat in to_act)


@pytest.mark.parametrize(("layout", "seats"), SHAPES)
@few
@given(data=st.data(), rng=randoms)
def test_every_match_ends_and_keeps_its_cards(
    layout: str, seats: int, data: st.DataObject, rng: Random
) -> None:
    table = Table(data.draw(rulesets(layout=layout)), seats)
    while table.state.phase is not MatchPhase.FINISHED:
        check_somebody_can_act(table.state)
        before = table.state.sequence
        table.do(table.next_action(rng))
        check_cards_are_conserved(table.state)
        check_layouts(table.state)
        assert table.state.sequence == before + 1
    check_somebody_can_act(table.state)
    assert len(table.actions) == table.state.sequence


@few
@given(rules=rulesets(), seats=st.integers(2, 8), rng=randoms)
def test_lawful_actions_are_accepted_and_all_others_refused(
    rules: Ruleset, seats: int, rng: Random
) -> None:
    table = Table(rules, seats)
    while table.state.phase is not MatchPhase.FINISHED and len(table.actions) < 60:
        state = table.state
        lawful = {action for seat in range(seats) for action in legal_actions(state, seat)}
        for action in conceivable(state):
            if action in lawful:
                apply(state, action)
                continue
            with pytest.raises(EngineError) as refused:
                apply(state, action)
            assert refused.value.code in CODES
        table.do(table.next_action(rng))


@few
@given(rules=rulesets(), seats=st.integers(2, 8), rng=randoms)
def test_replayed_actions_give_the_same_state(rules: Ruleset, seats: int, rng: Random) -> None:
    table = Table(rules, seats).run(rng)
    assert replay(rules, seats, table.actions) == table.state


@few
@given(rules=rulesets(), seats=st.integers(2, 8), rng=randoms)
def test_everything_survives_json(rules: Ruleset, seats: int, rng: Random) -> None:
    assert decode_ruleset(json.loads(json.dumps(encode_ruleset(rules)))) == rules
    table = Table(rules, seats).run(rng)
    state = new_match(rules, seats)
    for action in table.actions:
        assert decode_action(json.loads(json.dumps(encode_action(action)))) == action
        state = apply(state, action).state
        if state.sequence % 7 == 0 or state.phase is MatchPhase.FINISHED:
            assert decode_state(json.loads(json.dumps(encode_state(state)))) == state


@few
@given(rules=rulesets(), seats=st.integers(2, 8), rng=randoms)
def test_events_are_ready_for_json(rules: Ruleset, seats: int, rng: Random) -> None:
    table = Table(rules, seats)
    while table.state.phase is not MatchPhase.FINISHED:
        table.do(table.next_action(rng))
        for event in table.events:
            for viewer in (None, *range(seats)):
                facts = event.facts_for(viewer)
                assert json.loads(json.dumps(facts)) == facts

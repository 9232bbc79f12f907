"""Taking back a take: exactly while nobody has learnt anything (see undoing)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    IllegalAction,
    MatchPhase,
    Ruleset,
    Undo,
    apply,
    decode_state,
    encode_state,
    face_of,
    legal_actions,
    observe,
    seats_to_act,
)
from tests.engine.drivers import Table
from tests.engine.strategies import randoms, rulesets


def taken(slot=0, **fields):
    """A table of two whose starter took the discard into a slot; slots 0 and 1 lay open."""
    table = Table(Ruleset(openers_mode="fixed", **fields), 2)
    table.deal()
    before = table.state
    table.play(f"0 take {slot}")
    return table, before


def test_a_take_into_a_shown_slot_may_be_taken_back():
    table, before = taken(slot=0)
    assert legal_actions(table.state, 0) == (Undo(0),)
    assert observe(table.state, 0).can_undo
    table.play("0 undo")
    after = table.state
    assert after.hole == before.hole
    assert (after.sequence, seats_to_act(after)) == (before.sequence + 2, (0,))


def test_a_take_into_a_hidden_slot_has_shown_a_card():
    table, _before = taken(slot=2)
    assert legal_actions(table.state, 0) == ()
    with pytest.raises(IllegalAction) as refused:
        apply(table.state, Undo(0))
    assert refused.value.code == "not_your_turn"


def test_after_another_seat_acted_nothing_is_taken_back():
    table, _before = taken(slot=0)
    table.play("1 draw")
    assert legal_actions(table.state, 0) == ()


def test_nobody_takes_back_for_another():
    table, _before = taken(slot=0)
    assert Undo(1) not in legal_actions(table.state, 1)


def test_one_takes_back_once_in_a_turn():
    table, _before = taken(slot=0)
    table.play("0 undo")
    table.play("0 take 1")
    assert Undo(0) not in legal_actions(table.state, 0)
    table.play("1 take 0")
    assert Undo(1) in legal_actions(table.state, 1)


def test_a_draw_after_taking_back_may_not_be_taken_back():
    table, _before = taken(slot=0)
    table.play("0 undo")
    table.play("0 draw")
    assert Undo(0) not in legal_actions(table.state, 0)


def test_bots_are_never_offered_it():
    table, _before = taken(slot=0)
    assert Undo(0) not in observe(table.state, 0).legal


def test_everybody_is_told_which_cards_went_back():
    table, before = taken(slot=1)
    top = before.hole.discard[-1]
    table.play("0 undo")
    (event,) = table.events
    assert (event.kind, event.seat, event.facts["slot"]) == ("undone", 0, 1)
    assert event.facts["card"] == face_of(top)
    assert event.facts_for(None)["discarded"] == event.facts["discarded"]


@given(rules=rulesets(), seats=st.integers(2, 8), rng=randoms)
def test_taking_back_restores_the_hole_whatever_the_rules(rules, seats, rng):
    table = Table(rules, seats)
    while table.state.phase is not MatchPhase.FINISHED and len(table.actions) < 120:
        before = table.state
        table.do(table.next_action(rng))
        state = table.state
        for seat in range(seats):
            if Undo(seat) in legal_actions(state, seat):
                assert decode_state(encode_state(state)) == state
                after = apply(state, Undo(seat)).state
                assert after._replace(sequence=0, has_undone=False) == (
                    state.undo_to._replace(sequence=0)
                )
                assert after.hole.layouts == before.hole.layouts
                assert after.hole.discard == before.hole.discard

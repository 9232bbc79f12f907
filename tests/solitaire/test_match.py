"""Nine holes of Golf Solitaire, moved on, stored and seen as the grid game is."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    CodecError,
    Deal,
    Dismiss,
    IllegalAction,
    MalformedAction,
    MatchPhase,
    RulesetError,
    Undo,
    face_of,
)
from games.engine.solitaire import DEAL, DealWhen, PlayColumn, SolitaireRules
from games.engine.solitaire.codec import (
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
)
from games.engine.solitaire.match import (
    apply,
    chance_action,
    chance_cards,
    legal_actions,
    may_undo,
    new_match,
    par,
    seats_to_act,
)
from games.engine.solitaire.observation import observe

ANY_RULES = st.builds(
    SolitaireRules,
    queens_on_kings=st.booleans(),
    turn_the_corner=st.booleans(),
    deal_when=st.sampled_from(DealWhen),
    packs=st.sampled_from([1, 2]),
    holes=st.integers(1, 3),
)


def transitions(rules, rng):
    """Every transition of a match that is played at random, each with its action."""
    state = new_match(rules, 1)
    while state.phase is not MatchPhase.FINISHED:
        action = chance_action(state, rng) or rng.choice(legal_actions(state, 0))
        step = apply(state, action)
        yield action, step
        state = step.state


@given(rules=ANY_RULES, seed=st.integers(0, 10**6))
def test_a_match_is_its_actions_and_its_score_card_adds_up(rules, seed):
    state, told = new_match(rules, 1), []
    for action, step in transitions(rules, Random(seed)):
        stored = json.loads(json.dumps(encode_action(action)))
        assert decode_action(stored) == action
        state = apply(state, decode_action(stored)).state
        assert state == step.state == decode_state(json.loads(json.dumps(encode_state(state))))
        told.extend(step.events)
    strokes = [event.facts["strokes"][0] for event in told if event.kind == "hole_scored"]
    assert [one for (one,) in state.scored] == strokes
    assert state.total == sum(strokes)
    assert len(strokes) == rules.holes
    assert told[-1].facts_for(None) == {"kind": "match_finished", "seat": None, "places": [1]}
    assert (seats_to_act(state), legal_actions(state, 0), chance_cards(state)) == ((), (), None)


@given(rules=ANY_RULES, seed=st.integers(0, 10**6))
def test_nobody_learns_anything_of_the_stock(rules, seed):
    """Two matches that differ in what lies in the stock look the same, action by action."""
    rng = Random(seed)
    order = list(rules.pack_cards())
    rng.shuffle(order)
    dealt = rules.columns * rules.column_length + 1
    turned = rng.randrange(rules.stock_size + 1)
    known = order[: dealt + turned]
    hidden = order[dealt + turned :]
    rng.shuffle(hidden)
    one, other = (
        apply(new_match(rules, 1), Deal(tuple(cards))) for cards in (order, [*known, *hidden])
    )
    while True:
        assert one.events == other.events
        assert observe(one.state, 0) == observe(other.state, 0)
        assert observe(one.state, None) == observe(other.state, None)
        choices = [
            act
            for act in legal_actions(one.state, 0)
            if act != DEAL or one.state.hole.dealt < turned
        ]
        if not choices or one.state.phase is not MatchPhase.HOLE:
            break
        action = rng.choice(choices)
        one, other = apply(one.state, action), apply(other.state, action)


def test_that_test_can_fail():
    rules = SolitaireRules()
    order = rules.pack_cards()
    turned = (*order[:36], *order[:35:-1])
    one, other = (apply(new_match(rules, 1), Deal(cards)).state for cards in (order, turned))
    assert observe(one, 0) == observe(other, 0)
    one, other = (apply(state, DEAL).state for state in (one, other))
    assert observe(one, 0) != observe(other, 0)


def test_what_is_seen_of_a_hole():
    rules = SolitaireRules(queens_on_kings=True)
    waiting = observe(new_match(rules, 1), 0)
    assert (waiting.columns, waiting.foundation, waiting.strokes, waiting.legal) == (
        (),
        None,
        None,
        (),
    )
    state = apply(new_match(rules, 1), Deal(rules.pack_cards())).state
    seen = observe(state, 0)
    assert seen.columns[0] == ("AC", "8C", "2D", "9D", "3H")
    assert (seen.foundation, seen.stock_count, seen.strokes) == ("10H", 16, 35)
    assert seen.playable == (6,)
    assert seen.legal == (PlayColumn(6), DEAL)
    assert observe(state, None).legal == ()
    after = observe(apply(state, PlayColumn(6)).state, 0)
    assert (after.foundation, after.columns[6], after.strokes) == (
        "9H",
        ("7C", "AD", "8D", "2H"),
        34,
    )


def test_nine_holes_are_par_45_and_practice_is_less():
    assert par(SolitaireRules()) == 45
    assert par(SolitaireRules(), 4) == 20
    assert par(SolitaireRules(holes=1)) == 5
    with pytest.raises(RulesetError):
        SolitaireRules(holes=0)


def refused(state, action, kind=IllegalAction):
    before = encode_state(state)
    with pytest.raises(kind) as caught:
        apply(state, action)
    assert encode_state(state) == before
    return caught.value.code


def test_each_refusal_of_a_match_has_its_code():
    rules = SolitaireRules(holes=2)
    fresh = new_match(rules, 1)
    deal = Deal(rules.pack_cards())
    assert refused(fresh, DEAL) == refused(fresh, Dismiss(0)) == "waiting_for_chance"
    assert refused(fresh, Deal((0, 0)), MalformedAction) == "malformed"
    state = apply(fresh, deal).state
    assert refused(state, deal) == "not_waiting_for_chance"
    assert refused(state, Dismiss(0)) == "not_lawful"
    assert refused(state, Dismiss(1), MalformedAction) == "malformed"
    assert refused(state, PlayColumn(0)) == "does_not_fit"
    while state.phase is MatchPhase.HOLE:
        state = apply(state, legal_actions(state, 0)[-1]).state
    assert legal_actions(state, 0) == (Dismiss(0),)
    assert legal_actions(state, 1) == ()
    assert refused(state, DEAL) == "not_lawful"
    over = apply(apply(state, Dismiss(0)).state, deal).state
    while over.phase is not MatchPhase.FINISHED:
        over = apply(over, legal_actions(over, 0)[-1]).state
    assert refused(over, DEAL) == refused(over, deal) == refused(over, Dismiss(0)) == "match_over"


def test_rules_are_stored_with_the_name_of_the_game():
    rules = SolitaireRules(True, False, DealWhen.STUCK, 2, True, 3)
    assert decode_ruleset(json.loads(json.dumps(encode_ruleset(rules)))) == rules
    assert decode_ruleset({"v": 1, "game": "solitaire"}) == SolitaireRules()


STATE = encode_state(
    apply(new_match(SolitaireRules(), 1), Deal(SolitaireRules().pack_cards())).state
)


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (decode_ruleset, {"v": 1}),
        (decode_ruleset, {"v": 1, "game": "grid"}),
        (decode_ruleset, {"v": 2, "game": "solitaire"}),
        (decode_ruleset, {"v": 1, "game": "solitaire", "jokers": 1}),
        (decode_ruleset, {"v": 1, "game": "solitaire", "deal_when": "never"}),
        (decode_ruleset, {"v": 1, "game": "solitaire", "packs": "1"}),
        (decode_action, {"v": 1, "kind": "play", "seat": 1, "column": 0}),
        (decode_action, {"v": 1, "kind": "play", "seat": 0, "column": True}),
        (decode_action, {"v": 1, "kind": "play", "seat": 0}),
        (decode_action, {"v": 1, "kind": "turn_stock", "seat": 0, "column": 1}),
        (decode_action, {"v": 1, "kind": "take", "seat": 0, "slot": 1}),
        (decode_action, ["play"]),
        (decode_state, {**STATE, "phase": "lost"}),
        (decode_state, {**STATE, "hole_index": 9}),
        (decode_state, {**STATE, "scored": [1, "2"]}),
        (decode_state, {**STATE, "way": [-1] * 17}),
        (decode_state, {**STATE, "way": [7]}),
        (decode_state, {**STATE, "way": [0]}),
        (decode_state, {**STATE, "board": [0] * 52}),
        (decode_state, {**STATE, "board": None, "way": None}),
        (decode_state, {**STATE, "game": "grid"}),
        (decode_state, {**STATE, "more": 1}),
    ],
)
def test_damaged_data_is_refused(read, data):
    with pytest.raises((CodecError, RulesetError)):
        read(data)


def test_two_rules_that_differ_are_told_apart():
    one = new_match(SolitaireRules(), 1)
    assert decode_state(encode_state(one)) == one
    assert encode_state(one) != encode_state(new_match(replace(one.ruleset, packs=2), 1))


def test_practice_takes_back_as_often_as_one_likes():
    rules = SolitaireRules(undo=True, holes=1)
    dealt = apply(new_match(rules, 1), Deal(rules.pack_cards())).state
    assert may_undo(dealt, 0) is False
    state = apply(apply(dealt, PlayColumn(6)).state, DEAL).state
    back = apply(state, Undo(0))
    assert [event.facts_for(None) for event in back.events] == [
        {"kind": "undone", "seat": 0, "column": None, "card": face_of(state.hole.top)}
    ]
    again = apply(back.state, Undo(0)).state
    assert again.hole == dealt.hole
    assert again.way == ()
    assert again.sequence == dealt.sequence + 4
    assert refused(again, Undo(0)) == "not_lawful"


def test_the_end_of_a_hole_can_be_taken_back_in_practice():
    rules = SolitaireRules(undo=True, holes=1)
    state = apply(new_match(rules, 1), Deal(rules.pack_cards())).state
    while state.phase is MatchPhase.HOLE:
        before, state = state, apply(state, legal_actions(state, 0)[-2]).state
    assert legal_actions(state, 0) == (Dismiss(0), Undo(0))
    back = apply(state, Undo(0))
    assert [event.kind for event in back.events] == ["undone", "hole_reopened"]
    assert back.state == before._replace(sequence=state.sequence + 1)
    over = apply(state, Dismiss(0)).state
    assert legal_actions(over, 0) == ()
    assert refused(over, Undo(0)) == "match_over"


def test_nothing_is_taken_back_outside_practice():
    state = apply(new_match(SolitaireRules(), 1), Deal(SolitaireRules().pack_cards())).state
    assert refused(apply(state, DEAL).state, Undo(0)) == "not_lawful"


def test_a_run_is_what_was_played_since_the_stock_was_turned():
    state = apply(new_match(SolitaireRules(), 1), Deal(SolitaireRules().pack_cards())).state
    runs = []
    for action in (PlayColumn(6), DEAL, PlayColumn(4), PlayColumn(2), DEAL):
        if action in legal_actions(state, 0):
            state = apply(state, action).state
            runs.append((action.text, state.run))
    assert runs[:2] == [("play 7", 1), ("deal", 0)]

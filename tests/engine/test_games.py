"""One protocol for every game: whatever is stored of a match tells of which game it is."""

from __future__ import annotations

import json
from random import Random

import pytest

from games import engine
from games.engine import CodecError, Ruleset
from games.engine.solitaire import SolitaireRules

RULES = [(Ruleset(holes=2), 2), (SolitaireRules(holes=2), 1)]


@pytest.mark.parametrize(("ruleset", "seats"), RULES)
def test_a_match_of_any_game_is_played_stored_and_recorded_alike(ruleset, seats):
    rng = Random(1)
    stored = json.loads(json.dumps(engine.encode_ruleset(ruleset)))
    assert engine.decode_ruleset(stored) == ruleset
    state, actions, kinds = engine.new_match(ruleset, seats), [], []
    while state.phase is not engine.MatchPhase.FINISHED:
        action = engine.chance_action(state, rng)
        if action is None:
            seat = rng.choice(engine.seats_to_act(state))
            action = rng.choice(engine.legal_actions(state, seat))
            assert engine.read_action(state, action.text, seat) == action
            assert engine.is_current(state, seat, state.sequence)
            assert engine.stint(state, seat) is not None
        actions.append(engine.decode_action(json.loads(json.dumps(engine.encode_action(action)))))
        state, events = engine.apply(state, actions[-1])
        kinds += [event.kind for event in events]
        assert engine.decode_state(json.loads(json.dumps(engine.encode_state(state)))) == state
    assert kinds.count("hole_dealt") == kinds.count("hole_scored") == len(state.scored) == 2
    assert [row.place for row in engine.final_standings(state)] == sorted(
        row.place for row in engine.final_standings(state)
    )
    names = ["Ann", "Ben"][:seats]
    assert engine.verify(engine.record_text(ruleset, names, actions)) == state


@pytest.mark.parametrize(("ruleset", "seats"), RULES)
def test_a_seat_whose_player_is_away_ends_the_match(ruleset, seats):
    rng = Random(1)
    state = engine.new_match(ruleset, seats)
    for _step in range(2_000):
        if state.phase is engine.MatchPhase.FINISHED:
            break
        action = engine.chance_action(state, rng)
        if action is None:
            action = engine.action_in_absence(state, engine.seats_to_act(state)[0])
        state = engine.apply(state, action).state
    assert state.phase is engine.MatchPhase.FINISHED


@pytest.mark.parametrize(("ruleset", "seats"), RULES)
def test_a_hole_is_replayed_from_its_deal_alone(ruleset, seats):
    rng = Random(1)
    state = at_deal = engine.new_match(ruleset, seats)
    while state.phase is not engine.MatchPhase.FINISHED:
        if state.hole_index == 1 and state.phase is engine.MatchPhase.AWAIT_DEAL:
            at_deal = state
        action = engine.chance_action(state, rng)
        if action is None:
            action = rng.choice(engine.legal_actions(state, engine.seats_to_act(state)[0]))
        state = engine.apply(state, action).state
    before = engine.before_hole(state, 1, at_deal.sequence + 1)
    deal = engine.chance_action(at_deal, Random(7))
    assert deal is not None
    told = [engine.apply(one, deal).events for one in (before, at_deal)]
    assert told[0] == told[1]
    assert (before.totals, before.scored) == (at_deal.totals, at_deal.scored)


@pytest.mark.parametrize("name", ["chess", 1, None, []])
def test_a_game_that_is_not_played_here_is_refused(name):
    for read in (engine.decode_ruleset, engine.decode_state):
        with pytest.raises(CodecError):
            read({"v": 1, "game": name})


def test_what_is_for_the_grid_game_says_so():
    with pytest.raises(TypeError):
        engine.as_grid(engine.new_match(SolitaireRules(), 1))

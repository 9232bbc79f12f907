"""What is done for a seat whose player lets the time run out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Action,
    Discard,
    Dismiss,
    Draw,
    Exchange,
    HolePhase,
    Knock,
    MatchPhase,
    Peek,
    Ruleset,
    Take,
    TurnUp,
    default_action,
    legal_actions,
    seats_to_act,
)
from tests.engine.drivers import SMALL, Table
from tests.engine.strategies import few, randoms, rulesets


def test_it_draws_and_turns_the_first_hidden_card():
    table = Table(Ruleset(openers_mode="fixed"), 2)
    table.deal()
    assert default_action(legal_actions(table.state, 0)) == Draw(0)
    table.play("0 draw")
    assert default_action(legal_actions(table.state, 0)) == Discard(0, 2)


@pytest.mark.parametrize("refuse", ["no_flip", "may_flip"])
def test_it_turns_nothing_where_that_is_lawful(refuse):
    table = Table(Ruleset(openers_mode="fixed", refuse=refuse), 2)
    table.deal()
    table.play("0 draw")
    assert default_action(legal_actions(table.state, 0)) == Discard(0)


def test_a_score_card_is_put_away():
    table = Table(SMALL, 2)
    assert default_action((Dismiss(1),)) == Dismiss(1)
    assert table.state.phase is MatchPhase.AWAIT_DEAL


def test_a_take_is_all_that_is_left_without_a_stock():
    assert default_action((Take(0, 0), Take(0, 1), Knock(0))) == Take(0, 0)


def test_whoever_is_not_to_act_has_no_default():
    with pytest.raises(ValueError, match="not to act"):
        default_action(())


@few
@given(rules=rulesets(), seats=st.integers(2, 8), rng=randoms)
def test_the_clock_never_knocks_and_uses_no_power(rules, seats, rng):
    """Whatever the rules, a hole of absent people is played lawfully to its end."""
    table = Table(rules, seats)
    kinds = set()
    while not table.state.scored:
        state = table.state
        if to_act := seats_to_act(state):
            action: Action = default_action(legal_actions(state, to_act[0]))
            kinds.add(type(action))
            if state.hole.phase is HolePhase.OPENERS:
                opened = state.hole.opened[to_act[0]]
                assert action == TurnUp(to_act[0], (~opened & opened + 1).bit_length() - 1)
        else:
            action = table.next_action(rng)
        table.do(action)
    assert not kinds & {Knock, Peek, Exchange}

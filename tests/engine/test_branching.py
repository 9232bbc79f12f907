"""A hole played so far as the beginning of a match of its own, under random rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Deal,
    Exchange,
    IllegalAction,
    MatchPhase,
    Reshuffle,
    Ruleset,
    apply,
    branch_off,
    decode_state,
    encode_state,
    legal_actions,
    new_match,
    observe,
    parse_action,
    redrawn,
    seats_to_act,
)
from tests.engine.drivers import SMALL, Table
from tests.engine.strategies import SEATS, few, randoms, rulesets

if TYPE_CHECKING:
    from games.engine import Action, Branch, MatchState


def some_hole(rules: Ruleset, seats: int, rng: Random) -> tuple[MatchState, list[Action]]:
    """Return the state before some hole's deal, and a random number of its actions."""
    table = Table(rules, seats)
    begun, wanted = 0, rng.randrange(1, 4)
    start, first = table.state, 0
    limit = rng.randrange(1, 80)
    while table.state.phase is not MatchPhase.FINISHED:
        if table.state.phase is MatchPhase.AWAIT_DEAL:
            start, first, begun = table.state, len(table.actions), begun + 1
        is_enough = begun == wanted and len(table.actions) - first >= limit
        if is_enough and table.state.phase is MatchPhase.HOLE:
            break
        table.do(table.next_action(rng))
    kept: list[Action] = []
    state = start
    for action in table.actions[first:]:
        after = apply(state, action).state
        if after.phase is not MatchPhase.HOLE:
            break
        kept.append(action)
        state = after
    return start, kept


def seen_by(branch: Branch, seat: int) -> object:
    """What a seat of the branch sees and may do."""
    return observe(branch.state, seat, recalls=True)


@few
@given(rules=rulesets(), seats=st.sampled_from(SEATS), rng=randoms)
def test_a_branch_stands_as_the_hole_did(rules: Ruleset, seats: int, rng: Random) -> None:
    start, actions = some_hole(rules, seats, rng)
    branch = branch_off(start, actions)
    state = start
    for action in actions:
        state = apply(state, action).state
    old, new = state.hole, branch.state.hole
    assert old is not None
    assert new is not None
    for number, seat in enumerate(branch.seats):
        assert new.layouts[number] == old.layouts[seat]
        assert (new.up[number], new.seen[number]) == (old.up[seat], old.seen[seat])
        assert new.turns[number] == old.turns[seat]
    assert (new.stock, new.discard, new.drawn) == (old.stock, old.discard, old.drawn)
    assert branch.seats[new.to_move] == old.to_move
    assert (new.phase, new.passes, new.last_turns_left) == (
        old.phase,
        old.passes,
        old.last_turns_left,
    )
    assert [branch.seats[n] for n in seats_to_act(branch.state)] == sorted(
        seats_to_act(state), key=branch.seats.index
    )
    assert branch.state.totals == (0,) * len(branch.seats)
    assert decode_state(encode_state(branch.state)) == branch.state
    for number in seats_to_act(branch.state):
        own = legal_actions(branch.state, number)
        assert len(own) == len(legal_actions(state, branch.seats[number]))


@few
@given(rules=rulesets(), seats=st.sampled_from(SEATS), rng=randoms)
def test_a_branch_ends_with_its_hole(rules: Ruleset, seats: int, rng: Random) -> None:
    branch = branch_off(*some_hole(rules, seats, rng))
    table = Table(branch.ruleset, len(branch.seats))
    for action in branch.actions:
        table.do(action)
    table.run(rng)
    assert len(table.state.scored) == 1
    assert table.state.extra_scored == ()


@few
@given(rules=rulesets(), seats=st.sampled_from(SEATS), rng=randoms)
def test_what_a_seat_has_seen_stays_when_the_rest_is_drawn_anew(
    rules: Ruleset, seats: int, rng: Random
) -> None:
    branch = branch_off(*some_hole(rules, seats, rng))
    for seat in range(len(branch.seats)):
        other = redrawn(branch, seat, rng)
        assert seen_by(other, seat) == seen_by(branch, seat)
        assert [a.text for a in other.actions if a.seat is not None] == [
            a.text for a in branch.actions if a.seat is not None
        ]
        assert sorted(other.actions[0].order) == sorted(branch.actions[0].order)


def test_the_starter_becomes_the_first_seat_and_the_deal_goes_with_it() -> None:
    start = new_match(SMALL, 3)._replace(hole_index=2, scored=((1, 2, 3), (1, 2, 3)))
    branch = branch_off(start._replace(ruleset=Ruleset(layout="2x2")), [Deal(tuple(range(52)))])
    hole = branch.state.hole
    assert hole is not None
    assert branch.seats == (2, 0, 1)
    assert hole.layouts == ((8, 9, 10, 11), (0, 1, 2, 3), (4, 5, 6, 7))
    assert (hole.discard, hole.stock[-1], hole.to_move) == ((12,), 13, 0)


def test_an_extra_hole_keeps_the_packs_of_the_whole_match() -> None:
    rules = Ruleset(holes=1, tie="extra_hole", openers=0)
    tied = new_match(rules, 5)._replace(
        hole_index=1, scored=((3, 3, 9, 9, 3),), totals=(3, 3, 9, 9, 3)
    )
    branch = branch_off(tied, [])
    assert branch.seats == (1, 4, 0)
    assert (branch.ruleset.packs, branch.ruleset.tie, branch.ruleset.holes) == (2, "shared", 1)


def test_places_of_an_exchange_stay_in_order() -> None:
    start = new_match(Ruleset(layout="2x2", powers={"K": "swap_any"}), 2)
    start = start._replace(hole_index=1, scored=((0, 0),))
    moved = branch_off(start, []).seats
    assert moved == (1, 0)
    action = parse_action("discard exchange 0.3 1.2", 1)
    assert action == Exchange(1, (0, 3), (1, 2))
    table = Table(Ruleset(layout="2x2", powers={"K": "swap_any"}, openers=0, holes=2), 2)
    table.deal("AC 2C 3C 4C 5C 6C 7C 8C 9C KC")
    branch = branch_off(
        table.state._replace(phase=MatchPhase.AWAIT_DEAL, hole=None, hole_index=1, sequence=0),
        [
            table.actions[0],
            parse_action("draw", 1),
            action,
        ],
    )
    assert branch.actions[2] == Exchange(0, (0, 2), (1, 3))
    assert branch.state.hole is not None
    assert branch.state.hole.layouts[0][2] == 3


def test_hidden_cards_are_drawn_anew_and_known_ones_are_not() -> None:
    table = Table(SMALL, 2).deal().play("0 draw")
    branch = branch_off(new_match(SMALL, 2), table.actions)
    other = redrawn(branch, 0, Random(3))
    old, new = branch.state.hole, other.state.hole
    assert old is not None
    assert new is not None
    assert (new.drawn, new.discard) == (old.drawn, old.discard)
    assert [cards[0] for cards in new.layouts] == [cards[0] for cards in old.layouts]
    assert new.layouts != old.layouts
    assert new.stock != old.stock
    assert redrawn(branch, 1, Random(3)).state.hole.drawn != old.drawn


def test_a_stock_made_anew_keeps_its_cards_and_loses_its_order() -> None:
    rules = Ruleset(layout="2x2", openers=0, refuse="no_flip", stall_laps=20, holes=1)
    table = Table(rules, 8)
    table.deal()
    while not any(isinstance(action, Reshuffle) for action in table.actions):
        if table.hole.phase == "await_reshuffle":
            table.reshuffle()
            break
        table.do(parse_action("draw", table.hole.to_move))
        table.do(parse_action("discard", table.hole.to_move))
    branch = branch_off(new_match(rules, 8), table.actions)
    other = redrawn(branch, 0, Random(5))
    old, new = branch.state.hole, other.state.hole
    assert old is not None
    assert new is not None
    assert sorted(new.stock) == sorted(old.stock)
    assert new.stock != old.stock
    assert new.layouts != old.layouts
    assert sorted(sum(new.layouts, ())) == sorted(sum(old.layouts, ()))


def test_what_could_not_have_happened_is_no_branch() -> None:
    with pytest.raises(IllegalAction):
        _ = branch_off(new_match(SMALL, 2), [parse_action("draw", 0)]).state


def test_a_branch_before_its_deal_has_nothing_to_draw_anew() -> None:
    branch = branch_off(new_match(SMALL, 2), [])
    assert redrawn(branch, 0, Random(1)) is branch
    assert not branch.is_open

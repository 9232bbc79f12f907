"""The kernel does what the engine does, action by action, under random rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.analysis.kernel.codes import decode, encode
from games.analysis.kernel.holes import (
    DRAWN,
    NO_CARD,
    NOBODY,
    OPENERS,
    OVER,
    TURN,
    deal,
    lawful,
    new_holes,
    score,
    step,
)
from games.analysis.kernel.tables import tables_of
from games.engine import (
    FACES,
    Deal,
    HolePhase,
    MatchPhase,
    Reshuffle,
    Ruleset,
    apply,
    chance_cards,
    face_of,
    legal_actions,
    new_match,
    seats_to_act,
)
from tests.engine.strategies import rulesets

PHASES = {
    HolePhase.OPENERS: OPENERS,
    HolePhase.TURN: TURN,
    HolePhase.DRAWN: DRAWN,
    HolePhase.OVER: OVER,
}


def in_order(cards, faces):
    """The cards whose faces these are, in their order."""
    left = list(cards)
    order = []
    for face in faces:
        order.append(next(card for card in left if face_of(card) == FACES[face]))
        left.remove(order[-1])
    assert not left
    return tuple(order)


def dealt(state, tables, hole):
    """The engine's state after the deal that the kernel made."""
    faces = [face for seat in range(tables.seats) for face in hole.cards[seat, : tables.slots]]
    faces += [hole.pile[0], *hole.stock[: hole.stock_count][::-1]]
    return apply(state, Deal(in_order(chance_cards(state), faces))).state


def recycled(state, hole):
    stock = hole.stock[: hole.stock_count][::-1]
    return apply(state, Reshuffle(in_order(chance_cards(state), stock))).state


def assert_equal(state, tables, hole):
    now = state.hole
    players = now.players
    assert PHASES[now.phase] == hole.phase
    assert [FACES[card] for card in hole.pile[: hole.pile_count]] == list(map(face_of, now.discard))
    assert (NO_CARD if now.drawn is None else FACES.index(face_of(now.drawn))) == hole.card
    assert hole.closer == (NOBODY if now.closer is None else players.index(now.closer))
    for number, seat in enumerate(players):
        cards = [FACES[card] for card in hole.cards[number, : tables.slots]]
        assert cards == list(map(face_of, now.layouts[seat]))
        assert hole.turns[number] == now.turns[seat]
        if now.phase is HolePhase.OVER:
            continue
        assert hole.up[number] == now.up[seat]
        hidden = [slot for slot in range(tables.slots) if not now.up[seat] >> slot & 1]
        for slot in hidden:
            knowers = sum(
                1 << at
                for at, other in enumerate(players)
                if now.seen[other] >> now.layouts[seat][slot] & 1
            )
            assert hole.known[number, slot] & (1 << len(players)) - 1 == knowers


def play_both(state, seed):
    """Play a hole in both by random actions, comparing all that there is after every one."""
    tables = tables_of(state.ruleset, state.seats, len(state.players))
    hole = new_holes(1)[0]
    hole.dice[0] = seed
    deal(tables, hole, state.players.index(state.starter))
    state = dealt(state, tables, hole)
    players, before, rng = state.hole.players, state, Random(seed)
    actions = np.zeros(4096, np.int64)
    while state.phase is MatchPhase.HOLE:
        before = state
        assert_equal(state, tables, hole)
        seat = players[hole.to_move]
        assert seat in seats_to_act(state)
        found = [int(code) for code in actions[: lawful(tables, hole, actions)]]
        expected = [action for action in legal_actions(state, seat) if action.kind != "undo"]
        assert sorted(found) == sorted(encode(action, players) for action in expected)
        action = rng.choice(expected)
        assert decode(encode(action, players), players, seat) == action
        state = apply(state, action).state
        step(tables, hole, encode(action, players))
        if state.hole.phase is HolePhase.AWAIT_RESHUFFLE:
            state = recycled(state, hole)
    assert_equal(state, tables, hole)
    strokes = np.zeros(tables.seats, np.int64)
    score(tables, hole, strokes)
    last = state.scored[-1] if len(state.scored) > len(before.scored) else state.extra_scored[-1]
    assert [last[seat] for seat in players] == strokes.tolist()


@given(rulesets(), st.integers(2, 8), st.integers(0, 2**32))
@example(Ruleset(), 2, 1)
@example(Ruleset(wild=("JS", "JH"), block_score=-20, lines="columns_rows"), 4, 2)
def test_a_hole_goes_the_same_way_in_the_kernel_and_in_the_engine(rules, seats, seed):
    try:
        rules.validate(seats)
    except ValueError:
        return
    play_both(new_match(rules, seats), seed)


@given(rulesets(tie="extra_hole", holes=1, limit=0), st.integers(0, 2**32))
def test_an_extra_hole_is_played_by_the_tied_seats_alone(rules, seed):
    rules.validate(4)
    tied = new_match(rules, 4)._replace(scored=((5, 3, 9, 3),), totals=(5, 3, 9, 3), hole_index=1)
    assert tied.players == (1, 3)
    play_both(tied, seed)


@pytest.mark.parametrize("layout", ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4"])
def test_every_layout_plays_a_hole_of_eight(layout):
    play_both(new_match(Ruleset(layout=layout, openers=1), 8), 7)

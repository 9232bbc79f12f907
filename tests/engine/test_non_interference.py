"""Rule 9: cards that a viewer has not seen change nothing of what the viewer gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots import BOTS
from games.engine import (
    MatchPhase,
    MatchState,
    Ruleset,
    SeenCard,
    apply,
    face_of,
    observe,
    parse_action,
    seats_to_act,
)
from tests.engine.drivers import Table, with_hole
from tests.engine.strategies import few, randoms, rulesets

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from games.engine import Action


def known_cards(state: MatchState, viewer: int | None, *, recalls: bool = False) -> set[int]:
    """Say which cards the viewer has a reason to know, written anew and not as observe does it."""
    hole = state.hole
    assert hole is not None
    known = set(hole.discard)
    for cards, up in zip(hole.layouts, hole.up, strict=True):
        known |= {card for slot, card in enumerate(cards) if up & (1 << slot)}
    if state.ruleset.memory == "unassisted" and not recalls:
        shown = hole.fresh_public if viewer is None else hole.fresh[viewer]
    else:
        shown = hole.public if viewer is None else hole.seen[viewer]
    known |= cards_of(shown)
    if viewer is not None and viewer == hole.to_move and hole.drawn is not None:
        known.add(hole.drawn)
    return known


def cards_of(mask: int) -> set[int]:
    return {card for card in range(216) if mask >> card & 1}


def permuted(
    state: MatchState, viewer: int | None, rng: Random, *, recalls: bool = False
) -> MatchState:
    """Move all cards that the viewer hasn't seen, and what others know with them."""
    hole = state.hole
    assert hole is not None
    known = known_cards(state, viewer, recalls=recalls)
    cards = [card for card in state.ruleset.pack_cards(state.seats) if card not in known]
    others = cards.copy()
    rng.shuffle(others)
    renamed = dict(zip(cards, others, strict=True))

    def new(card: int) -> int:
        return renamed.get(card, card)

    def new_mask(mask: int) -> int:
        return sum(1 << new(card) for card in cards_of(mask))

    return with_hole(
        state,
        layouts=tuple(tuple(map(new, row)) for row in hole.layouts),
        stock=tuple(map(new, hole.stock)),
        drawn=None if hole.drawn is None else new(hole.drawn),
        seen=tuple(map(new_mask, hole.seen)),
        public=new_mask(hole.public),
        fresh=tuple(map(new_mask, hole.fresh)),
        fresh_public=new_mask(hole.fresh_public),
    )


def is_blind(viewer: int | None, before: MatchState, action: Action) -> bool:
    """Say whether the action shows the viewer no card that it hadn't seen."""
    after = apply(before, action).state
    if after.phase is not MatchPhase.HOLE:
        return False
    return known_cards(after, viewer) <= known_cards(before, viewer)


def play_and_compare(
    rules: Ruleset, seats: int, rng: Random, compare: Callable[[MatchState, Action], None]
) -> None:
    table = Table(rules, seats)
    while table.state.phase is not MatchPhase.FINISHED:
        action = table.next_action(rng)
        if table.state.phase is MatchPhase.HOLE:
            compare(table.state, action)
        table.do(action)


@few
@given(rules=rulesets(holes=1), seats=st.integers(2, 8), rng=randoms)
def test_observations_do_not_depend_on_unseen_cards(
    rules: Ruleset, seats: int, rng: Random
) -> None:
    def compare(state: MatchState, _action: Action) -> None:
        for viewer in (None, *range(seats)):
            other = permuted(state, viewer, rng)
            assert observe(other, viewer) == observe(state, viewer)
            other = permuted(state, viewer, rng, recalls=True)
            seen = observe(state, viewer, recalls=True)
            assert observe(other, viewer, recalls=True) == seen

    play_and_compare(rules, seats, rng, compare)


@few
@given(rules=rulesets(holes=1), seats=st.integers(2, 8), rng=randoms)
def test_events_tell_nothing_of_cards_that_stay_unseen(
    rules: Ruleset, seats: int, rng: Random
) -> None:
    def compare(state: MatchState, action: Action) -> None:
        if action.seat is None:
            return
        for viewer in (None, *range(seats)):
            if not is_blind(viewer, state, action):
                continue
            told = [event.facts_for(viewer) for event in apply(state, action).events]
            other = apply(permuted(state, viewer, rng), action).events
            assert [event.facts_for(viewer) for event in other] == told

    play_and_compare(rules, seats, rng, compare)


@few
@given(rules=rulesets(holes=1), seats=st.integers(2, 4), rng=randoms, seed=st.integers(0, 99))
def test_bots_play_the_same_on_equal_observations(
    rules: Ruleset, seats: int, rng: Random, seed: int
) -> None:
    make = type(rng)

    def compare(state: MatchState, _action: Action) -> None:
        if state.sequence % 5:
            return
        for seat in seats_to_act(state):
            for name, bot in BOTS.items():
                other = permuted(state, seat, rng, recalls=bot.recalls)
                # Play-outs of every state would take long; they have a test of their own.
                if name != "pro":
                    chosen = bot.answer(state, seat, make(seed))
                    assert bot.answer(other, seat, make(seed)) == chosen

    play_and_compare(rules, seats, rng, compare)


FIXED = Ruleset(layout="2x2", openers_mode="fixed", openers_seen="peek", holes=1)
DEAL = "AC 2C 3C 4C AD 2D 3D 4D QS 7H 8H"


def shown(table: Table, viewer: int | None, seat: int) -> list[str | None]:
    return [card.face for card in observe(table.state, viewer).layouts[seat]]


def test_own_hidden_cards_are_unknown_until_peeked_at() -> None:
    table = Table(FIXED).deal(DEAL)
    assert shown(table, 0, 0) == ["AC", "2C", None, None]
    assert shown(table, 1, 0) == shown(table, None, 0) == [None] * 4
    assert observe(table.state, 0).layouts[0][0] == SeenCard("AC", is_up=False)


def test_drawn_card_is_seen_by_its_drawer_alone() -> None:
    table = Table(FIXED).deal(DEAL).play("0 draw")
    assert observe(table.state, 0).drawn == "7H"
    assert observe(table.state, 1).drawn is None
    assert observe(table.state, None).drawn is None
    assert [observe(table.state, viewer).drawn_by for viewer in (0, 1, None)] == [0, 0, 0]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everything_is_shown_when_the_hole_is_over(viewer: int | None) -> None:
    table = Table(Ruleset(layout="2x2", openers=3, openers_mode="fixed", last_turns=0, holes=1))
    table.deal(DEAL).play("0 take 3")
    assert shown(table, viewer, 1) == ["AD", "2D", "3D", "4D"]


def test_observation_holds_no_card_numbers_and_no_stock() -> None:
    seen = observe(Table(FIXED).deal(DEAL).state, 0)
    assert seen.discard == ("QS",)
    assert seen.stock_count == 52 - 8 - 1
    assert "stock" not in seen._fields


def test_observation_lists_the_viewers_lawful_actions() -> None:
    table = Table(FIXED).deal(DEAL)
    assert parse_action("draw", 0) in observe(table.state, 0).legal
    assert observe(table.state, 1).legal == observe(table.state, None).legal == ()


def test_shown_strokes_count_what_lies_up() -> None:
    table = Table(Ruleset(layout="2x2", openers_mode="fixed", openers=3)).deal(
        "QC 2C QD 4C AD 2D 3D 4D KS"
    )
    seen = observe(table.state, None)
    assert (seen.shown_strokes(0), seen.shown_strokes(1)) == (-2, 2)


def test_observation_before_the_first_deal_is_empty() -> None:
    seen = observe(Table(FIXED).state, None)
    assert (seen.layouts, seen.discard, seen.hole_phase, seen.to_act) == ((), (), None, ())


def test_recycled_cards_are_no_longer_known() -> None:
    table = Table(FIXED).deal(DEAL)
    stock = table.hole.stock
    table.state = with_hole(
        table.state, stock=stock[-1:], discard=(*stock[:-1], *table.hole.discard)
    )
    table.play("0 draw", "0 swap 0").reshuffle()
    assert observe(table.state, 0).discard == ("AC",)
    assert face_of(table.hole.discard[-1]) == "AC"

"""The solver against every state that the rules allow, gone through one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from games.analysis.solitaire.solver import solve
from games.engine.solitaire import DEAL, DealWhen, SolitaireRules, apply, legal_actions
from tests.solitaire.dealt import every_end, numbered_hole, played

TOGGLES = list(product((False, True), (False, True), DealWhen))


def some_holes(rules, seed, count, most):
    """Holes as they stand somewhere in the middle, with at most so many cards left."""
    rng = Random(seed)
    for number in range(count):
        hole = numbered_hole(rng.randrange(1, 10**6), rules)
        while hole.cards_left > most:
            # Whatever the rules say, so that every mixture of columns and stock comes up.
            column = rng.choice([at for at, left in enumerate(hole.heights) if left])
            heights = [left - (at == column) for at, left in enumerate(hole.heights)]
            hole = replace(hole, heights=tuple(heights), top=hole.board.columns[column][-1])
        yield replace(hole, dealt=(number * 5) % (rules.stock_size + 1))


def best_of(ends, stock):
    return min(left or dealt - stock for left, dealt in ends)


@pytest.mark.parametrize(("queens", "corner", "when"), TOGGLES)
def test_what_is_found_is_the_best_of_all_that_can_be_reached(queens, corner, when):
    rules = SolitaireRules(queens, corner, when)
    verdicts = set()
    for hole in some_holes(rules, seed=f"{queens}{corner}", count=25, most=14):
        ends = every_end(hole)
        found = solve(hole)
        assert found.solvable is any(left == 0 for left, _dealt in ends)
        assert found.strokes == best_of(ends, 16)
        assert found.is_best
        assert played(hole, *found.moves).strokes == found.strokes
        verdicts.add(found.solvable)
    assert verdicts == {False, True}


@pytest.mark.parametrize(("queens", "corner", "when"), TOGGLES)
def test_two_packs_are_decided_where_all_can_be_gone_through(queens, corner, when):
    rules = SolitaireRules(queens, corner, when, packs=2)
    for hole in some_holes(rules, seed=f"{queens}{corner}", count=15, most=10):
        ends = every_end(hole)
        found = solve(hole)
        assert found.solvable is any(left == 0 for left, _dealt in ends)
        assert played(hole, *found.moves).strokes == found.strokes >= best_of(ends, 40)
        assert found.is_best is (not found.solvable)
        if found.is_best:
            assert found.strokes == best_of(ends, 40)


@pytest.mark.parametrize(
    ("rules", "cleared", "total"),
    [
        (SolitaireRules(), 10, 103),
        (SolitaireRules(queens_on_kings=True), 16, 51),
        (SolitaireRules(turn_the_corner=True), 26, -50),
        (SolitaireRules(queens_on_kings=True, turn_the_corner=True), 37, -169),
        (SolitaireRules(deal_when=DealWhen.STUCK), 1, 176),
    ],
)
def test_whole_deals_are_solved_and_their_lines_can_be_played(rules, cleared, total):
    holes = [numbered_hole(number, rules) for number in range(1, 41)]
    found = [solve(hole) for hole in holes]
    for hole, solution in zip(holes, found, strict=True):
        assert played(hole, *solution.moves).strokes == solution.strokes
    assert sum(bool(solution.solvable) for solution in found) == cleared
    assert sum(solution.strokes for solution in found) == total


def test_dealing_at_any_time_is_never_worse_than_only_when_stuck():
    for number in range(1, 21):
        free, bound = (
            solve(numbered_hole(number, SolitaireRules(deal_when=when))) for when in DealWhen
        )
        assert free.strokes <= bound.strokes


def test_a_budget_ends_a_search_with_what_was_found_so_far():
    hole = numbered_hole(2, SolitaireRules(packs=2))
    small, large = solve(hole, budget=10), solve(hole, budget=5_000)
    assert (small.solvable, large.solvable) == (None, None)
    assert (small.is_best, large.is_best) == (False, False)
    assert small.states <= 10 < large.states <= 5_000
    assert large.strokes <= small.strokes < 63
    assert played(hole, *small.moves).strokes == small.strokes


def test_a_hole_that_is_over_is_judged_as_it_stands():
    clear = replace(numbered_hole(1), heights=(0,) * 7, dealt=4)
    assert (solve(clear).solvable, solve(clear).strokes, solve(clear).moves) == (True, -12, ())
    hole = numbered_hole(1)
    while hole.stock_left:
        hole = apply(hole, DEAL)
    while legal_actions(hole):
        hole = apply(hole, legal_actions(hole)[0])
    found = solve(hole)
    assert (found.solvable, found.strokes, found.moves) == (False, hole.cards_left, ())

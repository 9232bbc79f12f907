"""A hole looked at afterwards, and deals that can be cleared."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import call_command

from games.analysis.solitaire import dealing
from games.analysis.solitaire.review import hint, review
from games.analysis.solitaire.solver import solve
from games.engine.solitaire import (
    DEAL,
    SolitaireRules,
    apply,
    board_of,
    legal_actions,
    new_hole,
)
from tests.solitaire.dealt import numbered_hole, played

BOTH = SolitaireRules(queens_on_kings=True, turn_the_corner=True)


def test_who_follows_the_hints_gives_nothing_away():
    hole = start = numbered_hole(3, BOTH)
    actions = []
    while action := hint(hole):
        actions.append(action)
        hole = apply(hole, action)
    found = review(start, actions)
    assert found.start.solvable is True
    assert hole.strokes == found.strokes == found.start.strokes < 0
    assert (found.given_away, found.lost_at) == (0, None)
    assert {step.given_away for step in found.steps} == {0}


def test_what_is_given_away_adds_up_to_what_the_hole_counts_too_much():
    hole, rng, actions = numbered_hole(3, BOTH), Random(4), []
    at = hole
    while choices := legal_actions(at):
        actions.append(rng.choice(choices))
        at = apply(at, actions[-1])
    found = review(hole, actions)
    assert found.strokes == at.strokes > 0
    given = [step.given_away or 0 for step in found.steps]
    assert min(given) == 0
    assert sum(given) == found.given_away
    assert found.given_away == at.strokes - solve(hole).strokes


def test_the_review_names_where_the_way_was_lost_and_the_way_from_there():
    hole = numbered_hole(3, BOTH)
    actions = [DEAL] * 16
    found = review(hole, actions)
    lost = found.lost_at
    assert lost is not None
    # Up to there it could be cleared: the line is played, card by card.
    line = found.steps[lost].before.moves
    assert played(hole, *actions[:lost], *line).cards_left == 0
    assert solve(played(hole, *actions[: lost + 1])).solvable is False
    assert [step.loses_the_way for step in found.steps].count(True) == 1


def test_nothing_is_said_of_strokes_that_are_not_proved():
    hole = numbered_hole(2, SolitaireRules(packs=2))
    found = review(hole, [DEAL, DEAL], budget=20)
    assert (found.given_away, found.lost_at) == (None, None)
    assert [step.given_away for step in found.steps] == [None, None]


def test_only_deals_that_can_be_cleared_where_rules_ask_for_it():
    rules = SolitaireRules(winnable_only=True)
    rng = Random(1)
    orders = [dealing.shuffled(rules, rng) for _deal in range(6)]
    assert all(solve(new_hole(board_of(order, rules), rules)).solvable for order in orders)
    free = [dealing.shuffled(SolitaireRules(), rng) for _deal in range(12)]
    assert not all(solve(new_hole(board_of(order, rules), rules)).solvable for order in free)
    two = SolitaireRules(queens_on_kings=True, turn_the_corner=True, packs=2, winnable_only=True)
    assert sorted(dealing.shuffled(two, rng)) == list(two.pack_cards())


def test_dealing_again_has_an_end(monkeypatch):
    monkeypatch.setattr(dealing, "DEALS_MAX", 2)
    rules = SolitaireRules(packs=2, winnable_only=True)
    with pytest.raises(dealing.NoWinnableDealError):
        dealing.shuffled(rules, Random(1), budget=1)


def test_the_bench_solves_deals_by_each_rule(capsys):
    call_command("bench", "solitaire", "--deals", "2")
    told = capsys.readouterr().out
    assert "deals: 2" in told
    assert "'cleared': 2" in told

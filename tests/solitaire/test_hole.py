"""Rules of a hole of Golf Solitaire, card by card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import IllegalAction, MalformedAction, RulesetError
from games.engine.solitaire import (
    DEAL,
    DealWhen,
    PlayColumn,
    SolitaireRules,
    apply,
    board_of,
    legal_actions,
    new_hole,
    parse,
)
from tests.solitaire.dealt import STRICT, board, numbered_hole, played

# Column 1 ends with a queen, column 2 with an ace, column 3 with a king.
TEXT = """\
Foundations: KH
Talon: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH 2D 3D 4D 5D 6D
AC 2C 3C 4C QS
6C 7C 8C 9C AS
JC QC 5C TC KS
2S 3S 4S 5S 6S
7S 8S 9S TS JS
KC 7D 8D 9D QH
TD JD QD KD AD
"""


@pytest.mark.parametrize(
    ("rules", "on_king", "on_ace"),
    [
        (SolitaireRules(), set(), {2}),
        (SolitaireRules(queens_on_kings=True), {12}, {2}),
        (SolitaireRules(turn_the_corner=True), {1}, {2, 13}),
        (SolitaireRules(queens_on_kings=True, turn_the_corner=True), {1, 12}, {2, 13}),
    ],
)
def test_what_goes_where_by_the_two_toggles(rules, on_king, on_ace):
    onto = {
        top: {rank for rank in range(1, 14) if rules.goes_on(rank, top)} for top in range(1, 14)
    }
    assert (onto[13], onto[1]) == (on_king, on_ace)
    assert onto[12] == {11, 13}
    assert all(onto[top] == {top - 1, top + 1} for top in range(2, 12))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"packs": 3}, "packs"),
        ({"packs": True}, "packs"),
        ({"deal_when": "never"}, "deal_when"),
        ({"queens_on_kings": 1}, "queens_on_kings"),
        ({"turn_the_corner": "yes"}, "turn_the_corner"),
        ({"winnable_only": None}, "winnable_only"),
    ],
)
def test_a_toggle_has_its_values_and_no_others(changes, field):
    with pytest.raises(RulesetError) as caught:
        SolitaireRules(**changes)
    assert caught.value.field == field


@pytest.mark.parametrize(("packs", "columns", "length", "stock"), [(1, 7, 5, 16), (2, 9, 7, 40)])
def test_a_board_has_its_sizes(packs, columns, length, stock):
    rules = SolitaireRules(packs=packs)
    dealt = board_of(rules.pack_cards()[::-1], rules)
    assert [len(column) for column in dealt.columns] == [length] * columns
    assert len(dealt.stock) == rules.stock_size == stock
    cards = [*(card for column in dealt.columns for card in column), *dealt.stock]
    assert sorted([*cards, dealt.foundation]) == list(rules.pack_cards())


def test_a_deal_that_is_not_the_pack_is_refused():
    with pytest.raises(MalformedAction):
        board_of((0, *SolitaireRules().pack_cards()[1:-1], 0), SolitaireRules())


@pytest.mark.parametrize(
    ("rules", "actions"),
    [
        (SolitaireRules(), ["deal"]),
        (SolitaireRules(queens_on_kings=True), ["play 1", "play 6", "deal"]),
        (SolitaireRules(turn_the_corner=True), ["play 2", "play 7", "deal"]),
        (
            SolitaireRules(queens_on_kings=True, deal_when=DealWhen.STUCK),
            ["play 1", "play 6"],
        ),
        (SolitaireRules(deal_when=DealWhen.STUCK), ["deal"]),
    ],
)
def test_what_may_be_done_on_a_king(rules, actions):
    hole = new_hole(board(TEXT), rules)
    assert [action.text for action in legal_actions(hole)] == actions


def test_cards_and_stock_count_down_and_the_top_changes():
    hole = played(new_hole(board(TEXT), SolitaireRules(queens_on_kings=True)), PlayColumn(0))
    assert (hole.cards_left, hole.stock_left, hole.strokes) == (34, 16, 34)
    hole = played(hole, PlayColumn(4), DEAL)
    assert (hole.heights, hole.stock_left, hole.top) == ((4, 5, 5, 5, 4, 5, 5), 15, 26)


def test_the_hole_ends_when_nothing_can_be_dealt_or_played():
    hole = numbered_hole(1)
    while hole.stock_left:
        assert not hole.is_over
        hole = apply(hole, DEAL)
    while not hole.is_over:
        hole = apply(hole, legal_actions(hole)[0])
    assert hole.strokes == hole.cards_left > 0
    assert refusal(hole, DEAL) == "hole_over"


def test_a_clear_tableau_counts_minus_the_stock_and_ends_the_hole():
    hole = replace(numbered_hole(1), heights=(0,) * 7, dealt=11)
    assert (hole.strokes, hole.is_over) == (-5, True)
    assert (refusal(hole, DEAL), refusal(hole, PlayColumn(0))) == ("hole_over", "hole_over")
    assert replace(hole, dealt=16).strokes == 0


def refusal(hole, action):
    with pytest.raises(IllegalAction) as caught:
        apply(hole, action)
    return caught.value.code


def test_each_refusal_has_its_code():
    hole = new_hole(board(TEXT), SolitaireRules(queens_on_kings=True, deal_when=DealWhen.STUCK))
    assert refusal(hole, DEAL) == "can_still_play"
    assert refusal(hole, PlayColumn(1)) == "does_not_fit"
    assert refusal(replace(hole, heights=(5, 0, 5, 5, 5, 5, 5)), PlayColumn(1)) == "empty_column"
    assert refusal(replace(hole, dealt=16), DEAL) == "stock_empty"
    with pytest.raises(MalformedAction):
        apply(hole, PlayColumn(7))
    with pytest.raises(MalformedAction):
        apply(hole, PlayColumn(-1))


@pytest.mark.parametrize("text", ["", "play", "play 0", "play 10", "play ٣", "deal ", "x" * 9000])
def test_words_that_mean_no_action(text):
    with pytest.raises(MalformedAction):
        parse(text)


def test_actions_are_read_as_they_are_written():
    assert [parse(action.text) for action in (DEAL, PlayColumn(8))] == [DEAL, PlayColumn(8)]
    assert STRICT.stock_size == 16

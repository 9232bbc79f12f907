"""Boards as text and by number."""

from __future__ import annotations

import pytest
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.deal_game import Game
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from games.engine.solitaire import (
    LAST_NUMBER,
    Board,
    BoardError,
    SolitaireRules,
    numbered_board,
    read_boards,
    write_board,
)
from tests.solitaire.dealt import STRICT, board

NUMBERS = [1, 2, 24, 617, 11982, 31999, 32000, 32001, 100_000, 2**31, 2**40 + 7, 10**20]


@pytest.mark.parametrize("number", NUMBERS)
def test_deals_are_numbered_as_pysol_numbers_them(number):
    game = Game("golf", number, RandomBase.DEALS_PYSOLFC)
    told = game.calc_layout_string(CardRenderer(print_ts=True))
    assert board(told) == numbered_board(number, STRICT)


@pytest.mark.parametrize("number", [3, 32001])
def test_two_packs_are_shuffled_as_pysol_shuffles_them(number):
    order = shuffle(createCards(2), number, RandomBase.DEALS_PYSOLFC)[::-1]
    found = numbered_board(number, SolitaireRules(packs=2))
    last = found.stock[-1]
    suits = [0, 3, 2, 1]
    assert last == (order[-1].id // 52) * 54 + suits[order[-1].suit] * 13 + order[-1].rank - 1
    assert found.columns[1][0] % 54 == suits[order[1].suit] * 13 + order[1].rank - 1


@pytest.mark.parametrize("number", [0, -1, LAST_NUMBER + 1])
def test_a_number_that_no_deal_has(number):
    with pytest.raises(ValueError, match="numbered from 1"):
        numbered_board(number, STRICT)


FIRST = write_board(numbered_board(1, STRICT))
LINES = FIRST.splitlines()


def test_a_board_is_read_as_it_is_written():
    assert board(FIRST) == numbered_board(1, STRICT)
    # Of two cards with one face the first in the text is the first pack's.
    rules = SolitaireRules(packs=2)
    text = write_board(numbered_board(7, rules))
    assert write_board(board(text, rules)) == text


def test_heads_come_in_either_order_and_a_ten_is_written_in_two_ways():
    turned = [LINES[1], LINES[0], *LINES[2:]]
    assert board("\n".join(turned)) == board(FIRST)
    assert board(FIRST.replace("T", "10").replace("10alon", "Talon").lower().title()) == board(
        FIRST
    )


def test_boards_are_told_apart_by_blank_lines_and_read_on_after_a_bad_one():
    text = f"# two and a half\n\n{FIRST}\n\n\nTalon: 2H\n\n{FIRST}"
    one, bad, other = read_boards(text.splitlines(), STRICT)
    assert isinstance(one, Board)
    assert one == other
    assert str(bad) == "line 15: Talon: 1 cards instead of 16"


def changed(number, line):
    return [*LINES[: number - 1], *([line] if line is not None else []), *LINES[number:]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (changed(4, LINES[3][:-2] + "1H"), "line 4: '1H' is not a card"),
        (changed(4, LINES[2]), "line 4: JD is here once too often"),
        (changed(3, "JD KH QC JS"), "line 3: column 1: 4 cards instead of 5"),
        (changed(1, "Foundations: "), "line 1: Foundations: 0 cards instead of 1"),
        (changed(1, "Freecells: 5H"), "line 1: 'Freecells' is neither Foundations nor Talon"),
        (changed(2, LINES[0]), "line 2: a second line of Foundations"),
        (changed(1, None), "line 8: the board has no line of Foundations"),
        (changed(9, None), "line 8: there are 7 columns, and here are 6"),
        ([*LINES, "5H"], "line 10: there are 7 columns, and this is one more"),
        ([*LINES[1:], LINES[0]], "line 9: Foundations stands before the columns"),
        (changed(5, "AS " * 400), "line 5: a line has at most 1000 characters"),
    ],
)
def test_what_is_wrong_with_a_board_is_told_with_its_line(lines, message):
    (found,) = read_boards(lines, STRICT)
    assert isinstance(found, BoardError)
    assert str(found) == message


def test_nothing_is_no_board():
    assert list(read_boards(["", "# nothing"], STRICT)) == []

from __future__ import annotations

from typing import Any

import pytest

from games.selectors.wording import action_lines, card_words, names_words

NAMES = ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("face", "words"),
    [
        ("QS", "queen of spades"),
        ("10H", "10 of hearts"),
        ("AC", "ace of clubs"),
        ("X1", "joker"),
        (None, "hidden card"),
    ],
)
def test_cards_have_words(face, words):
    assert card_words(face) == words


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        (
            [{"kind": "hole_dealt", "seat": None, "hole": 0, "starter": 1, "discard": "QS"}],
            ["Hole 1: Ben starts, the queen of spades is turned up."],
        ),
        (
            [{"kind": "opener_turned", "seat": 0, "slot": 4, "card": "2D"}],
            ["Ann turned up the 2 of diamonds at row 2, column 2."],
        ),
        ([{"kind": "drew", "seat": 1}], ["Ben drew a card from the stock."]),
        (
            [{"kind": "discarded", "seat": 0, "card": "KH"}],
            ["Ann threw away the king of hearts."],
        ),
        (
            [
                {"kind": "discarded", "seat": 0, "card": "KH"},
                {"kind": "flipped", "seat": 0, "slot": 0, "card": "3S"},
                {"kind": "went_out", "seat": 0},
            ],
            [
                "Ann threw away the king of hearts and turned up the 3 of spades"
                " at row 1, column 1.",
                "Ann went out.",
            ],
        ),
        (
            [
                {
                    "kind": "placed",
                    "seat": 1,
                    "slot": 2,
                    "card": "7C",
                    "origin": "discard",
                    "discarded": "JD",
                    "was_hidden": True,
                }
            ],
            ["Ben took the 7 of clubs to row 1, column 3 and discarded the jack of diamonds."],
        ),
        (
            [{"kind": "match_finished", "seat": None, "places": [1, 1]}],
            ["Lowest total, first place: Ann and Ben."],
        ),
        ([{"kind": "dismissed", "seat": 0}], []),
    ],
)
def test_actions_have_lines(facts, lines):
    assert action_lines(facts, NAMES, 3) == lines


def test_names_are_listed_as_in_a_sentence():
    assert names_words(["Ann", "Ben", "Cleo"]) == "Ann, Ben and Cleo"


DEALT: dict[str, Any] = {"kind": "hole_dealt", "seat": None, "hole": 0, "starter": 0, "columns": []}


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        (
            {**DEALT, "foundation": "10H", "stock": 16},
            "Hole 1 is dealt: the 10 of hearts starts the pile.",
        ),
        (
            {"kind": "card_played", "seat": 0, "column": 2, "card": "4C"},
            "Played the 4 of clubs from column 3.",
        ),
        (
            {"kind": "card_turned", "seat": 0, "card": "4C", "stock": 1},
            "Turned the 4 of clubs; the stock has 1 card.",
        ),
        (
            {"kind": "card_turned", "seat": 0, "card": "4C", "stock": 0},
            "Turned the 4 of clubs, the last card of the stock.",
        ),
        (
            {"kind": "undone", "seat": 0, "column": 0, "card": "4C"},
            "Took back the 4 of clubs: it lies in column 1 again.",
        ),
        (
            {"kind": "undone", "seat": 0, "column": None, "card": "4C"},
            "Took back the 4 of clubs: it lies on the stock again.",
        ),
        ({"kind": "hole_reopened", "seat": None, "hole": 8}, "Hole 9 is open again."),
        ({"kind": "match_finished", "seat": None, "places": [1]}, "That was the last hole."),
    ],
)
def test_a_game_for_one_is_told_in_its_own_words(facts, line):
    assert action_lines([facts], ["Ann"], 7) == [line]


@pytest.mark.parametrize(
    ("strokes", "line"),
    [
        (5, "Hole 1 is over, with 5 cards in the tableau: 5 strokes."),
        (1, "Hole 1 is over, with 1 card in the tableau: 1 stroke."),
        (0, "Hole 1: the tableau is clear, and the stock is used up: 0 strokes."),
        (-3, "Hole 1: the tableau is clear, with 3 cards in the stock: \u22123 strokes."),
    ],
)
def test_strokes_of_a_game_for_one_are_told_with_what_they_count(strokes, line):
    scored = {"kind": "hole_scored", "seat": None, "hole": 0, "strokes": [strokes]}
    facts = {**scored, "totals": [strokes], "closer": None}
    assert action_lines([facts], ["Ann"], 7) == [line]

from __future__ import annotations

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

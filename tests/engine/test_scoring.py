"""Rule 3: strokes of a layout."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Ruleset, score_hole, score_layout


def score(faces: str, **fields: Any) -> int:
    cells = [None if face == "--" else face for face in faces.split()]
    return score_layout(Ruleset.from_fields(fields), cells)


@pytest.mark.parametrize(
    ("face", "value"),
    [
        *(("KC", 0), ("AC", 1), ("2C", -2), ("3C", 3), ("9C", 9), ("10C", 10)),
        *(("JC", 10), ("QC", 10), ("X1", -2), ("X2", -2)),
    ],
)
def test_cards_count_their_value(face: str, value: int) -> None:
    assert score(f"{face} -- -- --", layout="2x2") == value


@pytest.mark.parametrize(
    ("layout", "faces", "strokes"),
    [
        ("2x3", "QS 3C 5H QD KS 7C", 15),
        ("2x3", "QS QC QH 3D 4S 5C", 42),
        ("2x3", "2S KC KH 2D KS AC", 1),
        ("2x3", "QS 7C 5H QD 7S 5C", 0),
        ("2x2", "9C 8D 9H 8S", 0),
        ("2x2", "9C 9D 8H 7S", 33),
        ("2x2", "9C 8D 7H 9S", 33),
        ("2x4", "9C 9D 9H 9S 3C 4C 5C 6C", 54),
        ("2x4", "9C AD 9H KS 9D AC 5C 6C", 20),
        ("3x3", "2C 3D 4D 2D 5H 6H 2H 7S 8S", 33),
        ("3x3", "2C 3D 4D 2D 5H 6H KH 7S 8S", 29),
        ("3x3", "9C 9D 9H 3C 4D 5H 6C 7D 8H", 33),
        ("3x3", "5C 5D 5H 5S 2C 3D 5C 4D 6H", 11),
        ("3x3", "9C 2D 3H 4C 9D 5H 6C 7D 9H", 50),
        ("3x3", "QC QD QH QS QC QD QH QS QC", 0),
        ("2x5", "QC QD QH QS 3C QS 4D 5H 6S 3D", 45),
        ("3x4", "QC AD 2H 3S QS 4C 5D 6H QD 7C 8D 9H", 41),
    ],
)
def test_standard_lines_are_columns_and_on_3x3_rows(layout: str, faces: str, strokes: int) -> None:
    assert score(faces, layout=layout) == strokes


@pytest.mark.parametrize(
    ("lines", "strokes"),
    [("columns", 66), ("standard", 39), ("columns_rows", 39), ("columns_rows_diagonals", 21)],
)
def test_lines_are_a_toggle(lines: str, strokes: int) -> None:
    assert score("9C 9D 9H 3C 9S 5H 6C 7D 9H", layout="3x3", lines=lines) == strokes


def test_both_diagonals_count_on_a_square() -> None:
    rules = {"layout": "2x2", "lines": "columns_rows_diagonals"}
    assert score("9C 8D 8H 9S", **rules) == 0
    assert score("9C 9D 8H 7S", **rules) == 15


def test_rows_count_on_2x3_where_lines_say_so() -> None:
    assert score("QC QD QH AS 3C 4D", lines="columns_rows") == 8


def test_card_in_two_lines_counts_once() -> None:
    assert score("5C 5D 5H 5S 2C 3D 5C 4D 6H", layout="3x3") == -2 + 3 + 4 + 6


def test_line_of_twos_counts_nothing() -> None:
    assert score("2C KD KH 2S AC KS") == 1


def test_line_of_jokers_counts_nothing_and_a_single_joker_minus_two() -> None:
    assert score("X1 KD KH X2 AC KS") == 1
    assert score("X1 KD KH X1 X2 KS") == -2


def test_card_values_come_before_values_of_the_rank() -> None:
    fields = {"values": {"Q": 12}, "card_values": {"QS": 40}}
    assert score("QS QC KH 3D 4S KC", **fields) == 59


def test_hidden_cards_count_nothing_and_complete_no_line() -> None:
    assert score("QS -- 5H QD -- --") == 5
    assert score("QS -- 5H -- -- --") == 15


def test_hole_is_scored_from_all_cards() -> None:
    assert score_hole(Ruleset(layout="2x2"), [(0, 1, 13, 3), (12, 25, 38, 51)]) == (2, 0)

"""Rule 3: strokes of a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine import CountedLine, LayoutScore, Ruleset, explain_layout, score_layout
from games.engine.geometry import LAYOUTS
from tests.engine.reference import reference_score
from tests.engine.strategies import few

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn


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


JACKS = {"wild": ["JS", "JH"]}


@pytest.mark.parametrize(
    ("faces", "strokes"),
    [
        # Stands for a queen.
        ("JS 3C 5H QD 4S 7C", 19),
        # With a two the line counts 0, which is less than 10 - 2.
        ("JS 3C 5H 2D 4S 7C", 19),
        # Only one-eyed jacks are wild.
        ("JC 3C 5H QD 4S 7C", 39),
        # A line of wild cards only.
        ("JS 3C 5H JH 4S 7C", 19),
        # Each for a line of its own.
        ("JS 3C 5H 9D JH 7C", 12),
    ],
)
def test_wild_card_stands_for_any_rank(faces: str, strokes: int) -> None:
    assert score(faces, **JACKS) == strokes


def test_wild_card_that_stands_for_nothing_counts_its_own_value() -> None:
    assert score("JS 3C 5H 9D 4S 7C 8D 2H AC", layout="3x3", lines="columns", **JACKS) == (
        10 + 3 + 5 + 9 + 4 + 7 + 8 - 2 + 1
    )


def test_wild_card_stands_for_another_rank_in_every_line() -> None:
    faces = "JS 9C 9D 8C 3D 4H 8D 5S 6C"
    assert score(faces, layout="3x3", **JACKS) == 3 + 4 + 5 + 6


def test_wild_card_worth_less_than_nothing_stays_out_of_a_line_that_saves_less() -> None:
    wild = {"wild": ["X1", "X2"]}
    assert score("X1 3C 5H AD 4S 7C", **wild) == -2 + 1 + 19
    assert score("X1 3C 5H 9D 4S 7C", **wild) == 19


def test_line_of_wild_cards_only_scores_nothing_whatever_they_count() -> None:
    assert score("X1 3C 5H X2 4S 7C", wild=["X1", "X2"]) == 19
    assert score("X1 3C 5H X2 4S 7C", wild=["X1", "X2"], line_overrides={"X": "keep"}) == 19


def test_wild_card_in_a_line_that_keeps_its_values_keeps_its_own() -> None:
    assert score("X1 3C 5H JS 4S 7C", **JACKS, line_overrides={"X": "keep"}) == -2 + 10 + 19


def test_wild_card_completes_a_block() -> None:
    assert score("9C 9D JH 9S", layout="2x2", block_score=-20, **JACKS) == -20


def test_four_wild_cards_are_a_block() -> None:
    wild = {"wild": ["JS", "JH"], "packs": 2}
    assert score("JS JH JS JH", layout="2x2", block_score=-25, **wild) == -25


@pytest.mark.parametrize(
    ("layout", "faces", "strokes"),
    [
        ("2x2", "9C 9D 9H 9S", -20),
        # A block beats a line; the third column is complete and counts 0.
        ("2x3", "9C 9D 9H 9S 9C 9D", -20),
        ("2x3", "9C 9D 3H 9S 9C 4D", -20 + 7),
        # Two disjoint ones of three that overlap.
        ("2x4", "9C 9D 9H 9S 9C 9D 9H 9S", -40),
        ("2x4", "9C 9D 9H 3S 9C 9D 9H 4S", -20 + 7),
        ("2x5", "9C 9D 9H 9S AC 9C 9D 9H 9S 2C", -40 - 1),
        ("2x4", "9C 9D 5H 5S 9C 9D 5C 5D", -40),
        # On 3x3 every two squares share the middle card.
        ("3x3", "9C 9D 3H 9S 9C 4D 5H 6S 7C", -20 + 25),
        ("3x3", "9C 9D 9H 9S 9C 9D 9H 9S 9C", -20),
        ("3x4", "9C 9D 9H 9S 9C 9D 9H 9S 3C 4D 5H 6S", -40 + 18),
        # Diagonal neighbours are no block.
        ("3x3", "9C 9D 3H 9S 4C 9D 5H 6S 9C", 63),
    ],
)
def test_disjoint_blocks_count_their_score_in_total(layout: str, faces: str, strokes: int) -> None:
    assert score(faces, layout=layout, block_score=-20) == strokes


def test_block_counts_minus_25_where_the_rules_say_so() -> None:
    assert score("9C 9D 9H 9S", layout="2x2", block_score=-25) == -25


def test_without_blocks_four_of_a_rank_are_two_lines() -> None:
    assert score("9C 9D 9H 9S", layout="2x2") == 0


def test_blocks_are_chosen_for_the_least_total() -> None:
    # The left block leaves the third column to count 0, the middle one two fives of the first.
    faces = "5C 5D 5H 9S 5C 5D 5H 5S 3C 4D 5H 6S"
    assert score(faces, layout="3x4", block_score=-20) == -20 + 9 + 5 + 3 + 4 + 6


def test_blocks_leave_over_the_column_that_costs_least() -> None:
    # Blocks of the first two and the next two columns leave 9 + 9; each other choice leaves a 40.
    faces = "9S 9C 9S 9C 9C 9D 9H 9D 9H 9D"
    fields = {"card_values": {"9S": 40}, "line_overrides": {"9": "keep"}}
    assert score(faces, layout="2x5", block_score=-20, **fields) == -40 + 18


def test_line_that_keeps_its_values_counts_them() -> None:
    keep = {"line_overrides": {"X": "keep"}}
    assert score("X1 KD KH X2 AC KS", **keep) == -4 + 1
    assert score("9C KD KH 9D AC KS", **keep) == 1


def test_number_is_what_a_line_of_that_rank_counts() -> None:
    jokers = {"values": {"X": 15}, "line_overrides": {"X": -5}}
    assert score("X1 KD KH X2 AC KS", **jokers) == -5 + 1
    assert score("X1 KD KH AC X2 KS", **jokers) == 15 + 15 + 1


def test_lines_with_a_number_are_disjoint_as_many_as_fit() -> None:
    jokers = {"values": {"X": 15}, "line_overrides": {"X": -5}, "lines": "columns_rows"}
    assert score("X1 X2 X1 X2", layout="2x2", **jokers) == -10
    # A column and a row share a joker: one of them, and the joker left over counts 15.
    assert score("X1 X2 X1 KC", layout="2x2", **jokers) == -5 + 15
    faces = "X1 X2 X1 X2 KC KD X1 KH KS"
    assert score(faces, layout="3x3", **jokers) == -5 + 30


def test_as_many_as_fit_also_where_a_line_costs_more_than_its_cards() -> None:
    assert score("AC AD AH AS", layout="2x2", line_overrides={"A": 9}) == 18


def test_wild_card_stays_out_of_a_line_with_a_number_that_costs_more() -> None:
    assert score("9C KC JS KD", layout="2x2", line_overrides={"9": 30}, **JACKS) == 9 + 10
    assert score("9C KC JS KD", layout="2x2", line_overrides={"9": 15}, **JACKS) == 15
    assert score("9C KC 9S KD", layout="2x2", line_overrides={"9": 30}, **JACKS) == 30


def test_block_beats_a_line_with_a_number() -> None:
    jokers = {"line_overrides": {"X": -50}}
    assert score("X1 X2 X1 X2", layout="2x2", block_score=-20, **jokers) == -20


RANKS_OF_FEW = st.sampled_from(("9C", "9S", "2D", "KH", "X1", "X2", "JS", "JC"))
NUMBERS = st.sampled_from((-30, -5, 0, 3, 15))


@st.composite
def scored_layouts(draw: DrawFn) -> tuple[dict[str, Any], list[str]]:
    layout = draw(st.sampled_from(LAYOUTS))
    rows, columns = map(int, layout.split("x"))
    kinds = ["standard", "columns", "columns_rows"]
    kinds += ["columns_rows_diagonals"] if rows == columns else []
    fields: dict[str, Any] = {
        "layout": layout,
        "lines": draw(st.sampled_from(kinds)),
        "block_score": draw(st.sampled_from((None, -20, -25))),
        "wild": draw(st.sampled_from(((), ("JS", "JH"), ("X1",), ("X1", "X2")))),
        "values": {"X": draw(NUMBERS), "2": draw(st.sampled_from((-2, 2)))},
        "card_values": draw(st.sampled_from(({}, {"9S": 40}, {"9S": -7}))),
        "line_overrides": draw(
            st.dictionaries(st.sampled_from("9XJ"), NUMBERS | st.just("keep"), max_size=2)
        ),
    }
    few_faces = draw(st.lists(RANKS_OF_FEW, min_size=1, max_size=4))
    size = rows * columns
    faces = draw(st.lists(st.sampled_from(few_faces), min_size=size, max_size=size))
    wild_ones = [slot for slot, face in enumerate(faces) if face in fields["wild"]]
    for slot in wild_ones[4:]:
        faces[slot] = "KC"
    return fields, faces


@few
@given(scored_layouts())
@example(({"layout": "2x2", "block_score": -20, "values": {"X": -30}}, ["X1"] * 4))
def test_every_layout_scores_as_the_rules_read(case: tuple[dict[str, Any], list[str]]) -> None:
    fields, faces = case
    rules = Ruleset.from_fields(fields)
    assert score_layout(rules, faces) == reference_score(rules.to_fields(), faces)


@few
@given(scored_layouts())
def test_explanation_adds_up(case: tuple[dict[str, Any], list[str]]) -> None:
    fields, faces = case
    rules = Ruleset.from_fields(fields)
    explained = explain_layout(rules, faces)
    values = [value for value in explained.values if value is not None]
    blocks = len(explained.blocks) * (rules.block_score or 0)
    assert explained.strokes == blocks + sum(n for _line, n in explained.lines) + sum(values)
    assert explained.strokes == score_layout(rules, faces)


def test_explanation_names_blocks_lines_and_values() -> None:
    rules = Ruleset(layout="3x3", block_score=-20)
    faces = ["9C", "9D", "3H", "9S", "9C", "3D", "5H", "6S", "3C"]
    assert explain_layout(rules, faces) == LayoutScore(
        strokes=-9,
        blocks=((0, 1, 3, 4),),
        lines=(CountedLine((2, 5, 8), 0),),
        values=(None, None, None, None, None, None, 5, 6, None),
    )


def test_explanation_leaves_hidden_cards_out() -> None:
    explained = explain_layout(Ruleset(layout="2x2"), ["9C", None, "9D", None])
    assert (explained.strokes, explained.values) == (0, (None, None, None, None))

"""What made a layout's strokes, in parts that add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    FACES,
    Part,
    Ruleset,
    parts_of_layout,
    score_hole,
    score_layout,
    squares_of_a_rank,
)
from tests.engine.strategies import rulesets

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn


@st.composite
def layouts(draw: DrawFn) -> tuple[Ruleset, list[str]]:
    """Draw any rules and a layout of few faces, so that lines and blocks are common."""
    rules = draw(rulesets())
    few = draw(st.lists(st.sampled_from(FACES), min_size=1, max_size=4))
    size = rules.cards
    return rules, draw(st.lists(st.sampled_from(few), min_size=size, max_size=size))


@given(layouts())
def test_parts_add_up_to_the_strokes(case: tuple[Ruleset, list[str]]) -> None:
    rules, faces = case
    parts = parts_of_layout(rules, faces)
    assert sum(part.strokes for part in parts) == score_layout(rules, faces)
    counted = {slot for part in parts if part.kind != "kept" for slot in part.slots}
    assert counted == set(range(rules.cards))


@given(layouts())
def test_squares_that_charge_are_those_that_are_charged(case: tuple[Ruleset, list[str]]) -> None:
    rules, faces = case
    score = score_hole(rules, [faces, faces])
    charge = len(squares_of_a_rank(rules, faces)) * rules.adjacent_pairs_charge
    assert score.charges == (charge, charge)


def test_a_wild_card_is_named_where_it_stands_in() -> None:
    rules = Ruleset(layout="2x2", wild=["JS"])
    assert parts_of_layout(rules, ["QS", "2H", "JS", "KS"])[0] == Part(
        "line", (0, 2), 0, rank="Q", wild=(2,)
    )


def test_a_line_of_wild_cards_only_has_no_rank() -> None:
    rules = Ruleset(layout="2x2", wild=["JS", "JH"])
    assert parts_of_layout(rules, ["JH", "2H", "JS", "KS"])[0] == Part(
        "line", (0, 2), 0, rank=None, wild=(0, 2)
    )


def test_a_block_hides_the_lines_within_it() -> None:
    rules = Ruleset(layout="2x2", block_score=-20)
    assert parts_of_layout(rules, ["6S", "6H", "6D", "6C"]) == (
        Part("block", (0, 1, 2, 3), -20, rank="6"),
    )


def test_a_kept_line_is_named_and_its_cards_count() -> None:
    rules = Ruleset(layout="2x2", jokers_per_pack=2, line_overrides={"X": "keep"})
    assert parts_of_layout(rules, ["X1", "KH", "X2", "KS"]) == (
        Part("line", (1, 3), 0, rank="K"),
        Part("kept", (0, 2), 0, rank="X"),
        Part("card", (0,), -2, rank="X"),
        Part("card", (2,), -2, rank="X"),
    )


def test_a_line_with_a_price_counts_it() -> None:
    rules = Ruleset(layout="2x2", values={"X": 15}, line_overrides={"X": -5})
    assert parts_of_layout(rules, ["X1", "3H", "X2", "KS"])[0] == Part("line", (0, 2), -5, "X")

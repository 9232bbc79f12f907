"""Rule 4: charges, the closer's penalty and bonus, four of a kind."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import HoleScore, MatchPhase, Ruleset, score_hole
from tests.engine.drivers import SMALL, Table

# Layouts of 2x2 by their strokes.
LAYOUTS = {
    -4: "2C 2D KH KS",
    -3: "2C 2D KH AC",
    -2: "2C 5D KH 5H",
    0: "KC KD KH KS",
    4: "3C KD AH KS",
    7: "3C KD 4H KS",
    11: "4C KD 7H KS",
    20: "9C AD 10H KS",
}


def judged(strokes: list[int], closer: int | None = 0, **fields: Any) -> HoleScore:
    rules = Ruleset.from_fields({"layout": "2x2", "lines": "columns", "knock": False, **fields})
    layouts = [LAYOUTS[number].split() for number in strokes]
    knocked = fields.get("closer_judged") == "knocker"
    return score_hole(rules, layouts, closer, knocked=knocked)


@pytest.mark.parametrize("strokes", LAYOUTS)
def test_layouts_of_these_tests_count_what_they_say(strokes: int) -> None:
    assert judged([strokes, strokes], closer=None).layouts == (strokes, strokes)


@pytest.mark.parametrize(
    ("fails", "own", "other", "expected"),
    [
        ("none", 11, 4, 11),
        ("none", -3, -4, -3),
        ("plus_10", 11, 4, 21),
        ("plus_10", -3, -4, 7),
        ("double_plus_5", 11, 4, 27),
        # Twice and five more would be -1 here: more than -3, so it counts.
        ("double_plus_5", -3, -4, -1),
        ("highest", 11, 4, 11),
        ("highest", -3, -4, -3),
        ("double_or_plus_10", 11, 4, 22),
        ("double_or_plus_10", 4, 0, 14),
        ("double_or_plus_10", -3, -4, 7),
        ("plus_twice_seats", 11, 4, 15),
        ("plus_twice_seats", -3, -4, 1),
    ],
)
def test_failed_closer_counts_by_the_table(fails: str, own: int, other: int, expected: int) -> None:
    result = judged([own, other], closer_fails=fails, closer_bonus="zero")
    assert (result.outcome, result.strokes) == ("failure", (expected, other))
    assert result.correction == expected - own


def test_highest_takes_the_highest_of_the_hole() -> None:
    assert judged([7, 4, 20], closer_fails="highest").strokes == (20, 4, 20)
    assert judged([20, 4, 7], closer_fails="highest").strokes == (20, 4, 7)


def test_twice_the_seats_goes_by_the_seats() -> None:
    assert judged([7, 4, 20, 11], closer_fails="plus_twice_seats").strokes[0] == 7 + 8


def test_failure_never_lowers_a_score() -> None:
    rules: dict[str, Any] = {"closer_fails": "double_plus_5", "values": {"2": -20}}
    result = judged([-2, 0], closer=1, **rules)
    assert (result.outcome, result.strokes) == ("failure", (-20, 5))
    result = judged([-2, -4], **rules)
    assert (result.outcome, result.strokes) == ("failure", (-20, -40))


@pytest.mark.parametrize(
    ("bonus", "own", "other", "expected"),
    [
        ("none", 4, 11, 4),
        ("zero", 4, 11, 0),
        ("zero", -3, 11, -3),
        ("minus_seats", 4, 11, 2),
        ("minus_seats", -3, 11, -5),
    ],
)
def test_successful_closer_counts_by_the_table(
    bonus: str, own: int, other: int, expected: int
) -> None:
    result = judged([own, other], closer_fails="plus_10", closer_bonus=bonus)
    assert (result.outcome, result.strokes) == ("success", (expected, other))


def test_tie_for_the_lowest_is_a_success_while_it_is_safe() -> None:
    assert judged([4, 4, 11], closer_fails="plus_10").strokes == (4, 4, 11)
    risky = judged([4, 4, 11], closer_fails="plus_10", closer_tie_is_safe=False)
    assert (risky.outcome, risky.strokes) == ("failure", (14, 4, 11))


def test_without_a_closer_nobody_is_judged() -> None:
    result = judged([11, 4], closer=None, closer_fails="plus_10")
    assert (result.outcome, result.strokes) == (None, (11, 4))


def test_only_a_knocker_is_judged_where_the_rules_say_so() -> None:
    rules = Ruleset(layout="2x2", closer_fails="plus_10", closer_judged="knocker")
    layouts = [LAYOUTS[11].split(), LAYOUTS[4].split()]
    assert score_hole(rules, layouts, 0, knocked=True).strokes == (21, 4)
    not_judged = HoleScore((11, 4), (0, 0), None, 0, (11, 4))
    assert score_hole(rules, layouts, 0, knocked=False) == not_judged
    assert score_hole(rules, layouts, 0) == not_judged


def test_every_closer_is_judged_knocker_or_not() -> None:
    rules = Ruleset(layout="2x2", closer_fails="plus_10")
    layouts = [LAYOUTS[11].split(), LAYOUTS[4].split()]
    assert score_hole(rules, layouts, 0, knocked=True).strokes == (21, 4)
    assert score_hole(rules, layouts, 0, knocked=False).strokes == (21, 4)


def test_square_of_one_rank_charges_every_other_seat() -> None:
    rules = Ruleset(adjacent_pairs_charge=10)
    layouts = ["9C 9D 3H 9S 9C 4D", "KC KD KH AS 2C 3D", "AC KD 5H AS KC 5D"]
    result = score_hole(rules, [faces.split() for faces in layouts])
    assert (result.layouts, result.charges) == ((7, 2, 0), (0, 10, 10))
    assert result.strokes == (7, 12, 10)


def test_overlapping_squares_charge_once_each() -> None:
    rules = Ruleset(adjacent_pairs_charge=10)
    layouts = ["9C 9D 9H 9S 9C 9D", "KC KD KH KS KC KD"]
    assert score_hole(rules, [faces.split() for faces in layouts]).charges == (20, 20)


def test_wild_cards_make_no_square_that_charges() -> None:
    rules = Ruleset(layout="2x2", adjacent_pairs_charge=10, wild=["JS"])
    layouts = [["9C", "9D", "9H", "JS"], ["KC", "5D", "KH", "5S"]]
    assert score_hole(rules, layouts).charges == (0, 0)


def test_wild_cards_charge_as_what_is_printed_on_them() -> None:
    rules = Ruleset(layout="2x2", adjacent_pairs_charge=10, wild=["JS"])
    layouts = [["JC", "JD", "JH", "JS"], ["KC", "5D", "KH", "5S"]]
    assert score_hole(rules, layouts).charges == (0, 10)


def test_charges_come_before_the_closer_is_judged() -> None:
    rules = Ruleset(layout="2x2", adjacent_pairs_charge=10, closer_fails="plus_10")
    layouts = [["AC", "KD", "KH", "KS"], ["9C", "9D", "9H", "9S"]]
    result = score_hole(rules, layouts, closer=0)
    assert (result.outcome, result.strokes) == ("failure", (21, 0))


@given(
    strokes=st.lists(st.sampled_from(sorted(LAYOUTS)), min_size=2, max_size=8),
    closer=st.integers(0, 1),
    fails=st.sampled_from(
        (
            *("none", "plus_10", "double_plus_5", "highest"),
            *("double_or_plus_10", "plus_twice_seats"),
        )
    ),
    is_safe=st.booleans(),
)
def test_failures_never_lower_and_others_never_change(
    strokes: list[int], closer: int, fails: str, is_safe: bool
) -> None:
    result = judged(strokes, closer, closer_fails=fails, closer_tie_is_safe=is_safe)
    others = [number for at, number in enumerate(strokes) if at != closer]
    assert [n for at, n in enumerate(result.strokes) if at != closer] == others
    assert result.strokes[closer] >= strokes[closer]
    is_lowest = strokes[closer] < min(others) or (is_safe and strokes[closer] == min(others))
    assert (result.outcome == "success") is is_lowest


QUICK = {**SMALL.to_fields(), "openers": 3, "last_turns": 0, "holes": 3}


def quick(seats: int = 2, **fields: Any) -> Table:
    return Table(Ruleset.from_fields({**QUICK, **fields}), seats)


def test_penalty_enters_strokes_and_totals() -> None:
    table = quick(closer_fails="plus_10").deal("AC 2C 3C 4C AD 2D 3D 4D QS").play("0 take 3")
    assert table.state.totals == (22, 6)
    scored = table.told("hole_scored")[0]
    assert scored["layout_strokes"] == [12, 6]
    assert (scored["strokes"], scored["charges"]) == ([22, 6], [0, 0])
    assert (scored["outcome"], scored["correction"]) == ("failure", 10)


def test_four_of_a_kind_wins_the_match_at_once() -> None:
    table = quick(four_of_a_kind="wins_match")
    table.deal("9C 9D 9H 4C AD 2D 3D 4D 9S").play("0 take 3")
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("won_at_once") == [{"kind": "won_at_once", "seat": None, "seats": [0]}]
    assert table.told("match_finished")[0]["places"] == [1, 2]


def test_winner_by_four_of_a_kind_places_before_a_lower_total() -> None:
    table = quick(four_of_a_kind="wins_match", block_score=None, closer_fails="plus_10")
    table.deal("9C 9D 9H 4C 2C 2D KD KH 9S").play("0 take 3")
    assert table.state.totals == (10, -4)
    assert table.told("match_finished")[0]["places"] == [1, 2]


def test_without_the_rule_four_of_a_kind_wins_nothing() -> None:
    table = quick().deal("9C 9D 9H 4C AD 2D 3D 4D 9S").play("0 take 3")
    assert (table.state.phase, table.state.winners) == (MatchPhase.SCORE_CARD, ())


@pytest.mark.parametrize(
    ("before", "winners", "places"),
    [((20, 10, 0), (1,), [3, 1, 2]), ((10, 10, 0), (0, 1), [1, 1, 3])],
)
def test_of_several_the_lowest_total_before_the_hole_wins(
    before: tuple[int, ...], winners: tuple[int, ...], places: list[int]
) -> None:
    table = quick(seats=3, four_of_a_kind="wins_match", packs=2)
    table.deal("9C 9D 9H 4C 8C 8D 8H 8S AC 2C 3C 4D 9S")
    table.state = table.state._replace(totals=before)
    table.play("0 take 3")
    assert table.state.winners == winners
    assert table.told("match_finished")[0]["places"] == places

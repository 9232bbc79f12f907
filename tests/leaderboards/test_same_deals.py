from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leaderboards.same_deals import comparable, compare


def test_a_score_is_strokes_less_the_mean_of_all_who_held_the_same_cards():
    # Seat 0 has 5, -1, 2, in the mean 2, and 0, 0, 1, in the mean 1/3; seat 1 has 7, 8, 9 and 4.
    held = compare([[[5, 7], [0, 4]], [[-1, 8], [0, 4]], [[2, 9], [1, 4]]])
    assert [(one.table, one.seat, one.strokes, one.score, one.place) for one in held] == [
        (0, 0, 5, Fraction(8, 3), 6),
        (0, 1, 11, Fraction(-1), 2),
        (1, 0, -1, Fraction(-10, 3), 1),
        (1, 1, 12, Fraction(0), 3),
        (2, 0, 3, Fraction(2, 3), 4),
        (2, 1, 13, Fraction(1), 5),
    ]
    assert held[0].holes == (Fraction(3), Fraction(-1, 3))


def test_tables_are_compared_with_those_of_as_many_seats_and_placed_together():
    held = compare([[[4, 4]], [[1, 2, 3]], [[6, 4]], [[3, 2, 1]]])
    assert [(one.table, one.seat, one.score, one.place, one.company) for one in held] == [
        (0, 0, -1, 1, 2),
        (0, 1, 0, 4, 2),
        (1, 0, -1, 1, 2),
        (1, 1, 0, 4, 2),
        (1, 2, 1, 8, 2),
        (2, 0, 1, 8, 2),
        (2, 1, 0, 4, 2),
        (3, 0, 1, 8, 2),
        (3, 1, 0, 4, 2),
        (3, 2, -1, 1, 2),
    ]


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        ([[[1, 2]]], "no other with its seat count"),
        ([[[1, 2]], [[1, 2]], [[1, 2, 3]]], "no other with its seat count"),
        ([[[1, 2]], [[1, 2], [3, 4]]], "the same number of holes"),
        ([[[1, 2], [3]], [[1, 2], [3, 4]]], "every hole the same seats"),
        ([[], []], "every hole the same seats"),
    ],
)
def test_what_cannot_be_compared_is_refused(tables, why):
    with pytest.raises(ValueError, match=why):
        compare(tables)


def test_a_table_alone_with_its_seat_count_can_be_left_out_first():
    assert comparable([[[1, 2]], [[1, 2, 3]], [[1, 2]]]) == (0, 2)


@given(
    st.integers(2, 5).flatmap(
        lambda seats: st.lists(
            st.lists(
                st.lists(st.integers(-9, 60), min_size=seats, max_size=seats),
                min_size=3,
                max_size=3,
            ),
            min_size=2,
            max_size=4,
        )
    )
)
def test_of_all_who_held_the_same_cards_the_scores_sum_to_zero(tables):
    held = compare(tables)
    for seat in range(len(tables[0][0])):
        assert sum(one.score for one in held if one.seat == seat) == 0
        of_seat = sorted((one for one in held if one.seat == seat), key=lambda one: one.score)
        assert [one.strokes for one in of_seat] == sorted(one.strokes for one in of_seat)

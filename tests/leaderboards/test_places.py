from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from games.leaderboards.places import places


def test_lowest_is_first_also_below_zero_and_equals_share():
    keys: list[int | Fraction] = [0, -4, -4, 9, Fraction(-9, 2)]
    assert places(keys) == (4, 2, 2, 5, 1)


def test_who_is_not_ranked_has_no_place_and_takes_up_none():
    assert places([None, 5, None, 5, 7]) == (None, 1, None, 1, 3)


@given(st.lists(st.none() | st.integers(-3, 3)))
def test_a_place_is_one_more_than_how_many_are_better(keys):
    assert places(keys) == tuple(
        None if key is None else 1 + sum(other is not None and other < key for other in keys)
        for key in keys
    )

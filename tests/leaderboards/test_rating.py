from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots import LEVELS
from games.leaderboards.rating import ANCHORS, START, Rating, after, is_provisional, shown

if TYPE_CHECKING:
    from collections.abc import Sequence


def rated(ratings: Sequence[Rating], *places: int) -> tuple[Rating, ...]:
    return after(ratings, places, [False] * len(places))


def means(ratings: Sequence[Rating]) -> list[float]:
    return [round(rating.mu, 3) for rating in ratings]


def test_the_figures_are_those_of_plackett_luce():
    # Weng and Lin (2011), algorithm 4, sigma widened by 25/300 before. Four equals: the winner
    # gains (1 - 1/4) * 69.451 / 18.635, 69.451 being sigma's square, and 18.635 the root of
    # 4 * (69.451 + 17.361).
    assert means(rated([START] * 2, 1, 2)) == [27.635, 22.365]
    assert means(rated([START] * 4, 2, 1, 4, 3)) == [26.553, 27.795, 20.962, 24.689]
    assert [round(one.sigma, 3) for one in rated([START] * 2, 1, 2)] == [8.066, 8.066]


def test_a_match_is_counted_for_each_player():
    assert [one.matches for one in rated([START, Rating(25.0, 3.0, 40)], 1, 2)] == [1, 41]


def test_only_the_order_of_places_counts():
    assert rated([START] * 3, 1, 1, 3) == rated([START] * 3, 4, 4, 5)


def test_a_tie_of_equals_leaves_them_equal():
    first, second, third = rated([START] * 3, 1, 1, 3)
    assert first == second
    assert first.mu > START.mu > third.mu
    assert {one.mu for one in rated([START] * 8, *[1] * 8)} == {25.0}


def test_who_shares_the_first_place_gains_more_than_the_third():
    # By openskill alone the two would be at 25.99 and the third of eight at 26.87.
    assert means(rated([START] * 8, 1, 1, 3, 4, 5, 6, 7, 8)) == [
        *(27.118, 27.118, 26.490, 25.963, 25.304, 24.426, 23.108, 20.473)
    ]


def test_a_tie_of_three_is_the_mean_of_its_six_orders():
    three = [Rating(30.0, 2.0, 9), Rating(25.0, 4.0, 9), Rating(18.0, 6.0, 9)]
    four = [START, *three]
    tied = rated([*three, *four], 1, 1, 1, 4, 4, 4, 4)
    orders = [rated([*three, *four], *order, 4, 5, 6, 7) for order in permutations((1, 2, 3))]
    for seat in range(3):
        assert tied[seat].mu == pytest.approx(sum(one[seat].mu for one in orders) / 6, abs=1e-9)


def test_a_tie_draws_the_stronger_and_the_weaker_together():
    strong, weak = rated([Rating(30.0, 3.0, 50), Rating(20.0, 3.0, 50)], 1, 1)
    assert (strong.mu < 30, weak.mu > 20) == (True, True)


def test_bots_are_rated_against_but_stay():
    human, bot = after([START, ANCHORS["pro"]], [1, 2], [False, True])
    assert bot is ANCHORS["pro"]
    assert human.mu > rated([START, START], 1, 2)[0].mu


def test_the_bots_anchors_follow_their_wins_over_steady():
    assert tuple(ANCHORS) == LEVELS
    # 6.06 is the root of 2 * (1 + 17.36): 25 + 6.06 * ln(0.662 / 0.338) for the strongest.
    assert [round(anchor.mu, 2) for anchor in ANCHORS.values()] == [20.60, 25.00, 26.36, 29.07]
    assert [shown(anchor) for anchor in ANCHORS.values()] == [1528, 1660, 1701, 1782]


def test_three_friends_who_win_in_turn_do_not_all_rise():
    friends: tuple[Rating, ...] = (START, START, START)
    for match in range(99):
        places = [1 + (seat + match) % 3 for seat in range(3)]
        friends = rated(friends, *places)
    assert min(friend.mu for friend in friends) < 25
    assert sum(friend.mu for friend in friends) == pytest.approx(75, abs=1)


def test_what_is_shown_is_cautious():
    assert shown(START) == 1000
    assert shown(Rating(25.0, 1.0, 300)) == 1660
    assert shown(Rating(10.0, 8.0, 1)) == 580
    assert shown(Rating(0.05, 0.0, 99)) == 1002  # 1001.5


@pytest.mark.parametrize(
    ("rating", "provisional"),
    [
        (START, True),
        (Rating(25.0, 5.0, 9), True),
        (Rating(25.0, 5.0, 10), False),
        (Rating(25.0, 5.5, 10), False),
        (Rating(25.0, 5.6, 90), True),
    ],
)
def test_a_rating_is_provisional_until_enough_is_known(rating, provisional):
    assert is_provisional(rating) == provisional


def test_a_match_of_one_or_of_unequal_lists_is_refused():
    for ratings, places in (([START], [1]), ([START] * 2, [1]), ([START] * 3, [1, 2])):
        with pytest.raises(ValueError, match="two seats"):
            after(ratings, places, [False] * len(places))


beliefs = st.builds(Rating, st.floats(-20, 70), st.floats(0.5, 9), st.integers(0, 300))
seats = st.lists(
    st.tuples(beliefs | st.just(START), st.integers(1, 5), st.booleans()), min_size=2, max_size=8
)


@given(seats, st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing(seats, rng):
    shuffled = rng.sample(range(len(seats)), len(seats))
    there = after(*zip(*seats, strict=True))
    back = after(*zip(*(seats[one] for one in shuffled), strict=True))
    assert [there[one] for one in shuffled] == list(back)
    assert there == after(*zip(*seats, strict=True))


@given(seats)
def test_ties_of_equals_are_equal_and_places_are_worth_their_order(seats):
    results = after(*zip(*seats, strict=True))
    seen: dict[tuple[float, float], dict[int, Rating]] = {}
    for (rating, place, is_anchored), result in zip(seats, results, strict=True):
        if not is_anchored:
            of_equals = seen.setdefault((rating.mu, rating.sigma), {})
            shared = of_equals.setdefault(place, result)
            assert (shared.mu, shared.sigma) == (result.mu, result.sigma)
    for of_equals in seen.values():
        gains = [of_equals[place].mu for place in sorted(of_equals)]
        assert gains == pytest.approx(sorted(gains, reverse=True), abs=1e-9)


@given(st.lists(beliefs, min_size=2, max_size=8), st.data())
def test_a_winner_never_falls_and_the_last_never_rises(ratings, data):
    middle = data.draw(
        st.lists(st.integers(2, 8), min_size=len(ratings) - 2, max_size=len(ratings) - 2)
    )
    results = rated(ratings, 1, *middle, 9)
    assert results[0].mu >= ratings[0].mu
    assert results[-1].mu <= ratings[-1].mu

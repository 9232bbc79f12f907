"""An event's standings: lowest first, ties shared, and means where somebody sat out."""

from __future__ import annotations

from fractions import Fraction

from games.leaderboards.events import Score, stand


def told(rows):
    return [(row.player, row.place, str(row.figure)) for row in rows]


def test_the_lowest_total_is_first_below_zero_too_and_equals_share():
    first = {1: Score(-3, 1), 2: Score(4, 2), 3: Score(-1, 1), 4: Score(9, 2)}
    second = {1: Score(5, 2), 2: Score(-2, 1), 3: Score(-4, 1), 4: Score(0, 2)}
    rows = stand([first, second], [4, 3, 2, 1])
    assert told(rows) == [(3, 1, "-5"), (1, 2, "2"), (2, 2, "2"), (4, 4, "9")]


def test_a_bye_is_the_mean_of_ones_own_rounds_and_before_any_that_of_the_field():
    first = {1: Score(10, 1), 2: Score(13, 2)}
    rows = {row.player: row for row in stand([first], [1, 2, 3])}
    assert (rows[3].rounds, rows[3].scores) == ((Fraction(23, 2),), (None,))
    second = {1: Score(20, 2), 3: Score(6, 1)}
    third = {2: Score(7, 1), 3: Score(9, 2)}
    rows = {row.player: row for row in stand([first, second, third], [1, 2, 3])}
    assert rows[3].rounds == (Fraction(15, 2), 6, 9)
    assert rows[1].rounds == (10, 20, 15)


def test_between_equals_in_places_and_wins_the_fewer_strokes_are_ahead():
    first = {1: Score(10, 1), 2: Score(12, 2), 3: Score(9, 1), 4: Score(30, 2)}
    second = {1: Score(11, 2), 2: Score(8, 1), 3: Score(12, 2), 4: Score(4, 1)}
    assert told(stand([first, second], [1, 2, 3, 4], "places")) == [
        (2, 1, "3"),
        (1, 2, "3"),
        (3, 2, "3"),
        (4, 4, "3"),
    ]
    rows = stand([first, second, {1: Score(0, 1), 3: Score(5, 2)}], [1, 2, 3, 4], "wins")
    assert told(rows)[0] == (1, 1, "2")


def test_who_withdrew_stands_last_without_a_place_and_an_empty_round_counts_for_nobody():
    first = {1: Score(1, 1), 2: Score(2, 2)}
    rows = stand([first, {}], [1, 2], unranked=frozenset({1}))
    assert told(rows) == [(2, 1, "2"), (1, None, "1")]
    assert len(rows[0].rounds) == 1

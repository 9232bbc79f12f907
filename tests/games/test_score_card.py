from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Player, Seat
from games.selectors.score_card import mark_against, score_card


def seats(*names):
    return [
        Seat(number=number, chair=number, player=Player(pk=number + 1, user=User(username=name)))
        for number, name in enumerate(names)
    ]


def test_rows_come_lowest_total_first_and_ties_share_a_place():
    card = score_card(seats("Ann", "Ben", "Cleo"), [[5, -3, -3], [2, 4, 4]], holes=3)
    assert [(row.place, row.name, row.total) for row in card.rows] == [
        ("1", "Ben", 1),
        ("1", "Cleo", 1),
        ("3", "Ann", 7),
    ]


def test_totals_below_zero_lead():
    card = score_card(seats("Ann", "Ben"), [[0, -4]], holes=1)
    assert [row.total for row in card.rows] == [-4, 0]


def test_holes_to_come_are_blank():
    card = score_card(seats("Ann", "Ben"), [[7, 9]], holes=3)
    assert card.holes == ("1", "2", "3")
    assert [cell.strokes for cell in card.rows[0].cells] == [7, None, None]


def test_the_own_row_is_marked():
    card = score_card(seats("Ann", "Ben"), [[7, 9]], holes=1, own=1)
    assert [row.is_own for row in card.rows] == [False, True]


def test_the_card_says_that_the_lowest_total_wins():
    assert score_card(seats("Ann", "Ben"), [[7, 9]], holes=1).note == "Lowest total wins."


@pytest.mark.parametrize(
    ("strokes", "mark"),
    [
        (-2, "double-circle"),
        (8, "double-circle"),
        (9, "circle"),
        (10, ""),
        (11, "square"),
        (12, "double-square"),
    ],
)
def test_strokes_are_marked_against_par_as_golfers_do(strokes, mark):
    assert mark_against(strokes, 10) == mark
    assert mark_against(strokes, None) == ""


def test_scores_of_a_table_lead_to_what_made_them():
    card = score_card(seats("Ann", "Ben"), [[7, 9]], holes=1, slug="abc", extra=[[4, 3]])
    cells = card.rows[0].cells
    assert [cell.url for cell in cells] == ["/tables/abc/holes/1/", "/tables/abc/holes/2/"]
    assert cells[1].label == "Extra hole 1: 4 strokes"
    assert card.note == "Lowest total wins. Press a score to see how it came about."

"""What one more finished match costs doesn't grow with what its players have played before."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Board, Line, Result
from games.services import standing
from games.services.ratings import catch_up
from games.services.rebuilding import differences
from games.services.results import record_results
from games.services.standing import begin_week
from tests.factories import make_player
from tests.finished import finished_match
from tests.standings import START, club_of, measure, season_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accounts.models import Club
    from games.models import Player

pytestmark = pytest.mark.django_db


@contextmanager
def steps_counted() -> Iterator[list[int]]:
    """The steps of SQLite's machine meanwhile: each row that it looks at takes some."""
    found = [0]

    def step() -> int:
        found[0] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(step, 1)
    try:
        yield found
    finally:
        connection.connection.set_progress_handler(None, 0)


def play(players: Sequence[Player], club: Club, first: int, count: int) -> list[int]:
    """Matches of these players, one an hour, of which nothing is recorded yet."""
    return [
        finished_match(
            players,
            [[(3 * number + 7 * seat) % 11 - 2 for seat in range(len(players))]] * 3,
            at=START + timedelta(hours=number),
            club=club,
            counts=False,
        ).pk
        for number in range(first, first + count)
    ]


def cost_of(match: int) -> tuple[int, int]:
    """The queries that recording a match takes, and the steps that the database makes for them."""
    with CaptureQueriesContext(connection) as queries, steps_counted() as steps:
        record_results([match])
    return len(queries), steps[0]


def test_a_match_costs_the_same_after_thirty_and_after_three_hundred():
    players = [make_player() for _n in range(2)]
    club = club_of(*players)
    measure(2, 4)
    season_in(club, scoring="average")
    season_in(club, scoring="net")
    best = season_in(club, scoring="best", best_of=4, tie_breaks=["best_match"])
    record_results(play(players, club, 0, 30))
    catch_up(1000)
    begin_week(START + timedelta(days=1))
    queries, steps = cost_of(*play(players, club, 30, 1))
    record_results(play(players, club, 31, 270))
    catch_up(1000)
    begin_week(START + timedelta(days=12))
    assert cost_of(*play(players, club, 301, 1)) == (queries, steps)
    # The savepoint of a transaction within the test's own among them.
    assert queries == 25
    assert Result.objects.filter(player=players[0], net_tenths__isnull=False).count() == 299
    assert Line.objects.get(board__season=best, player=players[0]).matches == 302
    assert list(differences()) == []


def test_a_week_begins_for_some_boards_at_once(monkeypatch):
    players = [make_player() for _n in range(2)]
    for slug in ("one", "two", "three"):
        record_results(play(players, club_of(*players, slug=slug), 0, 1))
    monkeypatch.setattr(standing, "BOARDS_AT_ONCE", 2)
    count = Board.objects.count()
    assert count == 5  # of everybody, the preset, three clubs
    assert [begin_week(START + timedelta(days=1)) for _call in range(4)] == [2, 2, 1, 0]
    assert not Board.objects.filter(week_at=None).exists()
    assert [begin_week(START + timedelta(days=8)) for _call in range(4)] == [2, 2, 1, 0]


def test_what_clubs_hide_is_found_without_looking_at_all_results():
    players = [make_player() for _n in range(2)]
    club = club_of(*players)
    record_results(play(players, club, 0, 30))
    assert standing.settle_publicity() == 0
    with steps_counted() as few:
        standing.settle_publicity()
    record_results(play(players, club, 30, 60))
    with steps_counted() as many:
        standing.settle_publicity()
    assert many == few

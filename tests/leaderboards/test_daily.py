"""Tables over days' nines: the pure rule and the sums in the database agree; streaks."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

import pytest

from games import engine
from games.engine.solitaire import SolitaireRules
from games.leaderboards.daily import table
from games.leaderboards.days import span as days_span
from games.leaderboards.streaks import Streak, streak
from games.models import DailyEntry, DailyNine, Match
from games.selectors.access import Viewer
from games.selectors.daily_table import count_ranked, ranked, span_asked
from tests.factories import make_player, make_preset

MONDAY = date(2026, 11, 30)


def nine_on(day, club=None):
    starts_at, ends_at = days_span(day, day, "UTC")
    return DailyNine.objects.create(
        club=club,
        day=day,
        ruleset=engine.encode_ruleset(SolitaireRules()),
        starts_at=starts_at,
        ends_at=ends_at,
        closed_at=ends_at,
    )


def entered(nine, player, strokes):
    """An entry that came to so many strokes, None for one that was not finished."""
    match = Match.objects.create(
        host=player,
        preset=make_preset("golf-solitaire"),
        ruleset={},
        seat_count=1,
        status=Match.Status.CANCELLED if strokes is None else Match.Status.FINISHED,
        is_listed=False,
        created_at=nine.starts_at,
        started_at=nine.starts_at,
        finished_at=nine.starts_at,
    )
    is_done = strokes is not None
    return DailyEntry.objects.create(
        nine=nine,
        player=player,
        match=match,
        started_at=nine.starts_at,
        strokes=strokes,
        finished_at=nine.starts_at if is_done else None,
        seconds=60 if is_done else None,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["week", "season"])
def test_the_database_ranks_as_the_rule_says(kind):
    rng, results = random.Random(7), []
    players = [make_player() for _ in range(12)]
    for number in range(7):
        nine = nine_on(date(2026, 12, 7 + number))
        for player in players:
            if rng.random() < 0.6:
                strokes = rng.choice([None, -3, -1, 0, 2, 2, 5])
                entered(nine, player, strokes)
                if strokes is not None:
                    results.append((player.pk, strokes))
    entered(nine_on(date(2026, 11, 30)), players[0], -99)
    now = datetime(2026, 12, 13 if kind == "week" else 31, 23, tzinfo=UTC) + timedelta(hours=2)
    span = span_asked(None, kind, "2026-12-13", "", Viewer(), now)
    assert span is not None
    assert span.best_of == (4 if kind == "week" else 18)
    found = ranked(span, 0, None)
    expected = table(results, span.best_of)
    assert [(r.place, r.player, r.days, r.strokes) for r in found] == [
        (r.place, r.player, r.days, r.strokes) for r in expected
    ]
    assert len({row.place for row in found}) < len(found) == count_ranked(span)
    assert min(row.strokes for row in found) < 0
    own = found[-1].player
    assert [row.position for row in ranked(span, 2, 4, own)] == [3, 4, len(found)]


def test_a_streak_lives_until_a_whole_day_was_left_out():
    days = [MONDAY - timedelta(days=back) for back in (1, 2, 3, 5, 6, 7, 8)]
    assert streak(days, MONDAY) == Streak(3, 4)
    assert streak([*days, MONDAY], MONDAY) == Streak(4, 4)
    assert streak(days, MONDAY + timedelta(days=1)) == Streak(0, 4)
    assert streak([MONDAY + timedelta(days=1)], MONDAY) == Streak(0, 0)

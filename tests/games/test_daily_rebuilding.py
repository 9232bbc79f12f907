"""What entries of a day's nine say is made of their matches, and can be made anew."""

from __future__ import annotations

import random
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models import DailyEntry
from games.selectors.carried import carried_results
from games.services import daily, play
from games.services.daily_results import daily_differences, rebuild_daily
from games.services.rebuilding import differences
from tests.factories import NOW, make_player
from tests.games.test_solitaire import play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries():
    """Entries of which one was finished in time, one too late, one given up, one not at all."""
    players = [make_player() for _seat in range(4)]
    started = [daily.start_nine(player, None, now=NOW, rng=random.Random(1)) for player in players]
    play_to_the_end(started[0], players[0])
    play_to_the_end(started[1], players[1], NOW + timedelta(days=1))
    play.leave_match(started[2].pk, players[2], now=NOW, rng=random.Random(1))
    return list(DailyEntry.objects.order_by("pk"))


def test_entries_are_as_their_matches_make_them(entries):
    assert [entry.strokes is None for entry in entries] == [False, True, True, True]
    assert list(daily_differences()) == list(differences()) == []


def test_entries_that_were_tampered_with_are_found_and_made_anew(entries):
    right = entries[0].strokes
    DailyEntry.objects.filter(pk=entries[0].pk).update(strokes=-99)
    late = DailyEntry.objects.filter(pk=entries[1].pk)
    late.update(strokes=0, finished_at=NOW, seconds=0)
    told = list(differences())
    assert len(told) == 2
    assert "-99" in told[0]
    assert rebuild_daily() == 2
    assert list(differences()) == []
    assert DailyEntry.objects.get(pk=entries[0].pk).strokes == right


def test_a_days_nine_is_among_what_its_player_carries_away(entries):
    one, late = entries[:2]
    rows = carried_results(one.player, ZoneInfo("UTC")).rows
    assert [row[:8] for row in rows] == [
        (one.match.slug, NOW, "Golf Solitaire", None, 1, 9, one.strokes, None)
    ]
    assert carried_results(late.player, ZoneInfo("UTC")).rows == ()

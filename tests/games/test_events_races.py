"""Events under several workers and presses at once, each with a connection of its own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.models import Match
from games.services import event_entries, event_rounds
from tests.factories import NOW, user_of
from tests.games.events import START, announce, club_with, enter
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_workers_and_presses_one_draws_a_round_and_one_takes_the_last_place():
    club, players = club_with(6)
    event = announce(club, players[0], seats=2, rounds=2, places=4)
    enter(event, *players[:3])
    late = [lambda p=p: event_entries.enter(event.pk, p, now=NOW) for p in players[3:]]
    entered = at_once(*late)
    assert sorted(entry.is_alternate for entry in entered) == [False, True, True]
    owner = user_of(players[0])
    now: dict[str, Any] = {"now": START, "rng": random.Random(1)}
    drawn = at_once(
        *[lambda: event_rounds.advance(event.pk, START, random.Random(2))] * 3,
        *[lambda: event_rounds.draw_round(event.pk, owner, 1, **now)] * 2,
    )
    assert event.drawn.count() == 1
    assert Match.objects.count() == 2
    assert len([one for one in drawn if one not in (0, "round_drawn")]) == 1

"""A small club in fake time; `manage.py simulate_club` lives through months of a large one."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from games.management.club.simulation import Club
from games.management.commands.simulate_club import START


@pytest.mark.heavy
@pytest.mark.django_db(transaction=True)
def test_every_match_ends_every_deadline_fires_once_and_nothing_is_told_twice():
    told = Club(START, Random("d"), 1, 10, timedelta(hours=1)).run()
    assert told["problems"] == []
    assert told["matches"] == {"finished": 1}
    assert told["turns_by_the_clock"] == told["deadlines"] > 0
    assert told["kills"] > 0
    assert told["messages_told"]["your_turn"] > 0
    assert (told["messages_told_twice"], told["messages_needless"]) == (0, 0)

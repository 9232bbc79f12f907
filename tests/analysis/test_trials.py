from __future__ import annotations

import doctest
from random import Random

from games.analysis import trials
from games.bots import BOTS
from games.engine import Ruleset


def test_the_manual_is_right():
    assert doctest.testmod(trials).failed == 0


def test_a_hole_gives_every_seat_its_strokes():
    strokes = trials.play_hole(Ruleset(holes=9), [BOTS["steady"]] * 4, Random(3))
    assert len(strokes) == 4
    assert all(-12 <= one <= 60 for one in strokes)


def test_the_same_seed_plays_the_same_hole():
    bots = [BOTS["steady"]] * 2
    one, two = (trials.play_hole(Ruleset(), bots, Random(8)) for _time in range(2))
    assert one == two


def test_the_length_of_the_match_changes_nothing():
    bots = [BOTS["steady"]] * 2
    one = trials.play_hole(Ruleset(holes=9), bots, Random(8))
    other = trials.play_hole(Ruleset(holes=0, limit=100), bots, Random(8))
    assert one == other

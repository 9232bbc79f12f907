from __future__ import annotations

import doctest
from random import Random

from games.bots import BOTS, simulation
from games.engine import Ruleset


def play_hole(rules, bots, seed):
    return simulation.play_hole(rules, bots, Random(seed), Random(seed)).strokes


def test_the_manual_is_right():
    assert doctest.testmod(simulation).failed == 0


def test_a_hole_gives_every_seat_its_strokes():
    strokes = play_hole(Ruleset(holes=9), [BOTS["steady"]] * 4, 3)
    assert len(strokes) == 4
    assert all(-12 <= one <= 60 for one in strokes)


def test_the_same_seed_plays_the_same_hole():
    bots = [BOTS["steady"]] * 2
    one, two = (play_hole(Ruleset(), bots, 8) for _time in range(2))
    assert one == two


def test_the_length_of_the_match_changes_nothing():
    bots = [BOTS["steady"]] * 2
    one = play_hole(Ruleset(holes=9), bots, 8)
    other = play_hole(Ruleset(holes=0, limit=100), bots, 8)
    assert one == other

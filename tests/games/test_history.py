from __future__ import annotations

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import Action, HoleStrokes, Match, Position, Seat
from games.services.history import verify_match
from tests import drivers
from tests.factories import make_player, start_match

pytestmark = pytest.mark.django_db


def finished(**choices):
    match = start_match(**choices)
    drivers.play_on(match, drivers.is_finished)
    return Match.objects.get(pk=match.pk)


def faults(match):
    return {fault.what for fault in verify_match(Match.objects.get(pk=match.pk))}


def test_a_finished_match_agrees_with_its_replay():
    assert faults(finished()) == set()


def test_a_running_match_agrees_at_every_action():
    match = start_match(layout="2x2", final_putt=True)
    for _step in range(25):
        now = drivers.state_of(match).sequence
        drivers.play_on(match, lambda state: state.sequence > now)  # noqa: B023
        assert faults(match) == set()


def turn_the_deal_round(match):
    deal = Action.objects.get(match=match, sequence=1)
    deal.body["order"] = deal.body["order"][::-1]
    deal.save()


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (lambda m: Seat.objects.filter(match=m, number=0).update(total=-99), "total of seat 0"),
        (lambda m: Seat.objects.filter(match=m).update(place=3), "place of seat 1"),
        (
            lambda m: HoleStrokes.objects.filter(hole__match=m).update(strokes=0),
            "strokes of hole 0",
        ),
        (lambda m: m.holes.filter(number=1).update(closer=None, starter=0), "starter of hole 1"),
        (lambda m: m.actions.filter(sequence=2).update(text="turn 5"), "text"),
        (lambda m: m.actions.filter(sequence=2).update(facts=[]), "facts"),
        (lambda m: m.actions.filter(sequence=3).delete(), "sequence"),
        (lambda m: Match.objects.filter(pk=m.pk).update(sequence=3), "sequence"),
        (turn_the_deal_round, "facts"),
        (lambda m: Position.objects.filter(match=m).update(state={}), "position"),
    ],
)
def test_what_was_tampered_with_is_named(tamper, what):
    match = finished()
    tamper(match)
    assert what in faults(match)


def test_the_command_counts_what_it_replayed():
    match = finished()
    out = StringIO()
    call_command("verify_history", stdout=out)
    assert out.getvalue() == f"1 matches, {match.sequence} actions replayed: 0 discrepancies\n"


def test_the_command_fails_on_a_discrepancy():
    match = finished()
    Seat.objects.filter(match=match, number=0).update(total=-99)
    err = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_history", match.slug, stderr=err)
    assert caught.value.returncode == 1
    assert f"{match.slug}#0 total of seat 0: stored -99" in err.getvalue()


@settings(max_examples=12)
@given(
    seats=st.integers(2, 6),
    layout=st.sampled_from(["2x2", "2x3", "2x4", "3x3"]),
    final_putt=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_any_match_played_through_the_site_agrees_with_its_replay(seats, layout, final_putt, seed):
    players = [make_player() for _seat in range(seats)]
    match = start_match(*players, seed=seed, layout=layout, final_putt=final_putt)
    drivers.act_on(match, drivers.is_at_score_card, seed=seed)
    assert faults(match) == set()
    rng = random.Random(seed)
    for number in rng.sample(range(seats), seats):
        drivers.submit(match, drivers.player_at(match, number), "dismiss")
    assert match.holes.count() == 2
    assert faults(match) == set()

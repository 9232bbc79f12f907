from __future__ import annotations

import pytest

from games.bots.simulation import play_hole
from games.models import ExpectedStrokes
from games.services import pars
from games.services.pars import measure_pars
from tests import drivers
from tests.factories import make_player, start_match

pytestmark = pytest.mark.django_db


def test_a_match_that_starts_has_its_par_measured_once():
    start_match(holes=3)
    start_match(holes=9)
    start_match(make_player(), make_player(), make_player())
    assert sorted(ExpectedStrokes.objects.values_list("seats", flat=True)) == [2, 3]


def test_par_is_the_rounded_mean_of_enough_holes():
    row = ExpectedStrokes(seats=2, holes=400, strokes=800 * 6 + 400, squares=800 * 60)
    assert (row.mean, row.par) == (6.5, 7)
    assert row.standard_error == pytest.approx(((800 * 60 - 800 * 6.5**2) / 799 / 800) ** 0.5)


@pytest.mark.parametrize(("strokes", "par"), [(-800 * 2 - 400, -2), (-800 * 2 - 401, -3), (0, 0)])
def test_halves_are_rounded_up_below_zero_too(strokes, par):
    assert ExpectedStrokes(seats=2, holes=400, strokes=strokes).par == par


def test_par_is_not_told_by_a_few_holes():
    assert ExpectedStrokes(seats=2, holes=399, strokes=4000).par is None
    assert ExpectedStrokes(seats=2).mean is None


def test_what_an_older_bot_has_measured_is_measured_anew():
    start_match()
    wanted = ExpectedStrokes.HOLES_WANTED
    ExpectedStrokes.objects.update(bot_version=1, holes=wanted, strokes=7, squares=7)
    assert measure_pars(0) == 1
    row = ExpectedStrokes.objects.get()
    assert (row.bot_version, row.holes) == (pars.BOT_VERSION, 1)


def test_measuring_goes_on_where_it_stopped_and_ends():
    start_match()
    assert measure_pars(0) == 1
    row = ExpectedStrokes.objects.get()
    first = row.strokes
    assert measure_pars(0) == 1
    row.refresh_from_db()
    assert (row.holes, row.strokes != first or row.squares > 0) == (2, True)
    ExpectedStrokes.objects.update(holes=ExpectedStrokes.HOLES_WANTED)
    assert measure_pars(0) == 0


def test_what_is_known_least_is_measured_first():
    start_match()
    ExpectedStrokes.objects.update(holes=50)
    start_match(layout="2x2")
    measure_pars(0)
    assert sorted(ExpectedStrokes.objects.values_list("holes", flat=True)) == [1, 50]


def test_a_worker_that_was_overtaken_counts_nothing(monkeypatch):
    start_match()

    def play_while_another_counts(ruleset, bots, deal, thought):
        ExpectedStrokes.objects.update(holes=7)
        return play_hole(ruleset, bots, deal, thought)

    monkeypatch.setattr("games.services.pars.play_hole", play_while_another_counts)
    measure_pars(0)
    assert ExpectedStrokes.objects.get().holes == 7


def test_the_score_card_has_par_once_it_is_known(client):
    match = start_match()
    drivers.play_on(match, drivers.is_at_score_card)
    assert client.get(match.get_absolute_url()).context["table"].score_card.par is None
    ExpectedStrokes.objects.update(holes=1000, strokes=2000 * 8, squares=2000 * 80)
    card = client.get(match.get_absolute_url()).context["table"].score_card
    assert (card.par, card.par_total) == (8, 24)

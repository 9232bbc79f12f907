"""Presets as rows: what the site offers is what the engine publishes."""

from __future__ import annotations

import random

import pytest

from games import engine
from games.engine import codec
from games.models import Match, Preset
from games.services import lobby
from games.services.presets import load_presets
from games.services.rulesets import BadRuleset, resolve
from tests.factories import NOW, make_player, make_preset

pytestmark = pytest.mark.django_db

ENDS = [(p.slug, seats) for p in engine.PRESETS.values() for seats in p.seats]


@pytest.mark.parametrize(("slug", "seats"), ENDS)
def test_every_preset_opens_and_starts_as_it_is(slug, seats):
    host, rng = make_player(), random.Random(1)
    match = lobby.open_table(host, make_preset(slug), {}, seats=seats, is_listed=True, now=NOW)
    for _bot in range(seats - 1):
        lobby.add_bot(match.pk, host, now=NOW, rng=rng)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert codec.decode_ruleset(match.ruleset) == engine.PRESETS[slug].ruleset()


OFFERS = [
    (slug, name, value)
    for slug, preset in engine.PRESETS.items()
    for name, values in preset.offers.items()
    for value in values
]


def test_every_offered_value_resolves_as_the_engine_does():
    rows = {slug: make_preset(slug) for slug in engine.PRESETS}
    for slug, name, value in OFFERS:
        seats = engine.PRESETS[slug].seats[0]
        wanted = answer_of(lambda: engine.PRESETS[slug].ruleset({name: value}))  # noqa: B023
        assert answer_of(lambda: resolve(rows[slug], {name: value}, seats)) == wanted  # noqa: B023


def answer_of(ask):
    """A ruleset, or the name of the field that is refused."""
    try:
        return ask()
    except (engine.RulesetError, BadRuleset) as error:
        return error.field


def test_fields_follow_from_a_named_choice():
    chosen = {"layout": "3x3", "lines": "all", "powers": "on"}
    ruleset = resolve(make_preset("arena"), chosen, 4)
    assert (ruleset.lines, ruleset.openers, ruleset.knock) == ("columns_rows_diagonals", 3, True)
    assert dict(ruleset.powers) == {"J": "peek_own", "Q": "peek_other", "K": "swap_any"}


@pytest.mark.parametrize(
    ("slug", "choices", "field"),
    [
        ("clubhouse", {"knock": True}, "knock"),
        ("arena", {"lines": "standard"}, "lines"),
        ("arena", {"openers": 4}, "openers"),
        ("double-pack", {"values": {"Q": 12}}, "values"),
        ("four-card", {"court_cards": "queens_14"}, "court_cards"),
        ("house", {"court_cards": "usual"}, "court_cards"),
        ("house", {"values": {"Q": 101}}, "values"),
        ("house", {"replaced_face": "down"}, "replaced_face"),
    ],
)
def test_a_choice_that_is_not_offered_is_refused(slug, choices, field):
    preset = make_preset(slug)
    with pytest.raises(BadRuleset) as refused:
        resolve(preset, choices, preset.seats_min)
    assert refused.value.field == field


def test_house_takes_any_value_of_every_field():
    chosen = {"values": {"Q": 12}, "wild": ["JS"], "powers": {"K": "swap_any"}, "limit": 77}
    ruleset = resolve(make_preset("house"), chosen, 3)
    assert (ruleset.values["Q"], ruleset.values["J"], ruleset.limit) == (12, 10, 77)
    assert ruleset.wild == {"JS"}


def test_a_locked_toggle_of_house_stays_locked():
    make_preset("house").toggles.filter(field="knock").update(is_locked=True)
    with pytest.raises(BadRuleset):
        resolve(make_preset("house"), {"knock": True}, 2)


def test_a_default_that_an_organiser_changed_decides_what_follows():
    make_preset("arena").toggles.filter(field="layout").update(default="2x2")
    ruleset = resolve(make_preset("arena"), {}, 2)
    assert (ruleset.layout, ruleset.replaced_face, ruleset.knock) == ("2x2", "down", True)


def test_loading_gives_older_rows_what_follows_from_choices():
    preset = make_preset("arena")
    Preset.objects.filter(pk=preset.pk).update(where=[])
    assert load_presets() == 0
    assert make_preset("arena").where == preset.where != []

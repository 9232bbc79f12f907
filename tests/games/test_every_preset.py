"""Every preset is opened, played and read through the site itself."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from games import engine
from games.models import Match
from games.services.history import verify_match
from tests import drivers
from tests.factories import log_in, make_player, start_match
from tests.games.worlds import swap_unseen

PRESETS = [
    ("clubhouse", {}),
    ("clubhouse-fixed", {"openers_seen": "peek"}),
    ("arena", {"layout": "2x2", "powers": "on", "memory": "unassisted"}),
    ("arena", {"powers": "on"}),
    ("double-pack", {"golf_call": True, "court_cards": "jacks_20_skip"}),
    ("single-pack", {"one_eyed_jacks": "wild"}),
    ("four-card", {"memory": "assisted", "closer_fails": "plus_10"}),
    ("nine-card", {"jokers_per_pack": 2}),
    ("to-the-limit", {"layout": "3x4"}),
    ("house", {"knock": True, "replaced_face": "down", "openers_seen": "peek"}),
]


def start(preset, chosen):
    count = engine.PRESETS[preset].seats[0]
    players = [make_player() for _seat in range(count)]
    return start_match(*players, preset=preset, **chosen)


@pytest.mark.heavy
@pytest.mark.django_db
@pytest.mark.parametrize(("preset", "chosen"), PRESETS)
def test_a_match_of_every_preset_is_played_and_read_to_its_end(client, preset, chosen):
    match = start(preset, chosen)
    drivers.play_out(match, random.Random(3))
    finished = Match.objects.get(pk=match.pk)
    assert finished.status == Match.Status.FINISHED
    assert list(verify_match(finished)) == []
    replay = f"/matches/{match.slug}/replay/"
    moments = [f"{replay}{finished.sequence * part // 8}/" for part in range(1, 8)]
    for path in (f"/tables/{match.slug}/", replay, *moments):
        assert client.get(path).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize(("preset", "chosen"), PRESETS)
def test_unseen_cards_change_no_byte_of_any_presets_table(preset, chosen, viewer):
    match = start(preset, chosen)
    drivers.play_on(match, lambda state: state.sequence > 14, seed=5)
    client = Client()
    if viewer is not None:
        log_in(client, drivers.player_at(match, viewer))
    fragment = {"HX-Request": "true"}
    paths = [match.get_absolute_url() + pick for pick in ("", "?pick=throw", "?pick=peek")]
    before = [client.get(path, headers=fragment).content for path in paths]
    assert swap_unseen(match, viewer, random.Random(9)) >= 10
    assert [client.get(path, headers=fragment).content for path in paths] == before


def test_the_presets_here_are_all_there_are():
    assert {preset for preset, _chosen in PRESETS} == set(engine.PRESETS)

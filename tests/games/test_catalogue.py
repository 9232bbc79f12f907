"""The catalogue: where each kind of game comes from, and the ways between it and the rules."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.engine import PRESETS
from games.models import Preset
from games.selectors.origins import origin_of
from tests import drivers
from tests.factories import log_in, make_player, make_preset, start_match

pytestmark = pytest.mark.django_db

OWN = ["clubhouse-fixed", "house"]


@pytest.mark.parametrize("slug", list(PRESETS))
def test_every_published_preset_says_where_it_comes_from(slug):
    origin = origin_of(make_preset(slug))
    assert origin.about.endswith(".")
    assert "Organisers have changed" not in origin.about
    assert ("This club's own" in origin.about) == (slug in OWN)
    assert (origin.source == "", origin.url == "") == ((slug in OWN),) * 2


def test_a_preset_of_an_organiser_is_the_clubs_own():
    preset = Preset(slug="thursday", title="Thursday", summary="As we play it.")
    assert origin_of(preset).about == "This club's own."


def test_a_preset_whose_rules_were_changed_says_so():
    preset = make_preset("arena")
    assert "changed" not in origin_of(preset).about
    preset.fixed = {**preset.fixed, "refuse": "flip"}
    assert origin_of(preset).about.endswith("Organisers have changed it since.")


def test_the_catalogue_names_sources_by_links_that_tell_them_nothing_of_the_window(client):
    make_preset()
    text = client.get(reverse("games:catalogue")).text
    links = re.findall(r'<a href="(http[^"]+)"([^>]*)>([^<]+)</a>', text)
    assert {(address, title) for address, _rest, title in links} >= {
        ("https://bicyclecards.com/how-to-play/six-card-golf", "Six Card Golf at Bicycle Cards"),
        (
            "https://en.doc.boardgamearena.com/Gamehelpgolf",
            "Golf in the help of Board Game Arena",
        ),
        ("https://www.pagat.com/draw/golf.html", "Golf at Pagat"),
        ("http://qcsalon.net/en/golf", "Golf at QC Salon"),
    }
    assert {rest for _address, rest, _title in links} == {' rel="noopener"'}


def test_catalogue_and_rules_lead_to_each_other_and_every_page_to_the_catalogue(client):
    make_preset()
    catalogue, rules = reverse("games:catalogue"), reverse("games:rules")
    main = client.get(catalogue).text.split("<main")[1]
    assert f'href="{rules}"' in main
    assert f'href="{reverse("games:preset-rules", args=["arena"])}"' in main
    assert f'href="{catalogue}"' in client.get(rules).text.split("<main")[1]
    assert f'href="{catalogue}"' in client.get(reverse("games:home")).text.split("<main")[0]


def test_the_hosts_form_leads_to_the_rules_of_its_preset(client):
    make_preset("arena")
    log_in(client, make_player())
    text = client.get(reverse("games:table-new"), {"preset": "arena"}).text
    assert (
        f'<a href="{reverse("games:preset-rules", args=["arena"])}">The rules of Arena</a>' in text
    )


def test_a_replay_leads_to_the_rules_of_its_table(client):
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    text = client.get(reverse("games:replay", args=[match.slug])).text
    assert f'href="{reverse("games:table-rules", args=[match.slug])}"' in text

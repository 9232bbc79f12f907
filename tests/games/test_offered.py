"""What a preset leaves to a host and what it has set, on its rules page and on the form."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games import engine
from games.models import PresetToggle
from games.selectors.offered import Fact, facts_of, offers_of
from tests.factories import log_in, make_player, make_preset

pytestmark = pytest.mark.django_db


def offered(preset):
    return {
        offer.label: (offer.usual, offer.others)
        for group in offers_of(preset)
        for offer in group.offers
    }


def set_facts(preset):
    return {fact.label: fact.value for fact in facts_of(preset)}


def test_every_choice_of_a_host_is_listed_with_its_values_and_the_usual_one():
    assert offered(make_preset("clubhouse")) == {
        "Seats": ("2 seats", ("3 seats", "4 seats", "5 seats", "6 seats")),
        "Holes": ("9 holes", ("6 holes", "3 holes")),
        "Layout": ("2 rows of 3", ("2 rows of 2", "2 rows of 4", "3 rows of 3")),
        "Openers": (
            "2 cards",
            ("None", "1 card", "3 cards", "4 cards", "5 cards", "6 cards", "7 cards", "8 cards"),
        ),
        "Final putt": ("No", ("Yes",)),
    }


def test_where_any_value_will_do_the_range_is_told():
    found = offered(make_preset("house"))
    assert found["Patience"] == ("2 laps", ("a whole number from 1 to 20",))
    assert found["Wild cards"] == ("as usual", ("a list of cards, as in JH JS",))
    assert found["Knocking"] == ("No", ("Yes",))


@pytest.mark.parametrize("slug", list(engine.PRESETS))
def test_what_is_open_and_what_is_set_are_told_once_each(slug):
    preset = make_preset(slug)
    labels = [offer.label for group in offers_of(preset) for offer in group.offers]
    assert len(labels) == 1 + len(engine.PRESETS[slug].offers)
    names = {fact.name for fact in facts_of(preset)}
    assert names & set(engine.PRESETS[slug].offers) == set()
    assert names <= set(engine.PRESETS[slug].fixed)
    assert all(fact.value for fact in facts_of(preset))


def test_what_a_preset_fixes_is_told_in_words():
    assert set_facts(make_preset("to-the-limit")) == {
        "Packs": "2 packs",
        "Jokers": "2 in each pack",
        "Openers": "None",
        "Values of ranks": f"Twos 2, jacks 11, queens 12, jokers {chr(0x2212)}3",
        "A closer who isn't lowest": "Double, or 10 more if that is worse",
    }


def test_what_follows_from_a_choice_is_not_told_as_set():
    assert "Openers" not in set_facts(make_preset("arena"))
    assert "Values of ranks" not in set_facts(make_preset("double-pack"))


def test_an_organisers_change_is_told():
    preset = make_preset()
    preset.toggles.filter(field="holes").update(default=3, offered=[3, 9])
    preset.toggles.filter(field="final_putt").update(is_locked=True, default=True)
    preset = make_preset()
    assert offered(preset)["Holes"] == ("3 holes", ("9 holes",))
    assert "Final putt" not in offered(preset)
    assert facts_of(preset) == (Fact("final_putt", "Final putt", "Yes"),)


def test_the_rules_page_of_a_preset_tells_a_host_what_may_be_set(client):
    make_preset()
    PresetToggle.objects.filter(preset__slug="clubhouse", field="openers").update(is_locked=True)
    text = " ".join(client.get(reverse("games:preset-rules", args=["clubhouse"])).text.split())
    about = text[text.index('id="host"') :]
    assert "<b>Holes</b>: The match ends after this many." in about
    assert "Usual: 9 holes. Or: 6 holes · 3 holes." in about
    assert "<dt>Openers</dt> <dd>2 cards</dd>" in about
    assert "Six Card Golf at Bicycle Cards" in text


def test_a_locked_toggle_shows_on_the_hosts_form_as_set(client):
    preset = make_preset()
    preset.toggles.update(is_locked=True)
    log_in(client, make_player())
    answer = client.get(reverse("games:table-new"))
    text = " ".join(answer.text.split())
    assert [group.key for group in answer.context["form"].groups] == [
        *("length", "layout", "special", "table"),
    ]
    for words in ("<dt>Holes</dt> <dd>9 holes</dd>", "<dt>Layout</dt> <dd>2 rows of 3</dd>"):
        assert words in text
    assert 'name="holes"' not in text


def test_the_rules_page_of_a_preset_takes_two_queries(client, django_assert_num_queries):
    make_preset("house")
    with django_assert_num_queries(2):
        client.get(reverse("games:preset-rules", args=["house"]))

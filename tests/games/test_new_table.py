"""The host's form: what it offers, what it refuses, what it shows."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games import engine
from games.forms import NewTableForm
from games.models import HouseRules, Match, Preset, PresetToggle
from games.selectors.toggle_words import GROUPS, TERMS, explanation_of, find_words
from games.services.rulesets import resolve
from tests.factories import log_in, make_player, make_preset

pytestmark = pytest.mark.django_db


def as_sent(form, **changed):
    """What a browser sends of a form that nobody touched."""
    data = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in data.items() if value is not None and value is not False}
    return {"preset": form.preset.slug, **data, **changed}


def send(client, slug, address="games:table-new", **changed):
    preset = make_preset(slug)
    headers = {"HX-Request": "true"} if address == "games:table-check" else {}
    data = as_sent(NewTableForm(preset), **changed)
    return client.post(reverse(address), data, headers=headers)


def errors_of(answer):
    return {name: list(found) for name, found in answer.context["form"].errors.items()}


@pytest.mark.parametrize("slug", list(engine.PRESETS))
def test_every_offered_value_has_words(slug):
    wordless = [
        (name, value)
        for name, values in engine.PRESETS[slug].offers.items()
        for value in values
        if not find_words(name, value)
    ]
    assert wordless == []


@pytest.mark.parametrize("slug", list(engine.PRESETS))
def test_values_of_one_toggle_differ_in_words(slug):
    for name, values in engine.PRESETS[slug].offers.items():
        assert len({find_words(name, value) for value in values}) == len(values), name


def test_every_toggle_has_an_explanation_and_a_group():
    grouped = [name for group in GROUPS for name in group.names]
    offered = {name for preset in engine.PRESETS.values() for name in preset.offers}
    assert offered == {*grouped} - {"seats", "is_listed", *TERMS}
    assert len(grouped) == len(set(grouped))
    assert all(explanation_of(name) for name in grouped)


@pytest.mark.parametrize("slug", list(engine.PRESETS))
def test_the_form_as_it_comes_opens_the_presets_game(client, slug):
    answer = send(log_in(client, make_player()), slug)
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    wanted = engine.PRESETS[slug].ruleset().to_fields()
    assert {name: match.ruleset[name] for name in wanted} == wanted


@pytest.mark.parametrize("slug", list(engine.PRESETS))
def test_the_page_shows_every_group_and_a_picture(client, slug):
    make_preset(slug)
    answer = client.get(reverse("games:table-new"), {"preset": slug})
    form = answer.context["form"]
    assert [name for name in form.fields if f'name="{name}"' not in answer.text] == ["rules_name"]
    assert next(group.key for group in form.groups) == "length"
    assert form.picture.layout == engine.PRESETS[slug].ruleset().layout
    assert 'style="' not in answer.text


def test_a_named_choice_brings_its_fields(client):
    send(log_in(client, make_player()), "single-pack", court_cards="6", queen_of_spades="1")
    ruleset = Match.objects.get().ruleset
    assert (ruleset["values"]["J"], ruleset["values"]["8"], ruleset["jack_skips"]) == (20, 0, True)
    assert ruleset["card_values"] == {"QS": 40}


def test_a_free_preset_takes_maps_as_text(client):
    maps = {"values": "J 11, q=12", "wild": "jh js", "powers": "K swap any", "openers": "5"}
    send(
        log_in(client, make_player()), "house", **maps, card_values="QS: 40", line_overrides="X -5"
    )
    ruleset = Match.objects.get().ruleset
    assert (ruleset["values"]["J"], ruleset["values"]["Q"], ruleset["openers"]) == (11, 12, 5)
    assert (ruleset["wild"], ruleset["powers"]) == (["JH", "JS"], {"K": "swap_any"})
    assert (ruleset["card_values"], ruleset["line_overrides"]) == ({"QS": 40}, {"X": -5})


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("values", "J eleven", "“J eleven” here: ranks with a whole number from -100 to 100"),
        ("values", "B 3", "“B 3” here: ranks with a whole number from -100 to 100"),
        ("values", "J 1, J 2", "“J 2” here: ranks with a whole number from -100 to 100"),
        ("values", "J 101", "“J 101” here: ranks with a whole number from -100 to 100"),
        ("card_values", "QX 4", "“QX 4” here: cards with a whole number"),
        ("line_overrides", "X lose", "“X lose” here: ranks with “keep” or a whole number"),
        ("wild", "JH ZZ", "“ZZ” here: a list of cards"),
        ("powers", "J fly", "“J fly” here: ranks with one of “peek own”"),
        ("holes", "19", "“19 holes” here: a whole number from 0 to 18"),
        ("holes", "1_0", "“1_0” here: a whole number from 0 to 18"),
        ("limit", "-1", "here: a whole number from 0 to 1000"),
    ],
)
def test_a_value_that_is_wrong_is_named_with_what_is_accepted(client, field, value, complaint):
    answer = send(log_in(client, make_player()), "house", **{field: value})
    assert answer.status_code == 422
    found = errors_of(answer)
    assert list(found) == [field]
    assert complaint in found[field][0]


@pytest.mark.parametrize(
    ("slug", "changed", "field", "complaint"),
    [
        ("clubhouse", {"layout": "1", "openers": "5"}, "openers", "0 to 3 on a 2x2 layout"),
        ("house", {"lines": "3"}, "lines", "as many rows as columns"),
        ("house", {"replaced_face": "1"}, "replaced_face", "together with knocking"),
        ("house", {"holes": "0"}, "holes", "0 together with a limit"),
        ("house", {"packs": "2", "layout": "5", "seats": "8"}, "packs", "one stock card each"),
    ],
)
def test_choices_that_do_not_fit_together_are_told_at_their_field(
    client, slug, changed, field, complaint
):
    answer = send(log_in(client, make_player()), slug, **changed)
    assert answer.status_code == 422
    assert complaint in errors_of(answer)[field][0]
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("field", "label"),
    [("knock", "Knocking"), ("values", "Values of ranks"), ("nonsense", "nonsense")],
)
def test_a_field_that_is_not_offered_is_refused_by_name(client, field, label):
    answer = send(log_in(client, make_player()), "clubhouse", **{field: "1"})
    assert answer.status_code == 422
    assert errors_of(answer) == {"__all__": [f"{label} can't be “1” here: not offered."]}
    assert not Match.objects.exists()


def test_a_locked_field_is_refused_by_name(client):
    make_preset().toggles.filter(field="holes").update(is_locked=True)
    answer = send(log_in(client, make_player()), "clubhouse", holes="2")
    assert errors_of(answer) == {"__all__": ["Holes can't be “2” here: not offered."]}


def test_a_list_names_what_it_takes(client):
    answer = send(log_in(client, make_player()), "clubhouse", holes="7")
    assert errors_of(answer)["holes"] == ["Holes can't be “7” here: 9 holes, 6 holes, 3 holes."]


def test_a_change_is_checked_at_once(client):
    answer = send(client, "clubhouse", "games:table-check", layout="1", openers="5")
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "0 to 3 on a 2x2 layout" in answer.text
    assert "These choices can't be played yet." in answer.text.replace("&#x27;", "'")
    assert 'name="openers"' not in answer.text
    assert answer.text.count('hx-swap-oob="morph"') == len(answer.context["form"].fields) + 1
    assert not Match.objects.exists()


def test_a_change_comes_with_its_picture(client):
    answer = send(client, "arena", "games:table-check", seats="7", layout="2")
    picture = answer.context["form"].picture
    captions = [drawing.caption for drawing in picture.drawings]
    assert captions == ["3 columns", "3 rows", "2 diagonals", "4 blocks of four"]
    assert picture.packs == "3 packs, 156 cards"
    assert picture.stock == "92 cards in the stock after the deal"
    assert "<svg" in answer.text


def test_the_check_works_without_script(client):
    preset = make_preset()
    data = as_sent(NewTableForm(preset), layout="3")
    answer = client.post(reverse("games:table-check"), data)
    assert answer.status_code == 200
    assert "<html" in answer.text
    assert answer.context["form"].picture.layout == "3x3"


def test_the_expected_length_grows_with_holes_and_seats(client):
    minutes = [
        send(client, "clubhouse", "games:table-check", **changed).context["form"].picture.minutes
        for changed in ({}, {"holes": "2"}, {"seats": "6"})
    ]
    assert minutes == [20, 5, 60]


def test_every_choice_of_a_list_is_one_that_resolves_alone_or_is_explained():
    for slug, published in engine.PRESETS.items():
        preset = make_preset(slug)
        form = NewTableForm(preset)
        assert resolve(preset, form.choices, form.seats) == published.ruleset()


def test_the_catalogue_lists_what_is_offered(client):
    make_preset()
    Preset.objects.filter(slug="arena").update(is_offered=False)
    answer = client.get(reverse("games:catalogue"))
    listed = {entry.slug: entry for entry in answer.context["presets"]}
    assert list(listed) == [slug for slug in engine.PRESETS if slug != "arena"]
    assert listed["double-pack"].seats == "4 to 8 seats"
    assert listed["to-the-limit"].may_set == ("Layout", "Limit", "Holes")
    assert "You may set every rule." in answer.text
    assert "?preset=four-card" in answer.text


def test_pages_take_a_constant_number_of_queries(client, django_assert_num_queries):
    make_preset()
    with django_assert_num_queries(2):
        client.get(reverse("games:catalogue"))
    with django_assert_num_queries(3):
        client.get(reverse("games:table-new"), {"preset": "clubhouse"})
    with django_assert_num_queries(3):
        client.get(reverse("games:table-new"), {"preset": "house"})


def test_a_toggle_of_an_organiser_without_words_still_shows(client):
    preset = make_preset()
    PresetToggle.objects.create(preset=preset, field="tie", offered=["shared"], default="shared")
    answer = client.get(reverse("games:table-new"))
    assert answer.status_code == 200
    assert "A tie for first place" in answer.text


@pytest.mark.parametrize(
    ("sent", "clock"),
    [
        ({}, "3d"),
        ({"clock": ""}, ""),
        ({"clock": "live 30s"}, "live 30s"),
        ({"clock": "5d+12h<7d"}, "5d+12h<7d"),
        ({"clock": "another", "clock_text": " 1d12h + 6h < 2d "}, "1d12h+6h<2d"),
        ({"clock": "1d", "clock_text": "nonsense"}, "1d"),
    ],
)
def test_a_table_gets_the_clock_that_the_host_chose(client, sent, clock):
    send(log_in(client, make_player()), "clubhouse", **sent)
    match = Match.objects.get()
    assert (match.clock, match.missed_max) == (clock, 2)
    assert (match.allows_pauses, match.allows_spectators) == (True, True)


@pytest.mark.parametrize(
    "text", ["", "3 days", "59m", "61d", "live 5s", "live 2h", "5d+12h<4d", "0d"]
)
def test_what_is_no_clock_is_explained_at_its_field(client, text):
    answer = send(log_in(client, make_player()), "clubhouse", clock="another", clock_text=text)
    assert answer.status_code == 422
    assert list(errors_of(answer)) == ["clock_text"]
    assert errors_of(answer)["clock_text"][0].startswith(
        "This is no clock. Write a time such as 2d"
    )


@pytest.mark.parametrize(("field", "value"), [("clock", "9d"), ("missed_max", "0")])
def test_terms_that_are_not_offered_are_refused(client, field, value):
    answer = send(log_in(client, make_player()), "clubhouse", **{field: value})
    assert answer.status_code == 422
    assert list(errors_of(answer)) == [field]


def test_house_rules_keep_no_clock(client):
    client = log_in(client, make_player())
    send(client, "clubhouse", "games:house-rules-keep", rules_name="Quick ones", clock="live 30s")
    choices = HouseRules.objects.get().choices
    assert not {*TERMS, "is_listed"} & choices.keys()

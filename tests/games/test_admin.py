from __future__ import annotations

import json

import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.desk import DeskAdmin
from games.engine import PRESETS
from games.models import Preset
from games.services.lobby import Terms
from tests import drivers
from tests.factories import log_in, make_player, make_preset, start_match

pytestmark = pytest.mark.django_db

READ_ONLY = ["match", "hole", "action", "player", "message"]


def form_data(response):
    """What a browser would send back from an admin form that nobody touched."""
    form = response.context["adminform"].form
    data = {name: form[name].value() for name in form.fields}
    for inline in response.context["inline_admin_formsets"]:
        formset = inline.formset
        data |= {f"{formset.prefix}-{k}": v for k, v in formset.management_form.initial.items()}
        for row in formset.forms:
            data |= {row.add_prefix(name): row[name].value() for name in row.fields}
    return {name: "" if value is None else value for name, value in data.items()}


def change(client, preset, **changed):
    address = reverse("admin:games_preset_change", args=[preset.pk])
    data = form_data(client.get(address))
    for name, value in list(data.items()):
        if value is False:
            del data[name]
    return client.post(address, data | changed)


@pytest.mark.parametrize("name", READ_ONLY)
def test_history_is_read_and_never_written(admin_client, name):
    match = start_match(terms=Terms("3d"))
    drivers.act(match, "turn 0")
    rows = {
        "match": match,
        "hole": match.holes.get(),
        "action": match.actions.last(),
        "player": match.host,
        "message": match.messages.first(),
    }
    listed = admin_client.get(reverse(f"admin:games_{name}_changelist"))
    assert listed.status_code == 200
    page = admin_client.get(reverse(f"admin:games_{name}_change", args=[rows[name].pk]))
    assert page.status_code == 200
    assert b'name="_save"' not in page.content
    assert admin_client.get(reverse(f"admin:games_{name}_add")).status_code == 403
    delete = reverse(f"admin:games_{name}_delete", args=[rows[name].pk])
    assert admin_client.post(delete, {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    "lookup",
    [
        "body__order__0",
        "body__icontains",
        "match__position__state__icontains",
        "match__invite__startswith",
    ],
)
def test_hidden_columns_can_not_be_asked_about(admin_client, lookup):
    match = start_match()
    drivers.act(match, "turn 0")
    address = reverse("admin:games_action_changelist")
    answers = {admin_client.get(address, {lookup: value}).content for value in ("1", "zzz")}
    statuses = {admin_client.get(address, {lookup: value}).status_code for value in ("1", "zzz")}
    assert statuses <= {302, 400}
    assert len(answers) == 1


def test_an_organiser_locks_a_toggle(admin_client):
    preset = make_preset()
    answer = change(admin_client, preset, **{"toggles-3-is_locked": "on", "toggles-3-default": "6"})
    assert answer.status_code == 302, answer.context["errors"]
    toggle = preset.toggles.get(field="holes")
    assert (toggle.is_locked, toggle.default, toggle.offered) == (True, 6, [9, 6, 3])


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"toggles-3-default": "5"}, "The default is one of the offered values."),
        ({"toggles-3-offered": json.dumps([9, 99])}, "holes can"),
        ({"toggles-3-offered": "[]"}, "offered"),
        ({"toggles-0-offered": json.dumps(["2x3", "5x5"])}, "layout can"),
        ({"toggles-3-field": "nonsense"}, "nonsense can"),
        ({"fixed": json.dumps({"openers_mode": "sometimes"})}, "openers_mode can"),
        ({"fixed": "[1]"}, "fixed"),
        ({"fixed": json.dumps({"nonsense": 1})}, "nonsense can"),
        ({"where": "{}"}, "where can"),
        ({"where": json.dumps([{"when": {}}])}, "where can"),
        ({"where": json.dumps([{"when": {"layout": "2x2"}, "then": {}}])}, "where can"),
        ({"where": json.dumps([{"when": {"lines": ["some"]}, "then": {}}])}, "lines can"),
        ({"where": json.dumps([{"when": {}, "then": {"openers": 12}}])}, "openers can"),
        ({"seats_min": "5", "seats_max": "3"}, "preset_seats_in_order"),
    ],
)
def test_a_preset_that_could_not_be_played_is_not_kept(admin_client, changed, complaint):
    preset = make_preset()
    answer = change(admin_client, preset, **changed)
    assert answer.status_code == 200
    assert complaint in answer.text
    kept = make_preset()
    assert kept.toggles.get(field="holes").offered == [9, 6, 3]
    assert (kept.fixed, kept.seats_min) == ({}, 2)


@pytest.mark.parametrize("slug", list(PRESETS))
def test_every_preset_can_be_kept_as_it_is(admin_client, slug):
    preset = make_preset(slug)
    before = list(preset.toggles.values())
    answer = change(admin_client, preset)
    assert answer.status_code == 302, answer.context["errors"]
    kept = make_preset(slug)
    assert (kept.fixed, kept.where) == (preset.fixed, preset.where)
    assert list(kept.toggles.values()) == before


def test_a_preset_may_be_withdrawn(admin_client, client):
    preset = make_preset("clubhouse-fixed")
    Preset.objects.filter(pk=preset.pk).update(is_offered=False)
    log_in(client, make_player())
    address = reverse("games:table-new")
    assert client.get(address, {"preset": "clubhouse-fixed"}).status_code == 404
    assert [p.slug for p in client.get(address).context["presets"]] == [
        slug for slug in PRESETS if slug != "clubhouse-fixed"
    ]


def test_loading_presets_again_keeps_what_organisers_changed():
    preset = make_preset()
    preset.toggles.filter(field="holes").update(is_locked=True)
    assert make_preset().toggles.get(field="holes").is_locked


def test_resetting_presets_brings_the_published_toggles_back():
    from games.services.presets import load_presets

    preset = make_preset()
    preset.toggles.filter(field="holes").update(is_locked=True, offered=[3])
    assert load_presets(reset=True) == 10
    toggle = make_preset().toggles.get(field="holes")
    assert (toggle.is_locked, toggle.offered) == (False, [9, 6, 3])


LISTS = [
    "games_match",
    "games_hole",
    "games_action",
    "games_player",
    "games_talkreport",
    "games_message",
    "accounts_user",
    "auth_group",
]


def test_every_list_is_asked_only_by_what_it_lists():
    known = {model._meta.label: site for model, site in admin.site._registry.items()}
    assert [name for name, site in known.items() if not isinstance(site, DeskAdmin)] == []
    # Who has a mail address is shown by its link, never by an organiser.
    assert "account.EmailAddress" not in known


def test_the_outbox_says_what_became_of_a_message(admin_client):
    match = start_match(terms=Terms("3d"))
    match.messages.filter(kind="your_turn").update(state="dropped", why="acted meanwhile")
    listing = reverse("admin:games_message_changelist")
    dropped = admin_client.get(listing, {"state__exact": "dropped"})
    assert dropped.context["cl"].result_count == 1
    assert "acted meanwhile" in dropped.text
    name = drivers.to_move(match).user.username
    assert admin_client.get(listing, {"q": name}).context["cl"].result_count == 2


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("words", ["a " * 3000, "a" * 60_000, "b " * 11])
def test_a_search_too_long_for_a_database_finds_nothing_and_says_why(admin_client, name, words):
    start_match()
    answer = admin_client.get(reverse(f"admin:{name}_changelist"), {"q": words})
    assert answer.status_code == 200
    assert "Search for at most 10 words, 100 letters in all." in answer.text
    assert answer.context["cl"].result_count == 0


@pytest.mark.parametrize("chosen", ["x", "-1", "", "\x00", "9" * 25])
@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("games_talkreport", "hide_lines"),
        ("games_houserules", "delete_selected"),
        ("accounts_user", "close_accounts"),
        ("auth_group", "delete_selected"),
    ],
)
def test_rows_that_nobody_can_choose_are_refused(admin_client, name, action, chosen):
    address = reverse(f"admin:{name}_changelist")
    answer = admin_client.post(address, {"action": action, "_selected_action": [chosen]})
    assert answer.status_code == 302
    assert "Choose rows of the list." in admin_client.get(address).text


def test_an_ordinary_search_finds(admin_client):
    match = start_match()
    answer = admin_client.get(reverse("admin:games_match_changelist"), {"q": match.slug})
    assert answer.context["cl"].result_count == 1


@pytest.mark.parametrize(
    "filters",
    [
        {"created_at__year": "99999"},
        {"created_at__year": "9999"},
        {"created_at__year": "0"},
        {"created_at__year": "x"},
        {"created_at__year": "2026", "created_at__month": "9" * 30},
        {"created_at__year": "2026", "created_at__month": "2", "created_at__day": "32"},
        {"created_at__year__gte": "99999"},
        {"created_at__regex": "("},
        {"preset__title__regex": "("},
        {"preset__exact": "9" * 30},
        {"preset__id__exact": "-" + "9" * 30},
    ],
)
def test_a_filter_written_by_hand_is_refused(admin_client, filters):
    start_match()
    assert admin_client.get(reverse("admin:games_match_changelist"), filters).status_code == 400


@pytest.mark.parametrize("name", ["games_preset", "accounts_user"])
def test_a_pattern_is_no_filter_of_any_list(admin_client, name):
    make_preset()
    for field in ("title", "username", "password"):
        address = reverse(f"admin:{name}_changelist")
        assert admin_client.get(address, {f"{field}__regex": "("}).status_code == 400


def test_the_filters_that_are_offered_work(admin_client):
    match = start_match()
    listing = reverse("admin:games_match_changelist")
    at = match.created_at
    for filters in (
        {"created_at__year": at.year, "created_at__month": at.month, "created_at__day": at.day},
        {"status__exact": "running"},
        {"preset__id__exact": match.preset_id},
        {"is_listed__exact": "1"},
    ):
        answer = admin_client.get(listing, filters)
        assert (answer.status_code, answer.context["cl"].result_count) == (200, 1), filters
    closed = admin_client.get(reverse("admin:accounts_user_changelist"), {"closed_at__isempty": 1})
    assert closed.status_code == 200


@pytest.mark.parametrize("field", ["fixed", "where", "toggles-0-offered", "toggles-0-default"])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000 + "]" * 5000,
        '{"a":' * 5000 + "1" + "}" * 5000,
        "[" * 21 + "]" * 21,
        '{"openers": NaN}',
        '{"openers": 1e999}',
        '{"openers": ' + "9" * 5000 + "}",
        '"\\ud800"',
        '{"\\u0000": 1}',
    ],
)
def test_json_that_no_database_keeps_is_refused_at_its_field(admin_client, field, text):
    preset = make_preset()
    answer = change(admin_client, preset, **{field: text})
    assert answer.status_code == 200
    assert "Give JSON of at most 20 levels, with plain numbers and text." in answer.text
    assert make_preset().fixed == {}

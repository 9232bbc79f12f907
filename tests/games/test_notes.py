"""Private notes on a match: kept for their writer, read by nobody else, lost by nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts import closing, merging
from accounts.models import User
from games.models import Notebook
from games.selectors.access import Viewer
from games.selectors.notes import mark_of, notes
from games.services.notes import save_notes
from games.services.players import player_of
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, start_match

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def keep(match, player, text, *, based_on="", replace=False):
    return save_notes(match, player, text, based_on=mark_of(based_on), replace=replace, now=NOW)


def kept(match, player):
    view = notes(match, Viewer(player.pk))
    return None if view is None else view.text


def address(match):
    return reverse("games:notes", args=[match.slug])


def post(client, match, text, *, based_on="", headers=HTMX, **more):
    data = {"text": text, "based_on": mark_of(based_on), **more}
    return client.post(address(match), data, headers=headers)


@pytest.fixture
def match():
    return start_match(make_player("Ann"), make_player("Ben"))


@pytest.fixture
def ann(match):
    return match.host


@pytest.fixture
def ben(match):
    return match.seats.exclude(player=match.host).get().player


def test_everybody_at_the_table_keeps_notes_of_their_own(match, ann, ben):
    keep(match, ann, "Ben keeps kings")
    keep(match, ben, "Ann is in a hurry")
    assert (kept(match, ann), kept(match, ben)) == ("Ben keeps kings", "Ann is in a hurry")
    assert kept(start_match(ann, ben), ann) == ""


def test_notes_are_on_the_table_and_on_a_page_while_the_match_runs_and_after(client, match, ann):
    keep(match, ann, "Ben keeps kings")
    log_in(client, ann)
    for _moment in range(2):
        for url in (match.get_absolute_url(), address(match)):
            assert "Ben keeps kings" in client.get(url).text
        drivers.play_on(match, drivers.is_finished)
        match.seats.update(seen_sequence=10_000)
    assert address(match) in client.get(reverse("games:replay", args=[match.slug])).text


def test_nobody_else_is_shown_them_anywhere(client, match, ann, ben, admin_user):
    keep(match, ann, "Ben keeps kings")
    drivers.play_on(match, drivers.is_finished)
    match.seats.update(seen_sequence=10_000)
    pages = [
        match.get_absolute_url(),
        reverse("games:replay", args=[match.slug]),
        reverse("games:talk", args=[match.slug]),
        ann.get_absolute_url(),
        reverse("admin:games_match_change", args=[match.pk]),
        reverse("admin:games_player_change", args=[ann.pk]),
    ]
    client.force_login(admin_user)
    for reader in (client, Client(), log_in(Client(), ben), log_in(Client(), make_player())):
        for page in [*pages, address(match)]:
            assert "keeps kings" not in reader.get(page).text


def test_organisers_have_no_desk_for_notes():
    assert not admin.site.is_registered(Notebook)


def test_who_has_no_seat_finds_no_notes(client, match):
    for reader in (client, log_in(Client(), make_player())):
        assert reader.get(address(match)).status_code == 404
        assert post(reader, match, "Mine").status_code == 404
        assert address(match) not in reader.get(match.get_absolute_url()).text
    assert not Notebook.objects.exists()


def test_notes_of_a_table_that_may_not_be_seen_are_not_found(client):
    match = start_match(is_listed=False)
    assert log_in(client, make_player()).get(address(match)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("two\r\nlines\rand one\n", "two\nlines\nand one\n"),
        ("a\x00b\x1bc\td", "abc\td"),
        ("", ""),
        ("x" * 4000, "x" * 4000),
    ],
)
def test_notes_are_plain_text_with_their_lines(match, ann, typed, text):
    keep(match, ann, typed)
    assert kept(match, ann) == text


@pytest.mark.parametrize("length", [4001, 60_000])
@pytest.mark.parametrize("headers", [HTMX, {}])
def test_notes_that_are_too_long_are_refused_and_stay_in_their_field(
    client, match, ann, length, headers
):
    keep(match, ann, "before")
    answer = post(log_in(client, ann), match, "y" * length, based_on="before", headers=headers)
    assert (answer.status_code, answer.headers["X-Refusal"]) == (422, "notes_too_long")
    assert f"Notes have at most 4000 characters; these have {length}." in answer.text
    assert kept(match, ann) == "before"
    if not headers:
        assert "y" * length in answer.text


def test_notes_are_kept_without_script_too(client, match, ann):
    answer = post(log_in(client, ann), match, "Ben keeps kings", headers={})
    assert (answer.status_code, answer.url) == (302, f"{match.get_absolute_url()}?side=notes")
    assert 'value="notes" autocomplete="off" checked' in client.get(answer.url).text


def test_another_tab_loses_nothing(client, match, ann):
    log_in(client, ann)
    assert post(client, match, "from the first tab").status_code == 200
    answer = post(client, match, "from the second tab")
    assert (answer.status_code, answer.headers["X-Refusal"]) == (409, "notes_changed")
    assert "from the first tab" in answer.text
    assert kept(match, ann) == "from the first tab"
    assert post(client, match, "from the second tab, on").status_code == 409
    answer = post(client, match, "from the second tab", replace="yes")
    assert (answer.status_code, kept(match, ann)) == (200, "from the second tab")
    assert f'value="{mark_of("from the second tab")}"' in answer.text


def test_the_same_notes_twice_are_no_change(match, ann):
    first = keep(match, ann, "the same")
    later = save_notes(match, ann, "the same", based_on="", now=NOW + timedelta(minutes=1))
    assert later.at == first.at == NOW


def test_the_service_asks_for_a_seat_itself(match):
    with pytest.raises(Refused, match="not_seated"):
        keep(match, make_player(), "Mine")


def test_notes_of_a_closed_account_are_thrown_away(match, ann, ben):
    keep(match, ann, "Ben keeps kings")
    keep(match, ben, "Ann is in a hurry")
    closing.close(User.objects.get(player=ann))
    assert list(Notebook.objects.values_list("player", flat=True)) == [ben.pk]


def test_a_guests_notes_go_to_the_account(match, ann, ben):
    guest = player_of(User.objects.create_guest())
    alone, both = start_match(guest, ben), start_match(guest, ann, ben)
    keep(alone, guest, "as a guest")
    keep(both, ann, "as Ann")
    keep(both, guest, "and as a guest")
    merging.merge(User.objects.get(player=guest), User.objects.get(player=ann))
    assert kept(alone, ann) == "as a guest"
    assert kept(both, ann) == "as Ann\n\nand as a guest"
    assert Notebook.objects.count() == 2

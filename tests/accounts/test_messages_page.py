"""The page of one's messages, and the link that ends a kind of mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import reaching
from accounts.models import MessageChoice, Preferences, User
from tests.clock import NOW

CHOICES = {
    "your_turn": "daily",
    "invited": "at_once",
    "match_over": "off",
    "time_short": "at_once",
    "mentioned": "after_quiet",
    "club_invited": "after_quiet",
    "club_news": "off",
    "event_news": "daily",
    "club_asked": "at_once",
    "quiet_minutes": "25",
    "digest_hour": "7",
}


def test_whoever_has_chosen_nothing_sees_the_defaults(client, anna):
    client.force_login(anna)
    form = client.get("/accounts/messages/").context["form"]
    assert {name: form[name].value() for name in form.fields} == {
        "your_turn": "after_quiet",
        "invited": "at_once",
        "match_over": "after_quiet",
        "time_short": "at_once",
        "mentioned": "after_quiet",
        "club_invited": "at_once",
        "club_news": "daily",
        "event_news": "at_once",
        "club_asked": "after_quiet",
        "quiet_minutes": 10,
        "digest_hour": 8,
    }
    assert not Preferences.objects.exists()


def test_what_was_chosen_before_stays_beside_the_kinds_that_came_later(client, anna):
    MessageChoice.objects.create(user=anna, kind="invited", timing="off")
    client.force_login(anna)
    groups = client.get("/accounts/messages/").context["groups"]
    assert [(title, [field.value() for field in fields]) for title, fields in groups] == [
        ("At tables", ["after_quiet", "off", "after_quiet", "at_once", "after_quiet"]),
        ("In clubs", ["at_once", "daily", "at_once", "after_quiet"]),
    ]


def test_what_is_chosen_is_kept_and_told_to_those_who_plan(client, anna, monkeypatch):
    told = []
    monkeypatch.setattr(reaching, "_hooks", [lambda user, _now: told.append(user)])
    client.force_login(anna)
    assert client.post("/accounts/messages/", CHOICES).status_code == 302
    reach = reaching.reach_of([anna.pk])[anna.pk]
    assert {kind: reach.timing(kind) for kind in MessageChoice.Kind.values} == {
        "your_turn": "daily",
        "invited": "at_once",
        "match_over": "off",
        "time_short": "at_once",
        "mentioned": "after_quiet",
        "club_invited": "after_quiet",
        "club_news": "off",
        "event_news": "daily",
        "club_asked": "at_once",
    }
    assert (reach.quiet, reach.digest_hour) == (timedelta(minutes=25), 7)
    assert told == [anna]


@pytest.mark.parametrize(
    "change",
    [
        {"quiet_minutes": "0"},
        {"quiet_minutes": "1441"},
        {"quiet_minutes": ""},
        {"digest_hour": "24"},
        {"your_turn": "sometimes"},
        {"your_turn": ""},
    ],
)
def test_what_can_not_be_is_refused_with_a_sentence(client, anna, change):
    client.force_login(anna)
    answer = client.post("/accounts/messages/", {**CHOICES, **change})
    assert answer.status_code == 422
    assert "field__error" in answer.content.decode()
    assert not MessageChoice.objects.exists()


def test_strangers_log_in_first(client, db):
    answer = client.get("/accounts/messages/")
    assert answer.headers["Location"] == "/accounts/login/?next=/accounts/messages/"


def test_the_page_says_where_mails_go(client, bruno, anna, guest):
    said = {}
    for user in (bruno, anna, guest):
        client.force_login(user)
        said[user] = client.get("/accounts/messages/").content.decode()
    assert "Mails go to bruno@example.org." in said[bruno]
    assert "You have no confirmed mail address" in said[anna]
    assert "A guest has no mail address" in said[guest]


def test_the_settings_page_leads_there_for_guests_too(client, anna, guest):
    for user in (anna, guest):
        client.force_login(user)
        page = client.get("/accounts/settings/").content.decode()
        assert 'href="/accounts/messages/"' in page


def test_a_calendar_has_an_address_once_asked_for_and_another_when_asked_again(client, anna):
    client.force_login(anna)
    assert "calendar-address" not in client.get("/accounts/messages/").content.decode()
    tokens = []
    for _time in range(2):
        client.post("/accounts/messages/calendar")
        tokens.append(Preferences.objects.get(user=anna).calendar_token)
        page = client.get("/accounts/messages/").content.decode()
        assert f'value="http://testserver/calendar/{tokens[-1]}.ics"' in page
    assert tokens[0] != tokens[1]
    assert len(tokens[0]) == 32


def link(user, *kinds):
    token = reaching.unsubscribe_token(user, kinds)
    return reverse("accounts:unsubscribe", args=[token])


def test_the_link_of_a_mail_asks_by_get_and_acts_by_post(client, anna):
    address = link(anna, "your_turn", "time_short")
    page = client.get(address).content.decode()
    assert "No more messages of this kind?" in page
    assert "Your time is about to run out" in page
    assert not MessageChoice.objects.exists()
    for _time in range(2):
        done = client.post(address, {"List-Unsubscribe": "One-Click"})
        assert "You get no more of these" in done.content.decode()
    kept = MessageChoice.objects.order_by("kind").values_list("user", "kind", "timing")
    assert list(kept) == [(anna.pk, "time_short", "off"), (anna.pk, "your_turn", "off")]


def test_links_of_mails_name_each_kind_by_a_letter_that_stays(anna):
    token = reaching.unsubscribe_token(anna, MessageChoice.Kind.values)
    assert token.split("-")[:2] == [str(anna.pk), "ceijmnstw"]
    letters = {
        kind: reaching.unsubscribe_token(anna, [kind]).split("-")[1]
        for kind in MessageChoice.Kind.values
    }
    assert letters == {
        "your_turn": "t",
        "invited": "i",
        "match_over": "m",
        "time_short": "s",
        "mentioned": "n",
        "club_invited": "c",
        "club_news": "w",
        "event_news": "e",
        "club_asked": "j",
    }


def test_unsubscribing_needs_no_cookie_and_no_token_of_a_form(anna, db):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(link(anna, "invited"), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert MessageChoice.objects.get().kind == "invited"


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"),
        lambda token: token.replace("-t-", "-im-"),
        lambda token: "9" + token,
        lambda _token: "nonsense",
        lambda _token: "--",
        lambda token: token.replace("-", ":"),
    ],
)
def test_a_link_that_this_site_did_not_sign_does_nothing(client, anna, bruno, change):
    token = change(reaching.unsubscribe_token(anna, ["your_turn"]))
    assert client.post(f"/accounts/unsubscribe/{token}/").status_code == 404
    assert not MessageChoice.objects.exists()


def test_the_link_of_somebody_who_is_gone_does_nothing(client, anna):
    address = link(anna, "your_turn")
    User.objects.update(is_active=False)
    assert client.post(address).status_code == 404


def test_a_guests_choices_are_the_accounts_where_it_has_none(anna):
    guest = User.objects.create_guest()
    reaching.switch_off(guest, ["your_turn", "invited"], now=NOW)
    MessageChoice.objects.create(user=anna, kind="invited", timing="daily")
    reaching.hand_over(guest, anna)
    kept = MessageChoice.objects.filter(user=anna).order_by("kind").values_list("kind", "timing")
    assert list(kept) == [("invited", "daily"), ("your_turn", "off")]


def test_an_address_counts_once_it_is_confirmed_and_the_main_one_first(bruno, anna):
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=anna, email="new@example.org", verified=False, primary=True)
    EmailAddress.objects.create(user=anna, email="old@example.org", verified=True, primary=False)
    assert reaching.address_of(anna) == "old@example.org"
    assert reaching.address_of(bruno) == "bruno@example.org"

from __future__ import annotations

import logging
import smtplib
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, person_of, sign_up

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_suffice(client: Client) -> None:
    answer = sign_up(client, "Anna")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert person_of(client) == User.objects.get(username="Anna").pk
    assert mail.outbox == []


def test_a_name_is_stored_as_it_looks(client: Client) -> None:
    sign_up(client, "\uff21nna")
    assert User.objects.get().username == "Anna"


@pytest.mark.parametrize("name", ["anna", "ANNA", "\uff21nna"])
def test_nobody_can_take_a_name_by_another_case(client: Client, anna: User, name: str) -> None:
    page = sign_up(client, name).content.decode()
    assert "This name is taken." in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Guest 4821", "guest", "Admin"])
def test_nobody_can_sign_up_as_a_guest_or_the_house(client: Client, name: str) -> None:
    assert "This name is reserved." in sign_up(client, name).content.decode()
    assert not User.objects.exists()


def test_two_who_choose_a_name_at_the_same_moment_get_one_account(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.models.PersonManager.is_name_taken", lambda *_, **__: False)
    answer = sign_up(client, "anna", email="second@example.org")
    assert "This name is taken." in answer.content.decode()
    assert User.objects.count() == 1
    assert not EmailAddress.objects.exists()


def test_a_weak_password_is_refused(client: Client) -> None:
    page = sign_up(client, "Anna", password1="12345678", password2="12345678").content.decode()
    assert "This password is entirely numeric." in page
    assert not User.objects.exists()


def test_two_weak_passwords_that_differ_are_told_both_faults(client: Client) -> None:
    form = sign_up(client, "Anna", password1="12345678", password2="87654321").context["form"]
    assert "This password is entirely numeric." in form.errors["password1"]
    assert form.errors["password2"] == ["You must type the same password each time."]
    assert not User.objects.exists()


def test_a_password_typed_differently_is_told_once(client: Client) -> None:
    form = sign_up(client, "Anna", password2="heather-and-broom").context["form"]
    assert dict(form.errors) == {"password2": ["You must type the same password each time."]}


def test_a_password_typed_differently_is_refused(client: Client) -> None:
    page = sign_up(client, "Anna", password2="heather-and-broom").content.decode()
    assert "You must type the same password each time." in page


def test_signing_up_does_not_tell_that_somebody_has_the_address(
    client: Client, bruno: User
) -> None:
    taken = sign_up(client, "Anna", email="bruno@example.org")
    fresh = sign_up(Client(), "Berta", email="berta@example.org")
    assert (taken.status_code, taken["Location"]) == (fresh.status_code, fresh["Location"])


def test_a_mail_server_that_is_down_does_not_stop_a_sign_up(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    with caplog.at_level(logging.ERROR, "accounts.adapter"):
        answer = sign_up(client, "Anna", email="anna@example.org")
    assert answer.status_code == 302
    assert "could not be sent" in caplog.text


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA", " Anna "])
def test_logging_in_takes_the_name_whatever_its_case(client: Client, anna: User, name: str) -> None:
    assert log_in(client, name)["Location"] == "/"
    assert person_of(client) == anna.pk


def test_a_name_beyond_ascii_logs_in_in_capitals(client: Client) -> None:
    user = User.objects.create_user("Ärger", password=PASSWORD)
    log_in(client, "ÄRGER")
    assert person_of(client) == user.pk


@pytest.mark.parametrize(("name", "password"), [("Anna", "wrong"), ("Nobody here", PASSWORD)])
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(
    client: Client, anna: User, name: str, password: str
) -> None:
    page = log_in(client, name, password).content.decode()
    assert "Name or password is wrong." in page
    assert person_of(client) is None


def test_the_mail_address_is_not_a_way_to_ask_who_has_an_account(
    client: Client, bruno: User
) -> None:
    page = log_in(client, "bruno@example.org").content.decode()
    assert "Name or password is wrong." in page


def test_the_sixth_wrong_password_in_five_minutes_is_not_even_tried(
    client: Client, anna: User
) -> None:
    pages = [log_in(client, "Anna", "wrong").content.decode() for _ in range(5)]
    assert all("Name or password is wrong." in page for page in pages)
    assert "Too many attempts." in log_in(client, "Anna").content.decode()
    assert person_of(client) is None


def test_spelling_the_name_otherwise_gives_no_more_attempts(client: Client, anna: User) -> None:
    for name in ["Anna", "ANNA", "anna", "\uff21nna", "A\uff2e\uff2eA"]:
        log_in(client, name, "wrong")
    assert "Too many attempts." in log_in(client, "Anna").content.decode()


@pytest.mark.parametrize("page", ["login", "signup"])
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_nobody_is_sent_to_another_site(client: Client, anna: User, page: str, target: str) -> None:
    arrive = {"login": lambda: log_in(client, "Anna", next=target)}
    arrive["signup"] = lambda: sign_up(client, "Berta", next=target)
    assert arrive[page]()["Location"] == "/"


def test_another_host_of_ours_is_another_site_too(
    client: Client, anna: User, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "other.example"]
    assert log_in(client, "Anna", next="http://other.example/")["Location"] == "/"


def test_the_page_asked_for_comes_after_the_log_in(client: Client, anna: User) -> None:
    page = client.get("/accounts/login/?next=/matches/").content.decode()
    assert '<input type="hidden" name="next" value="/matches/">' in page
    assert log_in(client, "Anna", next="/matches/")["Location"] == "/matches/"


@pytest.mark.parametrize("page", ["login", "signup"])
def test_somebody_who_is_logged_in_is_sent_on(client: Client, anna: User, page: str) -> None:
    client.force_login(anna)
    assert client.get(f"/accounts/{page}/?next=/matches/")["Location"] == "/matches/"


def test_logging_in_gives_the_session_a_new_key(client: Client, anna: User) -> None:
    session = client.session
    session["seen"] = True
    session.save()
    key = session.session_key
    log_in(client, "Anna")
    assert client.session.session_key != key


def test_a_link_does_not_log_anybody_out(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.get("/accounts/logout/").status_code == 200
    assert person_of(client) == anna.pk


def test_a_post_logs_out(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert person_of(client) is None


def test_a_suspended_person_is_told_so_after_the_right_password(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert log_in(client, "Anna")["Location"] == "/accounts/inactive/"
    assert person_of(client) is None
    assert "suspended" in client.get("/accounts/inactive/").content.decode()


def test_a_suspended_person_with_a_wrong_password_learns_nothing(
    client: Client, anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert "Name or password is wrong." in log_in(client, "Anna", "wrong").content.decode()


def test_suspending_ends_every_session_at_once(client: Client, anna: User) -> None:
    client.force_login(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    answer = client.get("/accounts/settings/")
    assert answer["Location"] == "/accounts/login/?next=/accounts/settings/"


@pytest.mark.parametrize(
    "page", ["login", "signup", "logout", "guest", "close", "email", "password/reset"]
)
def test_a_form_without_its_token_is_refused(anna: User, page: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    assert client.post(f"/accounts/{page}/", {"login": "Anna"}).status_code == 403
    assert person_of(client) == anna.pk

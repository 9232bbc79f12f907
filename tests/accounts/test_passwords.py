from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, person_of
from tests.accounts.test_mail_addresses import link_in_mail

pytestmark = pytest.mark.django_db

NEW = "bracken-and-broom"


def ask_for_reset(client: Client, address: str = "bruno@example.org") -> str:
    """Ask for a mail and return where the page leads."""
    return str(client.post("/accounts/password/reset/", {"email": address})["Location"])


def test_a_forgotten_password_is_replaced_by_mail(client: Client, bruno: User) -> None:
    assert ask_for_reset(client) == "/accounts/password/reset/done/"
    [letter] = mail.outbox
    assert letter.subject == "Set a new password"
    assert letter.to == ["bruno@example.org"]
    assert "a new password for the account Bruno." in letter.body

    form = client.get(link_in_mail(), follow=True)
    path = form.request["PATH_INFO"]
    answer = client.post(path, {"password1": NEW, "password2": NEW})

    assert answer["Location"] == "/accounts/password/reset/key/done/"
    assert client.get(answer["Location"]).status_code == 200
    assert log_in(client, "Bruno", NEW)["Location"] == "/"
    assert person_of(client) == bruno.pk


def test_a_reset_ends_the_sessions_that_were_open(client: Client, bruno: User) -> None:
    thief = Client()
    thief.force_login(bruno)
    ask_for_reset(client)
    path = client.get(link_in_mail(), follow=True).request["PATH_INFO"]
    client.post(path, {"password1": NEW, "password2": NEW})
    assert thief.get("/accounts/settings/").status_code == 302


def test_the_owner_is_told_that_the_password_was_set_anew(client: Client, bruno: User) -> None:
    ask_for_reset(client)
    path = client.get(link_in_mail(), follow=True).request["PATH_INFO"]
    client.post(path, {"password1": NEW, "password2": NEW})
    assert mail.outbox[-1].subject == "Your password was set anew"
    assert "address: 127.0.0.1" in mail.outbox[-1].body


def test_a_reset_link_works_once(client: Client, bruno: User) -> None:
    ask_for_reset(client)
    link = link_in_mail()
    path = client.get(link, follow=True).request["PATH_INFO"]
    client.post(path, {"password1": NEW, "password2": NEW})
    assert "used already, or is too old" in Client().get(link).content.decode()


def test_a_reset_link_does_not_end_a_guests_session(
    client: Client, guest: User, bruno: User
) -> None:
    ask_for_reset(client)
    path = client.get(link_in_mail(), follow=True).request["PATH_INFO"]
    client.post(path, {"password1": NEW, "password2": NEW})
    assert person_of(client) == guest.pk


def test_asking_does_not_tell_whether_an_account_has_the_address(
    client: Client, bruno: User
) -> None:
    known = ask_for_reset(client)
    unknown = ask_for_reset(client, "nobody@example.org")
    assert known == unknown
    assert [letter.to for letter in mail.outbox] == [["bruno@example.org"], ["nobody@example.org"]]
    assert mail.outbox[1].subject == "No account with this address"


def test_a_closed_or_suspended_account_gets_no_link(client: Client, bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    ask_for_reset(client)
    assert mail.outbox[0].subject == "No account with this address"


def test_an_unverified_address_on_many_accounts_is_not_flooded(client: Client) -> None:
    for number in range(10):
        user = User.objects.create_user(f"Sock {number}", "x@example.org")
        EmailAddress.objects.create(user=user, email="x@example.org", primary=True)
    ask_for_reset(client, "x@example.org")
    assert len(mail.outbox) == 3


def test_only_the_account_that_verified_the_address_gets_the_link(
    client: Client, bruno: User
) -> None:
    sock = User.objects.create_user("Sock", "bruno@example.org")
    EmailAddress.objects.create(user=sock, email="bruno@example.org", primary=True)
    ask_for_reset(client)
    assert len(mail.outbox) == 1
    assert "for the account Bruno." in mail.outbox[0].body


def test_the_sixth_reset_mail_in_a_minute_is_refused(client: Client, bruno: User) -> None:
    for _ in range(5):
        ask_for_reset(client)
    answer = client.post("/accounts/password/reset/", {"email": "bruno@example.org"})
    assert answer.status_code == 429
    assert len(mail.outbox) == 5


def test_changing_the_password_keeps_this_session_and_ends_the_others(
    client: Client, bruno: User
) -> None:
    other = Client()
    other.force_login(bruno)
    client.force_login(bruno)
    answer = client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    )
    assert answer["Location"] == "/accounts/settings/"
    assert client.get("/accounts/settings/").status_code == 200
    assert other.get("/accounts/settings/").status_code == 302
    assert mail.outbox[0].subject == "Your password was changed"


def test_an_address_nobody_verified_is_told_nothing(client: Client, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="stranger@example.org", primary=True)
    client.force_login(anna)
    client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    )
    assert mail.outbox == []


def test_changing_the_password_takes_the_present_one(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = client.post(
        "/accounts/password/change/", {"oldpassword": "no", "password1": NEW, "password2": NEW}
    )
    assert "This is not your present password." in page.content.decode()
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_somebody_without_a_password_is_led_to_the_mail(client: Client, anna: User) -> None:
    anna.set_unusable_password()
    anna.save()
    client.force_login(anna)
    page = client.get("/accounts/password/change/", follow=True)
    assert page.request["PATH_INFO"] == "/accounts/password/reset/"


def test_two_weak_new_passwords_that_differ_are_told_both_faults(
    client: Client, anna: User
) -> None:
    client.force_login(anna)
    form = client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "12345678", "password2": "87654321"},
    ).context["form"]
    assert "This password is entirely numeric." in form.errors["password1"]
    assert form.errors["password2"] == ["You must type the same password each time."]

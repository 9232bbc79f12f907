from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in_freshly, person_of, sign_up

pytestmark = pytest.mark.django_db


def link_in_mail(index: int = -1) -> str:
    """Return the path of the link in a mail that was sent."""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[index].body))
    assert found is not None
    return found[1]


def test_an_address_given_at_sign_up_gets_one_plain_mail(client: Client) -> None:
    sign_up(client, "Anna", email="anna@example.org")
    [letter] = mail.outbox
    assert letter.subject == "Confirm your mail address"
    assert letter.to == ["anna@example.org"]
    assert "Somebody, probably you, has given this mail address at testserver." in letter.body
    assert letter.body.endswith("Golf Club, testserver")
    assert letter.message().get_content_type() == "text/plain"


def test_the_link_in_the_mail_confirms_the_address(client: Client) -> None:
    sign_up(client, "Anna", email="anna@example.org")
    page = client.get(link_in_mail())
    assert "anna@example.org" in page.content.decode()
    assert not EmailAddress.objects.get().verified

    answer = client.post(link_in_mail())

    assert answer["Location"] == "/accounts/settings/"
    assert EmailAddress.objects.get().verified


def test_the_link_works_in_a_browser_that_is_not_logged_in(client: Client) -> None:
    sign_up(client, "Anna", email="anna@example.org")
    assert Client().post(link_in_mail())["Location"] == "/accounts/login/"
    assert EmailAddress.objects.get().verified


def test_opening_the_link_does_not_end_a_guests_session(client: Client, guest: User) -> None:
    sign_up(Client(), "Anna", email="anna@example.org")
    client.get(link_in_mail())
    client.post(link_in_mail())
    assert person_of(client) == guest.pk


def test_a_link_that_was_used_says_so(client: Client) -> None:
    sign_up(client, "Anna", email="anna@example.org")
    client.post(link_in_mail())
    assert "used already, or is too old" in client.get(link_in_mail()).content.decode()
    assert client.post(link_in_mail()).status_code == 404


def test_an_address_confirmed_elsewhere_cannot_be_confirmed_again(
    client: Client, bruno: User
) -> None:
    sign_up(client, "Anna", email="bruno@example.org")
    page = client.get(link_in_mail()).content.decode()
    assert "confirmed for another account" in page
    client.post(link_in_mail())
    assert not EmailAddress.objects.get(user__username="Anna").verified


def test_an_address_can_be_given_later(client: Client, anna: User) -> None:
    log_in_freshly(client, "Anna")
    client.post("/accounts/email/", {"action_add": "1", "email": "anna@example.org"})
    client.post(link_in_mail())
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_changing_the_address_keeps_the_old_one_until_the_new_is_confirmed(
    client: Client, bruno: User
) -> None:
    log_in_freshly(client, "Bruno")
    client.post("/accounts/email/", {"action_add": "1", "email": "new@example.org"})
    bruno.refresh_from_db()
    assert bruno.email == "bruno@example.org"

    client.post(link_in_mail())

    bruno.refresh_from_db()
    assert bruno.email == "new@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["new@example.org"]
    assert mail.outbox[-1].to == ["bruno@example.org"]
    assert mail.outbox[-1].subject == "Your mail address was changed"


def test_changing_the_address_takes_a_fresh_password(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    answer = client.post("/accounts/email/", {"action_add": "1", "email": "new@example.org"})
    assert answer["Location"] == "/accounts/reauthenticate/?next=%2Faccounts%2Femail%2F"
    assert mail.outbox == []

    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/accounts/email/"})

    assert mail.outbox[0].to == ["new@example.org"]


def test_a_wrong_password_does_not_change_the_address(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    client.post("/accounts/email/", {"action_add": "1", "email": "new@example.org"})
    page = client.post("/accounts/reauthenticate/", {"password": "no", "next": "/accounts/email/"})
    assert "This is not your password." in page.content.decode()
    assert mail.outbox == []


def test_giving_an_address_does_not_tell_that_somebody_has_it(
    client: Client, anna: User, bruno: User
) -> None:
    log_in_freshly(client, "Anna")
    taken = client.post("/accounts/email/", {"action_add": "1", "email": "bruno@example.org"})
    fresh = client.post("/accounts/email/", {"action_add": "1", "email": "fresh@example.org"})
    assert (taken.status_code, taken["Location"]) == (fresh.status_code, fresh["Location"])


def test_an_address_can_be_removed(client: Client, bruno: User) -> None:
    log_in_freshly(client, "Bruno")
    client.post("/accounts/email/", {"action_remove": "1", "email": "bruno@example.org"})
    bruno.refresh_from_db()
    assert bruno.email == ""
    assert not EmailAddress.objects.exists()


def test_an_address_that_waits_can_be_mailed_again_after_a_while(
    client: Client, anna: User
) -> None:
    log_in_freshly(client, "Anna")
    client.post("/accounts/email/", {"action_add": "1", "email": "anna@example.org"})
    client.post("/accounts/email/", {"action_send": "1", "email": "anna@example.org"})
    assert len(mail.outbox) == 1


def test_the_address_page_shows_what_is_and_what_waits(client: Client, bruno: User) -> None:
    log_in_freshly(client, "Bruno")
    client.post("/accounts/email/", {"action_add": "1", "email": "new@example.org"})
    page = client.get("/accounts/email/").content.decode()
    assert "Your address is <strong>bruno@example.org</strong>." in page
    assert "<strong>new@example.org</strong> waits for you" in page


@pytest.mark.parametrize(
    ("state", "text"), [("none", "none"), ("waiting", "not confirmed yet"), ("verified", "x@y.org")]
)
def test_the_account_page_tells_the_state_of_the_address(
    client: Client, anna: User, state: str, text: str
) -> None:
    if state != "none":
        EmailAddress.objects.create(
            user=anna, email="x@y.org", primary=True, verified=state == "verified"
        )
    client.force_login(anna)
    page = client.get("/accounts/settings/").content.decode()
    assert "Anna" in page
    assert text in page
    assert ("not confirmed yet" in page) == (state == "waiting")

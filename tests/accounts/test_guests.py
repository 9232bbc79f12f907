from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, person_of, sign_up

pytestmark = pytest.mark.django_db


def test_one_post_makes_a_guest_and_logs_it_in(client: Client) -> None:
    answer = client.post("/accounts/guest/")
    guest = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert guest.is_guest
    assert guest.username.startswith("Guest ")
    assert not guest.has_usable_password()
    assert person_of(client) == guest.pk


def test_a_link_does_not_make_a_guest(client: Client) -> None:
    assert client.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


def test_a_guest_goes_on_to_the_page_it_came_from(client: Client) -> None:
    answer = client.post("/accounts/guest/", {"next": "/invite/abc/"})
    assert answer["Location"] == "/invite/abc/"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
        "http:///evil.example/",
        "\x00",
    ],
)
def test_a_guest_is_not_sent_to_another_site(client: Client, target: str) -> None:
    assert client.post("/accounts/guest/", {"next": target})["Location"] == "/"


def test_a_guests_session_lasts_a_year(client: Client, guest: User) -> None:
    left = client.session.get_expiry_date() - timezone.now()
    assert timedelta(days=364) < left <= timedelta(days=365)


def test_pressing_twice_makes_one_guest(client: Client, guest: User) -> None:
    client.post("/accounts/guest/")
    assert User.objects.count() == 1
    assert person_of(client) == guest.pk


def test_somebody_with_an_account_does_not_become_a_guest(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.post("/accounts/guest/")
    assert person_of(client) == anna.pk
    assert not User.objects.filter(is_guest=True).exists()


def test_a_bot_cannot_fill_the_table_with_guests(client: Client) -> None:
    answers = [Client().post("/accounts/guest/") for _ in range(61)]
    assert [answer.status_code for answer in answers] == [302] * 60 + [429]
    # The page is made as those of other errors are, and leads out.
    assert '<p class="code">429</p>' in answers[-1].text
    assert ">To the clubhouse</a>" in answers[-1].text
    assert User.objects.count() == 60


def test_another_address_is_not_held_up_by_the_bot(client: Client) -> None:
    for _ in range(61):
        Client().post("/accounts/guest/")
    assert client.post("/accounts/guest/", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_two_guests_never_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([7, 7, 7, 7, 8])
    monkeypatch.setattr("accounts.models.people.secrets.randbelow", lambda _: next(numbers))
    names = [User.objects.create_guest().username for _ in range(2)]
    assert names == ["Guest 1007", "Guest 10008"]


def test_signing_up_keeps_the_guests_row_and_session(client: Client, guest: User) -> None:
    session = client.session
    session["draft"] = "kept"
    session.save()
    key = session.session_key

    answer = sign_up(client, "Anna", next="/matches/")

    user = User.objects.get()
    assert answer["Location"] == "/matches/"
    assert (user.pk, user.username, user.is_guest) == (guest.pk, "Anna", False)
    assert user.check_password(PASSWORD)
    assert person_of(client) == guest.pk
    assert client.session["draft"] == "kept"
    assert client.session.session_key != key


def test_the_session_of_a_former_guest_ends_like_any_other(client: Client, guest: User) -> None:
    sign_up(client, "Anna")
    assert "_session_expiry" not in client.session


def test_signing_up_ends_the_guests_other_sessions(client: Client, guest: User) -> None:
    other = Client()
    other.force_login(guest)
    sign_up(client, "Anna")
    assert other.get("/accounts/settings/").status_code == 302
    assert client.get("/accounts/settings/").status_code == 200


def test_a_refused_sign_up_leaves_the_guest_a_guest(
    client: Client, guest: User, anna: User
) -> None:
    answer = sign_up(client, "ANNA")
    guest.refresh_from_db()
    assert answer.status_code == 200
    assert guest.is_guest
    assert guest.username.startswith("Guest ")


def test_the_sign_up_page_says_what_a_guest_keeps(client: Client, guest: User) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert f"You are playing as {guest.username}." in page


def test_a_guest_sees_the_choice_before_logging_out(client: Client, guest: User) -> None:
    page = client.get("/accounts/logout/").content.decode()
    assert "lost to you unless you make an account" in page
    assert 'href="/accounts/signup/"' in page


def test_a_guest_who_presses_log_out_anywhere_is_asked_first(client: Client, guest: User) -> None:
    page = client.post("/accounts/logout/")
    assert "lost to you unless you make an account" in page.content.decode()
    assert person_of(client) == guest.pk


def test_a_guest_who_confirms_is_logged_out(client: Client, guest: User) -> None:
    answer = client.post("/accounts/logout/", {"leave": "1"})
    assert answer["Location"] == "/"
    assert person_of(client) is None


@pytest.mark.parametrize("page", ["email", "password/change", "reauthenticate"])
def test_pages_that_need_an_account_offer_one_to_a_guest(
    client: Client, guest: User, page: str
) -> None:
    answer = client.get(f"/accounts/{page}/")
    assert answer["Location"] == f"/accounts/signup/?next=/accounts/{page}/"


def test_a_guest_cannot_log_in_by_name(client: Client) -> None:
    guest = User.objects.create_guest()
    assert log_in(client, guest.username, "!").status_code == 200
    assert person_of(client) is None


def test_the_limit_is_forgotten_with_the_cache(client: Client) -> None:
    for _ in range(30):
        Client().post("/accounts/guest/")
    cache.clear()
    assert client.post("/accounts/guest/").status_code == 302

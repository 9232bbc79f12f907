from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts import closing
from accounts.models import User
from tests.accounts.conftest import PASSWORD, log_in, person_of, sign_up

pytestmark = pytest.mark.django_db


def test_closing_takes_name_and_mail_address_and_logs_out(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    answer = client.post("/accounts/close/", {"password": PASSWORD})
    bruno.refresh_from_db()
    assert answer["Location"] == "/"
    assert (bruno.username, bruno.email, bruno.is_active) == (f"#{bruno.pk}", "", False)
    assert bruno.display_name == "Former player"
    assert str(bruno) == "Former player"
    assert not EmailAddress.objects.exists()
    assert person_of(client) is None


def test_closing_asks_for_the_password(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    page = client.post("/accounts/close/", {"password": "wrong"})
    assert "This is not your password." in page.content.decode()
    bruno.refresh_from_db()
    assert not bruno.is_closed


def test_a_link_closes_nothing(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    assert client.get("/accounts/close/", {"password": PASSWORD}).status_code == 200
    bruno.refresh_from_db()
    assert not bruno.is_closed


def test_a_guest_only_confirms(client: Client, guest: User) -> None:
    assert "password" not in client.get("/accounts/close/").content.decode().lower()
    client.post("/accounts/close/")
    guest.refresh_from_db()
    assert guest.is_closed


def test_guessing_the_password_on_the_page_is_limited(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    for _ in range(5):
        client.post("/accounts/close/", {"password": "wrong"})
    page = client.post("/accounts/close/", {"password": PASSWORD})
    assert "Too many attempts." in page.content.decode()


def test_nobody_can_log_in_to_a_closed_account(client: Client, bruno: User) -> None:
    closing.close(bruno)
    for name in ["Bruno", f"#{bruno.pk}"]:
        assert "Name or password is wrong." in log_in(client, name).content.decode()


def test_closing_ends_the_other_sessions(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    closing.close(bruno)
    assert client.get("/accounts/settings/").status_code == 302


def test_the_name_is_free_again(client: Client, bruno: User) -> None:
    closing.close(bruno)
    sign_up(client, "Bruno")
    assert User.objects.get(username="Bruno").pk != bruno.pk


def test_a_closed_account_keeps_no_rights(bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(is_staff=True, is_superuser=True)
    closing.close(bruno)
    bruno.refresh_from_db()
    assert (bruno.is_staff, bruno.is_superuser) == (False, False)


def test_the_admins_history_forgets_the_name(anna: User, bruno: User) -> None:
    LogEntry.objects.create(
        user=anna,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(bruno.pk),
        object_repr="Bruno",
        action_flag=CHANGE,
    )
    closing.close(bruno)
    assert LogEntry.objects.get().object_repr == f"#{bruno.pk}"


def test_a_hook_sees_the_person_still_whole(bruno: User, hooks: list[Any]) -> None:
    closing.register(lambda user: hooks.append((user.username, user.email)))
    closing.close(bruno)
    assert hooks == [("Bruno", "bruno@example.org")]


def test_a_hook_that_fails_cancels_the_closing(bruno: User, hooks: list[Any]) -> None:
    @closing.register
    def fail(_: User) -> None:
        raise RuntimeError("not now")

    with pytest.raises(RuntimeError):
        closing.close(bruno)
    bruno.refresh_from_db()
    assert not bruno.is_closed


def test_closing_twice_calls_the_hooks_once(bruno: User, hooks: list[Any]) -> None:
    closing.register(lambda _: hooks.append("called"))
    closing.close(bruno)
    closing.close(bruno)
    assert hooks == ["called"]


LAST = "You are the last organiser of this site."


def test_the_last_organiser_is_warned(client: Client, anna: User, bruno: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    client.force_login(anna)
    assert LAST in client.get("/accounts/close/").content.decode()
    User.objects.filter(pk=bruno.pk).update(is_superuser=True)
    assert LAST not in client.get("/accounts/close/").content.decode()
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert LAST in client.get("/accounts/close/").content.decode()


def test_the_last_organiser_may_leave_all_the_same(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    client.force_login(anna)
    client.post("/accounts/close/", {"password": PASSWORD})
    anna.refresh_from_db()
    assert anna.is_closed


def test_nobody_else_is_warned(client: Client, anna: User, bruno: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    client.force_login(bruno)
    assert LAST not in client.get("/accounts/close/").content.decode()

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts import merging
from accounts.models import User
from tests.accounts.conftest import log_in, person_of

pytestmark = pytest.mark.django_db


def test_a_guest_who_logs_in_hands_over_to_the_account(
    client: Client, guest: User, anna: User, hooks: list[Any]
) -> None:
    merging.register(lambda old, new: hooks.append((old.username, new.username)))
    log_in(client, "Anna")
    assert hooks == [(guest.username, "Anna")]
    assert person_of(client) == anna.pk


def test_the_guest_is_nobody_afterwards(
    client: Client, guest: User, anna: User, hooks: list[Any]
) -> None:
    log_in(client, "Anna")
    guest.refresh_from_db()
    assert (guest.is_active, guest.is_closed, guest.username) == (False, True, f"#{guest.pk}")


def test_a_hook_runs_inside_one_transaction(
    client: Client, guest: User, anna: User, hooks: list[Any]
) -> None:
    merging.register(lambda *_: hooks.append(transaction.get_connection().in_atomic_block))
    log_in(client, "Anna")
    assert hooks == [True]


def test_a_hook_that_fails_leaves_guest_and_session_alone(
    client: Client, guest: User, anna: User, hooks: list[Any]
) -> None:
    def fail(*_: User) -> None:
        raise RuntimeError("not now")

    merging.register(fail)
    with pytest.raises(RuntimeError):
        log_in(client, "Anna")
    guest.refresh_from_db()
    assert guest.is_active
    assert person_of(client) == guest.pk


def test_a_wrong_password_hands_nothing_over(
    client: Client, guest: User, anna: User, hooks: list[Any]
) -> None:
    merging.register(lambda *_: hooks.append("called"))
    log_in(client, "Anna", "wrong")
    assert hooks == []
    assert person_of(client) == guest.pk


def test_logging_in_to_a_suspended_account_hands_nothing_over(
    client: Client, guest: User, anna: User, hooks: list[Any]
) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    merging.register(lambda *_: hooks.append("called"))
    log_in(client, "Anna")
    assert hooks == []
    assert person_of(client) == guest.pk


def test_somebody_who_was_no_guest_hands_nothing_over(
    client: Client, anna: User, hooks: list[Any]
) -> None:
    merging.register(lambda *_: hooks.append("called"))
    log_in(client, "Anna")
    assert hooks == []


def test_a_guest_is_merged_once_and_an_account_never(anna: User, hooks: list[Any]) -> None:
    merging.register(lambda *_: hooks.append("called"))
    guest = User.objects.create_guest()
    bruno = User.objects.create_user("Bruno")
    merging.merge(guest, anna)
    merging.merge(guest, anna)
    merging.merge(bruno, anna)
    assert hooks == ["called"]
    assert not User.objects.get(pk=bruno.pk).is_closed


def test_a_hook_registered_twice_is_called_once(anna: User, hooks: list[Any]) -> None:
    def hook(*_: User) -> None:
        hooks.append("called")

    merging.register(hook)
    merging.register(hook)
    merging.merge(User.objects.create_guest(), anna)
    assert hooks == ["called"]

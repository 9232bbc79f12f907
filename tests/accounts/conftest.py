"""People and browsers for the tests of accounts."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import closing, merging
from accounts.models import User

PASSWORD = "heather-and-gorse"


@pytest.fixture
def anna(db: None) -> User:
    """An account with a password and without a mail address."""
    return User.objects.create_user("Anna", password=PASSWORD)


@pytest.fixture
def bruno(db: None) -> User:
    """An account with a verified mail address."""
    user = User.objects.create_user("Bruno", "bruno@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def guest(client: Client, db: None) -> User:
    """A guest, made by the page, whose session `client` holds."""
    client.post("/accounts/guest/")
    return User.objects.get(is_guest=True)


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replace what other apps registered by nothing, and return what the test may fill."""
    monkeypatch.setattr(merging, "_hooks", [])
    monkeypatch.setattr(closing, "_hooks", [])
    return []


def log_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> Any:
    """Fill in the log-in form."""
    return client.post("/accounts/login/", {"login": name, "password": password, **more})


def log_in_freshly(client: Client, name: str) -> None:
    """Log in and give the password once more, as for a change of the mail address."""
    log_in(client, name)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def sign_up(client: Client, name: str, **more: str) -> Any:
    """Fill in the sign-up form."""
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/accounts/signup/", fields)


def person_of(client: Client) -> int | None:
    """Return the pk of whoever the session belongs to."""
    pk = client.session.get("_auth_user_id")
    return None if pk is None else int(pk)

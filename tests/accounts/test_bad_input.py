from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

FIELDS = {
    "login": ["login", "password", "next"],
    "signup": ["username", "email", "password1", "password2", "next"],
    "guest": ["next"],
    "logout": ["next", "leave"],
    "password/reset": ["email"],
    "password/change": ["oldpassword", "password1", "password2", "next"],
    "reauthenticate": ["password", "next"],
    "close": ["password"],
    "email": ["email", "action_add"],
}
VALUES = {
    "nul": "\x00",
    "nul inside": "an\x00na",
    "line break": "/a\r\nSet-Cookie: x=1",
    "very long": "a" * 20_000,
    "long address": "a" * 60 + "@" + ".".join(["b" * 60] * 4) + ".example.org",
    "not a character": "\ufffe\uffff",
    "other direction": "\u202e\u2066anna",
    "astral": "\U0001f600" * 30,
    "combining": "a" + "\u0301" * 500,
    "markup": "<script>alert(1)</script>",
    "format": "%s%n{0}{{ 7 }}",
}
ACCEPTABLE = {200, 302, 400, 403, 413, 429}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
@pytest.mark.parametrize("page", FIELDS)
@pytest.mark.parametrize("logged_in", [False, True], ids=["stranger", "account"])
def test_no_input_breaks_a_form(anna: User, page: str, value: str, logged_in: bool) -> None:
    client = Client(raise_request_exception=False)
    if logged_in:
        client.force_login(anna)
    answer = client.post(f"/accounts/{page}/", dict.fromkeys(FIELDS[page], value))
    assert answer.status_code in ACCEPTABLE
    assert "<script>alert(1)" not in answer.content.decode()


@pytest.mark.parametrize("page", FIELDS)
def test_bytes_that_are_not_utf8_break_no_form(page: str) -> None:
    client = Client(raise_request_exception=False)
    body = "&".join(f"{name}=%FF%FE%ED%A0%80" for name in FIELDS[page])
    answer = client.post(
        f"/accounts/{page}/", body, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code in ACCEPTABLE


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "latin-1", "nonsense", "idna"])
@pytest.mark.parametrize("page", FIELDS)
def test_another_encoding_breaks_no_form(page: str, charset: str) -> None:
    client = Client(raise_request_exception=False)
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\nab+2AA-@c+2AA-.org\r\n'
        for name in FIELDS[page]
    ]
    body = ("".join(parts) + "--x--\r\n").encode()
    # The test client's own post() would encode the body once more.
    answer = client.generic(
        "POST",
        f"/accounts/{page}/",
        body,
        content_type=f"multipart/form-data; boundary=x; charset={charset}",
    )
    assert answer.status_code in ACCEPTABLE


@pytest.mark.parametrize("charset", ["utf-7", "utf-16"])
def test_another_encoding_of_an_urlencoded_form_is_refused(charset: str) -> None:
    client = Client(raise_request_exception=False)
    answer = client.generic(
        "POST",
        "/accounts/login/",
        "login=+2AA-&password=+2AA-",
        content_type=f"application/x-www-form-urlencoded; charset={charset}",
    )
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/confirm-email/x/",
        "/accounts/confirm-email/é:é:é/",
        "/accounts/confirm-email/" + "a" * 3000 + ":1:b/",
        "/accounts/password/reset/key/1-x/",
        "/accounts/password/reset/key/zzzzzzzzzzzzz-abc-def/",
        "/accounts/password/reset/key/" + "z" * 400 + "-abc/",
        "/accounts/password/reset/key/1-set-password/",
        "/accounts/password/reset/key/1-%00/",
        "/accounts/login/?next=%00",
        "/accounts/login/?next=%0d%0aX:1",
        "/accounts/signup/?email=%00",
        "/accounts/signup/?email=" + "a" * 3000,
        "/accounts/logout/?next=%ff",
    ],
)
def test_no_address_breaks_a_page(path: str) -> None:
    client = Client(raise_request_exception=False)
    assert client.get(path).status_code in {200, 302, 404}
    assert client.post(path).status_code in {200, 302, 404}


def test_an_address_that_the_column_cannot_hold_is_refused(client: Client) -> None:
    address = "a" * 60 + "@" + ".".join(["b" * 60] * 4) + ".org"
    answer = client.post(
        "/accounts/signup/",
        {"username": "Anna", "email": address, "password1": PASSWORD, "password2": PASSWORD},
    )
    assert "This mail address is too long." in answer.content.decode()
    assert not EmailAddress.objects.exists()

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_page_allows_no_inline_and_no_foreign_content(client: Client) -> None:
    header = client.get("/accounts/login/").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in header.split(";"))
    assert directives == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "media-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "connect-src": ("'self' ws://127.0.0.1:8000 ws://localhost:8000"),
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
    }


def test_a_page_comes_with_the_other_safety_headers(client: Client) -> None:
    headers = client.get("/accounts/login/").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(client: Client) -> None:
    cookie = client.post("/accounts/guest/").cookies["golf_session"]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"


def test_the_health_check_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"ok\n"
    assert answer.headers["Cache-Control"] == (
        "max-age=0, no-cache, no-store, must-revalidate, private"
    )


def test_the_health_check_tells_when_the_database_is_away(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError, connection

    def refuse() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert client.get("/healthz").status_code == 503

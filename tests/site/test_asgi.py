from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as site_settings
from django.test import AsyncClient

from golfsite.asgi import WithClerk, application
from golfsite.middleware import StaticFilesMiddleware
from tests.site.process import ROOT, bare_environment

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings


@pytest.mark.parametrize(
    "origin",
    [
        b"http://elsewhere.example",
        b"http://127.0.0.1:8001",
        b"https://127.0.0.1:8000",
        b"http://127.0.0.1.elsewhere.example:8000",
        b"null",
        None,
    ],
)
async def test_a_socket_from_a_foreign_page_is_refused(origin: bytes | None) -> None:
    headers = [] if origin is None else [(b"origin", origin)]
    socket = WebsocketCommunicator(application, "/ws/tables/anything/", headers)
    connected, _ = await socket.connect()
    assert connected is False


class Clerk:
    """A worker that counts its starts and ends and fails the first ``faults`` times."""

    def __init__(self, faults: int = 0) -> None:
        self.faults = faults
        self.starts = 0
        self.was_cancelled = False

    async def run(self) -> None:
        self.starts += 1
        if self.starts <= self.faults:
            raise ValueError("a fault")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise


async def nothing(*_: Any) -> None:
    """An application that answers nothing."""


async def test_the_clerk_starts_once_with_the_first_request(settings: Settings) -> None:
    settings.CLERK_INSIDE = True
    clerk = Clerk()
    site = WithClerk(nothing, clerk.run)
    for _ in range(3):
        await site({}, nothing, nothing)  # type: ignore[arg-type]
        await asyncio.sleep(0)
    assert clerk.starts == 1
    await site.stop_clerk()
    assert clerk.was_cancelled


async def test_the_clerk_stays_away_where_it_runs_elsewhere() -> None:
    clerk = Clerk()
    site = WithClerk(nothing, clerk.run)
    await site({}, nothing, nothing)  # type: ignore[arg-type]
    await asyncio.sleep(0)
    assert clerk.starts == 0


async def test_a_fault_does_not_end_the_clerk_for_good(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("golfsite.asgi.SECONDS_BEFORE_RESTART", 0)
    clerk = Clerk(faults=1)
    site = WithClerk(nothing, clerk.run)
    site.start_clerk()
    for _ in range(5):
        await asyncio.sleep(0)
    await site.stop_clerk()
    assert clerk.starts == 2
    assert "The clerk failed and starts again." in caplog.text


async def test_static_files_are_answered_without_a_warning(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "felt.css").write_text("body { color: green }")
    settings.STATIC_ROOT = tmp_path
    answer = await AsyncClient().get("/static/felt.css")
    assert answer.content == b"body { color: green }"
    assert answer.headers["Content-Type"] == 'text/css; charset="utf-8"'
    assert StaticFilesMiddleware.__module__ in " ".join(site_settings.MIDDLEWARE)


def test_the_site_loads_nothing_that_computes_in_bulk(tmp_path: Path) -> None:
    program = (
        "import sys, golfsite.asgi, golfsite.urls, django.urls;"
        "django.urls.get_resolver().url_patterns;"
        "print(sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=bare_environment(tmp_path),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr

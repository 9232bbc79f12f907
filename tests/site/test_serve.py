from __future__ import annotations

import contextlib
import shutil
import signal
import socket
import sqlite3
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from tests.site.process import bare_environment, free_port, manage, running_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the site has been prepared; `tests/run.py` gathers the static files."""
    folder = tmp_path_factory.mktemp("data")
    done = manage("migrate", environment=bare_environment(folder))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.heavy
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_site_within_three_seconds(data: Path, stop: signal.Signals) -> None:
    with running_site(data) as site, site.connection() as kept:
        # A connection that stays open must not hold it up.
        kept.request("GET", "/healthz")
        assert kept.getresponse().read() == b"ok\n"
        site.process.send_signal(stop)
        asked = time.monotonic()
        output, errors = site.process.communicate(timeout=10)
    assert time.monotonic() - asked < 3
    assert site.process.returncode == 0
    assert output == f"Golf is served at {site.address}/ (Ctrl-C stops it).\n"
    assert errors == ""


@pytest.mark.heavy
@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_body_that_is_too_large_is_ended_while_it_arrives(data: Path, is_chunked: bool) -> None:
    with running_site(data) as site, socket.create_connection(site.netloc, timeout=10) as wire:
        length = b"Transfer-Encoding: chunked" if is_chunked else b"Content-Length: 60000000"
        wire.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + length + b"\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n" if is_chunked else b"x" * 0x10000
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 60_000_000:
                wire.sendall(chunk)
                sent += len(chunk)
        assert sent < 20_000_000
        assert site.get("/healthz") == "ok\n"


@pytest.mark.heavy
def test_a_form_that_is_a_little_too_large_gets_an_answer(data: Path) -> None:
    with running_site(data) as site, site.connection() as wire:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        wire.request("POST", "/accounts/login/", "a=" + "x" * 70_000, form)
        assert wire.getresponse().status in (400, 403)


MANY_BOTS = """
import random
from django.utils import timezone
from games.models import Seat
from tests.factories import start_match
for seed in range(30):
    match = start_match(seed=seed, holes=9)
    Seat.objects.filter(match=match).update(bot="steady")
    type(match).objects.filter(pk=match.pk).update(clerk_due_at=timezone.now())
"""


def wait_for_actions(database: Path, least: int) -> None:
    deadline = time.monotonic() + 30
    with contextlib.closing(sqlite3.connect(database)) as rows:
        while time.monotonic() < deadline:
            if rows.execute("SELECT count(*) FROM games_action").fetchone()[0] > least:
                return
            time.sleep(0.1)


@pytest.mark.heavy
def test_a_signal_stops_a_site_whose_bots_are_busy(data: Path, tmp_path: Path) -> None:
    environment = bare_environment(tmp_path)
    shutil.copytree(data, tmp_path, dirs_exist_ok=True)
    done = manage("shell", "-v0", "-c", MANY_BOTS, environment=environment)
    assert done.returncode == 0, done.stderr
    with running_site(tmp_path, GOLF_BOT_SECONDS="0") as site:
        wait_for_actions(tmp_path / "golf.sqlite3", 100)
        site.process.send_signal(signal.SIGTERM)
        _output, errors = site.process.communicate(timeout=10)
    assert (site.process.returncode, errors) == (0, "")
    checked = manage("verify_history", environment=environment)
    assert checked.stdout.startswith("30 matches, ")
    assert checked.stdout.endswith(": 0 discrepancies\n")
    # Each match has its deal at least: the bots were at it, on however slow a machine.
    assert int(checked.stdout.split()[2]) > 45


@pytest.mark.heavy
def test_a_taken_port_is_one_clear_message(data: Path) -> None:
    port = free_port()
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        done = manage("serve", "--port", str(port), environment=bare_environment(data))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"can't listen on 127.0.0.1 port {port}" in done.stderr
    assert "set PORT to another number" in done.stderr


def test_a_page_arrives_with_its_styles(data: Path) -> None:
    with running_site(data) as site:
        page = site.get("/accounts/login/")
        sheet = page.split('rel="stylesheet" href="')[1].split('"')[0]
        with urllib.request.urlopen(site.address + sheet) as answer:
            assert answer.headers["Content-Type"] == 'text/css; charset="utf-8"'
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.headers["Access-Control-Allow-Origin"] is None


def test_a_port_that_is_no_number_is_one_clear_message(data: Path) -> None:
    done = manage("serve", environment=bare_environment(data, PORT="eight"))
    assert done.returncode == 1
    assert done.stderr == (
        "The site is not set up rightly: PORT is a number from 1 to 65535, not 'eight'.\n"
    )

"""A real site process and real browsers."""

from __future__ import annotations

import fcntl
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.players import PATIENCE, Player
from tests.site.process import bare_environment, free_port, manage, running_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.site.process import Site

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Bots are quick, and nothing but the tests uses the processor.
QUICK = {"GOLF_BOT_SECONDS": "0.2", "GOLF_PAR_SECONDS": "0"}

expect.set_options(timeout=PATIENCE)


@pytest.fixture(autouse=True)
def _clock() -> None:
    """Leave the clock alone: the servers are processes of their own, with the real time."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium where it is there, without windows if possible, else Playwright's own."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def fresh_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a fresh site, made as ``make run`` does, once for all workers; to be copied."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    data, begun = folder / "fresh", folder / "begun"
    with (folder / "fresh.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not data.exists():
            for command in (["migrate", "-v0"], ["load_presets"], ["make_demo"]):
                done = manage(*command, environment=bare_environment(begun))
                assert done.returncode == 0, done.stderr
            begun.rename(data)
    return data


@pytest.fixture(scope="session")
def site_data(fresh_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a fresh site."""
    return shutil.copytree(fresh_data, tmp_path_factory.mktemp("site") / "data")


@pytest.fixture(scope="session")
def site(site_data: Path) -> Iterator[Site]:
    """A site with presets and demo, served by its own process for all tests that don't end it."""
    with running_site(site_data, free_port(), **QUICK) as running:
        yield running


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Callable[..., Player]]:
    """Open a browser of one's own at a site; what went wrong in it fails the test.

    Its pages are still unless a test asks for motion, which takes half of a browser's time.
    """
    players: list[Player] = []

    def open_browser(at: Site, **options: object) -> Player:
        wanted = {"base_url": at.address, "reduced_motion": "reduce", **options}
        player = Player(browser.new_context(**wanted))  # type: ignore[arg-type]
        players.append(player)
        return player

    yield open_browser
    for player in players:
        player.context.close()
    assert [fault for player in players for fault in player.faults] == []


@pytest.fixture
def two(site: Site, arrive: Callable[..., Player]) -> tuple[Player, Player]:
    """A host and somebody on a phone at one table, before the first action."""
    host = arrive(site, reduced_motion="no-preference")
    host.play_as_guest()
    address = host.open_table(seats=2)
    phone = arrive(site, viewport={"width": 390, "height": 844})
    phone.play_as_guest()
    phone.page.goto(address)
    phone.page.locator("#join-table").click()
    for player in (host, phone):
        expect(player.page.locator("#table.is-playing")).to_be_visible()
    return host, phone

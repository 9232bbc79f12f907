"""A real site process and real browsers."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.players import Player
from tests.site.process import bare_environment, manage, running_site

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium where it is there, else Playwright's own."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a fresh site."""
    data = tmp_path_factory.mktemp("site")
    prepare(data)
    return data


@pytest.fixture(scope="session")
def site(site_data: Path) -> Iterator[Site]:
    """A site with presets and demo, served by its own process for all tests that don't end it."""
    with running_site(site_data, GOLF_BOT_SECONDS="0.2") as running:
        yield running


def prepare(data: Path) -> None:
    """Make a fresh site's data as ``make run`` does."""
    for command in (["migrate", "-v0"], ["load_presets"], ["make_demo"]):
        done = manage(*command, environment=bare_environment(data))
        assert done.returncode == 0, done.stderr


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Callable[..., Player]]:
    """Open a browser of one's own at a site; what went wrong in it fails the test."""
    players: list[Player] = []

    def open_browser(at: Site, **options: object) -> Player:
        player = Player(browser.new_context(base_url=at.address, **options))  # type: ignore[arg-type]
        players.append(player)
        return player

    yield open_browser
    for player in players:
        player.context.close()
    assert [fault for player in players for fault in player.faults] == []


@pytest.fixture
def two(site: Site, arrive: Callable[..., Player]) -> tuple[Player, Player]:
    """A host and somebody on a phone at one table, before the first action."""
    host = arrive(site)
    host.play_as_guest()
    address = host.open_table(seats=2)
    phone = arrive(site, viewport={"width": 390, "height": 844})
    phone.play_as_guest()
    phone.page.goto(address)
    phone.page.locator("#join-table").click()
    for player in (host, phone):
        expect(player.page.locator("#table.is-playing")).to_be_visible()
    return host, phone

"""Whatever was answered is kept, even when the server is killed the next moment."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import QUICK
from tests.site.process import bare_environment, free_port, manage, running_site

SLOW = {**QUICK, "GOLF_BOT_SECONDS": "3"}


def kill(site):
    site.process.send_signal(signal.SIGKILL)
    site.process.wait()


def wait_for_the_bot(data, slug, sequence):
    """Wait until a table is past a sequence, without looking at its page."""
    deadline = time.monotonic() + 20
    with closing(sqlite3.connect(data / "golf.sqlite3")) as rows:
        while time.monotonic() < deadline:
            now = rows.execute("SELECT sequence FROM games_match WHERE slug = ?", [slug]).fetchone()
            if now[0] > sequence:
                return
            time.sleep(0.1)
    raise AssertionError("the bot did not act")


@pytest.mark.early
def test_servers_that_are_killed_lose_nothing_and_bots_go_on(fresh_data, tmp_path, arrive):
    data = shutil.copytree(fresh_data, tmp_path / "data")
    port = free_port()
    with running_site(data, port, **QUICK) as site:
        player = arrive(site)
        player.play_a_bot()
        player.act()
        player.waits_for_the_turn()
        player.mark_page()
        kill(site)
        expect(player.page.locator("#table-connection")).to_be_visible()
        before, shown, address = player.sequence, player.layout(), player.page.url
    with running_site(data, port, **SLOW) as site:
        expect(player.page.locator("#table-connection")).to_be_hidden(timeout=40_000)
        assert (player.sequence, player.was_reloaded()) == (before, False)
        assert player.layout() == shown
        while player.may_act():
            player.act()
        before = player.sequence
        player.page.goto("about:blank")
        kill(site)
    with running_site(data, port, **QUICK):
        # Though nobody looks.
        wait_for_the_bot(data, address.split("/")[-2], before)
        player.page.goto(address)
        player.skips_what_was_missed()
        assert player.sequence > before
    checked = manage("verify_history", environment=bare_environment(data))
    assert "0 discrepancies" in checked.stdout

"""Whatever was answered is kept, even when the server is killed the next moment."""

from __future__ import annotations

import signal

from playwright.sync_api import expect

from tests.browser.conftest import prepare
from tests.site.process import bare_environment, free_port, manage, running_site


def test_a_server_killed_in_mid_hole_loses_nothing(tmp_path, arrive):
    prepare(tmp_path)
    port = free_port()
    with running_site(tmp_path, port, GOLF_BOT_SECONDS="0.2") as site:
        player = arrive(site)
        player.play_as_guest()
        player.open_table(seats=2)
        player.page.locator("#add-bot").click()
        player.waits_for_the_turn()
        player.act()
        player.waits_for_the_turn()
        player.mark_page()
        site.process.send_signal(signal.SIGKILL)
        site.process.wait()
        expect(player.page.locator("#table-connection")).to_be_visible()
        before = player.sequence
        shown = player.layout()
    with running_site(tmp_path, port, GOLF_BOT_SECONDS="0.2"):
        expect(player.page.locator("#table-connection")).to_be_hidden(timeout=40_000)
        assert (player.sequence, player.was_reloaded()) == (before, False)
        assert player.layout() == shown
        player.act()
    checked = manage("verify_history", environment=bare_environment(tmp_path))
    assert "0 discrepancies" in checked.stdout


def test_a_bot_goes_on_after_a_restart_though_nobody_looks(tmp_path, arrive):
    prepare(tmp_path)
    port = free_port()
    with running_site(tmp_path, port, GOLF_BOT_SECONDS="3") as site:
        player = arrive(site)
        player.play_as_guest()
        address = player.open_table(seats=2)
        player.page.locator("#add-bot").click()
        while player.may_act():
            player.act()
        before = player.sequence
        player.page.goto("about:blank")
        site.process.send_signal(signal.SIGKILL)
        site.process.wait()
    with running_site(tmp_path, port, GOLF_BOT_SECONDS="0.2"):
        player.page.wait_for_timeout(3_000)
        player.page.goto(address)
        player.skips_what_was_missed()
        assert player.sequence > before

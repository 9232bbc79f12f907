"""Two server processes on one PostgreSQL and one Redis are one site."""

from __future__ import annotations

import os

from tests.browser.conftest import QUICK
from tests.site.process import bare_environment, free_port, manage, running_site

SERVERS = {name: os.environ[name] for name in ("GOLF_DATABASE_URL", "GOLF_REDIS_URL")}
SHARED = {**SERVERS, "GOLF_SECRET_KEY": "the same in every process", **QUICK}


def test_people_on_two_processes_play_at_one_table(tmp_path, arrive):
    for command in (["migrate", "-v0"], ["load_presets"], ["make_demo"]):
        done = manage(*command, environment=bare_environment(tmp_path, **SHARED))
        assert done.returncode == 0, done.stderr
    first = free_port()
    with (
        running_site(tmp_path, first, **SHARED) as one,
        running_site(tmp_path, free_port(), **SHARED) as two,
    ):
        host, guest = arrive(one), arrive(two)
        host.play_as_guest()
        address = host.open_table(seats=3)
        host.page.locator("#add-bot").click()
        guest.play_as_guest()
        guest.page.goto(address.replace(one.address, two.address))
        guest.page.get_by_role("button", name="Take a seat").click()
        for player in (host, guest):
            player.sees_the_match()
            player.mark_page()
        acted = 0
        while acted < 12:
            for player, other in ((host, guest), (guest, host)):
                if player.may_act():
                    player.act()
                    other.sees_at_least(player.sequence)
                    acted += 1
        assert not host.was_reloaded()
        assert not guest.was_reloaded()
    checked = manage("verify_history", environment=bare_environment(tmp_path, **SHARED))
    assert "0 discrepancies" in checked.stdout

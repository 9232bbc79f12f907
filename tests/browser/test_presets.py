"""A hole of every preset, played in a browser by what the page offers."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import expect

from games.engine import PRESETS

pytestmark = pytest.mark.long

# What a preset offers beyond its defaults, so that knocks, powers and calls are met too.
CHOSEN: dict[str, dict[str, object]] = {
    "arena": {"powers": "on"},
    "double-pack": {"golf_call": True},
    "four-card": {"memory": "assisted"},
}

# Seconds within which a hole ends, on a machine that has more to do.
PATIENCE = 300

OFFERED = "#table button[name=action]:visible, #table a.can-act:visible, .choices a[hx-get]:visible"


def choose(page, preset):
    """Choose what CHOSEN names, by the place of each value among those offered."""
    for field, value in CHOSEN.get(preset, {}).items():
        offered = list(PRESETS[preset].offers[field])
        page.locator(f"select[name={field}]").select_option(str(offered.index(value)))


def tap(player, rng):
    """Tap something that the page offers: an action, or something to pick up first."""
    page = player.page
    offered = page.locator(OFFERED)
    before = player.table
    if not offered.count():
        # The hole has just ended; its buttons come back with the score card.
        return
    one = offered.nth(rng.randrange(offered.count()))
    one.click()
    moved = (
        "([sequence, pick]) => { const table = document.getElementById('table').dataset;"
        " return table.sequence !== sequence || table.pick !== pick; }"
    )
    page.wait_for_function(moved, arg=[before["sequence"], before["pick"]])
    player.is_answered()


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_hole_of_every_preset_is_played_in_a_browser(site, arrive, preset):
    rng = random.Random(preset)
    player = arrive(site, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    player.play_as_guest()
    page = player.page
    page.goto(f"/tables/new/?preset={preset}")
    choose(page, preset)
    page.get_by_role("button", name="Open the table").click()
    while page.locator("#add-bot").count():
        page.locator("#add-bot").click()
        page.wait_for_load_state()
    player.sees_the_match()
    deadline = time.monotonic() + PATIENCE
    while player.table["phase"] == "playing" and time.monotonic() < deadline:
        if not player.may_act():
            page.wait_for_timeout(50)
        elif rng.random() < 0.35:
            tap(player, rng)
        else:
            player.act_or_put_back()
    assert player.table["phase"] != "playing"
    expect(page.locator(".score-card")).to_be_visible()

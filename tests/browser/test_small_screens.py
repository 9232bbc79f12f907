"""The densest tables on a phone: all in sight, nothing scrolls, every target fits a finger."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.site.process import ROOT, bare_environment

PHONE = {"width": 320, "height": 640}
SHAPES = [("2x3", 2), ("2x3", 8), ("3x3", 8), ("2x5", 6)]

OVERFLOW = (
    "[document.documentElement.scrollWidth - innerWidth,"
    " document.documentElement.scrollHeight - innerHeight]"
)

# What of it can't be hit in its middle, or is smaller than a finger.
MISSED = """places => places.filter(place => {
  const box = place.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return Math.min(box.width, box.height) < 43.9 || !(hit && place.contains(hit));
}).map(place => [place.id, place.getBoundingClientRect().toJSON()])"""


@pytest.fixture(scope="session")
def dense(site, site_data):
    """Where the densest tables are, by layout and seats."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.dense_tables"],
        env=bare_environment(site_data, DJANGO_SETTINGS_MODULE="golfsite.settings"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {(line["layout"], line["seats"]): line for line in lines}


@pytest.fixture
def sit(site, arrive, dense):
    """Open a browser on a dense table, as the player who has drawn a card."""

    def sit_down(layout, seats, **viewport):
        table = dense[layout, seats]
        player = arrive(site, viewport=viewport, reduced_motion="reduce", has_touch=True)
        player.context.add_cookies(
            [{"name": "golf_session", "value": table["session"], "url": site.address}]
        )
        player.page.goto(f"/tables/{table['slug']}/")
        return player

    return sit_down


def missed(page, selector):
    places = page.locator(selector)
    assert places.count()
    return places.evaluate_all(MISSED)


@pytest.mark.parametrize(
    ("layout", "seats"),
    [
        ("3x4", 6),
        *[pytest.param(*shape, marks=pytest.mark.long) for shape in SHAPES],
    ],
)
def test_a_small_phone_shows_the_whole_table_and_every_target(sit, layout, seats):
    page = sit(layout, seats, **PHONE).page
    assert page.evaluate(OVERFLOW) == [0, 0]
    assert missed(page, ".own .can-act") == []
    assert missed(page, ".dock .button") == []
    assert page.locator(".dock .button").count() == 3
    # Others' cards stay as wide as one can read them.
    width = "place => place.getBoundingClientRect().width"
    assert page.locator(".others .place").first.evaluate(width) >= 12


@pytest.mark.parametrize(
    ("layout", "seats"), [("3x4", 6), pytest.param("2x3", 8, marks=pytest.mark.long)]
)
def test_a_power_reaches_every_card_of_others_on_a_small_phone(sit, layout, seats):
    page = sit(layout, seats, **PHONE).page
    page.get_by_role("link", name="Throw away and exchange two cards").click()
    expect(page.locator("#table[data-pick=exchange]")).to_be_visible()
    assert page.evaluate(OVERFLOW) == [0, 0]
    assert missed(page, ".own .can-act") == []
    seats_to_open = page.locator(".seat-aim")
    assert seats_to_open.count() == seats - 1
    assert missed(page, ".seat-aim") == []
    seats_to_open.last.click()
    expect(page.locator(".is-aimed")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "prompt"
    assert page.evaluate(OVERFLOW) == [0, 0]
    assert missed(page, ".is-aimed .can-act") == []
    page.get_by_role("link", name="Back to all seats").click()
    expect(page.locator(".seat-aim").first).to_be_visible()


@pytest.mark.long
def test_two_cards_of_others_are_exchanged_by_keyboard_on_a_small_phone(sit):
    player = sit("3x3", 7, **PHONE)
    page, before = player.page, player.sequence
    page.get_by_role("link", name="Throw away and exchange two cards").press("Enter")
    for seat in (0, 1):
        page.locator(".seat-aim").nth(seat).press("Enter")
        expect(page.locator(".is-aimed")).to_be_visible()
        page.locator(".is-aimed .can-act").first.press("Enter")
        expect(page.locator(".is-aimed")).to_have_count(0)
    player.sees_sequence(before + 1)


@pytest.mark.parametrize(
    ("layout", "seats"), [("2x3", 8), pytest.param("2x3", 2, marks=pytest.mark.long)]
)
def test_on_a_desk_a_power_reaches_the_cards_of_others_at_once(sit, layout, seats):
    page = sit(layout, seats, width=1440, height=900).page
    assert page.evaluate(OVERFLOW) == [0, 0]
    page.get_by_role("link", name="Throw away and exchange two cards").click()
    expect(page.locator("#table[data-pick=exchange]")).to_be_visible()
    assert missed(page, ".others .can-act") == []
    assert page.evaluate(OVERFLOW) == [0, 0]

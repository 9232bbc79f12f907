"""A score that is explained on top of the table, and the pages of rules."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.fixture
def page(site, arrive):
    """The table of a finished match of the demo, at the first strokes of its score card."""
    page = arrive(site).page
    page.goto("/players/1/")
    page.goto(page.locator("a[href*='/replay/']").first.get_attribute("href"))
    page.goto(page.locator("a[href^='/tables/']").last.get_attribute("href"))
    page.locator(".strokes-link").first.focus()
    return page


def test_strokes_are_explained_on_top_of_the_table_and_the_focus_returns(page):
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Hole 1, explained")).to_be_visible()
    assert Axe().run(page).violations_count == 0
    dialog.get_by_role("link", name="Next hole").click()
    expect(dialog.get_by_role("heading", name="Hole 2, explained")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".strokes-link").first).to_be_focused()


def test_a_hole_explained_is_accessible_on_its_own_page(page):
    page.goto(page.locator(".strokes-link").first.get_attribute("href"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(
    ("preset", "width"),
    [
        *[("four-card", 320), ("clubhouse", 1440)],
        *[
            pytest.param(preset, width, marks=pytest.mark.long)
            for preset in ("clubhouse", "nine-card", "to-the-limit")
            for width in (320, 1440)
        ],
    ],
)
def test_rules_are_accessible_and_never_scroll_sideways(site, arrive, preset, width):
    page = arrive(site).page
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/rules/{preset}/")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

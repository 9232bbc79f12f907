"""A match reviewed: asked for by a press, worked out meanwhile, read on any screen."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

# On a machine that never reviewed anything its program is compiled first.
LONGEST = 240_000


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.fixture
def player(site, arrive):
    """A guest at the review of a finished match of the demo."""
    player = arrive(site)
    player.play_as_guest()
    player.page.goto("/players/1/")
    replay = player.page.locator("a[href*='/replay/']").first.get_attribute("href")
    player.page.goto(replay.replace("replay", "review"))
    return player


@pytest.mark.early
def test_a_review_comes_by_itself_and_is_read_on_any_screen(player):
    page = player.page
    page.get_by_role("button", name="Review this match").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    player.mark_page()
    page.locator("#seat-0 svg").wait_for(timeout=LONGEST)
    page.get_by_role("progressbar").wait_for(state="detached", timeout=LONGEST)
    assert not player.was_reloaded()
    expect(page.locator("#review-said")).to_have_text("The review is ready.")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(2_500)
    assert [url for url in asked if "review" in url] == []
    for scheme, width in (("light", 320), ("dark", 1280)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert sideways(page) == 0
    page.get_by_role("link", name="Hole 2", exact=True).first.click()
    page.set_viewport_size({"width": 320, "height": 640})
    mark = page.locator(".strip-marks a:has(:is(.is-best, .is-fine, .is-slip, .is-blunder))").last
    mark.press("Enter")
    expect(page.locator(".review-step:target .review-label")).to_be_in_viewport()
    step = page.locator(".review-step:has(.review-options)").first
    step.locator("summary").press("Enter")
    expect(step.get_by_role("table")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert sideways(page) == 0
    before = page.locator(".review-step").count()
    page.get_by_role("link", name="Only slips and blunders").press("Enter")
    expect(page.get_by_role("link", name="Only slips and blunders")).to_have_attribute(
        "aria-current", "true"
    )
    assert page.locator(".review-step").count() < before

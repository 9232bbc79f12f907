"""Golf Solitaire in real browsers: keys, taps, drags, the aid, and small screens."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.test_small_screens import MISSED, OVERFLOW

FITS = "#table .sol-column .is-playable"
STUCK_AT_LAST = 4
"""A deal in which nothing goes on the last card of the stock."""

FITS_NOT = "#table .sol-column .sol-press:not(.is-playable)"


def deal(player, number, *, packs=1):
    """Come in as a guest and open a practice deal."""
    page = player.page
    page.goto("/solitaire/")
    page.locator("input[name=number]").fill(str(number))
    if packs == 2:
        page.locator(".solitaire-toggles summary").click()
        page.locator("input[name=packs][value='2']").check()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#table.is-playing")).to_be_visible()
    expect(page.locator("#aids")).to_be_visible()


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, origin, x, y):
    page.mouse.move(*middle(origin))
    page.mouse.down()
    page.mouse.move(x, y, steps=6)
    page.mouse.up()


def run(page):
    return page.locator(".sol-pile-name b").last


def test_a_deal_is_played_by_keys_taps_and_drags_and_taken_back(site, arrive):
    player = arrive(site, reduced_motion="no-preference")
    deal(player, 1)
    page = player.page
    player.mark_page()
    # Keys work wherever the focus is; what does not fit is refused with a sentence.
    wrong = page.locator(FITS_NOT).first.get_attribute("aria-keyshortcuts")
    page.keyboard.press(wrong)
    expect(page.locator("#table-message")).to_contain_text("does not go on the pile")
    while not page.locator(FITS).count():
        before = player.sequence
        page.keyboard.press("d")
        player.sees_sequence(before + 1)
    fits, before = page.locator(FITS).first, player.sequence
    place = fits.get_attribute("id")
    page.keyboard.press(fits.get_attribute("aria-keyshortcuts"))
    player.sees_sequence(before + 1)
    expect(run(page)).to_have_text("1")
    page.keyboard.press("Control+u")
    page.keyboard.press("u")
    player.sees_sequence(before + 2)
    expect(run(page)).to_have_text("0")
    # Dropped beside the pile it goes back; dropped on it, it is played, once.
    card = page.locator(f"#{place}")
    was = middle(card)
    drag(page, card, 30, 500)
    page.wait_for_function(
        "([id, x]) => { const box = document.getElementById(id).getBoundingClientRect();"
        " return Math.abs(box.x + box.width / 2 - x) < 1; }",
        arg=[place, was[0]],
    )
    assert player.sequence == before + 2
    drag(page, card, *middle(page.locator("#foundation")))
    player.sees_sequence(before + 3)
    expect(run(page)).to_have_text("1")
    page.locator("#undo").click()
    player.sees_sequence(before + 4)
    # Two quick taps play one card, and the focus stays where it was.
    card.dblclick()
    player.sees_sequence(before + 5)
    page.wait_for_timeout(200)
    assert player.sequence == before + 5
    assert page.evaluate("document.activeElement.id") == place
    assert not player.was_reloaded()


def test_the_aid_is_off_at_first_and_remembered(site, arrive):
    player = arrive(site, color_scheme="dark")
    deal(player, 2)
    page = player.page
    outline = f"getComputedStyle(document.querySelector('{FITS}, #stock'), '::after').content"
    assert page.evaluate(outline) == "none"
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    aid = page.get_by_role("switch", name="Mark what can be played")
    expect(aid).to_have_attribute("aria-checked", "false")
    aid.click()
    page.reload()
    expect(aid).to_have_attribute("aria-checked", "true")
    assert page.evaluate(outline) != "none"
    assert "can be turned" in page.locator("#stock").inner_text()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    keys = page.get_by_role("switch", name="Keys 1 to 7")
    before = player.sequence
    keys.click()
    page.keyboard.press("d")
    keys.click()
    page.keyboard.press("d")
    player.sees_sequence(before + 1)


@pytest.mark.parametrize(
    ("packs", "width", "height"), [(1, 320, 568), (2, 320, 568), (1, 390, 844)]
)
def test_a_phone_shows_it_all_and_every_card_can_be_hit(site, arrive, packs, width, height):
    player = arrive(site, viewport={"width": width, "height": height}, has_touch=True)
    deal(player, 3, packs=packs)
    page = player.page
    assert page.evaluate(OVERFLOW) == [0, 0]
    columns = page.locator(".sol-column .sol-press")
    assert columns.count() == (7 if packs == 1 else 9)
    heights = columns.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= 44
    assert page.locator("#stock, #undo").evaluate_all(MISSED) == []
    before = player.sequence
    page.locator("#stock").tap()
    player.sees_sequence(before + 1)


def test_a_hole_that_is_over_is_looked_at_and_put_away_by_enter(site, arrive):
    player = arrive(site)
    deal(player, STUCK_AT_LAST)
    page = player.page
    for _card in range(16):
        before = player.sequence
        page.keyboard.press("d")
        player.sees_at_least(before + 1)
    # The board stays in sight for a moment before the score card comes.
    expect(page.locator("#score-panel")).to_be_visible()
    expect(page.get_by_role("heading", name="strokes")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#table[data-phase=finished]")).to_be_visible()
    expect(page.get_by_role("link", name="To the deal")).to_be_visible()

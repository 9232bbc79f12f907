"""Away from a table: the badge tells, a key leads there, and what was missed comes step by step."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


def sit_down(site, arrive):
    """Two at a table, who is to choose openers first and the other; and the table's address."""
    one, two = arrive(site), arrive(site)
    one.play_as_guest()
    address = one.open_table(seats=2)
    invite = one.page.locator("#invite-url").input_value()
    two.page.goto(invite)
    two.page.get_by_role("button", name="Take a seat").click()
    for player in (one, two):
        expect(player.page.locator("#table.is-playing")).to_be_visible()
    return (one, two, address) if one.may_act() else (two, one, address)


def icon(player):
    return player.page.locator("link#mark")


@pytest.mark.early
def test_what_was_missed_is_told_found_and_stepped_through(site, arrive):
    away, other, address = sit_down(site, arrive)
    away.act()
    away.act()
    elsewhere = away.open_table(seats=2)
    away.mark_page()
    expect(away.page.locator("#next-table")).to_be_hidden()
    expect(away.page).to_have_title(re.compile("^Table of"))

    other.waits_for_the_turn()
    other.act()
    other.act()
    # The socket of the other table tells, without a reload.
    expect(away.page).to_have_title(re.compile(r"^\(1\) Table of"))
    expect(icon(away)).to_have_attribute("href", re.compile(r"mark-1\."))
    expect(away.page.locator("#next-table")).to_be_visible()
    assert not away.was_reloaded()

    away.page.keyboard.press("n")
    expect(away.page.locator("#catch-up")).to_be_visible()
    expect(away.page).to_have_url(re.compile(r"/since/3/$"))
    # That it is one's turn now is not told before it is reached.
    expect(away.page).to_have_title(re.compile("^What happened at the table"))
    expect(icon(away)).to_have_attribute("href", re.compile(r"mark\."))
    expect(away.page.locator("#prompt")).to_have_text("Since you last looked 2 things happened.")
    assert away.page.locator("#table button[name=action]").count() == 0

    steps_on_with_a_held_key(away)
    away.page.locator("#catch-up-done").click()
    expect(away.page.locator("#table[data-can-act=yes]")).to_be_visible()
    expect(away.page).to_have_title(re.compile(r"^\(1\) Table of"))

    away.act()
    away.act()
    expect(away.page).to_have_title(re.compile("^Table of"))
    out_of_sight(away, other)
    plays_by_itself_and_skips(away, other, address, elsewhere)


def steps_on_with_a_held_key(away):
    """A key goes one step and no further while it is held; others' actions do not come through."""
    away.page.locator("#catch-up-next").focus()
    away.page.keyboard.down("Enter")
    expect(away.page.locator("#table[data-sequence='4']")).to_be_visible()
    for _repeat in range(5):
        away.page.keyboard.down("Enter")
    away.page.wait_for_timeout(300)
    away.page.keyboard.up("Enter")
    assert away.sequence == 4
    expect(away.page.locator("#catch-up-next")).to_contain_text("1 left")
    away.page.keyboard.press("ArrowRight")
    expect(away.page.locator("#table[data-sequence='5']")).to_be_visible()
    expect(away.page.locator("#catch-up-done")).to_be_focused()


def out_of_sight(away, other):
    """A tab that nobody sees follows the table, and offers the steps once it is seen again."""
    seen = away.sequence
    show = (
        "hidden => { Object.defineProperty(document, 'hidden', { get: () => hidden, configurable:"
        " true }); document.dispatchEvent(new Event('visibilitychange')); }"
    )
    away.page.evaluate(show, True)
    other.waits_for_the_turn()
    other.act()
    other.act()
    away.sees_at_least(other.sequence)
    expect(away.page.locator("#table-missed a")).to_be_hidden()
    away.page.evaluate(show, False)
    line = away.page.locator("#table-missed a")
    expect(line).to_have_text("2 new actions: step through")
    assert line.get_attribute("href").endswith(f"/since/{seen}/")
    # It is in nobody's way.
    away.page.locator("#prompt").click()
    expect(line).to_be_hidden()
    away.act()
    away.act()


def plays_by_itself_and_skips(away, other, address, elsewhere):
    """Playing goes on by itself until a key is pressed; what is left can be skipped."""
    seen = away.sequence
    away.page.wait_for_timeout(400)
    away.page.goto(elsewhere)
    other.waits_for_the_turn()
    other.act()
    other.act()
    # A still page does not play.
    away.page.emulate_media(reduced_motion="no-preference")
    away.page.goto(address)
    expect(away.page).to_have_url(re.compile(rf"/since/{seen}/$"))
    away.page.locator("#catch-up-play").click()
    expect(away.page.locator("#catch-up-play")).to_have_text("Stop")
    expect(away.page.locator(f"#table[data-sequence='{seen + 1}']")).to_be_visible()
    away.page.keyboard.press("x")
    expect(away.page.locator("#catch-up-play")).to_have_text("Play")
    away.page.wait_for_timeout(1_400)
    assert away.sequence == seen + 1
    away.page.locator("#catch-up-skip").click()
    expect(away.page).to_have_url(address)
    expect(away.page.locator("#table[data-can-act=yes]")).to_be_visible()


@pytest.mark.long
def test_a_still_page_on_a_small_phone_steps_and_does_not_play(site, arrive):
    away, other, address = sit_down(site, arrive)
    away.act()
    away.act()
    away.page.wait_for_timeout(400)
    away.page.goto("/rules/")
    other.waits_for_the_turn()
    other.act()
    away.page.goto(address)
    away.page.set_viewport_size({"width": 320, "height": 568})
    expect(away.page.locator("#catch-up-next")).to_be_visible()
    expect(away.page.locator("#catch-up-play")).to_be_hidden()
    boxes = away.page.locator(".dock .button:visible, #next-table:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert len(boxes) == 2
    assert [box for box in boxes if min(box) < 44] == []
    assert away.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    found = Axe().run(away.page)
    assert found.violations_count == 0, found.generate_report()

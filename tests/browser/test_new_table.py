"""The host's form under real fingers: every change is checked, nothing typed is lost."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.fixture
def host(site, arrive):
    player = arrive(site)
    player.play_as_guest()
    return player


def test_a_choice_that_does_not_fit_is_told_at_once_and_taken_back(host):
    page = host.page
    page.goto("/tables/new/?preset=clubhouse")
    page.select_option("select[name=openers]", label="5 cards")
    expect(page.locator("#rules-picture")).to_contain_text("3 columns")
    page.select_option("select[name=layout]", label="2 rows of 2")
    expect(page.locator("#id_openers_error")).to_contain_text("0 to 3 on a 2x2 layout")
    expect(page.locator("#id_openers")).to_have_attribute("aria-invalid", "true")
    page.select_option("select[name=openers]", label="3 cards")
    expect(page.locator("#id_openers_error")).to_have_text("")
    expect(page.locator("#id_openers")).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#rules-picture")).to_contain_text("2 columns")
    assert page.locator("select[name=layout]").input_value() == "1"


def test_house_rules_are_kept_and_opened_again(host):
    page = host.page
    page.goto("/tables/new/?preset=house")
    page.get_by_text("Scoring", exact=True).click()
    page.locator("input[name=values]").fill("Q 12, J eleven")
    page.locator("input[name=values]").blur()
    expect(page.locator("#id_values_error")).to_contain_text("J eleven")
    assert page.locator("input[name=values]").input_value() == "Q 12, J eleven"
    page.locator("input[name=values]").fill("Q 12, J 11")
    page.get_by_text("Keep these rules").click()
    page.locator("input[name=rules_name]").fill("Sunday rules")
    page.get_by_role("button", name="Keep the rules").click()
    expect(page.get_by_role("heading", name="Sunday rules")).to_be_visible()
    page.get_by_role("link", name="Open a table with these rules").click()
    assert page.locator("input[name=values]").input_value() == "Q 12, J 11"
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#table.is-waiting")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_pages_are_accessible_and_fit_a_small_phone(host, scheme):
    page = host.page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 320, "height": 700})
    for path in ("/games/", "/tables/new/?preset=four-card", "/tables/new/?preset=house"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
        assert Axe().run(page).response["violations"] == [], path

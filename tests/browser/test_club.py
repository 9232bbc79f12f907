"""A club from its founding to a corrected season, as an organiser and a member would do it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect


def test_a_club_is_founded_plays_by_its_rules_and_its_season_follows_a_correction(site, arrive):
    owner, member = arrive(site), arrive(site, viewport={"width": 390, "height": 844})
    owner.sign_up("Clara Founder")
    page = owner.page
    page.goto("/clubs/new/")
    page.locator("input[name=name]").fill("Pier Club")
    page.locator("main form button[type=submit]").first.click()
    link = page.locator("#join-link").input_value()
    slug = re.search(r"/clubs/([^/]+)/members/", page.url).group(1)

    page.goto(f"/clubs/{slug}/rules/change/house/")
    toggle = page.locator("section.club-toggle", has=page.locator("#toggle-layout"))
    for box in toggle.locator("input[type=checkbox]").all():
        box.set_checked(
            box.evaluate("box => box.parentElement.textContent.includes('2 rows of 2')")
        )
    expect(page.locator("#id_layout_error")).to_contain_text("Tick what it is at first, too.")
    toggle.locator("select").select_option(label="2 rows of 2")
    expect(page.locator("#toggles-told")).to_contain_text("Layout: always 2 rows of 2.")
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.get_by_role("heading", name="House rules")).to_be_visible()

    today = datetime.now(UTC).date()
    page.goto(f"/clubs/{slug}/seasons/new/")
    page.locator("input[name=name]").fill("Opening week")
    page.locator("input[name=first_day]").fill((today - timedelta(days=2)).isoformat())
    page.locator("input[name=allows_bots]").check()
    page.locator("input[name=last_day]").fill((today + timedelta(days=5)).isoformat())
    page.locator("select[name=tie_1]").select_option(label="more wins")
    told = page.locator("#season-told")
    expect(told).to_contain_text("Between equals more wins decides")
    page.get_by_role("button", name="Make the season").click()
    expect(page.get_by_role("heading", name="Opening week")).to_be_visible()
    season = page.url

    guest = member.page
    guest.goto(link)
    guest.locator("main form button[type=submit]").first.click()
    guest.get_by_role("link", name="Open a table").click()
    guest.goto(f"{guest.url}&preset=house")
    guest.get_by_text("Layout and openers").click()
    assert guest.locator("select[name=layout]").count() == 0
    expect(guest.locator("dl.worded").filter(has_text="Layout")).to_contain_text("2 rows of 2")
    guest.locator("select[name=holes]").select_option(label="1 hole")
    guest.get_by_role("button", name="Open the table").click()
    guest.locator("#add-bot").click()
    member.sees_the_match()
    match = re.search(r"/tables/([^/]+)/", guest.url).group(1)
    while member.table["phase"] != "finished":
        if member.may_act():
            member.act_or_put_back()
        else:
            member.waits_for_the_turn_or("finished")

    page.goto(season)
    first = page.locator("main table tbody tr").first
    expect(first).to_contain_text("Guest")
    expect(first).not_to_contain_text("\N{MINUS SIGN}3")
    page.goto(f"/matches/{match}/correct/")
    seat = page.locator("select[name=seat] option", has_text="Guest").first.get_attribute("value")
    page.locator("select[name=seat]").select_option(value=seat)
    page.locator("input[name=strokes]").fill("-3")
    page.locator("input[name=reason]").fill("The bot was kind")
    page.locator("input[name=reason]").blur()
    expect(page.locator("#correction-told .counted").last).to_contain_text("\N{MINUS SIGN}3")
    page.get_by_role("button", name="Put it right").click()
    expect(page.locator(".corrections")).to_contain_text("The bot was kind")
    page.goto(season)
    expect(first).to_contain_text("\N{MINUS SIGN}3")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert "-3" in download.value.path().read_text("utf-8")

"""A club from its founding to a corrected season, as an organiser and a member would do it."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime, time, timedelta

from playwright.sync_api import expect

from tests.site.process import bare_environment, manage


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


def play_season(data, owner, members, at):
    """What ``seasons.play_season`` writes: the slugs of a new club and of its finished matches."""
    call = f"play_season('Winter Club', {owner!r}, {members!r}, datetime.fromisoformat('{at}'))"
    lines = "from datetime import datetime", "from tests.browser.seasons import play_season", call
    done = manage("shell", "-v0", "-c", "\n".join(lines), environment=bare_environment(data))
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def standing_in(page):
    """Place, name and figure of every row of a season's table."""
    rows = page.locator("main table.board tbody tr[id^=row-]")
    expect(rows.first).to_be_visible()
    told = "tr => ['.board-place', 'th a', '.board-figure'].map(s => tr.querySelector(s).innerText)"
    return rows.evaluate_all(f"rows => rows.map({told})")


def test_a_season_ends_with_shared_places_and_stays_as_it_was_closed(site, site_data, arrive):
    organiser = arrive(site)
    organiser.sign_up("Ada First")
    page, today = organiser.page, datetime.now(UTC).date()
    # Days of the club, whose zone is UTC; all of them are over.
    first, last = today - timedelta(days=9), today - timedelta(days=2)
    noon = datetime.combine(last, time(12), UTC)
    members = ["Ben Second", "Cleo Third"]
    slug, *matches = play_season(site_data, "Ada First", members, noon)

    page.goto(f"/clubs/{slug}/seasons/new/")
    page.locator("input[name=name]").fill("Winter nights")
    page.locator("input[name=first_day]").fill(first.isoformat())
    page.locator("input[name=last_day]").fill(last.isoformat())
    page.locator("input[name=last_day]").blur()
    expect(page.locator("#season-told")).to_contain_text("3 matches of the club count so far.")
    page.get_by_role("button", name="Make the season").click()
    expect(page.get_by_role("heading", name="Winter nights")).to_be_visible()
    season = page.url
    standing = standing_in(page)
    assert standing == [
        ["1", "Ada First", "4.67"],
        ["1", "Ben Second", "4.67"],
        ["3", "Cleo Third", "9.67"],
    ]

    page.get_by_role("link", name="Change, close or take away").click()
    page.get_by_role("button", name="Close this season for good").click()
    expect(page.locator(".messages")).to_contain_text("Its table stays as it is.")
    expect(page.get_by_role("link", name="Change, close or take away")).to_have_count(0)

    page.goto(f"/matches/{matches[2]}/correct/")
    page.locator("select[name=seat]").select_option(label="Ben Second")
    page.locator("input[name=strokes]").fill("12")
    page.locator("input[name=reason]").fill("A king was a queen")
    page.get_by_role("button", name="Put it right").click()
    expect(page.locator(".corrections")).to_contain_text("A king was a queen")
    page.goto(season)
    since = page.locator(".board-since")
    expect(since).to_contain_text("Corrected since the season was closed")
    expect(since.locator("li")).to_contain_text("A king was a queen")
    assert standing_in(page) == standing
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    table = csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines())
    assert [(row["place"], row["name"], row["strokes"]) for row in table] == [
        ("1", "Ada First", "14"),
        ("1", "Ben Second", "14"),
        ("3", "Cleo Third", "29"),
    ]

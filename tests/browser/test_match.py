"""A match as people play it: browsers, a bot, and a server process."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.players import comes_to_the_match


def play_to_the_end(players, seconds=180):
    """Let everybody act whenever their page says so, until all see the match finished.

    After each action every other page has to show it, or something later, by itself.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if all(player.table["phase"] == "finished" for player in players):
            return
        for player in players:
            if player.may_act():
                player.act()
                for other in players:
                    other.sees_at_least(player.sequence)
    raise AssertionError(f"the match did not end: {[player.table for player in players]}")


@pytest.mark.early
def test_two_browsers_and_a_bot_play_three_holes(site, arrive):
    host, guest = arrive(site), arrive(site)
    host.sign_up("Heather")
    address = host.open_table(seats=3, layout="2 rows of 2")
    invite = host.page.locator("#invite-url").input_value()
    host.mark_page()
    host.page.locator("#add-bot").click()
    expect(host.page.locator(".chair").filter(has_text="bot")).to_be_visible()

    guest.page.goto(invite)
    guest.page.get_by_role("button", name="Take a seat").click()
    guest.sees_the_match()
    expect(host.page.locator("#table.is-playing")).to_be_visible()
    host.mark_page()
    guest.mark_page()

    play_to_the_end([host, guest])

    assert not host.was_reloaded()
    assert not guest.was_reloaded()
    for player in (host, guest):
        shown = player.page.locator(".score-card tbody .score-total").all_inner_texts()
        totals = [int(total.replace("\N{MINUS SIGN}", "-")) for total in shown]
        assert totals == sorted(totals)
        assert len(totals) == 3

    # Who leaves before the site knows that the end was seen is not told the result in a list.
    host.page.goto(address)
    comes_to_the_match(host.page)
    host.page.goto("/matches/")
    expect(host.page.locator("main")).to_contain_text("Heather")
    host.page.goto(address.replace("/tables/", "/matches/") + "replay/")
    expect(host.page.locator("main")).to_contain_text("Hole 1 of 3")


def test_a_guest_plays_at_once_and_keeps_the_match_as_an_account(site, arrive):
    guest = arrive(site)
    guest.play_a_bot()
    guest.sign_up("Bluebell")
    guest.page.goto("/matches/")
    row = guest.page.locator("main").get_by_role("link", name="Clubhouse with Club bot")
    expect(row).to_be_visible()


def test_other_pages_show_an_action_and_a_reload_shows_the_same(site, arrive):
    player, watcher = arrive(site), arrive(site)
    player.play_as_guest()
    address = player.open_table(seats=2)
    player.page.locator("#add-bot").click()
    player.waits_for_the_turn()
    second = player.open_page()
    second.goto(address)
    comes_to_the_match(second)
    watcher.page.goto(address)
    player.act()
    expect(second.locator(f"#table[data-sequence='{player.sequence}']")).to_be_visible()
    watcher.sees_sequence(player.sequence)
    # A spectator can do nothing.
    assert watcher.page.locator("#table button[name=action]").count() == 0
    shown = player.layout()
    player.page.reload()
    assert player.layout() == shown


def test_an_action_in_an_overtaken_tab_is_refused_with_the_present_table(site, arrive):
    player = arrive(site)
    player.play_a_bot()
    stale = player.open_page()
    stale.route_web_socket("**/ws/**", lambda _socket: None)
    stale.goto(player.page.url)
    comes_to_the_match(stale)
    player.act()
    stale.locator("#table button[name=action]").last.click()
    expect(stale.locator("#table-message")).to_contain_text("The table has moved on")
    expect(stale.locator(f"#table[data-sequence='{player.sequence}']")).to_be_visible()


@pytest.mark.early
def test_everything_works_without_script(site, arrive):
    player = arrive(site, java_script_enabled=False)
    player.play_as_guest()
    player.open_table(seats=2, layout="2 rows of 2")
    player.page.locator("#add-bot").click()
    for _step in range(400):
        phase = player.page.locator("#table").get_attribute("data-phase")
        if phase == "score_card":
            break
        if player.page.locator("#catch-up-skip, #catch-up-done").count():
            player.page.locator("#catch-up-skip, #catch-up-done").click()
            continue
        if player.page.locator("#table").get_attribute("data-can-act") == "no":
            time.sleep(0.1)
            player.page.reload()
            continue
        hidden = player.page.locator("button[name=action][aria-label*='hidden card']")
        stock = player.page.locator("button[name=action][value=draw]")
        (stock if stock.count() else hidden).first.click()
    assert phase == "score_card"
    player.page.locator("button[value=dismiss]").click()
    expect(player.page.locator("#table.is-playing")).to_be_visible()

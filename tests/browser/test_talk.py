"""Talk and notes beside a table, in real browsers."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


def open_side(player, name):
    player.page.locator(f"label[for=side-{name}]").click()


def say(player, text):
    player.page.locator("#talk-text").fill(text)
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#talk-text")).to_have_value("")


def let_act(mover, other):
    """Let the other act until it is the mover's turn."""
    while not mover.may_act():
        other.act()
        mover.sees_at_least(other.sequence)


def test_two_browsers_talk_and_no_action_disturbs_them(two):
    host, phone = two
    lines = phone.page.locator("#talk-lines .talk-words")
    unread = phone.page.locator("#talk-unread")
    posts = []
    phone.page.on("request", lambda request: posts.append(request.url))

    # A line arrives by itself, is marked, and is read when it comes into sight.
    expect(phone.page.locator("#talk-panel")).not_to_be_visible()
    let_act(host, phone)
    open_side(host, "talk")
    say(host, "Good evening")
    expect(unread).to_have_text("1 new")
    open_side(phone, "talk")
    expect(lines).to_have_text(["Good evening"])
    expect(unread).to_be_empty()

    # A draft, its place and the focus outlive an action and a line.
    field = phone.page.locator("#talk-text")
    field.press_sequentially("d s 1 2 t")
    host.act()
    phone.sees_at_least(host.sequence)
    say(host, "Well turned")
    expect(lines).to_have_text(["Good evening", "Well turned"])
    expect(field).to_have_value("d s 1 2 t")
    expect(field).to_be_focused()

    # Keys that are typed into the talk do nothing at the table, although it is one's turn.
    let_act(phone, host)
    before = phone.sequence
    posts.clear()
    field.press_sequentially(" d s 1 2")
    phone.page.keyboard.press("Enter")
    expect(lines).to_have_text(["Good evening", "Well turned", "d s 1 2 t d s 1 2"])
    assert (phone.sequence, phone.table["pick"]) == (before, "")
    assert [url for url in posts if url.endswith("/actions")] == []

    # What is refused, and what does not arrive, stays where it was typed.
    field.fill("x" * 501)
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#talk-refusal")).to_contain_text("at most 500 characters")
    expect(field).to_have_value("x" * 501)
    phone.page.route("**/talk/say", lambda route: route.abort())
    field.fill("are you there?")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#talk-refusal")).to_contain_text("was not sent")
    expect(field).to_have_value("are you there?")
    assert Axe().run(phone.page).response["violations"] == []

    # The host hides a line, and it loses its words everywhere.
    line = host.page.locator(".talk-line").last
    line.locator("summary").click()
    line.get_by_role("button", name="Hide this line").click()
    expect(lines.last).to_have_text("Hidden by the host.")


@pytest.mark.long
def test_notes_keep_themselves_and_outlive_actions(two):
    host, phone = two
    open_side(host, "notes")
    host.page.locator("#notes-text").press_sequentially("Kings go first")
    let_act(host, phone)
    host.act()
    expect(host.page.locator("#notes-saved")).to_be_visible()
    expect(host.page.locator("#notes-text")).to_have_value("Kings go first")

    # Another tab that had other notes loses neither its own nor these.
    second = host.open_page()
    second.goto(host.page.url)
    second.locator("label[for=side-notes]").click()
    expect(second.locator("#notes-text")).to_have_value("Kings go first")
    second.locator("#notes-text").fill("Kings go last")
    expect(second.locator("#notes-saved")).to_be_visible()
    host.page.locator("#notes-text").press_sequentially(", aces stay")
    expect(host.page.locator("#notes-elsewhere")).to_have_value("Kings go last")
    expect(host.page.locator("#notes-text")).to_have_value("Kings go first, aces stay")
    host.page.get_by_role("button", name="Keep mine instead").click()
    expect(host.page.locator("#notes-saved")).to_be_visible()

    # What is typed last is kept, even when the page is left at once.
    host.page.locator("#notes-text").press_sequentially("!")
    host.page.goto("/")
    for _try in range(20):
        # What a page sends while it is left may arrive after what the next one asks for.
        host.page.goto(second.url)
        if host.page.locator("#notes-text").input_value().endswith("!"):
            break
    expect(host.page.locator("#notes-text")).to_have_value("Kings go first, aces stay!")
    assert phone.page.locator("#notes-text").input_value() == ""

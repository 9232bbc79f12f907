"""How the table's page behaves under real fingers, keyboards and connections."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.fixture
def player(site, arrive):
    """Somebody whose turn it is, at a table with a bot."""
    player = arrive(site)
    player.play_a_bot()
    return player


def posts_of(page):
    sent = []
    page.on("request", lambda r: sent.append(r) if r.method == "POST" else None)
    return sent


def test_two_quick_taps_act_once(player):
    sent = posts_of(player.page)
    before = player.sequence
    player.page.locator("#table .own button[name=action]").first.dblclick()
    expect(player.page.locator(f"#table[data-sequence='{before}']")).to_have_count(0)
    player.page.wait_for_timeout(300)
    assert len(sent) == 1


def test_an_action_that_was_not_delivered_is_sent_once_more_with_the_same_key(player):
    bodies = []

    def fail_once(route):
        bodies.append(route.request.post_data)
        if len(bodies) == 1:
            route.abort()
        else:
            route.continue_()

    player.page.clock.install()
    player.page.route("**/actions", fail_once)
    before = player.sequence
    player.page.locator("#table .own button[name=action]").first.click()
    expect(player.page.locator("#table-message")).to_contain_text("Not sent")
    player.page.clock.fast_forward(2_000)
    expect(player.page.locator(f"#table[data-sequence='{before}']")).to_have_count(0)
    keys = [re.search(r"key=([^&]+)", body).group(1) for body in bodies]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_an_action_that_fails_twice_is_given_up_with_a_word(player):
    tries = []

    def fail(route):
        tries.append(route.request.post_data)
        route.abort()

    player.page.clock.install()
    player.page.route("**/actions", fail)
    before = player.sequence
    player.page.locator("#table .own button[name=action]").first.click()
    expect(player.page.locator("#table-message")).to_contain_text("Not sent")
    player.page.clock.fast_forward(2_000)
    expect(player.page.locator("#table-message")).to_contain_text("was not sent")
    player.page.clock.fast_forward(7_000)
    player.page.wait_for_timeout(300)
    assert (len(tries), player.sequence) == (2, before)


def test_a_press_that_began_before_the_table_changed_does_nothing(player):
    slot = player.page.locator("#table .own button[name=action]").first.bounding_box()
    sent = posts_of(player.page)
    player.page.mouse.move(slot["x"] + 20, slot["y"] + 20)
    player.page.mouse.down()
    player.page.evaluate("document.getElementById('table').dataset.since = '99999'")
    player.page.mouse.up()
    expect(player.page.locator("#table-message")).to_contain_text("moved on while you were")
    assert sent == []


def test_a_hole_is_played_by_keyboard_alone_and_focus_stays(player):
    page = player.page
    for _action in range(200):
        if player.table["phase"] == "score_card":
            break
        player.waits_for_the_turn_or("score_card")
        if not player.may_act():
            continue
        target = page.locator("#table button[name=action]:visible").first
        place = target.get_attribute("id")
        before = player.sequence
        target.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"#table[data-sequence='{before}']")).to_have_count(0)
        focused = page.evaluate("document.activeElement.id || document.activeElement.tagName")
        assert focused not in ("BODY", ""), f"the focus was lost after {place}"
    assert player.table["phase"] == "score_card"


def test_what_happens_is_announced_each_time(player):
    heard = "[...document.querySelectorAll('#news-odd, #news-even')].map(e => e.textContent)"
    player.act()
    player.page.wait_for_function(f"{heard}.join('').includes('turned up')")


def test_no_global_and_no_console_line_names_a_hidden_card(player):
    said = []
    player.page.on("console", lambda message: said.append(message.text))
    player.act()
    player.page.wait_for_timeout(500)
    own = "Object.keys(window)"
    plain = player.open_page()
    plain.goto("/healthz")
    assert set(player.page.evaluate(own)) - set(plain.evaluate(own)) <= {
        "htmx",
        "Idiomorph",
        "wasNotReloaded",
    }
    assert not [line for line in said if "card" in line]


def test_every_tap_target_is_large_enough_and_nothing_scrolls_sideways(player):
    page = player.page
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        boxes = page.locator("#table button[name=action]:visible").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
        )
        assert boxes
        assert [box for box in boxes if min(box) < 44] == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize(
    "paths",
    [
        ("", "/", "/accounts/settings/"),
        pytest.param(("/tables/new/", "/matches/", "/rules/"), marks=pytest.mark.long),
    ],
)
def test_pages_are_accessible(player, paths):
    for path in paths:
        if path:
            player.page.goto(path)
        for scheme in ("light", "dark"):
            player.page.emulate_media(color_scheme=scheme)
            found = Axe().run(player.page)
            assert found.violations_count == 0, found.generate_report()


@pytest.mark.early
def test_without_a_socket_the_table_is_polled(site, arrive):
    player, other = arrive(site), arrive(site)
    player.play_as_guest()
    address = player.open_table(seats=2)
    other.page.route_web_socket("**/ws/**", lambda socket: socket.close())
    other.page.clock.install()
    other.page.goto(address)
    player.page.locator("#add-bot").click()
    expect(player.page.locator("#table.is-playing")).to_be_visible()
    # It is read over HTTP when no socket has opened for a while, and goes on to be.
    other.page.clock.fast_forward(8_000)
    expect(other.page.locator("#table.is-playing")).to_be_visible()

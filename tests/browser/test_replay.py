"""A replay in a browser: by keys, by itself, backwards, without script, and on small screens."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.fixture
def start(site, arrive):
    """Open the first step of a finished match of the demo."""

    def open_replay(**options):
        page = arrive(site, **options).page
        page.goto("/players/1/")
        page.goto(page.locator("a[href*='/replay/']").first.get_attribute("href"))
        return page

    return open_replay


def is_at(page, step):
    expect(page.locator(f"#table[data-sequence='{step}']")).to_be_visible()


def shown(page):
    """What lies on the table and is told of it, as it can be heard and seen."""
    page.wait_for_function("() => document.querySelector('.flight') === null")
    return page.evaluate(
        """() => [...document.querySelectorAll('.cloth [aria-label], .cloth img, #log-panel a')]
          .map(one => one.getAttribute('aria-label') ?? one.getAttribute('src') ?? one.textContent)
          .concat(document.getElementById('replay-line').textContent)"""
    )


def test_keys_step_and_jump_and_everything_works_backwards(start):
    page = start()
    seen = {}
    for step in (1, 2, 3, 4):
        is_at(page, step)
        seen[step] = shown(page)
        page.keyboard.press("ArrowRight")
    # A step back is one from what is shown: from the fourth, if the fifth were not there yet.
    is_at(page, 5)
    for step in (4, 3, 2, 1):
        page.keyboard.press("ArrowLeft")
        is_at(page, step)
        assert shown(page) == seen[step]
    expect(page).to_have_url(re.compile(r"/replay/1/$"))
    expect(page.locator("#news-odd, #news-even").filter(has_text="Hole 1")).to_have_count(1)

    page.keyboard.press("]")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hole 2 of")
    second = page.locator("#table").get_attribute("data-sequence")
    page.keyboard.press("ArrowRight")
    is_at(page, int(second) + 1)
    page.keyboard.press("End")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    page.keyboard.press("Home")
    is_at(page, 1)
    # A jump can be taken back, a step is no page of its own.
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    page.go_back()
    is_at(page, int(second) + 1)
    page.keyboard.press("[")
    is_at(page, second)


def test_keys_do_nothing_while_one_types(start):
    page = start()
    page.locator("label[for=side-look]").click()
    page.locator("#replay-address").focus()
    for key in ("ArrowRight", "End", "]", "Space"):
        page.keyboard.press(key)
    is_at(page, 1)
    expect(page.locator("#replay-play")).to_have_text("Play")


def test_it_plays_by_itself_at_the_speed_that_is_chosen_until_it_is_stopped(start):
    page = start()
    page.locator("#replay-speed").select_option("4")
    page.locator("#replay-play").click()
    expect(page.locator("#replay-play")).to_have_text("Pause")
    page.wait_for_function("() => Number(document.getElementById('table').dataset.sequence) > 3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay-play")).to_have_text("Play")
    page.wait_for_timeout(700)
    stopped = page.locator("#table").get_attribute("data-sequence")
    page.wait_for_timeout(700)
    assert page.locator("#table").get_attribute("data-sequence") == stopped
    expect(page.locator("#replay-speed")).to_have_value("4")
    # The speed is kept, the space bar plays, and at the end it stops.
    page.reload()
    expect(page.locator("#replay-speed")).to_have_value("4")
    page.keyboard.press("End")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    last = int(page.locator("#table").get_attribute("data-sequence"))
    for step in (last - 1, last - 2):
        page.keyboard.press("ArrowLeft")
        is_at(page, step)
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_text("Pause")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    expect(page.locator("#replay-play")).to_have_text("Play")


def test_the_focus_stays_on_a_button_that_leads_nowhere_any_more(start):
    page = start()
    page.locator("#replay-next").click()
    is_at(page, 2)
    page.locator("#replay-back").click()
    is_at(page, 1)
    expect(page.locator("#replay-back")).to_be_focused()
    page.keyboard.press("ArrowRight")
    is_at(page, 2)


def test_eyes_and_manner_are_kept_and_the_link_leads_to_the_same(start):
    page = start()
    page.locator("label[for=side-look]").click()
    page.get_by_role("link", name="Open cards").click()
    expect(page.locator(".table-about")).to_contain_text("Open cards")
    page.get_by_role("link", name="Hide them").click()
    expect(page.locator("#replay-position")).to_have_text("Step 1")
    page.keyboard.press("ArrowRight")
    is_at(page, 2)
    expect(page.locator("#replay-address")).to_have_value(page.url)
    assert page.url.endswith("/replay/2/?as=open&spoilers=off")
    expect(page.locator("#replay-last")).to_have_count(0)
    expect(page.locator(".card.is-known").first).to_be_visible()


PRESS_AT_ONCE = """() => {
  const seen = new MutationObserver(() => {
    if (document.getElementById("replay-position").textContent.trim() === "Step 1") {
      seen.disconnect();
      queueMicrotask(() => document.getElementById("replay-next").click());
    }
  });
  seen.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_a_link_pressed_the_moment_it_is_there_leads_where_it_says(start):
    page = start()
    page.locator("label[for=side-look]").click()
    page.evaluate(PRESS_AT_ONCE)
    page.get_by_role("link", name="Hide them").click()
    is_at(page, 2)
    expect(page.locator("#replay-address")).to_have_value(page.url)
    assert page.url.endswith("/replay/2/?spoilers=off")


def test_every_step_is_a_link_without_script(start):
    page = start(java_script_enabled=False)
    page.get_by_role("link", name="Next", exact=True).click()
    is_at(page, 2)
    expect(page.locator("#replay-play")).to_be_hidden()
    page.get_by_text("Holes", exact=True).click()
    page.get_by_role("link", name="Hole 2").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hole 2 of")


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [(320, 640, "dark"), (390, 844, "light"), (1280, 800, "dark")],
)
def test_it_fits_every_screen_and_is_accessible(start, width, height, scheme):
    page = start(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.keyboard.press("End")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final")
    overflow = (
        "[document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )
    assert page.evaluate(overflow) == [0, 0]
    boxes = page.locator(".steps-bar > :visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert len(boxes) >= 4
    for tab in ("side-log", "side-go", "side-look"):
        page.locator(f"label[for={tab}]").click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_at_the_end_of_a_running_match_what_is_new_comes_and_keys_lead_through_it(site, arrive):
    player = arrive(site)
    player.play_a_bot()
    replay = player.open_page()
    replay.goto(player.page.locator("#replay-so-far").get_attribute("href"))
    end = int(replay.locator("#table").get_attribute("data-sequence"))
    expect(replay.locator("#replay-next[aria-disabled]")).to_be_visible()
    replay.evaluate("() => { window.isSamePage = true; }")
    player.act()
    expect(replay.locator("#replay-fresh")).to_contain_text("new action")
    expect(replay.locator("#news-odd, #news-even").filter(has_text="new action")).to_have_count(1)
    is_at(replay, end)
    # The next decision of one's own seat is what was just done.
    replay.keyboard.press(".")
    is_at(replay, end + 1)
    expect(replay.locator("#replay-line")).to_contain_text("turned")
    expect(replay.locator("#replay-decision-next[aria-disabled]")).to_be_visible()
    replay.locator("#replay-back").click()
    replay.locator("#replay-decision-next").click()
    is_at(replay, end + 1)
    assert replay.evaluate("window.isSamePage")


def test_wherever_motion_is_not_wanted_no_card_flies(start):
    page = start(reduced_motion="reduce")
    page.evaluate(
        """() => {
          window.flights = 0;
          new MutationObserver(changes => {
            for (const change of changes) {
              const flights = [...change.addedNodes].filter(one => one.className === 'flight');
              window.flights += flights.length;
            }
          }).observe(document.body, {childList: true});
        }"""
    )
    page.locator("#replay-speed").select_option("4")
    page.keyboard.press("]")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hole 2 of")
    page.locator("#replay-play").click()
    page.wait_for_timeout(2_500)
    assert page.evaluate("window.flights") == 0

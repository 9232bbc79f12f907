"""Somebody with a browser: sees what is on the page, and does what the page lets one do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page

EXPECTED = re.compile(
    r"status of 4|Error Code 4|WebSocket connection|net::ERR_|htmx:|\[object Event\]"
)

OFFERED = "#table button[name=action]:visible:not([disabled])"

MISSED = "#catch-up-skip, #catch-up-done"

PATIENCE = 15_000
"""Milliseconds within which everything on a page is expected to happen."""


class Player:
    """One browser profile with one page; keeps what the console complained about."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page = self.open_page()

    def open_page(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: ConsoleMessage) -> None:
        # A server that is down and a refused action are answers that pages handle; the browser
        # and htmx report them all the same.
        if message.type == "error" and not EXPECTED.search(message.text):
            self.faults.append(message.text)

    def play_as_guest(self) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name="Come in as a guest").click()
        expect(self.page.get_by_role("heading", name="The clubhouse")).to_be_visible()

    def play_a_bot(self) -> None:
        """As a stranger, sit down with a bot by one press."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Play a bot now").click()
        self.waits_for_the_turn()

    def sign_up(self, name: str) -> None:
        self.page.goto("/accounts/signup/")
        self.page.locator("input[name=username]").fill(name)
        self.page.locator("input[name=password1]").fill("a long enough password")
        self.page.locator("input[name=password2]").fill("a long enough password")
        self.page.locator("main form button[type=submit]").first.click()
        expect(self.page.get_by_role("heading", name="The clubhouse")).to_be_visible()

    def open_table(self, *, seats: int, layout: str = "") -> str:
        """Open a table for three holes and return its address."""
        self.page.goto("/tables/new/")
        self.page.select_option("select[name=seats]", label=str(seats))
        self.page.select_option("select[name=holes]", label="3 holes")
        if layout:
            self.page.select_option("select[name=layout]", label=layout)
        self.page.get_by_role("button", name="Open the table").click()
        expect(self.page.locator("#table.is-waiting")).to_be_visible()
        return self.page.url

    @property
    def table(self) -> dict[str, str]:
        """The data of the table as this page shows it: version, sequence, phase, can-act."""
        return self.page.locator("#table").evaluate("table => ({...table.dataset})")

    @property
    def sequence(self) -> int:
        return int(self.table["sequence"])

    def sees_sequence(self, sequence: int) -> None:
        """Expect the page to show this sequence, without doing anything for it."""
        expect(self.page.locator(f"#table[data-sequence='{sequence}']")).to_be_visible()

    def sees_at_least(self, sequence: int) -> None:
        """Expect the page to show this sequence or a later one."""
        self.page.wait_for_function(
            "least => Number(document.getElementById('table').dataset.sequence) >= least",
            arg=sequence,
            polling=50,
        )

    def act(self) -> str:
        """Do the first sensible thing that the page offers; returns the action's text.

        Draws, and puts the drawn card into the first hidden slot, so that holes end soon.
        """
        offered = self.page.locator(OFFERED)
        # When a hole has just ended its buttons come back with the score card.
        offered.first.wait_for()
        actions = offered.evaluate_all(
            "buttons => buttons.map(button => ({id: button.id, action: button.value,"
            " label: button.getAttribute('aria-label') || ''}))"
        )
        hidden = [one for one in actions if "hidden card" in one["label"]]
        stock = [one for one in actions if one["action"] in ("draw", "dismiss")]
        chosen = (stock or hidden or actions)[0]
        before = self.sequence
        self.page.locator(f"{OFFERED}[value='{chosen['action']}']").first.click()
        expect(self.page.locator(f"#table[data-sequence='{before}']")).to_have_count(0)
        self.is_answered()
        return str(chosen["action"])

    def is_answered(self) -> None:
        """Expect that what was sent is answered: another's action may have come before."""
        expect(self.page.locator("#table-form[aria-busy=true]")).to_have_count(0)

    def act_or_put_back(self) -> None:
        """Act; where what is picked up can't be used at once, put it back."""
        put_back = self.page.locator(".choices a[hx-get]:visible")
        self.page.locator(OFFERED).or_(put_back).first.wait_for()
        if self.page.locator(OFFERED).count():
            self.act()
        else:
            put_back.last.click()
            expect(self.page.locator("#table[data-pick='']")).to_be_visible()

    def skips_what_was_missed(self) -> None:
        """Go on to the table as it stands from the first step of what was missed."""
        self.page.locator(MISSED).click()
        expect(self.page.locator("#table-live")).to_be_visible()

    def sees_the_match(self) -> None:
        """Expect a match that has begun; see ``comes_to_the_match``."""
        comes_to_the_match(self.page)

    def may_act(self) -> bool:
        """Whether the page offers an action now."""
        return self.table["canAct"] == "yes"

    def waits_for_the_turn(self) -> None:
        """Wait until the page offers an action."""
        self.sees_the_match()
        expect(self.page.locator("#table[data-can-act=yes]")).to_be_visible()

    def waits_for_the_turn_or(self, phase: str) -> None:
        """Wait until the page offers an action or shows this phase."""
        wanted = self.page.locator(f"#table[data-can-act=yes], #table[data-phase={phase}]")
        expect(wanted).to_be_visible()

    def layout(self) -> list[str]:
        """The own layout as it can be heard: every slot's label."""
        slots = self.page.locator(".own .layout .place")
        return slots.evaluate_all("slots => slots.map(slot => slot.getAttribute('aria-label'))")

    def mark_page(self) -> None:
        """Leave a mark that a reload would wipe out."""
        self.page.evaluate("window.wasNotReloaded = true")

    def was_reloaded(self) -> bool:
        return not self.page.evaluate("window.wasNotReloaded === true")


def comes_to_the_match(page: Page) -> None:
    """Expect a match that has begun, and skip what a quick bot did before the page came."""
    begun = page.locator("#table-live #table:not(.is-waiting)")
    missed = page.locator(MISSED)
    begun.or_(missed).first.wait_for()
    if missed.count():
        missed.click()
    expect(begun).to_be_visible()

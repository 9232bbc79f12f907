"""An order that is left on one page fires by itself when another's turn ends."""

from __future__ import annotations

from playwright.sync_api import expect


def test_an_order_fires_and_says_so_without_a_reload(two):
    host, phone = two
    mover, waiter = (host, phone) if host.may_act() else (phone, host)
    choose_openers(mover, waiter)

    # The order is left on a page of its own: no slot of the table is a tap meanwhile.
    waiter.page.locator("#table-menu summary").click()
    waiter.page.get_by_role("link", name="Leave an order for my next turn").click()
    waiter.page.get_by_label("draw a card and use the rule below").check()
    waiter.page.get_by_label("Throw any other card away and turn up").select_option(index=1)
    waiter.page.get_by_role("button", name="Leave this order").click()
    order = waiter.page.locator("#wish-order")
    expect(order.locator("summary")).to_have_text("Order for your next turn")
    order.locator("summary").click()
    expect(order.locator("p")).to_contain_text("draw; throw anything else away and turn")
    assert waiter.page.locator("#table button[name=action]:visible").count() == 0

    waiter.mark_page()
    before = waiter.sequence
    mover.act()
    mover.act()
    expect(order.locator("summary")).to_have_text("Your order was carried out")
    assert waiter.sequence == before + 4
    assert not waiter.was_reloaded()
    mover.waits_for_the_turn()
    expect(mover.page.locator("#log-latest")).to_contain_text("threw away")


def choose_openers(first, second):
    """Choose the openers of both, the one whose turn it is first."""
    for player, other in ((first, second), (second, first)):
        player.waits_for_the_turn()
        player.act()
        player.act()
        other.sees_at_least(player.sequence)
    first.waits_for_the_turn()

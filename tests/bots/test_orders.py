"""Standing orders decide by what their player sees, and do nothing that isn't lawful."""

from __future__ import annotations

import pytest

from games.bots.orders import Order, OrderError, next_action, read_order
from games.engine import Discard, Draw, Ruleset, Swap, Take, observe
from tests.engine.drivers import Table

# Slots 0 and 1 of each layout lie open: 4C 9D for seat 0.
DEAL = "4C 9D 5C 6C 7C 8C  QD JD 2D 3D 5D 6D"


def seen(top="4H", drawn=None, **fields):
    """What seat 0 sees at its first turn, or after it drew."""
    table = Table(Ruleset(openers_mode="fixed", **fields), 2)
    table.deal(f"{DEAL} {top} {drawn or ''}")
    if drawn:
        table.play("0 draw")
    return observe(table.state, 0)


def test_a_rank_that_is_wanted_is_taken_into_the_slot():
    order = Order(take_ranks=("4", "K"), take_slot=5)
    assert next_action(order, seen(top="4H")) == Take(0, 5)
    assert next_action(order, seen(top="7H")) == Draw(0)


def test_a_card_that_completes_a_column_goes_there():
    order = Order(takes_columns=True, then="wait")
    # Slot 3 lies under the four, slot 4 under the nine.
    assert next_action(order, seen(top="4H")) == Take(0, 3)
    assert next_action(order, seen(top="9H")) == Take(0, 4)
    assert next_action(order, seen(top="7H")) is None


def test_a_column_is_completed_before_a_rank_is_taken():
    order = Order(takes_columns=True, take_ranks=("4",), take_slot=5)
    assert next_action(order, seen(top="4H")) == Take(0, 3)


def test_after_drawing_it_waits_unless_there_is_a_rule():
    assert next_action(Order(then="draw"), seen(drawn="KH")) is None


def test_the_rule_keeps_some_ranks_and_throws_the_others_away():
    order = Order(then="rule", keep_ranks=("K", "2", "A"), keep_slot=1, flip_slot=4)
    assert next_action(order, seen(drawn="KH")) == Swap(0, 1)
    assert next_action(order, seen(drawn="10H")) == Discard(0, 4)


def test_nothing_is_turned_where_the_rules_turn_nothing():
    order = Order(then="rule", flip_slot=4)
    assert next_action(order, seen(drawn="10H", refuse="no_flip")) == Discard(0)


def test_a_slot_that_lies_open_can_not_be_turned_and_the_rest_is_the_players():
    order = Order(then="rule", flip_slot=0)
    assert next_action(order, seen(drawn="10H")) is None


def test_an_order_is_read_back_from_its_json():
    order = Order(("K", "2"), 3, True, "rule", ("A",), 2, 5)
    assert read_order(order.as_json(), 6) == Order(("2", "K"), 3, True, "rule", ("A",), 2, 5)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"take_ranks": ["1"]}, "take_ranks"),
        ({"take_ranks": "K"}, "take_ranks"),
        ({"take_ranks": ["K"]}, "take_slot"),
        ({"take_slot": 6}, "take_slot"),
        ({"take_slot": True}, "take_slot"),
        ({"then": "knock"}, "then"),
        ({"then": "rule", "keep_ranks": ["K"]}, "keep_slot"),
        ({"takes_columns": "yes"}, "takes_columns"),
        ({"power": 1}, "power"),
        ({"v": 2}, "v"),
    ],
)
def test_what_is_no_order_is_refused_by_name(fields, named):
    with pytest.raises(OrderError, match=f"^{named}"):
        read_order({"v": 1, **fields}, 6)


@pytest.mark.parametrize("data", [None, [], "order", 3])
def test_what_is_no_object_is_refused(data):
    with pytest.raises(OrderError):
        read_order(data, 6)

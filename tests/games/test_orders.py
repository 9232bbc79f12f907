"""Standing orders at a table: they fire with the turn they were left for, and die with it."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from games.bots.orders import Order
from games.models import Action, StandingOrder
from games.services import orders, play
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, make_player, start_match

pytestmark = pytest.mark.django_db

DRAW = Order(then="draw")
RULE = Order(then="rule", flip_slot=5)


def at_first_turn(**options):
    """A match at its first turn, who is to move, and who waits."""
    match = start_match(**options)
    drivers.open_cards(match)
    mover = drivers.to_move(match)
    waiting = next(s.player for s in match.seats.all() if s.player != mover)
    return match, mover, waiting


def leave(match, player, order):
    orders.leave_order(match.pk, player, order.as_json(), now=NOW)


def texts(match):
    return list(match.actions.order_by("sequence").values_list("text", "played_by"))


def only_order():
    return StandingOrder.objects.get()


def test_an_order_is_carried_out_as_soon_as_its_turn_comes():
    match, _mover, waiting = at_first_turn()
    leave(match, waiting, RULE)
    before = match.actions.count()
    drivers.act(match, "draw")
    assert match.actions.count() == before + 1
    drivers.act(match, "discard 2")
    assert texts(match)[-2:] == [("draw", "order"), ("discard 5", "order")]
    assert (only_order().outcome, only_order().ended_at) == ("fired", NOW)


def test_an_order_that_draws_leaves_the_rest_to_its_player():
    match, mover, waiting = at_first_turn()
    leave(match, waiting, DRAW)
    drivers.act(match, "take 0")
    assert drivers.to_move(match) == waiting
    assert texts(match)[-1] == ("draw", "order")
    assert only_order().outcome == "waited"
    drivers.act(match, "swap 0")
    assert drivers.to_move(match) == mover


def test_an_order_that_does_not_apply_leaves_the_turn_alone():
    match, _mover, waiting = at_first_turn()
    leave(match, waiting, Order(take_ranks=("X",), take_slot=0, then="wait"))
    drivers.act(match, "take 0")
    assert (only_order().outcome, drivers.to_move(match)) == ("passed", waiting)
    assert texts(match)[-1] == ("take 0", "player")


def test_an_order_outlives_that_the_turn_before_it_is_taken_back():
    match, mover, waiting = at_first_turn()
    drivers.act(match, "take 0")
    leave(match, mover, RULE)
    drivers.submit(match, mover, "undo")
    assert (only_order().ended_at, drivers.to_move(match)) == (None, mover)
    drivers.act(match, "draw")
    assert texts(match)[-1] == ("draw", "player")
    drivers.act(match, "swap 0")
    drivers.act(match, "take 0")
    assert drivers.to_move(match) == waiting
    assert texts(match)[-3:] == [("take 0", "player"), ("draw", "order"), ("discard 5", "order")]
    assert only_order().outcome == "fired"


def test_an_order_fires_once_and_for_no_later_turn():
    match, _mover, waiting = at_first_turn()
    leave(match, waiting, RULE)
    drivers.act(match, "take 0")
    drivers.act(match, "take 0")
    assert drivers.to_move(match) == waiting
    assert Action.objects.filter(played_by="order").count() == 2


def test_two_orders_answer_each_other_in_one_step():
    match, mover, waiting = at_first_turn()
    leave(match, waiting, RULE)
    drivers.act(match, "draw")
    drivers.act(match, "discard 2")
    # It is the first seat's turn again; now it waits with an order while the other acts.
    drivers.act(match, "take 0")
    leave(match, mover, RULE)
    drivers.act(match, "take 0")
    assert [played_by for _text, played_by in texts(match)[-2:]] == ["order", "order"]
    assert drivers.to_move(match) == waiting


def test_a_new_order_takes_the_place_of_the_old_one():
    match, _mover, waiting = at_first_turn()
    leave(match, waiting, RULE)
    leave(match, waiting, DRAW)
    assert sorted(StandingOrder.objects.values_list("outcome", flat=True)) == ["", "withdrawn"]


def test_an_order_that_was_withdrawn_does_nothing():
    match, _mover, waiting = at_first_turn()
    leave(match, waiting, RULE)
    orders.withdraw_order(match.pk, waiting, now=NOW)
    orders.withdraw_order(match.pk, waiting, now=NOW)
    drivers.act(match, "take 0")
    assert not Action.objects.filter(played_by="order").exists()


def test_whoever_leaves_the_table_takes_the_order_along():
    match, _mover, waiting = at_first_turn()
    leave(match, waiting, RULE)
    play.leave_match(match.pk, waiting, now=NOW, rng=random.Random(1))
    drivers.act(match, "take 0")
    assert not Action.objects.filter(played_by="order").exists()
    assert only_order().outcome == "died"


@pytest.mark.parametrize(("holes", "status"), [(1, "finished"), (2, "running")])
def test_an_order_dies_with_the_hole_that_is_called_off_before_its_turn(holes, status):
    match, mover, waiting = at_first_turn(
        preset="house", refuse="no_flip", stall_laps=1, holes=holes
    )
    for text in ("draw", "discard", "draw"):
        drivers.act(match, text)
    assert drivers.to_move(match) == waiting
    leave(match, mover, DRAW)
    drivers.act(match, "discard")
    match.refresh_from_db()
    assert (match.status, only_order().outcome, only_order().ended_at) == (status, "died", NOW)


def test_an_order_answers_an_action_of_the_clock_too():
    match, _mover, waiting = at_first_turn(terms=Terms("1h"))
    leave(match, waiting, RULE)
    carry_out_due(NOW + timedelta(hours=1), random.Random(1))
    played = [played_by for _text, played_by in texts(match)[-4:]]
    assert played == ["clock", "clock", "order", "order"]
    assert match.seats.get(player=waiting).missed == 0


def test_nobody_leaves_an_order_in_their_own_turn():
    match, mover, _waiting = at_first_turn()
    with pytest.raises(Refused) as refused:
        leave(match, mover, RULE)
    assert refused.value.code == "your_turn"


def test_strangers_leave_no_orders():
    match, _mover, _waiting = at_first_turn()
    for act in (
        lambda p: leave(match, p, RULE),
        lambda p: orders.withdraw_order(match.pk, p, now=NOW),
    ):
        with pytest.raises(Refused) as refused:
            act(make_player())
        assert refused.value.code == "not_seated"


@pytest.mark.parametrize("fields", [{}, {"v": 1, "then": "wait"}, {"v": 1, "flip_slot": 6}])
def test_what_is_no_order_is_refused(fields):
    match, _mover, waiting = at_first_turn()
    with pytest.raises(Refused) as refused:
        orders.leave_order(match.pk, waiting, fields, now=NOW)
    assert refused.value.code == "bad_order"
    assert not StandingOrder.objects.exists()


def test_the_closer_has_no_turn_to_leave_an_order_for():
    match, _mover, _waiting = at_first_turn()
    state = drivers.play_on(match, lambda state: state.hole.closer is not None)
    closer = drivers.player_at(match, state.hole.closer or 0)
    with pytest.raises(Refused) as refused:
        leave(match, closer, RULE)
    assert refused.value.code == "no_turn_ahead"

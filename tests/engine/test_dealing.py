"""Rules 2.1 to 2.3: starter, deal, openers."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import (
    Deal,
    IllegalAction,
    MalformedAction,
    Reshuffle,
    Ruleset,
    face_of,
    seats_to_act,
)
from tests.engine.drivers import SMALL, Table

DEAL = "AC 2C 3C 4C AD 2D 3D 4D QS 7H 8H"


def test_deal_goes_seat_by_seat_then_discard_then_stock_from_its_top() -> None:
    table = Table(SMALL).deal(DEAL)
    assert (table.faces(0), table.faces(1)) == ("AC 2C 3C 4C", "AD 2D 3D 4D")
    assert [face_of(card) for card in table.hole.discard] == ["QS"]
    table.play("0 draw")
    assert table.told("drew", viewer=0) == [{"kind": "drew", "seat": 0, "card": "7H"}]


def test_deal_tells_the_starter_and_the_first_discard() -> None:
    table = Table(SMALL).deal(DEAL)
    assert table.told("hole_dealt") == [
        {"kind": "hole_dealt", "seat": None, "hole": 0, "starter": 0, "discard": "QS"}
    ]


def test_layouts_are_dealt_face_down_and_the_rest_is_stock() -> None:
    table = Table(Ruleset(), seats=3).deal()
    assert table.hole.up == (0, 0, 0)
    assert len(table.hole.stock) == 52 - 3 * 6 - 1


@pytest.mark.parametrize("spoilt", ["short", "double", "foreign"])
def test_deal_must_hold_exactly_the_cards(spoilt: str) -> None:
    table = Table(SMALL)
    order = list(SMALL.pack_cards(2))
    if spoilt == "short":
        order.pop()
    else:
        order[0] = {"double": order[1], "foreign": 52}[spoilt]
    with pytest.raises(MalformedAction) as refused:
        table.do(Deal(tuple(order)))
    assert str(refused.value) == "the deal does not hold exactly the cards to shuffle"


@pytest.mark.parametrize("action", [Deal(SMALL.pack_cards(2)), Reshuffle(())])
def test_nothing_is_dealt_or_shuffled_while_a_seat_is_to_move(action: Deal | Reshuffle) -> None:
    with pytest.raises(IllegalAction) as refused:
        Table(SMALL).deal().do(action)
    assert refused.value.code == "not_waiting_for_chance"
    assert str(refused.value) == f"no {action.kind} is due now"


def test_deal_is_due_first_and_no_reshuffle() -> None:
    with pytest.raises(IllegalAction) as refused:
        Table(SMALL).do(Reshuffle(SMALL.pack_cards(2)))
    assert refused.value.code == "not_waiting_for_chance"


def test_seats_wait_while_the_deal_is_due() -> None:
    with pytest.raises(IllegalAction) as refused:
        Table(SMALL).play("0 draw")
    assert refused.value.code == "waiting_for_chance"


def test_openers_in_turn_are_all_chosen_by_one_seat_before_the_next() -> None:
    table = Table(Ruleset()).deal()
    assert seats_to_act(table.state) == (0,)
    assert table.texts(0) == ["turn 0", "turn 1", "turn 2", "turn 3", "turn 4", "turn 5"]
    table.play("0 turn 4")
    assert seats_to_act(table.state) == (0,)
    assert "turn 4" not in table.texts(0)
    table.play("0 turn 0")
    assert seats_to_act(table.state) == (1,)
    table.play("1 turn 5", "1 turn 2")
    assert (seats_to_act(table.state), table.hole.phase) == ((0,), "turn")


def test_opener_is_turned_up_for_everybody() -> None:
    table = Table(Ruleset()).deal("AC 2C 3C 4C 5C 6C").play("0 turn 4")
    assert table.told("opener_turned") == [
        {"kind": "opener_turned", "seat": 0, "slot": 4, "card": "5C"}
    ]
    assert table.hole.up == (0b010000, 0)


def test_zero_openers_skip_the_step() -> None:
    table = Table(Ruleset(openers=0)).deal()
    assert (table.hole.phase, table.kinds) == ("turn", ["hole_dealt"])


def test_fixed_openers_are_the_first_slots_and_nobody_chooses() -> None:
    table = Table(Ruleset(openers_mode="fixed", openers=3)).deal()
    assert table.hole.up == (0b000111, 0b000111)
    assert table.hole.phase == "turn"
    assert table.kinds == ["hole_dealt", *["opener_turned"] * 6]


def test_peeked_openers_stay_down_and_only_their_owner_sees_them() -> None:
    rules = Ruleset(openers_mode="fixed", openers_seen="peek")
    table = Table(rules).deal("AC 2C 3C 4C 5C 6C AD 2D")
    assert table.hole.up == (0, 0)
    assert [fact.get("card") for fact in table.told("opener_peeked", 0)] == ["AC", "2C", None, None]
    assert [fact.get("card") for fact in table.told("opener_peeked", 1)] == [None, None, "AD", "2D"]
    assert [fact.get("card") for fact in table.told("opener_peeked")] == [None] * 4


def test_all_cards_but_one_may_be_peeked_at_without_going_out() -> None:
    rules = Ruleset(openers_mode="fixed", openers_seen="peek", openers=5)
    assert Table(rules).deal().hole.closer is None


def test_openers_at_once_are_chosen_in_any_order() -> None:
    table = Table(Ruleset(openers_order="at_once"), seats=3).deal()
    assert seats_to_act(table.state) == (0, 1, 2)
    table.play("2 turn 0", "0 turn 1", "2 turn 3")
    assert seats_to_act(table.state) == (0, 1)
    table.play("1 turn 1", "1 turn 2", "0 turn 5")
    assert (table.hole.phase, table.hole.to_move) == ("turn", 0)


def test_hole_is_started_by_the_next_seat_each_time() -> None:
    table = Table(Ruleset(layout="2x2", openers=3, openers_mode="fixed", holes=3), seats=3)
    starters: list[Any] = []
    for _ in range(3):
        table.deal()
        starters.append(table.hole.starter)
        for _ in range(3):
            table.play(f"{table.hole.to_move} take 3")
        if table.state.phase == "score_card":
            table.play("0 dismiss", "1 dismiss", "2 dismiss")
    assert starters == [0, 1, 2]

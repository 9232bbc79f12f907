"""Rules 2.5 to 2.8: going out, last turns, calling off, the stock, the order of ending a turn."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import (
    Deal,
    Draw,
    HolePhase,
    IllegalAction,
    MalformedAction,
    MatchPhase,
    Reshuffle,
    Ruleset,
    apply,
    chance_cards,
    face_of,
    legal_actions,
    seats_to_act,
)
from tests.engine.drivers import SMALL, Table, with_hole

DEAL = "AC 2C 3C 4C AD 2D 3D 4D QS 7H 8H"


def small(seats: int = 2, faces: str = DEAL, **fields: Any) -> Table:
    return Table(Ruleset.from_fields({**SMALL.to_fields(), **fields}), seats).deal(faces)


@pytest.mark.parametrize("lines", [["0 take 3"], ["0 draw", "0 swap 3"], ["0 draw", "0 discard 3"]])
def test_layout_wholly_up_closes_in_whatever_way(lines: list[str]) -> None:
    table = small(openers=3).play(*lines)
    assert table.kinds[-1] == "went_out"
    assert table.told("went_out") == [{"kind": "went_out", "seat": 0}]
    assert (table.hole.closer, table.hole.last_turns_left) == (0, 1)


def test_every_other_seat_gets_one_last_turn_and_the_closer_none() -> None:
    table = small(seats=3, openers=3).play("0 take 0", "1 take 3")
    assert (table.hole.closer, seats_to_act(table.state)) == (1, (2,))
    table.play("2 take 0")
    assert seats_to_act(table.state) == (0,)
    table.play("0 take 0")
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("hole_ended") == [{"kind": "hole_ended", "seat": None, "reason": "went_out"}]


def test_second_layout_wholly_up_does_not_close_again() -> None:
    table = small(seats=3, openers=3).play("0 take 3", "1 take 3")
    assert "went_out" not in table.kinds
    assert (table.hole.closer, table.hole.last_turns_left) == (0, 1)


def test_without_last_turns_the_hole_ends_at_once() -> None:
    table = small(seats=3, openers=3, last_turns=0).play("0 take 3")
    assert table.kinds == ["placed", "went_out", "hole_ended", "hole_scored", "match_finished"]


def test_final_putt_may_be_used_in_a_last_turn() -> None:
    table = small(openers=3, final_putt=True).play("0 take 3", "1 draw", "1 discard")
    assert table.state.phase is MatchPhase.FINISHED
    assert table.hole.closer == 0


def test_all_cards_are_turned_up_and_scored_at_the_end() -> None:
    table = small(openers=3).play("0 take 3", "1 take 0")
    assert table.hole.up == (0b1111, 0b1111)
    assert table.told("hole_scored") == [
        {
            "kind": "hole_scored",
            "seat": None,
            "hole": 0,
            "closer": 0,
            "strokes": [1 - 2 + 3 + 10, 4 - 2 + 3 + 4],
            "layouts": [["AC", "2C", "3C", "QS"], ["4C", "2D", "3D", "4D"]],
            "totals": [12, 9],
        }
    ]


def test_run_of_discards_calls_the_hole_off() -> None:
    table = small(refuse="no_flip", stall_laps=2)
    table.play("0 draw", "0 discard", "1 draw", "1 discard", "0 draw", "0 discard", "1 draw")
    assert table.hole.passes == 3
    table.play("1 discard")
    assert table.kinds == [
        *("discarded", "called_off", "hole_ended", "hole_scored", "match_finished"),
    ]
    assert table.told("hole_ended")[0]["reason"] == "called_off"
    assert table.hole.closer is None


@pytest.mark.parametrize("other", [["1 take 0"], ["1 draw", "1 swap 0"], ["1 draw", "1 discard 1"]])
def test_any_other_turn_breaks_the_run(other: list[str]) -> None:
    table = small(refuse="may_flip").play("0 draw", "0 discard", *other)
    assert table.hole.passes == 0


def test_run_is_counted_in_laps_of_all_seats() -> None:
    table = small(seats=3, refuse="no_flip", stall_laps=1)
    table.play("0 draw", "0 discard", "1 draw", "1 discard")
    assert table.state.phase is MatchPhase.HOLE
    table.play("2 draw", "2 discard")
    assert table.told("hole_ended")[0]["reason"] == "called_off"


def test_hole_is_called_off_after_the_200th_turn_of_every_seat() -> None:
    table = small()
    for _ in range(199):
        table.play("0 take 0", "1 take 0")
    table.play("0 take 0")
    assert table.state.phase is MatchPhase.HOLE
    table.play("1 take 0")
    assert table.kinds == ["placed", "called_off", "hole_ended", "hole_scored", "match_finished"]
    assert table.told("hole_ended")[0]["reason"] == "turn_limit"


def test_going_out_with_the_200th_turn_comes_before_calling_off() -> None:
    table = small(openers=3)
    table.state = with_hole(table.state, turns=(200, 199), to_move=1)
    table.play("1 take 3")
    assert table.kinds[:3] == ["placed", "went_out", "called_off"]
    assert (table.hole.closer, table.hole.last_turns_left) == (1, 0)


def emptied(seats: int = 2, **fields: Any) -> Table:
    """A table at which the seat to move has one stock card left to draw."""
    table = small(seats, **fields)
    stock, discard = table.hole.stock, table.hole.discard
    table.state = with_hole(table.state, stock=stock[-1:], discard=(*stock[:-1], *discard))
    return table


def test_empty_stock_is_made_of_the_discard_pile_except_its_top() -> None:
    table = emptied().play("0 draw", "0 swap 0")
    assert (table.hole.phase, seats_to_act(table.state)) == ("await_reshuffle", ())
    cards = chance_cards(table.state)
    assert cards is not None
    assert len(cards) == 52 - 8 - 1
    table.reshuffle("QS KD")
    assert table.told("stock_recycled") == [{"kind": "stock_recycled", "seat": None, "count": 43}]
    assert [face_of(card) for card in table.hole.discard] == ["AC"]
    assert (table.hole.to_move, len(table.hole.stock)) == (1, 43)
    table.play("1 draw")
    assert table.told("drew", 1)[0]["card"] == "QS"


def test_drawing_the_last_card_does_not_recycle_before_the_turn_ends() -> None:
    assert emptied().play("0 draw").hole.phase == "drawn"


def test_seats_wait_for_the_reshuffle() -> None:
    table = emptied().play("0 draw", "0 swap 0")
    with pytest.raises(IllegalAction) as refused:
        table.play("1 draw")
    assert refused.value.code == "waiting_for_chance"
    assert str(refused.value) == "the cards are being shuffled"


@pytest.mark.parametrize("spoilt", ["short", "top", "double"])
def test_reshuffle_must_hold_exactly_the_recycled_cards(spoilt: str) -> None:
    table = emptied().play("0 draw", "0 swap 0")
    order = list(chance_cards(table.state) or ())
    if spoilt == "short":
        order.pop()
    else:
        order[0] = {"top": table.hole.discard[-1], "double": order[1]}[spoilt]
    with pytest.raises(MalformedAction):
        table.do(Reshuffle(tuple(order)))


def test_no_deal_while_the_reshuffle_is_due() -> None:
    table = emptied().play("0 draw", "0 swap 0")
    with pytest.raises(IllegalAction) as refused:
        table.do(Deal(chance_cards(table.state) or ()))
    assert refused.value.code == "not_waiting_for_chance"


def test_what_a_seat_has_seen_is_forgotten_when_it_is_shuffled() -> None:
    table = emptied(openers_seen="peek")
    ace_of_clubs, ace_of_diamonds = table.hole.layouts[0][0], table.hole.layouts[1][0]
    assert table.hole.seen == (1 << ace_of_clubs, 1 << ace_of_diamonds)
    table.play("0 take 0", "1 draw", "1 swap 1")
    table.reshuffle()
    assert table.hole.seen == (0, 1 << ace_of_diamonds)


def test_stock_that_cannot_be_recycled_ends_the_hole() -> None:
    table = small()
    only_card = table.hole.discard[0]
    table.state = with_hole(
        table.state, stock=(), discard=(), drawn=only_card, phase=HolePhase.DRAWN
    )
    table.play("0 discard 1")
    assert table.kinds == ["discarded", "flipped", "hole_ended", "hole_scored", "match_finished"]
    assert table.told("hole_ended")[0]["reason"] == "no_stock"
    assert table.hole.closer is None


def test_two_discarded_cards_are_enough_for_a_new_stock_of_one() -> None:
    table = small()
    queen, seven = table.hole.discard[0], table.hole.stock[-1]
    table.state = with_hole(table.state, stock=(), drawn=seven, phase=HolePhase.DRAWN)
    table.play("0 discard 1")
    assert chance_cards(table.state) == (queen,)
    table.reshuffle()
    assert (table.hole.stock, table.hole.discard) == ((queen,), (seven,))


def test_stock_that_cannot_be_recycled_leaves_a_closer_who_was_there() -> None:
    table = small(openers=3)
    table.state = with_hole(table.state, stock=())
    table.play("0 take 3")
    assert table.kinds[:3] == ["placed", "went_out", "hole_ended"]
    assert (table.told("hole_ended")[0]["reason"], table.hole.closer) == ("no_stock", 0)


def test_calling_off_comes_before_the_stock() -> None:
    table = emptied(refuse="no_flip", stall_laps=1)
    table.state = with_hole(table.state, passes=1)
    table.play("0 draw", "0 discard")
    assert table.told("hole_ended")[0]["reason"] == "called_off"


def test_stock_comes_before_the_last_turn_is_counted() -> None:
    table = emptied(openers=3).play("0 take 3", "1 draw", "1 swap 0")
    assert (table.hole.phase, table.hole.last_turns_left) == ("await_reshuffle", 1)
    table.reshuffle()
    assert table.kinds == ["stock_recycled", "hole_ended", "hole_scored", "match_finished"]


def test_going_out_with_the_last_stock_card_still_gives_last_turns() -> None:
    table = emptied(openers=3).play("0 draw", "0 swap 3")
    assert table.kinds == ["placed", "went_out"]
    table.reshuffle()
    assert (seats_to_act(table.state), table.hole.last_turns_left) == ((1,), 1)


def test_seat_without_hidden_cards_may_throw_away_without_a_flip() -> None:
    table = small()
    table.state = with_hole(table.state, up=(0b1111, 0b1111), closer=1, last_turns_left=1)
    table.play("0 draw")
    assert table.texts(0) == ["swap 0", "swap 1", "swap 2", "swap 3", "discard"]


def test_seat_facing_an_empty_stock_may_still_take() -> None:
    table = small()
    state = with_hole(table.state, stock=())
    assert [action.text for action in legal_actions(state, 0)] == [
        *("take 0", "take 1", "take 2", "take 3"),
    ]
    with pytest.raises(IllegalAction):
        apply(state, Draw(0))

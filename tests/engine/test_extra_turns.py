"""Rule 6: jacks that skip, golf calls; and where rule 2.8 puts them at the end of a turn."""

from __future__ import annotations

from typing import Any

from games.engine import MatchPhase, Ruleset, seats_to_act
from tests.engine.drivers import SMALL, Table, with_hole

LAYOUTS = "AC 2C 3C 4C AD 2D 3D 4D"
THREE = f"{LAYOUTS} AH 2H 3H 4H"


def at_table(
    stock: str, seats: int = 3, discard: str = "8H", layouts: str = "", **fields: Any
) -> Table:
    rules = {**SMALL.to_fields(), "refuse": "no_flip", **fields}
    usual = LAYOUTS if seats == 2 else THREE
    return Table(Ruleset.from_fields(rules), seats).deal(f"{layouts or usual} {discard} {stock}")


def jacks(stock: str, seats: int = 3, **fields: Any) -> Table:
    return at_table(stock, seats, jack_skips=True, **fields)


def test_jack_thrown_away_takes_the_next_turn() -> None:
    table = jacks("JC").play("0 draw", "0 discard")
    assert table.kinds == ["discarded", "turn_skipped"]
    assert table.told("turn_skipped") == [{"kind": "turn_skipped", "seat": 1}]
    assert seats_to_act(table.state) == (2,)


def test_jack_that_leaves_a_layout_skips_too() -> None:
    table = jacks("9C", layouts=f"JC 2C 3C 4C AD 2D 3D 4D {THREE[24:]}").play("0 take 0")
    assert seats_to_act(table.state) == (2,)


def test_with_two_seats_one_plays_again() -> None:
    table = jacks("JC", seats=2).play("0 draw", "0 discard")
    assert seats_to_act(table.state) == (0,)
    assert table.hole.turns == (1, 1)


def test_first_up_card_does_not_count() -> None:
    table = jacks("9C", discard="JC")
    assert seats_to_act(table.state) == (0,)


def test_jack_that_another_turn_put_there_does_not_count() -> None:
    table = jacks("JC", knock=True).play("0 draw", "0 discard", "2 knock")
    assert "turn_skipped" not in table.kinds
    assert seats_to_act(table.state) == (0,)


def test_last_turn_is_lost_too() -> None:
    table = jacks("JC", knock=True).play("0 knock", "1 draw", "1 discard")
    assert table.kinds[:3] == ["discarded", "turn_skipped", "hole_ended"]
    assert table.told("turn_skipped")[0]["seat"] == 2


def test_closer_is_not_the_seat_skipped() -> None:
    table = jacks("9C 10C JC", seats=3, knock=True)
    # Seat 1 knocks; seat 0 throws a jack away in the very last turn: nobody is left to skip.
    table.play("0 take 0", "1 knock", "2 take 0", "0 draw", "0 discard")
    assert table.state.phase is MatchPhase.FINISHED
    table = jacks("JC", seats=3, knock=True)
    table.state = with_hole(table.state, closer=1, last_turns_left=2, knocked=True)
    table.play("0 draw", "0 discard")
    assert table.told("turn_skipped")[0]["seat"] == 2
    assert table.told("hole_ended")[0]["reason"] == "knocked"


def test_going_out_with_a_jack_takes_the_first_last_turn() -> None:
    table = jacks("9C", layouts=f"AC 2C 3C JC AD 2D 3D 4D {THREE[24:]}", openers=3)
    table.play("0 take 3")
    assert table.kinds == ["placed", "went_out", "turn_skipped"]
    assert (seats_to_act(table.state), table.hole.last_turns_left) == ((2,), 1)


def test_going_out_with_a_jack_against_one_ends_the_hole() -> None:
    table = jacks("9C", seats=2, layouts="AC 2C 3C JC AD 2D 3D 4D", openers=3).play("0 take 3")
    assert table.kinds[:4] == ["placed", "went_out", "turn_skipped", "hole_ended"]


def test_without_the_rule_a_jack_is_a_card() -> None:
    assert seats_to_act(at_table("JC").play("0 draw", "0 discard").state) == (1,)


def golf(stock: str, seats: int = 2, **fields: Any) -> Table:
    return at_table(stock, seats, golf_call=True, **fields)


def test_completing_a_column_gives_one_more_turn_at_once() -> None:
    table = golf("AH").play("0 draw", "0 swap 2")
    assert table.kinds == ["placed", "golf_called"]
    assert table.told("golf_called") == [{"kind": "golf_called", "seat": 0}]
    assert (seats_to_act(table.state), table.hole.is_extra_turn) == ((0,), True)
    assert table.hole.is_extra_turn_due is False


def test_extra_turn_gives_no_other() -> None:
    layouts = "AC 2C 3C 4C 5C 6C AD 2D 3D 4D 5D 6D"
    table = golf("AH 2H", layout="2x3", openers=3, layouts=layouts)
    table.play("0 draw", "0 swap 3", "0 draw", "0 swap 4")
    assert table.faces(0) == "AC 2C 3C AH 2H 6C"
    assert table.kinds == ["placed"]
    assert seats_to_act(table.state) == (1,)


def test_next_turn_after_an_extra_one_may_call_again() -> None:
    table = golf("AH 9C 9D 2H", openers=2).play("0 draw", "0 swap 2", "0 draw", "0 discard")
    table.play("1 draw", "1 discard")
    assert table.hole.is_extra_turn is False
    table.play("0 draw", "0 swap 3")
    assert table.hole.closer == 0


def test_flip_that_completes_a_column_calls() -> None:
    layouts = "AC 2C AH 4C AD 2D 3D 4D"
    table = golf("9C", layouts=layouts, refuse="flip").play("0 draw", "0 discard 2")
    assert table.kinds == ["discarded", "flipped", "golf_called"]


def test_column_with_a_hidden_card_is_not_complete() -> None:
    table = golf("9C", layouts="AC 2C AH 4C AD 2D 3D 4D").play("0 draw", "0 discard")
    assert seats_to_act(table.state) == (1,)


def test_complete_column_that_stays_complete_calls_nothing() -> None:
    table = golf("AH 9C AS", packs=2).play("0 draw", "0 swap 2", "0 take 1", "1 draw", "1 discard")
    table.play("0 draw", "0 swap 0")
    assert "golf_called" not in table.kinds


def test_wild_card_completes_a_column() -> None:
    assert golf("JS", wild=["JS"]).play("0 draw", "0 swap 2").kinds == ["placed", "golf_called"]


def test_row_calls_nothing() -> None:
    table = golf("AH", lines="columns_rows").play("0 draw", "0 swap 1")
    assert seats_to_act(table.state) == (1,)


def test_column_completed_by_a_power_calls_for_the_seat_that_acted_alone() -> None:
    layouts = "AC 2C 3C 4C AD 2D 3D 4D"
    table = golf("KC", layouts=layouts, openers=3, powers={"K": "swap_any"})
    table.play("0 draw", "0 discard exchange 0.2 1.0")
    assert (table.faces(0), table.kinds[-1]) == ("AC 2C AD 4C", "golf_called")
    table = golf("KC", layouts="3H 2C AH 4C AD 2D 3D 4D", openers=3, powers={"K": "swap_any"})
    table.play("0 draw", "0 discard exchange 0.2 1.2")
    assert table.faces(1) == "AD 2D AH 4D"
    assert table.kinds[-1] == "golf_called"
    table = golf("KC", layouts="5H 2C AH 4C AD 2D 3D 4D", openers=3, powers={"K": "swap_any"})
    table.play("0 draw", "0 discard exchange 0.2 1.2")
    assert seats_to_act(table.state) == (1,)


def test_closer_gets_no_extra_turn() -> None:
    table = golf("9C", layouts="AC 2C 3C 4C AD 2D 3D 4D", openers=3, discard="2H")
    table.play("0 take 3")
    assert table.kinds == ["placed", "went_out"]
    assert seats_to_act(table.state) == (1,)


def test_extra_turn_comes_within_a_last_turn_before_it_is_counted() -> None:
    table = golf("AH", knock=True).play("0 knock", "1 draw", "1 swap 2")
    assert table.kinds == ["placed", "golf_called"]
    assert (seats_to_act(table.state), table.hole.last_turns_left) == ((1,), 1)
    table.play("1 take 1")
    assert table.state.phase is MatchPhase.FINISHED


def test_extra_turn_comes_before_a_skip() -> None:
    table = golf("AH 9C", layouts="AC 2C JC 4C AD 2D 3D 4D", jack_skips=True)
    table.play("0 draw", "0 swap 2")
    assert table.kinds == ["placed", "golf_called"]
    table.play("0 draw", "0 discard")
    assert seats_to_act(table.state) == (1,)


def test_stock_comes_before_an_extra_turn() -> None:
    table = golf("AH")
    stock = table.hole.stock
    table.state = with_hole(
        table.state, stock=stock[-1:], discard=(*stock[:-1], *table.hole.discard)
    )
    table.play("0 draw", "0 swap 2")
    assert (table.hole.phase, table.hole.is_extra_turn_due) == ("await_reshuffle", True)
    table.reshuffle()
    assert table.kinds == ["stock_recycled", "golf_called"]
    assert seats_to_act(table.state) == (0,)


def test_skip_comes_after_a_shuffle_too() -> None:
    table = jacks("JC")
    stock = table.hole.stock
    table.state = with_hole(
        table.state, stock=stock[-1:], discard=(*stock[:-1], *table.hole.discard)
    )
    table.play("0 draw", "0 discard").reshuffle()
    assert table.kinds == ["stock_recycled", "turn_skipped"]
    assert seats_to_act(table.state) == (2,)


def test_calling_off_comes_before_an_extra_turn() -> None:
    table = golf("AH")
    table.state = with_hole(table.state, turns=(199, 200))
    table.play("0 draw", "0 swap 2")
    assert table.kinds[:3] == ["placed", "called_off", "hole_ended"]

"""Rules 2.4 and 2.5: knocking, and cards laid face down."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import IllegalAction, MatchPhase, Ruleset, SeenCard, observe, seats_to_act
from tests.engine.drivers import SMALL, Table, with_hole

DEAL = "AC 2C 3C 4C AD 2D 3D 4D QS 7H 8H 9H"


PLUS_10: dict[str, Any] = {"closer_judged": "knocker", "closer_fails": "plus_10"}


def knocking(seats: int = 2, faces: str = DEAL, **fields: Any) -> Table:
    rules = {**SMALL.to_fields(), "knock": True, **fields}
    return Table(Ruleset.from_fields(rules), seats).deal(faces)


def test_knock_is_said_instead_of_drawing_from_the_first_turn_on() -> None:
    table = knocking()
    assert table.texts(0)[-1] == "knock"
    table.play("0 knock")
    assert table.told("knocked") == [{"kind": "knocked", "seat": 0}]
    assert (table.hole.closer, table.hole.knocked, table.hole.turns) == (0, True, (1, 0))


def test_without_the_rule_nobody_knocks() -> None:
    with pytest.raises(IllegalAction) as refused:
        knocking(knock=False).play("0 knock")
    assert refused.value.code == "not_lawful"


def test_nobody_knocks_with_a_card_drawn() -> None:
    assert "knock" not in knocking().play("0 draw").texts(0)


def test_knock_gives_every_other_seat_one_turn_and_nobody_can_knock_again() -> None:
    table = knocking(seats=3).play("0 take 0", "1 knock")
    assert (seats_to_act(table.state), table.hole.last_turns_left) == ((2,), 2)
    assert "knock" not in table.texts(2)
    table.play("2 take 0")
    assert seats_to_act(table.state) == (0,)
    table.play("0 take 0")
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("hole_ended")[0]["reason"] == "knocked"
    assert table.told("hole_scored")[0]["closer"] == 1


def test_knock_without_last_turns_ends_the_hole_at_once() -> None:
    table = knocking(seats=3, last_turns=0).play("0 knock")
    assert table.kinds == ["knocked", "hole_ended", "hole_scored", "match_finished"]


def test_nobody_can_knock_after_somebody_went_out() -> None:
    table = knocking(openers=3).play("0 take 3")
    assert (table.hole.knocked, "knock" in table.texts(1)) == (False, False)


def test_going_out_after_a_knock_closes_nothing() -> None:
    table = knocking(seats=3, openers=3).play("0 knock", "1 take 3")
    assert "went_out" not in table.kinds
    assert (table.hole.closer, seats_to_act(table.state)) == (0, (2,))


def test_knock_breaks_a_run_of_discards() -> None:
    table = knocking(refuse="no_flip", stall_laps=1).play("0 draw", "0 discard", "1 knock")
    assert (table.hole.passes, table.state.phase) == (0, MatchPhase.HOLE)


def test_knocker_is_judged_where_only_knockers_are() -> None:
    table = knocking(**PLUS_10).play("0 knock", "1 take 3")
    assert table.told("hole_scored")[0]["strokes"] == [6, 12]
    assert table.told("hole_scored")[0]["outcome"] == "success"


def test_knocker_who_is_not_lowest_pays() -> None:
    table = knocking(faces="9C 2C 3C 4C AD 2D 3D 4D QS", **PLUS_10).play("0 knock", "1 take 3")
    scored = table.told("hole_scored")[0]
    assert (scored["layout_strokes"], scored["strokes"]) == ([14, 12], [24, 12])
    assert scored["outcome"] == "failure"


def test_who_goes_out_is_not_judged_where_only_knockers_are() -> None:
    table = knocking(openers=3, **PLUS_10).play("0 take 3", "1 take 0")
    scored = table.told("hole_scored")[0]
    assert (scored["strokes"], scored["outcome"]) == (scored["layout_strokes"], None)


def down(**fields: Any) -> Table:
    return knocking(replaced_face="down", **fields)


def shown(table: Table, viewer: int | None, slot: int, seat: int = 0) -> str | None:
    card = observe(table.state, viewer).layouts[seat][slot]
    assert not card.is_up
    return card.face


def test_drawn_card_laid_face_down_is_known_to_its_owner_alone() -> None:
    table = down().play("0 draw", "0 swap 2")
    assert [shown(table, viewer, 2) for viewer in (0, 1, None)] == ["7H", None, None]
    placed = {
        "kind": "placed",
        "seat": 0,
        "slot": 2,
        "card": None,
        "origin": "stock",
        "discarded": "3C",
        "was_hidden": True,
        "is_up": False,
    }
    assert table.told("placed") == table.told("placed", 1) == [placed]
    assert table.told("placed", 0) == [placed | {"card": "7H"}]


def test_card_from_the_discard_pile_laid_face_down_is_known_to_everybody() -> None:
    table = down().play("0 take 2")
    assert [shown(table, viewer, 2) for viewer in (0, 1, None)] == ["QS", "QS", "QS"]
    assert table.told("placed")[0]["card"] == "QS"


def test_shown_card_that_is_replaced_leaves_a_hidden_one() -> None:
    table = down()
    assert observe(table.state, 1).layouts[0][0] == SeenCard("AC", is_up=True)
    table.play("0 draw", "0 swap 0")
    assert (table.hole.up[0], table.told("placed")[0]["was_hidden"]) == (0, False)
    assert shown(table, 1, 0) is None


def test_replacing_the_last_hidden_card_face_down_is_not_going_out() -> None:
    table = down(openers=3).play("0 take 3")
    assert (table.hole.closer, table.hole.up[0]) == (None, 0b0111)


def test_flip_still_goes_out() -> None:
    table = down(openers=3).play("0 draw", "0 discard 3")
    assert table.hole.closer == 0


def test_what_everybody_knew_is_forgotten_when_it_is_shuffled() -> None:
    table = down().play("0 take 0", "1 draw", "1 discard 1", "0 draw", "0 swap 0")
    queen = table.hole.discard[-1]
    assert table.hole.public == 1 << queen
    table.play("1 draw")
    stock, discard = table.hole.stock, table.hole.discard
    table.state = with_hole(table.state, stock=(), discard=(*stock, *discard))
    table.play("1 discard 2").reshuffle()
    assert (table.hole.public, queen in table.hole.stock) == (0, True)

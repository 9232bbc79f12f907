"""Rule 6: powers, what they show, what they move, and how they close a layout."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import (
    Exchange,
    IllegalAction,
    MalformedAction,
    MatchPhase,
    Peek,
    Ruleset,
    observe,
    seats_to_act,
)
from tests.engine.drivers import SMALL, Table, with_hole

POWERS = {"J": "peek_own", "Q": "peek_other", "K": "swap_any"}
LAYOUTS = "AC 2C 3C 4C AD 2D 3D 4D"
THREE = f"{LAYOUTS} AH 2H 3H 4H"


def powers(stock: str, seats: int = 2, discard: str = "8H", **fields: Any) -> Table:
    rules = {**SMALL.to_fields(), "powers": POWERS, "refuse": "no_flip", **fields}
    layouts = LAYOUTS if seats == 2 else THREE
    return Table(Ruleset.from_fields(rules), seats).deal(f"{layouts} {discard} {stock}")


def faces(table: Table, viewer: int | None, seat: int) -> list[str | None]:
    return [card.face for card in observe(table.state, viewer).layouts[seat]]


def test_jack_may_be_thrown_away_to_peek_at_a_hidden_card_of_ones_own() -> None:
    table = powers("JC").play("0 draw")
    assert table.texts(0)[4:] == ["discard", "discard peek 1", "discard peek 2", "discard peek 3"]
    table.play("0 discard peek 2")
    assert table.kinds == ["discarded", "peeked"]
    told = {"kind": "peeked", "seat": 0, "owner": 0, "slot": 2}
    assert table.told("peeked") == table.told("peeked", 1) == [told]
    assert table.told("peeked", 0) == [told | {"card": "3C"}]
    assert faces(table, 0, 0) == ["AC", None, "3C", None]
    assert faces(table, 1, 0) == faces(table, None, 0) == ["AC", None, None, None]


def test_queen_looks_at_a_hidden_card_of_another_seat() -> None:
    table = powers("QC", seats=3).play("0 draw")
    assert table.texts(0)[5:] == [
        *("discard peek 1.1", "discard peek 1.2", "discard peek 1.3"),
        *("discard peek 2.1", "discard peek 2.2", "discard peek 2.3"),
    ]
    table.play("0 discard peek 2.3")
    assert faces(table, 0, 2) == ["AH", None, None, "4H"]
    assert faces(table, 2, 2) == faces(table, 1, 2) == ["AH", None, None, None]


def test_king_exchanges_any_two_cards_unseen() -> None:
    table = powers("KC").play("0 draw")
    assert len(table.texts(0)) == 4 + 1 + 8 * 7 // 2
    table.play("0 discard exchange 0.1 1.2")
    assert (table.faces(0), table.faces(1)) == ("AC 3D 3C 4C", "AD 2D 2C 4D")
    assert table.told("exchanged") == [
        {"kind": "exchanged", "seat": 0, "slots": [[0, 1], [1, 2]]},
    ]
    assert table.told("exchanged", 0) == table.told("exchanged", None)
    assert faces(table, 0, 0) == ["AC", None, None, None]


def test_exchange_may_be_within_one_layout_or_between_two_others() -> None:
    assert powers("KC").play("0 draw", "0 discard exchange 1.0 1.3").faces(1) == "4D 2D 3D AD"
    table = powers("KC", seats=3).play("0 draw", "0 discard exchange 1.0 2.3")
    assert (table.faces(1), table.faces(2)) == ("4H 2D 3D 4D", "AH 2H 3H AD")


def test_shown_card_stays_shown_and_a_hidden_one_hidden() -> None:
    table = powers("KC").play("0 draw", "0 discard exchange 0.0 1.3")
    assert table.hole.up == (0b0000, 0b1001)
    assert faces(table, 1, 1) == ["AD", None, None, "AC"]


def test_what_a_seat_has_seen_follows_the_card() -> None:
    table = powers("JC KC").play("0 draw", "0 discard peek 2", "1 draw")
    table.play("1 discard exchange 0.2 1.3")
    assert faces(table, 0, 1) == ["AD", None, None, "3C"]
    assert faces(table, 0, 0) == ["AC", None, None, None]
    assert faces(table, 1, 1) == ["AD", None, None, None]


def test_power_replaces_the_flip() -> None:
    table = powers("JC", refuse="flip").play("0 draw")
    assert "discard" not in table.texts(0)
    table.play("0 discard peek 1")
    assert (table.hole.up[0], table.hole.to_move) == (0b0001, 1)


def test_using_a_power_is_a_choice() -> None:
    table = powers("JC", refuse="flip").play("0 draw", "0 discard 1")
    assert (table.kinds, table.hole.up[0]) == (["discarded", "flipped"], 0b0011)


def test_cards_without_a_power_have_none() -> None:
    assert powers("10C").play("0 draw").texts(0)[4:] == ["discard"]


def test_power_needs_a_target() -> None:
    table = powers("JC")
    table.state = with_hole(table.state, up=(0b1111, 0b0001), closer=1, last_turns_left=1)
    assert table.play("0 draw").texts(0)[4:] == ["discard"]


def test_power_never_comes_from_the_discard_pile_or_a_card_that_left_a_layout() -> None:
    table = powers("9C", discard="JC").play("0 take 0")
    assert table.kinds == ["placed"]
    assert not any("peek" in text for text in table.texts(1))
    table = powers("9C", discard="JC").play("0 take 0", "1 take 0", "0 draw", "0 swap 0")
    assert (table.kinds, table.hole.discard[-1] % 54) == (["placed"], 10)


def test_power_breaks_a_run_of_discards() -> None:
    table = powers("9C JC", stall_laps=1).play("0 draw", "0 discard", "1 draw", "1 discard peek 1")
    assert (table.hole.passes, table.state.phase) == (0, MatchPhase.HOLE)


def test_cards_of_the_closer_are_never_exchanged_but_may_be_peeked_at() -> None:
    table = powers("KC QC", seats=3, knock=True).play("0 knock", "1 draw")
    exchanges = [text for text in table.texts(1) if "exchange" in text]
    assert len(exchanges) == 8 * 7 // 2
    assert not any(" 0." in text for text in exchanges)
    with pytest.raises(IllegalAction):
        table.play("1 discard exchange 0.1 1.1")
    table.play("1 discard", "2 draw")
    assert "discard peek 0.1" in table.texts(2)


def test_powers_may_be_used_in_a_last_turn() -> None:
    table = powers("KC", knock=True, seats=3).play("0 knock", "1 draw")
    table.play("1 discard exchange 1.0 2.0")
    assert (table.faces(1), table.hole.last_turns_left) == ("AH 2D 3D 4D", 1)


def test_layout_wholly_up_by_a_power_closes_for_its_owner() -> None:
    table = powers("KC", seats=3, openers=3)
    # Seat 1's last hidden card goes to seat 0, for a card that lies up.
    table.play("0 draw", "0 discard exchange 0.0 1.3")
    assert table.kinds == ["discarded", "exchanged", "went_out"]
    assert table.told("went_out")[0]["seat"] == 1
    assert table.hole.closer == 1


def test_last_turns_begin_after_the_seat_that_acted_which_comes_last() -> None:
    table = powers("KC", seats=3, openers=3).play("0 draw", "0 discard exchange 0.0 1.3")
    assert (table.hole.last_turns_left, seats_to_act(table.state)) == (2, (2,))
    table.play("2 take 0")
    assert seats_to_act(table.state) == (0,)
    table.play("0 take 1")
    assert table.state.phase is MatchPhase.FINISHED
    assert table.told("hole_scored")[0]["closer"] == 1


def test_own_layout_wholly_up_by_a_power_closes_for_oneself() -> None:
    table = powers("KC", openers=3).play("0 draw", "0 discard exchange 0.3 1.0")
    assert (table.hole.closer, table.hole.last_turns_left) == (0, 1)


def test_targets_that_are_not_there_are_malformed() -> None:
    table = powers("KC").play("0 draw")
    for action in (Peek(0, 2, 0), Peek(0, 1, 4), Exchange(0, (0, 0), (2, 0))):
        with pytest.raises(MalformedAction):
            table.do(action)
    with pytest.raises(IllegalAction):
        table.do(Exchange(0, (1, 0), (0, 0)))
    with pytest.raises(IllegalAction):
        table.do(Exchange(0, (0, 0), (0, 0)))


def test_peek_at_a_card_that_lies_up_is_refused() -> None:
    with pytest.raises(IllegalAction):
        powers("JC").play("0 draw", "0 discard peek 0")

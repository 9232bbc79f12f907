"""Rule 2.4: what a turn may be."""

from __future__ import annotations

import pytest

from games.engine import IllegalAction, MalformedAction, Ruleset, Swap, face_of, parse_action
from tests.engine.drivers import SMALL, Table

DEAL = "AC 2C 3C 4C AD 2D 3D 4D QS 7H 8H"


def small(**fields: object) -> Table:
    return Table(Ruleset.from_fields({**SMALL.to_fields(), **fields})).deal(DEAL)


def top(table: Table) -> str:
    return face_of(table.hole.discard[-1])


def test_turn_starts_with_draw_or_take() -> None:
    assert small().texts(0) == ["draw", "take 0", "take 1", "take 2", "take 3"]
    assert small().texts(1) == []


@pytest.mark.parametrize(("slot", "old", "was_hidden"), [(0, "AC", False), (2, "3C", True)])
def test_take_puts_the_top_discard_into_a_slot(slot: int, old: str, was_hidden: bool) -> None:
    table = small().play(f"0 take {slot}")
    assert table.faces(0).split()[slot] == "QS"
    assert top(table) == old
    assert table.hole.up[0] >> slot & 1
    assert table.told("placed") == [
        {
            "kind": "placed",
            "seat": 0,
            "slot": slot,
            "card": "QS",
            "origin": "discard",
            "discarded": old,
            "was_hidden": was_hidden,
        }
    ]
    assert table.hole.to_move == 1


def test_draw_shows_the_top_stock_card_to_its_drawer_alone() -> None:
    table = small().play("0 draw")
    assert [fact.get("card") for fact in table.told("drew", 0)] == ["7H"]
    assert "card" not in table.told("drew", 1)[0]
    assert "card" not in table.told("drew", None)[0]
    assert table.hole.to_move == 0


def test_drawn_card_is_swapped_or_thrown_away_for_a_flip() -> None:
    assert small().play("0 draw").texts(0) == [
        *("swap 0", "swap 1", "swap 2", "swap 3"),
        *("discard 1", "discard 2", "discard 3"),
    ]


def test_swap_places_the_drawn_card_and_discards_the_old_one() -> None:
    table = small().play("0 draw", "0 swap 3")
    assert table.faces(0) == "AC 2C 3C 7H"
    assert top(table) == "4C"
    assert table.told("placed")[0]["origin"] == "stock"
    assert table.hole.drawn is None


def test_discard_with_flip_turns_one_hidden_card_up() -> None:
    table = small().play("0 draw", "0 discard 2")
    assert (top(table), table.hole.up[0]) == ("7H", 0b0101)
    assert table.told("discarded") == [{"kind": "discarded", "seat": 0, "card": "7H"}]
    assert table.told("flipped") == [{"kind": "flipped", "seat": 0, "slot": 2, "card": "3C"}]


def test_no_flip_only_throws_away() -> None:
    table = small(refuse="no_flip").play("0 draw")
    assert table.texts(0) == ["swap 0", "swap 1", "swap 2", "swap 3", "discard"]
    table.play("0 discard")
    assert (top(table), table.hole.up[0], table.kinds) == ("7H", 0b0001, ["discarded"])


def test_may_flip_leaves_the_choice() -> None:
    assert small(refuse="may_flip").play("0 draw").texts(0)[4:] == [
        *("discard 1", "discard 2", "discard 3", "discard"),
    ]


def test_final_putt_leaves_the_last_hidden_card() -> None:
    table = small(final_putt=True, openers=3).play("0 draw")
    assert table.texts(0)[4:] == ["discard 3", "discard"]
    table.play("0 discard")
    assert (table.hole.up[0], table.hole.closer) == (0b0111, None)


def test_final_putt_needs_exactly_one_hidden_card() -> None:
    assert "discard" not in small(final_putt=True, openers=2).play("0 draw").texts(0)


def test_without_final_putt_the_last_hidden_card_must_turn() -> None:
    assert small(openers=3).play("0 draw").texts(0)[4:] == ["discard 3"]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("1 draw", "not_your_turn", "seat 1 is not to act"),
        ("0 swap 1", "not_lawful", "'swap 1' may not be done now"),
        ("0 turn 1", "not_lawful", "'turn 1' may not be done now"),
        ("0 discard", "not_lawful", "'discard' may not be done now"),
        ("0 dismiss", "not_lawful", "'dismiss' may not be done now"),
    ],
)
def test_what_is_not_lawful_has_a_stable_code(line: str, code: str, message: str) -> None:
    table = small()
    before = table.state
    with pytest.raises(IllegalAction) as refused:
        table.play(line)
    assert (refused.value.code, str(refused.value)) == (code, message)
    assert table.state == before


def test_drawing_twice_is_refused() -> None:
    with pytest.raises(IllegalAction, match="'draw' may not be done now"):
        small().play("0 draw", "0 draw")


def test_flip_of_a_shown_card_is_refused() -> None:
    with pytest.raises(IllegalAction):
        small().play("0 draw", "0 discard 0")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0 take 4", "there is no slot 4 in a 2x2 layout"),
        ("0 discard 4", "there is no slot 4 in a 2x2 layout"),
        ("2 draw", "there is no seat 2"),
        ("8 dismiss", "there is no seat 8"),
    ],
)
def test_slots_and_seats_that_are_not_there_are_malformed(line: str, message: str) -> None:
    with pytest.raises(MalformedAction) as refused:
        small().play(line)
    assert (refused.value.code, str(refused.value)) == ("malformed", message)


def test_forged_slot_is_malformed() -> None:
    with pytest.raises(MalformedAction):
        small().play("0 draw").do(Swap(0, -1))


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "draw 1", "take", "take -1", "take 01", "take 1 2", "TAKE 1", "take \u0661"),
        *("discard peek", "discard peek x", "discard peek 1.", "discard peek 1.2.3", "peek 1"),
        *("discard exchange 1 2", "discard exchange 0.1", "discard exchange 0.1 0.2 0.3"),
        *("discard x", "deal 1 2", "reshuffle", "knock 1", "draw\n", "take 1000", "x" * 10_000),
    ],
)
def test_texts_that_name_no_action_are_malformed(text: str) -> None:
    with pytest.raises(MalformedAction):
        parse_action(text, seat=0)


@pytest.mark.parametrize(
    "text",
    [
        *("turn 3", "draw", "take 0", "swap 11", "discard", "discard 2", "dismiss", "knock"),
        *("discard peek 2", "discard peek 0.2", "discard exchange 0.11 7.3"),
    ],
)
def test_text_form_parses_back(text: str) -> None:
    assert parse_action(text, seat=1).text == text


def test_targets_of_powers_have_one_text_form_each() -> None:
    assert parse_action("discard exchange 1.4 0.2", seat=1).text == "discard exchange 0.2 1.4"
    assert parse_action("discard peek 1.2", seat=1).text == "discard peek 2"


def test_chance_text_parses_back() -> None:
    order = SMALL.pack_cards(2)
    action = parse_action("deal " + " ".join(map(str, order)), seat=None)
    assert action.text.split()[:4] == ["deal", "0", "1", "2"]
    assert parse_action(action.text, None) == action


def test_every_action_counts_in_the_sequence() -> None:
    table = small()
    assert table.state.sequence == 1
    table.play("0 draw", "0 swap 1", "1 take 0")
    assert table.state.sequence == 4
    assert len(table.actions) == 4

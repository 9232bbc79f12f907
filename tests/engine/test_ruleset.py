from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import FIELDS, Ruleset, RulesetError

DEFAULTS = {
    "layout": "2x3",
    "packs": "auto",
    "jokers_per_pack": 0,
    "values": {
        "A": 1,
        "2": -2,
        "3": 3,
        "4": 4,
        "5": 5,
        "6": 6,
        "7": 7,
        "8": 8,
        "9": 9,
        "10": 10,
        "J": 10,
        "Q": 10,
        "K": 0,
        "X": -2,
    },
    "card_values": {},
    "line_overrides": {},
    "wild": [],
    "lines": "standard",
    "block_score": None,
    "adjacent_pairs_charge": 0,
    "openers": 2,
    "openers_mode": "choose",
    "openers_seen": "up",
    "openers_order": "in_turn",
    "replaced_face": "up",
    "refuse": "flip",
    "final_putt": False,
    "stall_laps": 2,
    "knock": False,
    "last_turns": 1,
    "powers": {},
    "memory": "assisted",
    "jack_skips": False,
    "golf_call": False,
    "four_of_a_kind": "none",
    "closer_judged": "every_closer",
    "closer_fails": "none",
    "closer_bonus": "none",
    "closer_tie_is_safe": True,
    "holes": 9,
    "limit": 0,
    "tie": "shared",
}


def test_every_toggle_of_the_rules_has_its_default() -> None:
    assert Ruleset().to_fields() == DEFAULTS
    assert list(FIELDS) == list(DEFAULTS)


def test_fields_survive_json() -> None:
    rules = Ruleset(layout="3x3", values={"Q": 12}, card_values={"QS": 40}, holes=0, limit=100)
    assert Ruleset.from_fields(json.loads(json.dumps(rules.to_fields()))) == rules


def test_values_that_are_not_named_keep_their_default() -> None:
    values = Ruleset.from_fields({"values": {"2": 2}}).values
    assert (values["2"], values["K"], values["X"]) == (2, 0, -2)


def test_equal_rulesets_hash_equal() -> None:
    assert hash(Ruleset(values={"Q": 12})) == hash(Ruleset(values={"Q": 12}))
    assert Ruleset(values={"Q": 12}) != Ruleset()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("layout", "3x2"),
        ("layout", None),
        ("packs", 0),
        ("packs", 5),
        ("packs", "1"),
        ("packs", True),
        ("jokers_per_pack", 3),
        ("jokers_per_pack", False),
        ("values", {"1": 1}),
        ("values", {"Q": "12"}),
        ("values", {"Q": True}),
        ("values", {"Q": 101}),
        ("values", []),
        ("card_values", {"Q": 1}),
        ("line_overrides", {"X": "lose"}),
        ("line_overrides", {"Z": 0}),
        ("line_overrides", {"X": 101}),
        ("line_overrides", {"X": True}),
        ("line_overrides", {"X": None}),
        ("powers", {"J": 1}),
        ("powers", ["J"]),
        ("wild", [["JS"]]),
        ("wild", ["J"]),
        ("wild", "JS"),
        ("lines", "rows"),
        ("block_score", 0),
        ("block_score", "none"),
        ("adjacent_pairs_charge", 5),
        ("openers", -1),
        ("openers", 12),
        ("openers", 2.0),
        ("openers", True),
        ("openers_mode", "free"),
        ("openers_seen", "down"),
        ("openers_order", "together"),
        ("replaced_face", "sideways"),
        ("refuse", "never"),
        ("final_putt", 1),
        ("final_putt", "on"),
        ("stall_laps", 0),
        ("stall_laps", 21),
        ("knock", "on"),
        ("last_turns", 2),
        ("last_turns", True),
        ("powers", {"J": "fly"}),
        ("memory", "perfect"),
        ("jack_skips", None),
        ("golf_call", 0),
        ("four_of_a_kind", True),
        ("closer_judged", "nobody"),
        ("closer_fails", "plus_11"),
        ("closer_bonus", "half"),
        ("closer_tie_is_safe", 1),
        ("holes", 19),
        ("holes", -1),
        ("limit", 1001),
        ("tie", "replay"),
    ],
)
def test_value_out_of_range_is_refused_by_field(field: str, value: Any) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_fields({field: value})
    assert refused.value.field == field
    assert refused.value.accepted
    assert str(refused.value).startswith(f"{field}: ")


def test_message_names_field_value_and_what_is_accepted() -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_fields({"refuse": "never"})
    assert str(refused.value) == "refuse: 'never' is refused; accepted: flip, may_flip, no_flip"


def test_unknown_field_is_refused() -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_fields({"hole": 9})
    assert (refused.value.field, refused.value.value) == ("hole", 9)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"openers": 6}, "openers"),
        ({"layout": "2x2", "openers": 4}, "openers"),
        ({"lines": "columns_rows_diagonals"}, "lines"),
        ({"layout": "2x4", "lines": "columns_rows_diagonals"}, "lines"),
        ({"replaced_face": "down"}, "replaced_face"),
        ({"holes": 0}, "holes"),
    ],
)
def test_fields_that_do_not_go_together_are_refused(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_fields(fields)
    assert refused.value.field == named


@pytest.mark.parametrize(
    ("layout", "openers"), [("2x2", 3), ("2x3", 5), ("2x4", 7), ("3x3", 8), ("3x4", 11)]
)
def test_openers_go_up_to_all_cards_but_one(layout: str, openers: int) -> None:
    assert Ruleset.from_fields({"layout": layout, "openers": openers}).openers == openers


@pytest.mark.parametrize("layout", ["2x2", "3x3"])
def test_diagonals_are_for_square_layouts(layout: str) -> None:
    lines = "columns_rows_diagonals"
    assert Ruleset.from_fields({"layout": layout, "lines": lines}).lines == lines


def test_effects_and_wild_cards_are_kept_in_the_order_of_the_pack() -> None:
    rules = Ruleset.from_fields(
        {
            "wild": ["JS", "JH"],
            "line_overrides": {"X": "keep", "2": -4},
            "powers": {"K": "swap_any", "J": "peek_own"},
        }
    )
    assert rules.to_fields()["wild"] == ["JH", "JS"]
    assert list(rules.line_overrides.items()) == [("2", -4), ("X", "keep")]
    assert list(rules.powers) == ["J", "K"]
    assert Ruleset.from_fields(rules.to_fields()) == rules
    assert hash(rules) == hash(Ruleset.from_fields(rules.to_fields()))


def test_face_down_goes_together_with_knock() -> None:
    assert Ruleset(replaced_face="down", knock=True).replaced_face == "down"


@pytest.mark.parametrize(
    ("layout", "seats", "packs"),
    [
        *(("2x2", 6, 1), ("2x2", 7, 2), ("2x3", 4, 1), ("2x3", 5, 2), ("2x4", 3, 1)),
        *(("2x4", 4, 2), ("3x3", 2, 1), ("3x3", 3, 2), ("3x3", 8, 2), ("2x5", 8, 2)),
        *(("3x4", 2, 1), ("3x4", 3, 2), ("3x4", 7, 2), ("3x4", 8, 3)),
    ],
)
def test_auto_packs_are_two_above_24_cards_and_serve_everyone(
    layout: str, seats: int, packs: int
) -> None:
    assert Ruleset.from_fields({"layout": layout}).pack_count(seats) == packs


def test_jokers_count_for_serving_but_not_for_the_second_pack() -> None:
    jokers = {"jokers_per_pack": 2}
    assert Ruleset.from_fields({"layout": "2x3", **jokers}).pack_count(4) == 1
    assert Ruleset.from_fields({"layout": "3x4", **jokers}).pack_count(8) == 2


@pytest.mark.parametrize(
    ("layout", "packs_by_seats"),
    [
        ("2x2", [1, 1, 1, 1, 1, 1, 1]),
        ("2x3", [1, 1, 1, 1, 2, 2, 2]),
        ("2x4", [1, 1, 2, 2, 2, 3, 3]),
        ("3x3", [1, 1, 2, 2, 2, 3, 3]),
        ("3x4", [1, 1, 2, 2, 2, 3, 3]),
    ],
)
def test_packs_by_seats_follow_their_table(layout: str, packs_by_seats: list[int]) -> None:
    rules = Ruleset.from_fields({"layout": layout, "packs": "by_seats"})
    assert [rules.pack_count(seats) for seats in range(2, 9)] == packs_by_seats
    for seats in range(2, 9):
        rules.validate(seats)


@pytest.mark.parametrize(
    ("layout", "packs", "most_seats"), [("2x3", 1, 7), ("2x4", 1, 5), ("3x4", 1, 3), ("3x4", 2, 7)]
)
def test_packs_must_leave_every_seat_a_stock_card(layout: str, packs: int, most_seats: int) -> None:
    rules = Ruleset.from_fields({"layout": layout, "packs": packs})
    rules.validate(most_seats)
    with pytest.raises(RulesetError) as refused:
        rules.validate(most_seats + 1)
    assert refused.value.field == "packs"


@pytest.mark.parametrize("seats", [0, 1, 9, True])
def test_seats_are_two_to_eight(seats: int) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset().validate(seats)
    assert refused.value.field == "seats"

from __future__ import annotations

from typing import Any

import pytest

from games.engine import (
    ALTERNATIVES,
    CHOICE_WORDS,
    FIELDS,
    PRESETS,
    Preset,
    Ruleset,
    RulesetError,
)


def test_clubhouse_is_the_default_and_fixes_the_defaults() -> None:
    assert next(iter(PRESETS)) == "clubhouse"
    assert PRESETS["clubhouse"].ruleset() == Ruleset()


def test_clubhouse_offers_its_toggles_with_the_default_first() -> None:
    assert dict(PRESETS["clubhouse"].offers) == {
        "layout": ("2x3", "2x2", "2x4", "3x3"),
        "openers": (2, 0, 1, 3, 4, 5, 6, 7, 8),
        "final_putt": (False, True),
        "holes": (9, 6, 3),
    }
    assert PRESETS["clubhouse"].seats == (2, 6)


def test_clubhouse_fixed_fixes_the_openers() -> None:
    assert PRESETS["clubhouse-fixed"].ruleset() == Ruleset(openers_mode="fixed")
    assert dict(PRESETS["clubhouse-fixed"].offers) == {
        "layout": ("2x3", "2x2", "3x3"),
        "openers": (2, 0, 1, 3, 4, 5, 6, 7, 8),
        "openers_seen": ("up", "peek"),
        "holes": (9, 6, 3),
    }


def differing(rules: Ruleset) -> dict[str, Any]:
    usual = Ruleset().to_fields()
    return {name: value for name, value in rules.to_fields().items() if value != usual[name]}


def values(**changed: int) -> dict[str, int]:
    return {**Ruleset().values, **changed}


STEADY = {"refuse": "no_flip", "stall_laps": 20}
PACK = {
    **STEADY,
    "lines": "columns",
    "adjacent_pairs_charge": 10,
    "values": values(**{"2": 2}),
    "line_overrides": {"X": "keep"},
}
ARENA = {"packs": "by_seats", **STEADY, "openers_order": "at_once", "block_score": -20}
PEEKED = {"openers_seen": "peek", "replaced_face": "down", "knock": True}


@pytest.mark.parametrize(
    ("slug", "chosen", "expected"),
    [
        ("arena", {}, {**ARENA, "lines": "columns_rows"}),
        ("arena", {"layout": "2x3", "lines": "columns"}, {**ARENA, "lines": "columns"}),
        (
            "arena",
            {"layout": "2x2"},
            {**ARENA, **PEEKED, "layout": "2x2", "lines": "columns_rows_diagonals"},
        ),
        (
            "arena",
            {"layout": "3x3", "block_score": None},
            {
                **{name: value for name, value in ARENA.items() if name != "block_score"},
                "layout": "3x3",
                "openers": 3,
                "lines": "columns_rows_diagonals",
            },
        ),
        (
            "arena",
            {"powers": "on"},
            {
                **ARENA,
                "lines": "columns_rows",
                "knock": True,
                "powers": {"J": "peek_own", "Q": "peek_other", "K": "swap_any"},
            },
        ),
        ("double-pack", {}, {**PACK, "packs": 2, "jokers_per_pack": 1}),
        ("single-pack", {}, {**PACK, "packs": 1, "jokers_per_pack": 2}),
        (
            "four-card",
            {},
            {
                **STEADY,
                "layout": "2x2",
                "values": values(**{"2": 2}),
                "line_overrides": {"X": "keep"},
                "lines": "columns_rows",
                "openers_seen": "peek",
                "knock": True,
                "closer_judged": "knocker",
                "memory": "unassisted",
            },
        ),
        (
            "nine-card",
            {},
            {
                **STEADY,
                "layout": "3x3",
                "packs": 2,
                "openers": 3,
                "values": values(**{"2": 2}),
                "line_overrides": {"X": "keep"},
                "lines": "columns_rows_diagonals",
                "block_score": -25,
            },
        ),
        (
            "to-the-limit",
            {},
            {
                "packs": 2,
                "jokers_per_pack": 2,
                "openers": 0,
                "values": values(**{"2": 2, "J": 11, "Q": 12, "X": -3}),
                "lines": "columns_rows",
                "closer_fails": "double_or_plus_10",
                "holes": 0,
                "limit": 100,
            },
        ),
        ("house", {}, {}),
    ],
)
def test_preset_fixes_what_its_row_says(
    slug: str, chosen: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert differing(PRESETS[slug].ruleset(chosen)) == expected


@pytest.mark.parametrize(
    ("layout", "lines"),
    [
        *(("2x2", "columns_rows_diagonals"), ("3x3", "columns_rows_diagonals")),
        *(("2x4", "columns_rows"), ("2x5", "columns_rows"), ("3x4", "columns_rows")),
    ],
)
def test_diagonals_count_to_the_limit_where_the_layout_has_them(layout: str, lines: str) -> None:
    assert PRESETS["to-the-limit"].ruleset({"layout": layout}).lines == lines


@pytest.mark.parametrize(
    ("slug", "seats", "offers"),
    [
        ("arena", (2, 8), "layout lines block_score powers memory holes"),
        ("double-pack", (4, 8), "jokers_per_pack golf_call ALTERNATIVES holes"),
        ("single-pack", (2, 4), "jokers_per_pack golf_call ALTERNATIVES holes"),
        (
            "four-card",
            (2, 8),
            "lines packs jokers_per_pack memory four_of_a_kind golf_call adjacent_pairs_charge"
            " closer_fails closer_bonus ALTERNATIVES holes",
        ),
        ("nine-card", (2, 8), "jokers_per_pack ALTERNATIVES holes"),
        ("to-the-limit", (2, 6), "layout limit holes"),
        ("house", (2, 8), " ".join(FIELDS)),
    ],
)
def test_preset_offers_what_its_row_says(slug: str, seats: tuple[int, int], offers: str) -> None:
    preset = PRESETS[slug]
    expected = offers.replace("ALTERNATIVES", " ".join(ALTERNATIVES)).split()
    assert (preset.seats, list(preset.offers)) == (seats, expected)


@pytest.mark.parametrize(
    ("chosen", "fields"),
    [
        ({"court_cards": "queens_12"}, {"values": {"Q": 12}}),
        ({"court_cards": "queens_13"}, {"values": {"Q": 13}}),
        ({"court_cards": "queens_20"}, {"values": {"Q": 20}}),
        ({"court_cards": "jacks_11_queens_12"}, {"values": {"J": 11, "Q": 12}}),
        (
            {"court_cards": "jacks_0_queens_12_kings_13"},
            {"values": {"J": 0, "Q": 12, "K": 13}},
        ),
        ({"court_cards": "jacks_20_skip"}, {"values": {"J": 20}, "jack_skips": True}),
        (
            {"queen_of_spades": "40_eights_0"},
            {"values": {"8": 0}, "card_values": {"QS": 40}},
        ),
        ({"twos": "minus_2"}, {"values": {"2": -2}}),
        ({"jokers": "minus_1"}, {"values": {"X": -1}}),
        ({"jokers": "minus_2"}, {}),
        ({"jokers": "minus_3"}, {"values": {"X": -3}}),
        ({"jokers": "minus_5"}, {"values": {"X": -5}}),
        (
            {"jokers": "plus_15_line_minus_5"},
            {"values": {"X": 15}, "line_overrides": {"X": -5}},
        ),
        ({"one_eyed_jacks": "wild"}, {"wild": ["JH", "JS"]}),
        (
            {"court_cards": "queens_20", "twos": "minus_2", "jokers": "minus_1"},
            {"values": {"Q": 20, "2": -2, "X": -1}},
        ),
    ],
)
@pytest.mark.parametrize("slug", ["double-pack", "single-pack", "four-card", "nine-card"])
def test_alternative_values_are_named_choices(
    slug: str, chosen: dict[str, str], fields: dict[str, Any]
) -> None:
    usual = PRESETS[slug].ruleset().to_fields()
    expected = {**usual, **fields, "values": {**usual["values"], **fields.get("values", {})}}
    assert PRESETS[slug].ruleset(chosen).to_fields() == expected


def test_every_named_choice_is_said_in_words() -> None:
    for preset in PRESETS.values():
        for name, offered in preset.offers.items():
            for choice in offered:
                if name not in FIELDS or choice in ("all", "on", "off"):
                    assert CHOICE_WORDS[name][choice]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.slug)
def test_every_offered_value_serves_every_number_of_seats(preset: Preset) -> None:
    if preset.takes_any:
        return
    for field, offered in preset.offers.items():
        for value in offered:
            fitting = {"layout": "3x3"} if field == "openers" else {}
            rules = preset.ruleset({**fitting, field: value})
            for seats in range(preset.seats[0], preset.seats[1] + 1):
                rules.validate(seats)


def test_house_takes_any_value_of_any_field() -> None:
    house = PRESETS["house"]
    assert house.ruleset({"values": {"Q": 17}, "limit": 777, "holes": 0}).values["Q"] == 17
    for name, field in FIELDS.items():
        assert house.ruleset({name: house.offers[name][0]}) == Ruleset()
        for value in house.offers[name]:
            if value != "none" or name != "block_score":
                field.read(name, value)
    assert house.ruleset({"block_score": None}) == Ruleset()


@pytest.mark.parametrize(
    ("chosen", "named"),
    [({"limit": 1001}, "limit"), ({"values": {"Z": 1}}, "values"), ({"court_cards": "x"}, None)],
)
def test_house_refuses_what_the_rules_refuse(chosen: dict[str, Any], named: str | None) -> None:
    with pytest.raises(RulesetError) as refused:
        PRESETS["house"].ruleset(chosen)
    assert refused.value.field == (named or "court_cards")


def test_fields_that_are_given_stand_against_what_follows_from_others() -> None:
    arena = PRESETS["arena"]
    assert arena.fields({"layout": "2x2", "openers_seen": "up"})["openers_seen"] == "up"
    assert arena.fields({"lines": "columns_rows"})["lines"] == "columns_rows"
    assert arena.fields({"powers": {"A": "peek_own"}})["powers"] == {"A": "peek_own"}


def test_values_that_are_given_complete_those_of_the_preset() -> None:
    rules = Ruleset.from_fields(PRESETS["four-card"].fields({"values": {"Q": 12}}))
    assert (rules.values["Q"], rules.values["2"]) == (12, 2)


def test_values_that_are_given_complete_those_of_a_choice_too() -> None:
    given = {"values": {"Q": 12}, "twos": "minus_2", "jokers": "plus_15_line_minus_5"}
    rules = Ruleset.from_fields(PRESETS["four-card"].fields(given))
    assert [rules.values[rank] for rank in ("Q", "2", "X", "K")] == [12, -2, 15, 0]
    assert rules.line_overrides == {"X": -5}


def test_values_that_are_no_map_are_refused_with_a_choice_too() -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_fields(PRESETS["four-card"].fields({"values": 7, "twos": "minus_2"}))
    assert refused.value.field == "values"


def test_unknown_names_are_refused_with_any_field_too() -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_fields(PRESETS["arena"].fields({"nonsense": 1}))
    assert refused.value.field == "nonsense"


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"holes": 18}, "holes"),
        ({"layout": "3x4"}, "layout"),
        ({"refuse": "no_flip"}, "refuse"),
        ({"final_putt": 1}, "final_putt"),
        ({"nonsense": 1}, "nonsense"),
        ({"openers": 6}, "openers"),
    ],
)
def test_what_is_not_offered_is_refused(chosen: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesetError) as refused:
        PRESETS["clubhouse"].ruleset(chosen)
    assert refused.value.field == field

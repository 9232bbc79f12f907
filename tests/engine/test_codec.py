from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import (
    CodecError,
    Ruleset,
    RulesetError,
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
    parse_action,
)
from tests.engine.drivers import SMALL, Table, with_hole

DEAL = "AC 2C 3C 4C AD 2D 3D 4D QS 7H 8H"


def stored() -> Any:
    return json.loads(json.dumps(encode_state(Table(SMALL).deal(DEAL).play("0 draw").state)))


@pytest.mark.parametrize(
    ("text", "seat", "data"),
    [
        ("draw", 0, {"v": 1, "kind": "draw", "seat": 0}),
        ("turn 3", 1, {"v": 1, "kind": "turn", "seat": 1, "slot": 3}),
        ("swap 0", 1, {"v": 1, "kind": "swap", "seat": 1, "slot": 0}),
        ("discard", 2, {"v": 1, "kind": "discard", "seat": 2, "flip": None}),
        ("discard 4", 2, {"v": 1, "kind": "discard", "seat": 2, "flip": 4}),
        ("dismiss", 2, {"v": 1, "kind": "dismiss", "seat": 2}),
        ("knock", 2, {"v": 1, "kind": "knock", "seat": 2}),
        ("discard peek 3", 2, {"v": 1, "kind": "peek", "seat": 2, "owner": 2, "slot": 3}),
        ("discard peek 0.3", 2, {"v": 1, "kind": "peek", "seat": 2, "owner": 0, "slot": 3}),
        (
            "discard exchange 0.2 1.4",
            2,
            {"v": 1, "kind": "exchange", "seat": 2, "first": [0, 2], "second": [1, 4]},
        ),
        ("reshuffle 3 1", None, {"v": 1, "kind": "reshuffle", "order": [3, 1]}),
    ],
)
def test_actions_have_a_fixed_form(text: str, seat: int | None, data: dict[str, Any]) -> None:
    action = parse_action(text, seat)
    assert encode_action(action) == data
    assert decode_action(data) == action


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"kind": "draw", "seat": 0},
        {"v": 2, "kind": "draw", "seat": 0},
        {"v": 1, "kind": "peek", "seat": 0, "slot": 1},
        {"v": 1, "kind": "peek", "seat": 0, "owner": None, "slot": 1},
        {"v": 1, "kind": "exchange", "seat": 0, "first": [0, 1], "second": [1]},
        {"v": 1, "kind": "exchange", "seat": 0, "first": [0, 1], "second": "1.2"},
        {"v": 1, "kind": ["draw"], "seat": 0},
        {"v": 1, "kind": "draw"},
        {"v": 1, "kind": "draw", "seat": 0, "slot": 1},
        {"v": 1, "kind": "take", "seat": 0, "slot": "1"},
        {"v": 1, "kind": "take", "seat": 0, "slot": None},
        {"v": 1, "kind": "take", "seat": True, "slot": 1},
        {"v": 1, "kind": "take", "seat": -1, "slot": 1},
        {"v": 1, "kind": "deal", "order": "0 1"},
        {"v": 1, "kind": "deal", "order": [216]},
    ],
)
def test_other_forms_of_actions_are_refused(data: object) -> None:
    with pytest.raises(CodecError):
        decode_action(data)


def test_ruleset_form_has_every_field_and_a_version() -> None:
    data = encode_ruleset(Ruleset())
    assert data == {"v": 1, **Ruleset().to_fields()}
    assert decode_ruleset(data) == Ruleset()


def test_ruleset_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(CodecError, match="unknown key 'seats'"):
        decode_ruleset({"v": 1, "seats": 2})


def test_ruleset_with_a_refused_value_names_its_field() -> None:
    with pytest.raises(RulesetError) as refused:
        decode_ruleset({"v": 1, "holes": 99})
    assert refused.value.field == "holes"


def test_state_comes_back_equal() -> None:
    state = Table(SMALL).deal(DEAL).play("0 draw").state
    assert decode_state(stored()) == state


def test_state_before_the_first_deal_comes_back_equal() -> None:
    state = Table(SMALL).state
    assert decode_state(encode_state(state)) == state


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        ("state", "extra", 1),
        ("state", "v", 2),
        ("state", "v", 3),
        ("state", "winners", []),
        ("state", "seats", 9),
        ("state", "sequence", "2"),
        ("state", "phase", "begun"),
        ("state", "totals", [0]),
        ("state", "dismissed", [0, 0]),
        ("state", "scored", [[1]]),
        ("hole", "extra", 1),
        ("hole", "phase", "begun"),
        ("hole", "stock", []),
        ("hole", "drawn", None),
        ("hole", "drawn", 0),
        ("hole", "layouts", [[0, 1, 2, 3]]),
        ("hole", "layouts", [[0, 1, 2], [3, 13, 14, 15]]),
        ("hole", "up", [[4], [0]]),
        ("hole", "seen", [[216], []]),
        ("hole", "to_move", 2),
        ("hole", "closer", -1),
        ("hole", "turns", [0, True]),
    ],
)
def test_damaged_states_are_refused(place: str, key: str, value: object) -> None:
    data = stored()
    (data if place == "state" else data["hole"])[key] = value
    with pytest.raises(CodecError):
        decode_state(data)


def test_state_without_newer_rules_is_stored_as_ever() -> None:
    data = stored()
    assert data["v"] == 1
    assert "winners" not in data
    assert "knocked" not in data["hole"]


def test_state_with_newer_rules_comes_back_equal() -> None:
    state = Table(SMALL).deal(DEAL).play("0 draw").state
    state = with_hole(state, knocked=True, closer=1, public=0b101, fresh=(1, 2), fresh_public=4)
    state = state._replace(extra_scored=((3, None), (None, -2)), winners=(1,))
    data = json.loads(json.dumps(encode_state(state)))
    assert data["v"] == 2
    assert decode_state(data) == state


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        ("state", "v", 1),
        ("state", "winners", [1, 0]),
        ("state", "winners", [2]),
        ("state", "extra_scored", [[1]]),
        ("state", "extra_scored", [["1", None]]),
        ("hole", "players", [0]),
        ("hole", "knocked", 1),
        ("hole", "public", [216]),
        ("hole", "fresh", [[]]),
        ("hole", "is_extra_turn", None),
    ],
)
def test_damaged_states_of_newer_rules_are_refused(place: str, key: str, value: object) -> None:
    state = with_hole(Table(SMALL).deal(DEAL).play("0 draw").state, knocked=True)
    data = json.loads(json.dumps(encode_state(state)))
    (data if place == "state" else data["hole"])[key] = value
    with pytest.raises(CodecError):
        decode_state(data)


@pytest.mark.parametrize("key", ["ruleset", "hole", "current_from"])
def test_state_with_a_missing_key_is_refused(key: str) -> None:
    data = stored()
    del data[key]
    with pytest.raises(CodecError):
        decode_state(data)

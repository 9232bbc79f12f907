"""Rulesets, actions and states as JSON and back, the only place that knows how.

Everything carries a schema version ``v``. Unknown and missing keys, wrong types and impossible
cards are refused with CodecError, refused rules with RulesetError; both are ValueErrors.

>>> encode_action(Take(1, 3))
{'v': 1, 'kind': 'take', 'seat': 1, 'slot': 3}
>>> decode_action({"v": 1, "kind": "take", "seat": 1, "slot": 3})
Take(seat=1, slot=3)
>>> decode_action({"v": 1, "kind": "take", "seat": 1, "slot": 3, "card": "KD"})
Traceback (most recent call last):
games.engine.errors.CodecError: action: unknown key 'card'
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from games.engine.actions import (
    Action,
    Deal,
    Discard,
    Dismiss,
    Draw,
    Exchange,
    Knock,
    Peek,
    Reshuffle,
    Swap,
    Take,
    TurnUp,
    Undo,
)
from games.engine.errors import CodecError
from games.engine.fields import FIELDS
from games.engine.json_values import (
    ALL_CARDS,
    VERSION,
    boolean,
    booleans,
    card_ids,
    record,
    seat_numbers,
    values,
    whole,
    wholes,
)
from games.engine.ruleset import MAX_SEATS, MIN_SEATS, Ruleset
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState

STATE_VERSION = 2
UNDO_VERSION = 3

_ACTIONS: dict[str, type[Action]] = {
    action.kind: action
    for action in (
        *(Deal, Reshuffle, TurnUp, Draw, Take, Swap, Discard),
        *(Peek, Exchange, Knock, Dismiss, Undo),
    )
}


def encode_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """Every field of a ruleset."""
    return {"v": VERSION, **ruleset.to_fields()}


def decode_ruleset(data: object) -> Ruleset:
    """Return the ruleset; RulesetError for a value it refuses."""
    given = record("ruleset", data, set(FIELDS), may_miss=True)
    return Ruleset.from_fields(given)


def encode_action(action: Action) -> dict[str, Any]:
    """Return an action by kind; a seat's with its seat and slot, chance's with its order."""
    data: dict[str, Any] = {"v": VERSION, "kind": action.kind}
    for field in fields(action):
        value = getattr(action, field.name)
        data[field.name] = list(value) if isinstance(value, tuple) else value
    return data


def decode_action(data: object) -> Action:
    """Return the action; whether it may be done is for ``apply`` to say."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _ACTIONS:
        raise CodecError(f"action: unknown kind {kind!r}")
    action = _ACTIONS[kind]
    names = {field.name for field in fields(action)}
    given = record("action", data, names | {"kind"})
    del given["kind"]
    for name, value in given.items():
        if name == "order":
            given[name] = card_ids("order", value)
        elif name in ("first", "second"):
            given[name] = wholes(name, value, 2)
        elif not (name == "flip" and value is None):
            whole(name, value)
    return action(**given)


def encode_state(state: MatchState) -> dict[str, Any]:
    """Return a whole match state, every secret included: for the server's own store alone.

    A state that uses nothing of what versions 2 and 3 added is written as version 1 and so stays
    equal to what was stored before.
    """
    data: dict[str, Any] = {"v": STATE_VERSION, **state._asdict()}
    data["undo_to"] = None if state.undo_to is None else encode_state(state.undo_to)
    data["ruleset"] = encode_ruleset(state.ruleset)
    data["phase"] = state.phase.value
    data["hole"] = None if state.hole is None else _encode_hole(state.hole)
    for name in ("scored", "extra_scored"):
        data[name] = [list(strokes) for strokes in data[name]]
    for name in ("totals", "dismissed", "current_from", "winners"):
        data[name] = list(data[name])
    if not all(data[name] == first for name, first in _added_for_undo().items()):
        data["v"] = UNDO_VERSION
        return data
    for name in _added_for_undo():
        del data[name]
    parts = [(data, _added_to_states())]
    if state.hole is not None:
        parts.append((data["hole"], _added_to_holes(state.seats)))
    if all(part[name] == first for part, added in parts for name, first in added.items()):
        data["v"] = VERSION
        for part, added in parts:
            for name in added:
                del part[name]
    return data


def _added_to_states() -> dict[str, Any]:
    """Return what version 2 added to states, with the values that version 1 implies."""
    return {"extra_scored": [], "winners": []}


def _added_for_undo() -> dict[str, Any]:
    """Return what version 3 added to states, with the values that earlier ones imply."""
    return {"undo_to": None, "has_undone": False}


def _added_to_holes(seats: int) -> dict[str, Any]:
    nobody: list[list[int]] = [[] for _ in range(seats)]
    return {
        "players": list(range(seats)),
        "knocked": False,
        "public": [],
        "fresh": nobody,
        "fresh_public": [],
        "is_extra_turn_due": False,
        "is_extra_turn": False,
    }


def decode_state(data: object) -> MatchState:
    """Return the state; CodecError for damaged data, RulesetError for rules it refuses."""
    version = data.get("v") if isinstance(data, dict) else None
    is_first = version == VERSION
    added = _added_to_states() if is_first else {}
    if version != UNDO_VERSION:
        version = VERSION if is_first else STATE_VERSION
        added |= _added_for_undo()
    names = set(MatchState._fields) - set(added)
    given = added | record("state", data, names, version=version)
    ruleset = decode_ruleset(given["ruleset"])
    seats = whole("seats", given["seats"], MIN_SEATS, MAX_SEATS)
    hole = given["hole"]
    state = MatchState(
        ruleset=ruleset,
        seats=seats,
        sequence=whole("sequence", given["sequence"]),
        phase=_phase(MatchPhase, given["phase"]),
        hole_index=whole("hole_index", given["hole_index"]),
        hole=None if hole is None else _decode_hole(hole, seats, ruleset.cards, is_first=is_first),
        totals=wholes("totals", given["totals"], seats, low=None),
        scored=tuple(
            wholes("scored", strokes, seats, low=None)
            for strokes in values("scored", given["scored"])
        ),
        dismissed=booleans("dismissed", given["dismissed"], seats),
        current_from=wholes("current_from", given["current_from"], seats),
        extra_scored=tuple(
            tuple(
                None if number is None else whole("extra_scored", number, low=None)
                for number in values("extra_scored", strokes, seats)
            )
            for strokes in values("extra_scored", given["extra_scored"])
        ),
        winners=seat_numbers("winners", given["winners"], seats),
        undo_to=None if given["undo_to"] is None else _way_back(given["undo_to"], seats, ruleset),
        has_undone=boolean("has_undone", given["has_undone"]),
    )
    _check_cards(state)
    return state


def _way_back(data: object, seats: int, ruleset: Ruleset) -> MatchState:
    state = decode_state(data)
    if state.undo_to is not None or (state.seats, state.ruleset) != (seats, ruleset):
        raise CodecError("undo_to: not a state of this match before a take")
    return state


def _encode_hole(hole: HoleState) -> dict[str, Any]:
    data = hole._asdict()
    data["phase"] = hole.phase.value
    data["layouts"] = [list(cards) for cards in hole.layouts]
    for name in ("up", "opened", "seen", "fresh"):
        data[name] = [_bits(mask) for mask in data[name]]
    for name in ("public", "fresh_public"):
        data[name] = _bits(data[name])
    for name in ("stock", "discard", "turns", "players"):
        data[name] = list(data[name])
    return data


def _decode_hole(data: object, seats: int, cards: int, *, is_first: bool) -> HoleState:
    added = _added_to_holes(seats) if is_first else {}
    names = set(HoleState._fields) - set(added)
    given = added | record("hole", data, names, version=None)
    players = seat_numbers("players", given["players"], seats)
    layouts = [card_ids("layouts", row) for row in values("layouts", given["layouts"], seats)]
    if any(len(row) != cards * (seat in players) for seat, row in enumerate(layouts)):
        raise CodecError("layouts: not as many cards as slots")
    drawn, closer = given["drawn"], given["closer"]
    return HoleState(
        layouts=tuple(layouts),
        up=_masks("up", given["up"], seats, cards),
        opened=_masks("opened", given["opened"], seats, cards),
        seen=_masks("seen", given["seen"], seats, ALL_CARDS),
        stock=card_ids("stock", given["stock"]),
        discard=card_ids("discard", given["discard"]),
        drawn=None if drawn is None else card_ids("drawn", [drawn])[0],
        phase=_phase(HolePhase, given["phase"]),
        starter=whole("starter", given["starter"], 0, seats - 1),
        to_move=whole("to_move", given["to_move"], 0, seats - 1),
        closer=None if closer is None else whole("closer", closer, 0, seats - 1),
        last_turns_left=whole("last_turns_left", given["last_turns_left"]),
        passes=whole("passes", given["passes"]),
        turns=wholes("turns", given["turns"], seats),
        players=players,
        knocked=boolean("knocked", given["knocked"]),
        public=_mask("public", given["public"], ALL_CARDS),
        fresh=_masks("fresh", given["fresh"], seats, ALL_CARDS),
        fresh_public=_mask("fresh_public", given["fresh_public"], ALL_CARDS),
        is_extra_turn_due=boolean("is_extra_turn_due", given["is_extra_turn_due"]),
        is_extra_turn=boolean("is_extra_turn", given["is_extra_turn"]),
    )


def _check_cards(state: MatchState) -> None:
    hole = state.hole
    if hole is None:
        return
    drawn = () if hole.drawn is None else (hole.drawn,)
    found = sorted([*sum(hole.layouts, ()), *hole.stock, *hole.discard, *drawn])
    if found != sorted(state.ruleset.pack_cards(state.seats)):
        raise CodecError("hole: not exactly the cards of its packs")


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _mask(name: str, value: object, width: int) -> int:
    return sum(1 << bit for bit in {whole(name, bit, 0, width - 1) for bit in values(name, value)})


def _masks(name: str, value: object, seats: int, width: int) -> tuple[int, ...]:
    return tuple(_mask(name, bits, width) for bits in values(name, value, seats))


def _phase(kind: type[Any], value: object) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise CodecError(f"phase: unknown value {value!r}") from None

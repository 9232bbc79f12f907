"""Rules, actions and matches of Golf Solitaire as JSON and back, the only place that knows how.

As for the grid game: a schema version ``v``, and ``CodecError`` for unknown and missing keys,
wrong types and impossible cards. What is stored of a match names its ``game``.

>>> encode_action(PlayColumn(2))
{'v': 1, 'kind': 'play', 'seat': 0, 'column': 2}
>>> decode_action({"v": 1, "kind": "turn_stock", "seat": 0})
DealNext()
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from games.engine import codec as grid
from games.engine.actions import Deal, Dismiss
from games.engine.errors import CodecError, EngineError, RulesetError
from games.engine.json_values import VERSION, card_ids, record, values, whole, wholes
from games.engine.solitaire.board import board_of
from games.engine.solitaire.hole import DEAL, DealNext, Hole, PlayColumn
from games.engine.solitaire.match import SEAT, MatchAction, SolitaireMatch
from games.engine.solitaire.rules import DealWhen, SolitaireRules
from games.engine.state import MatchPhase

GAME = "solitaire"
_TOGGLES = {field.name for field in fields(SolitaireRules)}


def encode_rules(rules: SolitaireRules) -> dict[str, Any]:
    """Return every toggle."""
    toggles = {name: getattr(rules, name) for name in sorted(_TOGGLES)}
    return {"v": VERSION, "game": GAME, **toggles, "deal_when": rules.deal_when.value}


def decode_rules(data: object) -> SolitaireRules:
    """Return the rules, defaults for what is left out; ``RulesetError`` for a refused value."""
    given = record("ruleset", data, _TOGGLES | {"game"}, may_miss=True)
    if (game := given.pop("game", None)) != GAME:
        raise CodecError(f"ruleset: {game!r} is another game")
    if "deal_when" in given:
        try:
            given["deal_when"] = DealWhen(given["deal_when"])
        except ValueError:
            raise RulesetError("deal_when", given["deal_when"], "any_time or stuck") from None
    return SolitaireRules(**given)


def encode_action(action: MatchAction) -> dict[str, Any]:
    """Return an action by kind, with its seat and column, or with the order of a deal."""
    if isinstance(action, Deal | Dismiss):
        return grid.encode_action(action)
    data: dict[str, Any] = {"v": VERSION, "kind": action.kind, "seat": action.seat}
    return {**data, "column": action.column} if isinstance(action, PlayColumn) else data


def decode_action(data: object) -> MatchAction:
    """Return the action; whether it may be done is for ``apply`` to say."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind in {PlayColumn.kind, DealNext.kind}:
        names = {"kind", "seat", *({"column"} if kind == PlayColumn.kind else ())}
        given = record("action", data, names)
        whole("seat", given["seat"], SEAT, SEAT)
        return PlayColumn(whole("column", given["column"])) if "column" in names else DEAL
    action = grid.decode_action(data)
    if not isinstance(action, Deal | Dismiss):
        raise CodecError(f"action: unknown kind {kind!r}")
    return action


def encode_state(state: SolitaireMatch) -> dict[str, Any]:
    """Return a whole match, the order of the stock included: for the server's own store alone."""
    return {
        "v": VERSION,
        "rules": encode_rules(state.rules),
        "sequence": state.sequence,
        "phase": state.phase.value,
        "hole_index": state.hole_index,
        "hole": None if state.hole is None else _encode_hole(state.hole),
        "scored": list(state.scored),
    }


def decode_state(data: object) -> SolitaireMatch:
    """Return the match; ``CodecError`` for damaged data, ``RulesetError`` for refused rules."""
    given = record("state", data, set(SolitaireMatch._fields))
    rules = decode_rules(given["rules"])
    try:
        phase = MatchPhase(given["phase"])
    except ValueError:
        raise CodecError(f"phase: unknown value {given['phase']!r}") from None
    scored = values("scored", given["scored"])
    return SolitaireMatch(
        rules=rules,
        sequence=whole("sequence", given["sequence"]),
        phase=phase,
        hole_index=whole("hole_index", given["hole_index"], 0, rules.holes - 1),
        hole=None if given["hole"] is None else _decode_hole(given["hole"], rules),
        scored=wholes("scored", scored, len(scored), low=None),
    )


def _encode_hole(hole: Hole) -> dict[str, Any]:
    board = hole.board
    rows = range(hole.rules.column_length)
    order = [column[row] for row in rows for column in board.columns]
    return {
        "order": [*order, board.foundation, *board.stock],
        "heights": list(hole.heights),
        "dealt": hole.dealt,
        "top": hole.top,
    }


def _decode_hole(data: object, rules: SolitaireRules) -> Hole:
    given = record("hole", data, {"order", "heights", "dealt", "top"}, version=None)
    try:
        board = board_of(card_ids("order", given["order"]), rules)
    except EngineError as error:
        raise CodecError(f"order: {error.message}") from None
    heights = wholes("heights", given["heights"], rules.columns)
    if max(heights) > rules.column_length:
        raise CodecError("heights: more cards than a column has")
    dealt = whole("dealt", given["dealt"], 0, rules.stock_size)
    (top,) = card_ids("top", [given["top"]])
    gone = {
        card for column, left in zip(board.columns, heights, strict=True) for card in column[left:]
    }
    if top not in {board.foundation, *board.stock[:dealt], *gone}:
        raise CodecError("top: a card that has not been played")
    return Hole(board, rules, heights, dealt, top)

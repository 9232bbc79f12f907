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
from typing import TYPE_CHECKING, Any

from games.engine import codec as grid
from games.engine.actions import Deal, Dismiss, Undo
from games.engine.errors import CodecError, EngineError, RulesetError
from games.engine.json_values import VERSION, card_ids, record, values, whole, wholes
from games.engine.solitaire.board import board_of, order_of
from games.engine.solitaire.hole import DEAL, DealNext, Hole, PlayColumn, apply, new_hole
from games.engine.solitaire.match import SEAT, MatchAction, SolitaireMatch
from games.engine.solitaire.rules import DealWhen, SolitaireRules
from games.engine.state import MatchPhase

if TYPE_CHECKING:
    from collections.abc import Iterable

GAME = "solitaire"
_STOCK = -1
_STATE = {"game", "ruleset", "sequence", "phase", "hole_index", "board", "way", "scored"}
_TOGGLES = {field.name for field in fields(SolitaireRules)}


def encode_ruleset(ruleset: SolitaireRules) -> dict[str, Any]:
    """Return every toggle."""
    toggles = {name: getattr(ruleset, name) for name in sorted(_TOGGLES)}
    return {"v": VERSION, "game": GAME, **toggles, "deal_when": ruleset.deal_when.value}


def decode_ruleset(data: object) -> SolitaireRules:
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
    if isinstance(action, Deal | Dismiss | Undo):
        return grid.encode_action(action)
    data: dict[str, Any] = {"v": VERSION, "kind": action.kind, "seat": action.seat}
    return {**data, "column": action.column} if isinstance(action, PlayColumn) else data


def decode_action(data: object) -> MatchAction:
    """Return the action; whether it may be done is for ``apply`` to say."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind in (PlayColumn.kind, DealNext.kind):
        names = {"kind", "seat", *({"column"} if kind == PlayColumn.kind else ())}
        given = record("action", data, names)
        whole("seat", given["seat"], SEAT, SEAT)
        return PlayColumn(whole("column", given["column"])) if "column" in names else DEAL
    action = grid.decode_action(data)
    if isinstance(action, Dismiss | Undo):
        whole("seat", action.seat, SEAT, SEAT)
    if not isinstance(action, Deal | Dismiss | Undo):
        raise CodecError(f"action: unknown kind {kind!r}")
    return action


def encode_state(state: SolitaireMatch) -> dict[str, Any]:
    """Return a whole match, the order of the stock included: for the server's own store alone."""
    return {
        "v": VERSION,
        "game": GAME,
        "ruleset": encode_ruleset(state.ruleset),
        "sequence": state.sequence,
        "phase": state.phase.value,
        "hole_index": state.hole_index,
        "board": None if state.hole is None else list(order_of(state.hole.board)),
        "way": [
            action.column if isinstance(action, PlayColumn) else _STOCK for action in state.way
        ],
        "scored": [list(strokes) for strokes in state.scored],
    }


def decode_state(data: object) -> SolitaireMatch:
    """Return the match; ``CodecError`` for damaged data, ``RulesetError`` for refused rules."""
    given = record("state", data, _STATE)
    if given["game"] != GAME:
        raise CodecError(f"state: {given['game']!r} is another game")
    ruleset = decode_ruleset(given["ruleset"])
    try:
        phase = MatchPhase(given["phase"])
    except ValueError:
        raise CodecError(f"phase: unknown value {given['phase']!r}") from None
    scored = values("scored", given["scored"])
    way = tuple(
        DEAL if whole("way", step, _STOCK, ruleset.columns - 1) == _STOCK else PlayColumn(step)
        for step in values("way", given["way"])
    )
    return SolitaireMatch(
        ruleset=ruleset,
        sequence=whole("sequence", given["sequence"]),
        phase=phase,
        hole_index=whole("hole_index", given["hole_index"], 0, ruleset.holes - 1),
        hole=None if given["board"] is None else _hole(given["board"], way, ruleset),
        way=way,
        scored=tuple((wholes("scored", strokes, 1, low=None)[0],) for strokes in scored),
    )


def _hole(order: object, way: Iterable[PlayColumn | DealNext], ruleset: SolitaireRules) -> Hole:
    """Return a hole as its deal and its actions make it."""
    try:
        hole = new_hole(board_of(card_ids("order", order), ruleset), ruleset)
        for action in way:
            hole = apply(hole, action)
    except EngineError as error:
        raise CodecError(f"hole: {error.message}") from None
    return hole

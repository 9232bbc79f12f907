"""A finished match as a text that anyone can check: ``record_text`` writes, ``verify`` reads it.

A record is a JSON array with one object per line. The first line has ``record`` ("golf"), ``v``
(1), ``ruleset`` (every field of rules 7, or ``game`` and every toggle of section 8) and ``seats``
(a name per seat). Then comes a line for
every action, in order:

- ``{"deal": [faces]}`` and ``{"reshuffle": [faces]}``: the cards in the order of ``actions.Deal``
  and ``actions.Reshuffle``. Copies of a face are alike, so faces are enough.
- ``{"seat": 0, "action": "take 3"}``: the text forms of ``actions``.

Each has ``facts`` too: what it made happen, secrets of seats included. After a hole that was
scored comes ``{"hole": 0, "strokes": [...], "totals": [...]}``, and at the end
``{"places": [...], "totals": [...]}``. Last in every line is ``check``: the first 16 hexadecimal
digits of the SHA-256 of the check of the line before and the line's JSON without ``check`` (keys
as they stand, no spaces, ASCII).
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from games.engine.actions import Deal, Reshuffle
from games.engine.cards import face_of
from games.engine.errors import EngineError, MalformedAction
from games.engine.games import (
    apply,
    chance_cards,
    decode_ruleset,
    encode_ruleset,
    final_standings,
    new_match,
    read_action,
)
from games.engine.state import MatchPhase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.engine.actions import ChanceAction
    from games.engine.events import Event
    from games.engine.games import AnyAction, AnyMatch, AnyRuleset

VERSION = 1
Line = dict[str, Any]


class RecordError(EngineError, ValueError):
    """A record is not that of a match; ``line`` is the first wrong one, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__("record", f"line {line}: {message}")
        self.line = line


def record_text(ruleset: AnyRuleset, names: Sequence[str], actions: Iterable[AnyAction]) -> str:
    """Return the record of a match that its actions finish; raises what ``apply`` raises."""
    state = new_match(ruleset, len(names))
    lines = [_header(ruleset, names)]
    for action in actions:
        before, (state, events) = state, apply(state, action)
        lines += _lines(before, action, state, events)
    return "[\n" + ",\n".join(_checked(lines)) + "\n]\n"


def verify(text: str) -> AnyMatch:
    r"""Replay a record and return the state it ends with; RecordError names the first wrong line.

    >>> verify("[\n{}\n]\n")
    Traceback (most recent call last):
    games.engine.record.RecordError: line 2: the check doesn't fit the line
    """
    rows = _rows(text)
    number, header = next(rows, (1, {}))
    state = _start(number, header)
    expected: list[Line] = []
    for number, row in rows:
        if expected:
            if not _is_same(row, expected.pop(0)):
                raise RecordError(number, "not what the match gave")
            continue
        if state.phase is MatchPhase.FINISHED:
            raise RecordError(number, "the match is over")
        before = state
        try:
            action = _action(before, row)
            state, events = apply(before, action)
        except (EngineError, KeyError, TypeError, AttributeError) as error:
            raise RecordError(number, f"not an action that may be done: {error}") from error
        line, *expected = _lines(before, action, state, events)
        if not _is_same(row, line):
            raise RecordError(number, "not what this action gives")
    if expected or state.phase is not MatchPhase.FINISHED:
        raise RecordError(number + 1, "the record ends before the match")
    return state


def _header(ruleset: AnyRuleset, names: Sequence[str]) -> Line:
    fields = encode_ruleset(ruleset)
    del fields["v"]
    return {"record": "golf", "v": VERSION, "ruleset": fields, "seats": list(names)}


def _lines(
    before: AnyMatch, action: AnyAction, state: AnyMatch, events: tuple[Event, ...]
) -> Iterator[Line]:
    facts = [event.facts_for(None) | dict(event.secret) for event in events]
    if isinstance(action, Deal | Reshuffle):
        yield {action.kind: [face_of(card) for card in action.order], "facts": facts}
    else:
        yield {"seat": action.seat, "action": action.text, "facts": facts}
    if len(state.scored) > len(before.scored) or len(state.extra_scored) > len(before.extra_scored):
        strokes = (state.extra_scored or state.scored)[-1]
        yield {"hole": state.hole_index, "strokes": list(strokes), "totals": list(state.totals)}
    if state.phase is MatchPhase.FINISHED:
        by_seat = sorted(final_standings(state), key=lambda row: row.seat)
        yield {"places": [row.place for row in by_seat], "totals": list(state.totals)}


def _plain(line: Line) -> str:
    return json.dumps(line, separators=(",", ":"))


def _is_same(one: Line, other: Line) -> bool:
    """Whether two lines are the same JSON, in any order of keys: 1 is neither true nor 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _check(before: str, line: Line) -> str:
    return sha256((before + _plain(line)).encode()).hexdigest()[:16]


def _checked(lines: Iterable[Line]) -> Iterator[str]:
    check = ""
    for line in lines:
        check = _check(check, line)
        yield _plain({**line, "check": check})


def _rows(text: str) -> Iterator[tuple[int, Line]]:
    """Yield the objects of a record with the number of their line, checks verified."""
    lines = text.splitlines()
    if not lines or lines[0] != "[":
        raise RecordError(1, "a record starts with a line '['")
    if lines[-1] != "]":
        raise RecordError(len(lines), "a record ends with a line ']'")
    check = ""
    for number, written in enumerate(lines[1:-1], start=2):
        is_last = number == len(lines) - 1
        if written.endswith(",") is is_last:
            raise RecordError(number, "objects are separated by one comma")
        try:
            row = json.loads(written.removesuffix(","))
        except (ValueError, RecursionError) as error:
            raise RecordError(number, f"not JSON: {error}") from error
        found = row.pop("check", None) if isinstance(row, dict) else None
        if not isinstance(row, dict) or found != (check := _check(check, row)):
            raise RecordError(number, "the check doesn't fit the line")
        yield number, row


def _start(number: int, header: Line) -> AnyMatch:
    if header.get("record") != "golf" or header.get("v") != VERSION:
        raise RecordError(number, f"not the header of a golf record of version {VERSION}")
    try:
        ruleset, names = decode_ruleset({**header["ruleset"], "v": VERSION}), header["seats"]
        state = new_match(ruleset, len(names))
    except (EngineError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(number, f"not a ruleset and seats: {error}") from error
    if not _is_same(header, _header(ruleset, names)):
        raise RecordError(number, "not every field of a ruleset as it is written")
    return state


def _action(state: AnyMatch, row: Line) -> AnyAction:
    for kind in (Deal, Reshuffle):
        if kind.kind in row:
            return _chance(kind, state, row[kind.kind])
    if type(row["seat"]) is not int:
        raise MalformedAction(f"{row['seat']!r} is not the number of a seat")
    return read_action(state, row["action"], row["seat"])


def _chance(kind: type[ChanceAction], state: AnyMatch, faces: Sequence[str]) -> ChanceAction:
    copies: dict[str, list[int]] = {}
    for card in reversed(chance_cards(state) or ()):
        copies.setdefault(face_of(card), []).append(card)
    if any(not copies.get(face) for face in faces):
        raise MalformedAction("not the cards to shuffle")
    try:
        return kind(tuple(copies[face].pop() for face in faces))
    except IndexError:
        raise MalformedAction("not the cards to shuffle") from None

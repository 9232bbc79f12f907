"""Playthroughs: matches written out action by action, for people to read and tests to replay.

A file starts with what it plays, then has for every action a line ``> who: action``, lines ``!``
for what happened (public facts, then who reads what besides) and ``=`` lines for the position:
a hidden card stands in brackets, with the seats that have seen it, ``*`` where everybody has.

``python -m tests.engine.playthrough FILE ...`` writes files anew from their actions.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from games.engine import (
    PRESETS,
    MatchState,
    Ruleset,
    face_of,
    parse_action,
    seats_to_act,
    states,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine import Action, Event

FOLDER = Path(__file__).parent / "playthroughs"


def read_header(lines: list[str]) -> dict[str, str]:
    """Read ``name: value`` lines up to the first empty one."""
    header = lines[: lines.index("")]
    pairs = (line.partition(": ") for line in header if not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def read_actions(lines: list[str]) -> list[Action]:
    """Read the actions, ``> 0: draw`` or ``> chance: deal ...``."""
    actions: list[Action] = []
    for line in lines:
        if line.startswith("> "):
            who, _, text = line[2:].partition(": ")
            actions.append(parse_action(text, None if who == "chance" else int(who)))
    return actions


def read_rules(lines: list[str]) -> tuple[Ruleset, int]:
    """Read the ruleset and the number of seats."""
    header = read_header(lines)
    rules = PRESETS[header["preset"]].ruleset(json.loads(header["chosen"]))
    return rules, int(header["seats"])


def written(lines: list[str]) -> Iterator[str]:
    """Write the file anew from its header and its actions."""
    yield from lines[: lines.index("") + 1]
    rules, seats = read_rules(lines)
    actions = read_actions(lines)
    for action, (state, events) in zip(actions, states(rules, seats, actions), strict=True):
        yield f"> {'chance' if action.seat is None else action.seat}: {action.text}"
        for event in events:
            yield from _happened(event)
        yield from _position(state)
        yield ""


def _happened(event: Event) -> Iterator[str]:
    yield f"! {json.dumps(event.facts_for(None))}"
    if event.secret:
        readers = " ".join(map(str, event.readers))
        yield f"!   to {readers}: {json.dumps(dict(event.secret))}"


def _position(state: MatchState) -> Iterator[str]:
    hole = state.hole
    assert hole is not None
    act = " ".join(map(str, seats_to_act(state))) or "-"
    totals = " ".join(map(str, state.totals))
    yield f"= {state.sequence} {state.phase}/{hole.phase} act {act} totals {totals}"
    drawn = "-" if hole.drawn is None else face_of(hole.drawn)
    closer = "-" if hole.closer is None else f"{hole.closer} left {hole.last_turns_left}"
    extras = [
        f" {word}"
        for word, is_so in (("knocked", hole.knocked), ("extra turn", hole.is_extra_turn))
        if is_so
    ]
    top = face_of(hole.discard[-1]) if hole.discard else "-"
    yield (
        f"= stock {len(hole.stock)} discard {len(hole.discard)} {top} drawn {drawn} closer {closer}"
        f" passes {hole.passes}{''.join(extras)}"
    )
    for seat in range(state.seats):
        yield f"= {seat}: {' '.join(_cards(state, seat))}"


def _cards(state: MatchState, seat: int) -> Iterator[str]:
    hole = state.hole
    assert hole is not None
    for slot, card in enumerate(hole.layouts[seat]):
        if hole.up[seat] >> slot & 1:
            yield face_of(card)
        else:
            seen = (str(who) for who, mask in enumerate(hole.seen) if mask >> card & 1)
            knowing = "*" if hole.public >> card & 1 else "".join(seen)
            yield f"({face_of(card)}{':' if knowing else ''}{knowing})"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        text = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(written(text)) + "\n", encoding="utf-8")

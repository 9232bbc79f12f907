"""Matches of Golf Solitaire written out action by action, replayed line by line.

Files are as those of the grid game (see tests/engine/playthrough.py), with a position of two lines:
what the pile shows and the stock still holds, and the columns.

``python -m tests.solitaire.test_playthroughs FILE ...`` writes files anew from their actions.
"""

from __future__ import annotations

import json
import sys
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games import engine
from games.engine.solitaire import SolitaireRules
from games.engine.solitaire.match import SolitaireMatch
from tests.engine.playthrough import read_header

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
EVENTS = {
    *("hole_dealt", "card_played", "card_turned", "hole_scored", "undone", "hole_reopened"),
    *("dismissed", "match_finished"),
}
TOGGLES = [
    ("queens_on_kings", True),
    ("turn_the_corner", True),
    ("deal_when", "stuck"),
    ("packs", 2),
    ("undo", True),
    ("holes", 9),
]


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def rules_in(lines: list[str]) -> SolitaireRules:
    chosen = json.loads(read_header(lines)["chosen"])
    rules = engine.decode_ruleset({"v": 1, "game": "solitaire", **chosen})
    assert isinstance(rules, SolitaireRules)
    return rules


def written(lines: list[str]) -> Iterator[str]:
    yield from lines[: lines.index("") + 1]
    state = engine.new_match(rules_in(lines), 1)
    for line in lines:
        if not line.startswith("> "):
            continue
        who, _, text = line[2:].partition(": ")
        action = engine.read_action(state, text, None if who == "chance" else int(who))
        state, events = engine.apply(state, action)
        yield line
        for event in events:
            yield f"! {json.dumps(event.facts_for(None))}"
        yield from position(state)
        yield ""


def position(state: SolitaireMatch) -> Iterator[str]:
    seen = engine.observe(state, None)
    act = " ".join(map(str, seen.to_act)) or "-"
    yield f"= {seen.sequence} {seen.match_phase} act {act} total {seen.total}"
    counts = f"stock {seen.stock_count} run {seen.run} strokes {seen.strokes}"
    yield f"= pile {seen.foundation} {counts}"
    yield f"= {' | '.join(' '.join(column) for column in seen.columns)}"


@pytest.mark.parametrize("name", [path.name for path in FILES])
def test_playthrough_goes_as_written(name: str) -> None:
    lines = read(FOLDER / name)
    for number, (expected, found) in enumerate(zip_longest(lines, written(lines)), start=1):
        assert found == expected, f"{name}, line {number}"


@pytest.mark.parametrize(("toggle", "value"), TOGGLES)
def test_toggle_without_a_playthrough_is_refused(toggle: str, value: object) -> None:
    assert any(getattr(rules_in(read(path)), toggle) == value for path in FILES)


def test_playthroughs_hold_every_kind_of_event_a_clear_tableau_and_strokes_below_zero() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert {kind for kind in EVENTS if f'"kind": "{kind}"' in text} == EVENTS
    assert '"strokes": [-' in text


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text("\n".join(written(read(path))) + "\n", encoding="utf-8")

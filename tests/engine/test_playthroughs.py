"""Every playthrough is replayed line by line, and every preset must have one."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import pytest

from games.engine import PRESETS
from tests.engine.playthrough import FOLDER, read_header, read_rules, written

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(FOLDER.glob("*.txt"))
EVENTS = {
    *("hole_dealt", "opener_turned", "opener_peeked", "drew", "placed", "discarded", "flipped"),
    *("went_out", "called_off", "stock_recycled", "hole_ended", "hole_scored", "dismissed"),
    *("peeked", "exchanged", "knocked", "golf_called", "turn_skipped", "won_at_once"),
    "match_finished",
}
SPECIAL_RULES: list[tuple[str, Any]] = [
    ("wild", frozenset({"JS", "JH"})),
    ("lines", "columns_rows_diagonals"),
    ("block_score", -20),
    ("block_score", -25),
    ("line_overrides", {"X": "keep"}),
    ("line_overrides", {"X": -5}),
    ("adjacent_pairs_charge", 10),
    ("openers", 0),
    ("openers_mode", "fixed"),
    ("openers_seen", "peek"),
    ("openers_order", "at_once"),
    ("replaced_face", "down"),
    ("refuse", "may_flip"),
    ("final_putt", True),
    ("knock", True),
    ("last_turns", 0),
    ("powers", {"J": "peek_own", "Q": "peek_other", "K": "swap_any"}),
    ("memory", "unassisted"),
    ("jack_skips", True),
    ("golf_call", True),
    ("four_of_a_kind", "wins_match"),
    ("closer_judged", "knocker"),
    *[
        ("closer_fails", rule)
        for rule in (
            *("plus_10", "double_plus_5", "highest"),
            *("double_or_plus_10", "plus_twice_seats"),
        )
    ],
    ("closer_bonus", "zero"),
    ("closer_bonus", "minus_seats"),
    ("closer_tie_is_safe", False),
    ("limit", 100),
    ("tie", "extra_hole"),
]


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", [path.name for path in FILES])
def test_playthrough_goes_as_written(name: str) -> None:
    lines = read(FOLDER / name)
    for number, (expected, found) in enumerate(zip_longest(lines, written(lines)), start=1):
        assert found == expected, f"{name}, line {number}"


@pytest.mark.parametrize("slug", PRESETS)
def test_preset_without_a_playthrough_is_refused(slug: str) -> None:
    played = {read_header(read(path))["preset"] for path in FILES}
    assert slug in played


@pytest.mark.parametrize(("field", "value"), SPECIAL_RULES)
def test_special_rule_without_a_playthrough_is_refused(field: str, value: Any) -> None:
    assert any(getattr(read_rules(read(path))[0], field) == value for path in FILES)


@pytest.mark.parametrize("outcome", ["success", "failure"])
def test_playthroughs_hold_closers_who_succeed_and_who_fail(outcome: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert f'"outcome": "{outcome}"' in text


def test_playthroughs_hold_every_kind_of_event() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert {kind for kind in EVENTS if f'"kind": "{kind}"' in text} == EVENTS

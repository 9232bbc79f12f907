"""Every playthrough is replayed line by line, and every preset must have one."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from games.engine import PRESETS
from tests.engine.playthrough import FOLDER, read_header, written

FILES = sorted(FOLDER.glob("*.txt"))
EVENTS = {
    *("hole_dealt", "opener_turned", "opener_peeked", "drew", "placed", "discarded", "flipped"),
    *("went_out", "called_off", "stock_recycled", "hole_ended", "hole_scored", "dismissed"),
    "match_finished",
}


@pytest.mark.parametrize("name", [path.name for path in FILES])
def test_playthrough_goes_as_written(name: str) -> None:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for number, (expected, found) in enumerate(zip_longest(lines, written(lines)), start=1):
        assert found == expected, f"{name}, line {number}"


@pytest.mark.parametrize("slug", PRESETS)
def test_preset_without_a_playthrough_is_refused(slug: str) -> None:
    played = {read_header(path.read_text("utf-8").splitlines())["preset"] for path in FILES}
    assert slug in played


def test_playthroughs_hold_every_kind_of_event() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert {kind for kind in EVENTS if f'"kind": "{kind}"' in text} == EVENTS

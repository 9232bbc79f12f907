"""What hypothesis draws from: rulesets, seats, generators; and how long it may take."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st

from games.engine import Ruleset

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

LAYOUTS = ("2x2", "2x3", "2x4", "3x3")
SEATS = (2, 3, 4, 5, 6)
SHAPES = tuple(product(LAYOUTS, SEATS))

few = settings(max_examples=max(1, settings.default.max_examples // 5), derandomize=True)
"""For tests that play whole matches, of which each holds hundreds of actions."""


@st.composite
def rulesets(draw: DrawFn, layout: str | None = None, **fixed: Any) -> Ruleset:
    """Draw a ruleset that can be played, a hole or two long."""
    chosen = layout or draw(st.sampled_from(LAYOUTS))
    rows, columns = map(int, chosen.split("x"))
    lines = ["standard", "columns", "columns_rows"]
    if rows == columns:
        lines.append("columns_rows_diagonals")
    fields: dict[str, SearchStrategy[Any]] = {
        "jokers_per_pack": st.sampled_from((0, 1, 2)),
        "lines": st.sampled_from(lines),
        "openers": st.integers(0, rows * columns - 1),
        "openers_mode": st.sampled_from(("choose", "fixed")),
        "openers_seen": st.sampled_from(("up", "peek")),
        "openers_order": st.sampled_from(("in_turn", "at_once")),
        "refuse": st.sampled_from(("flip", "may_flip", "no_flip")),
        "final_putt": st.booleans(),
        "stall_laps": st.sampled_from((1, 2, 20)),
        "last_turns": st.sampled_from((0, 1)),
        "holes": st.sampled_from((1, 2)),
        "limit": st.sampled_from((0, 40)),
    }
    drawn = {name: draw(values) for name, values in fields.items() if name not in fixed}
    return Ruleset.from_fields({"layout": chosen, **drawn, **fixed})


randoms = st.integers(0, 2**32 - 1).map(Random)

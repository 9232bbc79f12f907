"""What hypothesis draws from: rulesets, seats, generators; and how long it may take."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st

from games.engine import FACES, RANKS, Ruleset
from games.engine.fields import POWERS
from games.engine.geometry import LAYOUTS

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

SEATS = (2, 3, 4, 5, 6, 7, 8)
SHAPES = tuple(product(LAYOUTS, SEATS))

few = settings(max_examples=max(1, settings.default.max_examples // 5), derandomize=True)
"""For tests that play whole matches, of which each holds hundreds of actions."""


numbers = st.integers(-20, 20)
FAILS = ("none", "plus_10", "double_plus_5", "highest", "double_or_plus_10", "plus_twice_seats")


def usually(usual: Any, *others: Any) -> SearchStrategy[Any]:
    """Draw a value that half of all rulesets have, or another one."""
    return st.just(usual) | st.sampled_from(others)


def fields_of(layout: str) -> dict[str, SearchStrategy[Any]]:
    """List every field of the rules but the layout, with what may be drawn for it."""
    rows, columns = map(int, layout.split("x"))
    lines = ["standard", "columns", "columns_rows"]
    if rows == columns:
        lines.append("columns_rows_diagonals")
    powers = st.dictionaries(st.sampled_from(RANKS), st.sampled_from(POWERS), max_size=4)
    return {
        "packs": usually("auto", "by_seats", 3, 4),
        "jokers_per_pack": st.sampled_from((0, 1, 2)),
        "values": st.just({}) | st.dictionaries(st.sampled_from(RANKS), numbers, max_size=3),
        "card_values": st.just({}) | st.dictionaries(st.sampled_from(FACES), numbers, max_size=2),
        "line_overrides": st.just({})
        | st.dictionaries(st.sampled_from(RANKS), numbers | st.just("keep"), max_size=2),
        "wild": st.just([]) | st.lists(st.sampled_from(FACES), max_size=2, unique=True),
        "lines": st.sampled_from(lines),
        "block_score": usually(None, -20, -25),
        "adjacent_pairs_charge": usually(0, 10),
        "openers": st.integers(0, rows * columns - 1),
        "openers_mode": st.sampled_from(("choose", "fixed")),
        "openers_seen": st.sampled_from(("up", "peek")),
        "openers_order": st.sampled_from(("in_turn", "at_once")),
        "refuse": st.sampled_from(("flip", "may_flip", "no_flip")),
        "final_putt": st.booleans(),
        "stall_laps": st.sampled_from((1, 2, 20)),
        "knock": st.booleans(),
        "last_turns": st.sampled_from((0, 1)),
        "powers": st.just({}) | powers,
        "memory": st.sampled_from(("assisted", "unassisted")),
        "jack_skips": st.booleans(),
        "golf_call": st.booleans(),
        "four_of_a_kind": usually("none", "wins_match"),
        "closer_judged": st.sampled_from(("every_closer", "knocker")),
        "closer_fails": st.sampled_from(FAILS),
        "closer_bonus": st.sampled_from(("none", "zero", "minus_seats")),
        "closer_tie_is_safe": st.booleans(),
        "holes": st.sampled_from((1, 2)),
        "limit": st.sampled_from((0, 40)),
        "tie": st.sampled_from(("shared", "extra_hole")),
    }


@st.composite
def rulesets(draw: DrawFn, layout: str | None = None, **fixed: Any) -> Ruleset:
    """Draw any valid ruleset, a hole or two long, that serves every number of seats."""
    chosen = layout or draw(st.sampled_from(LAYOUTS))
    fields = fields_of(chosen)
    drawn = {name: draw(values) for name, values in fields.items() if name not in fixed}
    if {**drawn, **fixed}["knock"] and "replaced_face" not in fixed:
        drawn["replaced_face"] = draw(st.sampled_from(("up", "down")))
    return Ruleset.from_fields({"layout": chosen, **drawn, **fixed})


randoms = st.integers(0, 2**32 - 1).map(Random)

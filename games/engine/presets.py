"""The presets as data: what each fixes, what a host may set, what follows from it (rules 7)."""

from __future__ import annotations

from typing import Any

from games.engine.alternatives import ALTERNATIVE_RULES, ALTERNATIVES
from games.engine.fields import FIELDS
from games.engine.frozen import FrozenMap
from games.engine.offers import Preset, Where

SQUARES = ("2x2", "3x3")
OBLONGS = ("2x3", "2x4", "2x5", "3x4")

_OPENERS = (2, 0, 1, 3, 4, 5, 6, 7, 8)
_HOLES = (9, 6, 3)
_ALL_HOLES = (9, 6, 3, 18)
_CLOSER_FAILS = (
    *("none", "plus_10", "double_plus_5", "highest", "double_or_plus_10", "plus_twice_seats"),
)
_POWERS = {"J": "peek_own", "Q": "peek_other", "K": "swap_any"}
_STEADY: dict[str, Any] = {"refuse": "no_flip", "stall_laps": 20}
_KEPT_JOKERS: dict[str, Any] = {"values": {"2": 2}, "line_overrides": {"X": "keep"}}
_PACKS: dict[str, Any] = {
    "layout": "2x3",
    **_STEADY,
    **_KEPT_JOKERS,
    "lines": "columns",
    "adjacent_pairs_charge": 10,
}


def _where(when: dict[str, Any], then: dict[str, Any]) -> Where:
    return Where(FrozenMap(when), FrozenMap(then))


def _anything() -> dict[str, tuple[Any, ...]]:
    """Every field with values to start from, its default first."""
    offered: dict[str, tuple[Any, ...]] = {
        "openers": tuple(range(12)),
        "stall_laps": tuple(range(1, 21)),
        "holes": tuple(range(19)),
        "limit": (0, 50, 75, 100, 150, 200, 500, 1000),
    }
    for name, field in FIELDS.items():
        plain = field.plain_default
        others = offered.get(name, getattr(field, "values", ()))
        offered[name] = (plain, *(value for value in others if value != plain))
    # Null is no value that a form or a table of defaults can tell from none given.
    offered["block_score"] = ("none", -20, -25)
    return {name: offered[name] for name in FIELDS}


PRESETS: FrozenMap[Preset] = FrozenMap(
    {
        preset.slug: preset
        for preset in (
            Preset(
                slug="clubhouse",
                title="Clubhouse",
                seats=(2, 6),
                fixed=FrozenMap({}),
                offers=FrozenMap(
                    {
                        "layout": ("2x3", "2x2", "2x4", "3x3"),
                        "openers": _OPENERS,
                        "final_putt": (False, True),
                        "holes": _HOLES,
                    }
                ),
                minutes=20,
                difficulty="easy",
                origin="The plain game: everyone turns up cards of their own choice and plays on.",
            ),
            Preset(
                slug="clubhouse-fixed",
                title="Clubhouse, fixed openers",
                seats=(2, 6),
                fixed=FrozenMap({"openers_mode": "fixed"}),
                offers=FrozenMap(
                    {
                        "layout": ("2x3", "2x2", "3x3"),
                        "openers": _OPENERS,
                        "openers_seen": ("up", "peek"),
                        "holes": _HOLES,
                    }
                ),
                minutes=20,
                difficulty="easy",
                origin="The plain game, but the first cards of every layout are the openers.",
            ),
            Preset(
                slug="arena",
                title="Arena",
                seats=(2, 8),
                fixed=FrozenMap(
                    {"packs": "by_seats", **_STEADY, "openers_order": "at_once", "openers": 2}
                ),
                offers=FrozenMap(
                    {
                        "layout": ("2x3", "2x2", "3x3"),
                        "lines": ("all", "columns"),
                        "block_score": (-20, None),
                        "powers": ("off", "on"),
                        "memory": ("assisted", "unassisted"),
                        "holes": _ALL_HOLES,
                    }
                ),
                where=(
                    _where({"layout": ("3x3",)}, {"openers": 3}),
                    _where(
                        {"layout": ("2x2",)},
                        {"openers_seen": "peek", "replaced_face": "down", "knock": True},
                    ),
                    _where(
                        {"lines": ("all",), "layout": SQUARES}, {"lines": "columns_rows_diagonals"}
                    ),
                    _where({"lines": ("all",), "layout": OBLONGS}, {"lines": "columns_rows"}),
                    _where({"powers": ("off",)}, {"powers": {}}),
                    _where({"powers": ("on",)}, {"powers": _POWERS, "knock": True}),
                ),
                minutes=25,
                difficulty="medium",
                origin="Everybody opens at once, rows and blocks count, and cards may have powers.",
            ),
            Preset(
                slug="double-pack",
                title="Double pack",
                seats=(4, 8),
                fixed=FrozenMap({**_PACKS, "packs": 2}),
                offers=FrozenMap(
                    {
                        "jokers_per_pack": (1, 2),
                        "golf_call": (False, True),
                        **ALTERNATIVES,
                        "holes": _ALL_HOLES,
                    }
                ),
                where=ALTERNATIVE_RULES,
                minutes=35,
                difficulty="medium",
                origin="Two packs with jokers for a big round: four of a rank charge all others.",
            ),
            Preset(
                slug="single-pack",
                title="Single pack",
                seats=(2, 4),
                fixed=FrozenMap({**_PACKS, "packs": 1}),
                offers=FrozenMap(
                    {
                        "jokers_per_pack": (2, 0),
                        "golf_call": (False, True),
                        **ALTERNATIVES,
                        "holes": _ALL_HOLES,
                    }
                ),
                where=ALTERNATIVE_RULES,
                minutes=25,
                difficulty="medium",
                origin="The game of the double pack for a small round with one pack.",
            ),
            Preset(
                slug="four-card",
                title="Four cards",
                seats=(2, 8),
                fixed=FrozenMap(
                    {
                        "layout": "2x2",
                        "openers": 2,
                        "openers_seen": "peek",
                        "knock": True,
                        "closer_judged": "knocker",
                        **_STEADY,
                        **_KEPT_JOKERS,
                    }
                ),
                offers=FrozenMap(
                    {
                        "lines": ("columns_rows", "columns_rows_diagonals"),
                        "packs": ("auto", 1, 2),
                        "jokers_per_pack": (0, 1, 2),
                        "memory": ("unassisted", "assisted"),
                        "four_of_a_kind": ("none", "wins_match"),
                        "golf_call": (False, True),
                        "adjacent_pairs_charge": (0, 10),
                        "closer_fails": _CLOSER_FAILS,
                        "closer_bonus": ("none", "zero", "minus_seats"),
                        **ALTERNATIVES,
                        "holes": _ALL_HOLES,
                    }
                ),
                where=ALTERNATIVE_RULES,
                minutes=15,
                difficulty="medium",
                origin="Four cards, of which you have seen two: remember them, and knock in time.",
            ),
            Preset(
                slug="nine-card",
                title="Nine cards",
                seats=(2, 8),
                fixed=FrozenMap(
                    {
                        "layout": "3x3",
                        "packs": 2,
                        "openers": 3,
                        "lines": "columns_rows_diagonals",
                        "block_score": -25,
                        **_STEADY,
                        **_KEPT_JOKERS,
                    }
                ),
                offers=FrozenMap(
                    {"jokers_per_pack": (0, 1, 2), **ALTERNATIVES, "holes": _ALL_HOLES}
                ),
                where=ALTERNATIVE_RULES,
                minutes=45,
                difficulty="hard",
                origin="Nine cards in a square: lines in every direction, and blocks of four.",
            ),
            Preset(
                slug="to-the-limit",
                title="To the limit",
                seats=(2, 6),
                fixed=FrozenMap(
                    {
                        "packs": 2,
                        "jokers_per_pack": 2,
                        "openers": 0,
                        "values": {"2": 2, "J": 11, "Q": 12, "X": -3},
                        "closer_fails": "double_or_plus_10",
                    }
                ),
                offers=FrozenMap(
                    {
                        "layout": ("2x3", "2x2", "2x4", "3x3", "2x5", "3x4"),
                        "limit": (100, 50, 150, 200),
                        "holes": (0, 9, 6, 3, 18),
                    }
                ),
                where=(
                    _where({"layout": SQUARES}, {"lines": "columns_rows_diagonals"}),
                    _where({"layout": OBLONGS}, {"lines": "columns_rows"}),
                ),
                minutes=40,
                difficulty="hard",
                origin="No card is opened, going out too early costs dear, and 100 strokes end it.",
            ),
            Preset(
                slug="house",
                title="House rules",
                seats=(2, 8),
                fixed=FrozenMap({}),
                offers=FrozenMap(_anything()),
                where=(_where({"block_score": ("none",)}, {"block_score": None}),),
                takes_any=True,
                minutes=20,
                difficulty="easy",
                origin="Your own rules: start from the plain game and change whatever you like.",
            ),
        )
    }
)

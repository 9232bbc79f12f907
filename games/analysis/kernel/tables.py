"""A ruleset as numbers and arrays, as the kernel reads it.

Faces are their index in ``FACES``, 0 to 53; ranks their index in ``RANKS``, 0 to 13, with 14 for a
wild card. Seats are those that play the hole, numbered from 0 in seat order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from games.engine import FACES, RANKS, WILD, Ruleset
from games.engine.cards import CARDS_PER_PACK, MAX_PACKS
from games.engine.scoring import KEEP

Numbers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Faces: TypeAlias = NDArray[np.uint8]

RANK_COUNT = len(RANKS)
WILD_RANK = RANK_COUNT
JACK = RANKS.index("J")
NO_PRICE = 1 << 20
"""A line whose cards count 0, as usual."""
KEEPS_VALUES = NO_PRICE + 1
"""A line whose cards keep their values: no line at all."""

MAX_SLOTS, MOST_LINES, LONGEST_LINE, MOST_SQUARES = 12, 8, 5, 6

FLIP, MAY_FLIP, NO_FLIP = range(3)
NO_POWER, PEEK_OWN, PEEK_OTHER, SWAP_ANY = range(4)
FAILS = (
    *("none", "plus_10", "double_plus_5", "highest"),
    *("double_or_plus_10", "plus_twice_seats"),
)
BONUSES = ("none", "zero", "minus_seats")


class Tables:
    """A ruleset for a number of seats: a record of numbers and arrays (see ``TABLES``).

    ``mark`` is the rank by which a face makes lines, ``printed`` the one printed on it. ``lines``
    has a row of slots per line, filled with -1, columns first; ``through`` the lines through each
    slot. ``price`` is what a line of a rank counts, ``NO_PRICE`` or ``KEEPS_VALUES``. ``pack`` has
    the faces that the seats play with, ``pack_size`` of them.
    """

    seats: int
    slots: int
    columns: int
    full: int
    line_count: int
    square_count: int
    block_score: int
    is_plain: int
    charge: int
    openers: int
    is_fixed: int
    is_peek: int
    goes_down: int
    refuse: int
    final_putt: int
    stall_laps: int
    knock: int
    last_turns: int
    jack_skips: int
    golf_call: int
    judges_every_closer: int
    fails: int
    bonus: int
    tie_is_safe: int
    four_wins: int
    pack_size: int
    longest: int
    mark: Numbers
    printed: Numbers
    value: Numbers
    lines: Numbers
    line_length: Numbers
    line_mask: Numbers
    through: Numbers
    through_count: Numbers
    price: Numbers
    squares: Numbers
    square_mask: Numbers
    power: Numbers
    pack: Faces


_SHAPES = {
    "mark": (len(FACES),),
    "printed": (len(FACES),),
    "value": (len(FACES),),
    "lines": (MOST_LINES, LONGEST_LINE),
    "line_length": (MOST_LINES,),
    "line_mask": (MOST_LINES,),
    "through": (MAX_SLOTS, LONGEST_LINE),
    "through_count": (MAX_SLOTS,),
    "price": (RANK_COUNT + 1,),
    "squares": (MOST_SQUARES, LONGEST_LINE),
    "square_mask": (MOST_SQUARES,),
    "power": (RANK_COUNT,),
}
TABLES = np.dtype(
    [
        *(
            (name, np.int64, _SHAPES.get(name, ()))
            for name in Tables.__annotations__
            if name != "pack"
        ),
        ("pack", np.uint8, (CARDS_PER_PACK * MAX_PACKS,)),
    ]
)


@lru_cache(maxsize=256)
def tables_of(ruleset: Ruleset, seats: int, players: int) -> Tables:
    """Return the tables of a match's rules for the seats that play a hole.

    ``seats`` are those of the match, on which the number of packs depends.
    """
    lines, squares = ruleset.counted_lines, ruleset.squares
    pack = ruleset.pack_cards(seats)
    through = [[n for n, line in enumerate(lines) if slot in line] for slot in range(ruleset.cards)]
    values: dict[str, Any] = {
        "seats": players,
        "slots": ruleset.cards,
        "columns": ruleset.columns,
        "full": ruleset.full,
        "mark": [_mark(ruleset, face) for face in FACES],
        "printed": [RANKS.index(Ruleset().marks[face] or "") for face in FACES],
        "value": [ruleset.face_values[face] for face in FACES],
        "lines": _grid(lines),
        "line_length": [len(line) for line in lines],
        "line_mask": [_mask(line) for line in lines],
        "through": _grid(through),
        "through_count": [len(found) for found in through],
        "price": [_price(ruleset, rank) for rank in (*RANKS, WILD)],
        "squares": _grid(squares),
        "square_mask": [_mask(square) for square in squares],
        "block_score": ruleset.block_score or 0,
        "is_plain": ruleset.has_plain_scoring,
        "charge": ruleset.adjacent_pairs_charge,
        "openers": ruleset.openers,
        "is_fixed": ruleset.openers_mode == "fixed",
        "is_peek": ruleset.openers_seen == "peek",
        "goes_down": ruleset.replaced_face == "down",
        "refuse": ("flip", "may_flip", "no_flip").index(ruleset.refuse),
        "final_putt": ruleset.final_putt,
        "stall_laps": ruleset.stall_laps,
        "knock": ruleset.knock,
        "last_turns": ruleset.last_turns,
        "power": [_power(ruleset, rank) for rank in RANKS],
        "jack_skips": ruleset.jack_skips,
        "golf_call": ruleset.golf_call,
        "judges_every_closer": ruleset.closer_judged == "every_closer",
        "fails": FAILS.index(ruleset.closer_fails),
        "bonus": BONUSES.index(ruleset.closer_bonus),
        "tie_is_safe": ruleset.closer_tie_is_safe,
        "four_wins": ruleset.four_of_a_kind == "wins_match",
        "pack": [card % CARDS_PER_PACK for card in pack],
        "pack_size": len(pack),
        "longest": max(map(len, lines)),
        "line_count": len(lines),
        "square_count": len(squares),
    }
    made = np.zeros(1, TABLES).view(np.recarray)
    for name, value in values.items():
        room: Any = made[name][0]
        if np.ndim(value):
            room[tuple(slice(size) for size in np.shape(value))] = value
        else:
            made[name] = value
    return cast(Tables, made[0])


def _grid(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[*row, *[-1] * (LONGEST_LINE - len(row))] for row in rows]


def _mask(slots: Sequence[int]) -> int:
    return sum(1 << slot for slot in slots)


def _mark(ruleset: Ruleset, face: str) -> int:
    mark = ruleset.marks[face] or ""
    return WILD_RANK if mark == WILD else RANKS.index(mark)


def _price(ruleset: Ruleset, rank: str) -> int:
    worth = ruleset.line_overrides.get(rank)
    if worth is None:
        return NO_PRICE
    return KEEPS_VALUES if worth == KEEP else int(worth)


def _power(ruleset: Ruleset, rank: str) -> int:
    return ("", "peek_own", "peek_other", "swap_any").index(ruleset.powers.get(rank, ""))

"""Depth-first search over places with a bounded memory, for boards too large for a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.analysis.kernel.compiling import compiled

if TYPE_CHECKING:
    from games.analysis.solitaire.arrays import Bytes, Keys, Numbers

CLEARED, EXHAUSTED, OVER_BUDGET = 0, 1, 2
BITS_OF_A_COLUMN = 3
FREE = -1
# What is known of a place: reached exactly so, with fewer cards dealt, only with more, or never.
KNOWN, WORSE, BETTER, NEW = 0, 1, 2, 3


@compiled
def note(keys: Keys, fewest: Bytes, key: int, dealt: int) -> int:
    """Note that a place is reached, and return whether that is new.

    ``keys`` and ``fewest`` (a power of two,) are a table with open addresses.
    """
    mask = len(keys) - 1
    slot = ((key * 0x9E3779B97F4A7C1) >> 20) & mask
    while keys[slot] != FREE and keys[slot] != key:
        slot = (slot + 1) & mask
    if keys[slot] == FREE:
        keys[slot] = key
        fewest[slot] = dealt
        return NEW
    if fewest[slot] == dealt:
        return KNOWN
    if fewest[slot] < dealt:
        return WORSE
    fewest[slot] = dealt
    return BETTER


@compiled
def search(  # noqa: C901 - one loop, whose whole state is the place it stands at
    ranks: Numbers,
    heights: Numbers,
    stock: Numbers,
    dealt: int,
    top: int,
    goes: Bytes,
    when_stuck: bool,
    budget: int,
    path: Numbers,
) -> tuple[int, int, int, int]:
    """Look for a way to clear the tableau, playing before dealing.

    Returns how it ended, the fewest cards that were left, the length of the way there, which is
    written to ``path`` (actions,) as columns and -1 for dealing, and the places visited, at most
    ``budget``. Where dealing is always lawful nothing is played again from a place that was
    reached with fewer cards dealt.
    """
    columns, size = len(heights), len(stock)
    slots = 1024
    while slots < 2 * budget:
        slots *= 2
    keys = np.full(slots, FREE, dtype=np.int64)
    known = np.zeros(slots, dtype=np.uint8)
    left = heights.copy()
    total = left.sum()
    deepest = total + size - dealt + 1
    tops, choices = np.zeros(deepest + 1, dtype=np.int64), np.zeros(deepest + 1, dtype=np.int64)
    way = np.zeros(deepest + 1, dtype=np.int64)
    played = np.zeros(deepest + 1, dtype=np.bool_)
    code = 0
    for column in range(columns):
        code |= left[column] << (BITS_OF_A_COLUMN * column)
    depth, places, fewest, length = 0, 0, total, 0
    tops[0] = top
    while True:
        if choices[depth] == 0:
            # Here for the first time on this way.
            if total < fewest:
                fewest, length = total, depth
                path[:depth] = way[:depth]
            if total == 0:
                return CLEARED, fewest, length, places
            key = (code << 4) | tops[depth]
            if when_stuck:
                key = (key << 6) | dealt
            found = note(keys, known, key, dealt)
            places += found == NEW
            played[depth] = False
            if found == KNOWN:
                choices[depth] = columns + 1
            elif found == WORSE:
                # Nothing new can be played, but by dealing on what is new may come up.
                choices[depth] = columns
            elif places >= budget:
                return OVER_BUDGET, fewest, length, places
        chosen = choices[depth]
        if chosen < columns:
            choices[depth] += 1
            if left[chosen]:
                rank = ranks[chosen, left[chosen] - 1]
                if goes[rank, tops[depth]]:
                    played[depth] = True
                    left[chosen] -= 1
                    total -= 1
                    code -= 1 << (BITS_OF_A_COLUMN * chosen)
                    way[depth] = chosen
                    depth += 1
                    tops[depth], choices[depth] = rank, 0
        elif chosen == columns and dealt < size and not (when_stuck and played[depth]):
            choices[depth] += 1
            way[depth] = -1
            depth += 1
            tops[depth], choices[depth] = stock[dealt], 0
            dealt += 1
        elif depth == 0:
            return EXHAUSTED, fewest, length, places
        else:
            depth -= 1
            if way[depth] < 0:
                dealt -= 1
            else:
                left[way[depth]] += 1
                total += 1
                code += 1 << (BITS_OF_A_COLUMN * way[depth])

"""Everything that can be reached on a board, as machine code.

A place is the cards left in each column, numbered in mixed radix, with the rank on the foundation.
Places are gone through from the whole tableau down: every action leads to a place with a smaller
number, or deals and stays. Arrays: ``ranks`` (columns, length) and ``stock`` (cards,) hold ranks
from 1 to 13, ``heights`` (columns,) the cards left, ``goes`` (16, 16) is not zero where a card of
the first rank may be played onto the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.analysis.kernel.compiling import compiled

if TYPE_CHECKING:
    from games.analysis.solitaire.arrays import Bytes, Flags, Masks, Numbers

RANKS = 16  # 1 to 13, in a row of a length that machines like
NEVER = 255


@compiled
def strides_of(heights: Numbers) -> Numbers:
    """How much a card of each column is in a place's number, and at the end how many there are."""
    strides = np.ones(len(heights) + 1, dtype=np.int64)
    for column in range(len(heights)):
        strides[column + 1] = strides[column] * (heights[column] + 1)
    return strides


@compiled
def next_dealt(stock: Numbers) -> Bytes:
    """Return after how many cards a rank next lies on top, by cards dealt (cards + 1, 16)."""
    size = len(stock)
    found = np.full((size + 1, RANKS), NEVER, dtype=np.uint8)
    for dealt in range(size - 1, -1, -1):
        for rank in range(RANKS):
            found[dealt, rank] = found[dealt + 1, rank]
        found[dealt, stock[dealt]] = dealt + 1
    return found


@compiled
def count_down(left: Numbers, heights: Numbers) -> int:
    """Go on to the next place's cards left; returns by how many cards the tableau changes."""
    change = 0
    for column in range(len(left)):
        if left[column]:
            left[column] -= 1
            return change - 1
        left[column] = heights[column]
        change += heights[column]
    return change


@compiled
def deal_on(row: Bytes, coming: Bytes) -> int:
    """Deal from a place (16,) on; returns how many tops it has then, none if it isn't reached."""
    first = NEVER
    for rank in range(1, 14):
        first = min(first, row[rank])
    if first == NEVER:
        return 0
    tops = 0
    for rank in range(1, 14):
        found = min(row[rank], coming[first, rank])
        row[rank] = found
        tops += found != NEVER
    return tops


@compiled
def play_from(row: Bytes, goes: Bytes, playable: Bytes) -> None:
    """Fill ``playable`` (16,): the fewest cards dealt with which a rank can be played from here."""
    for rank in range(2, 12):
        playable[rank] = min(row[rank - 1], row[rank + 1])
    playable[1], playable[12], playable[13] = row[2], row[11], row[12]
    if goes[12, 13]:
        playable[12] = min(row[11], row[13])
    if goes[1, 13]:
        playable[1] = min(row[2], row[13])
        playable[13] = min(row[12], row[1])


@compiled
def least_dealt(
    ranks: Numbers,
    heights: Numbers,
    stock: Numbers,
    dealt: int,
    top: int,
    goes: Bytes,
    least: Bytes,
) -> tuple[int, int, int]:
    """Fill ``least`` (places, 16): the fewest cards dealt with which a place can be reached.

    Right where dealing is always lawful: whoever has dealt fewer can catch up by dealing. Returns
    the least number of cards left in the tableau, a place with so many, and how many can be
    reached.
    """
    strides = strides_of(heights)
    last = strides[-1] - 1
    coming = next_dealt(stock)
    left = heights.copy()
    total = left.sum()
    fewest, best, places = total, last, 0
    playable = np.full(RANKS, NEVER, dtype=np.uint8)
    least[: last + 1] = NEVER
    least[last, top] = dealt
    for place in range(last, -1, -1):
        tops = deal_on(least[place], coming)
        if tops:
            places += tops
            if total < fewest:
                fewest, best = total, place
            play_from(least[place], goes, playable)
            for column in range(len(left)):
                if left[column]:
                    rank = ranks[column, left[column] - 1]
                    then = place - strides[column]
                    least[then, rank] = min(least[then, rank], playable[rank])
        total += count_down(left, heights)
    return fewest, best, places


@compiled
def may_play(ranks: Numbers, left: Numbers, goes: Bytes, playable: Flags) -> None:
    """Fill ``playable`` (16,): whether some end card goes onto a foundation of that rank."""
    playable[:] = False
    for column in range(len(left)):
        if left[column]:
            rank = ranks[column, left[column] - 1]
            for onto in range(1, 14):
                if goes[rank, onto]:
                    playable[onto] = True


@compiled
def deal_when_stuck(row: Masks, stock: Numbers, playable: Flags) -> int:
    """Deal from a place (16,) on, wherever nothing can be played; returns its tops and stocks."""
    stuck = np.int64(0)
    for rank in range(1, 14):
        if not playable[rank]:
            stuck |= np.int64(row[rank])
    for position in range(len(stock)):
        if (stuck >> position) & 1:
            rank, then = stock[position], 1 << (position + 1)
            row[rank] |= np.uint32(then)
            if not playable[rank]:
                stuck |= then
    places = 0
    for rank in range(1, 14):
        mask = np.int64(row[rank])
        while mask:
            mask &= mask - 1
            places += 1
    return places


@compiled
def carried(row: Masks, rank: int, goes: Bytes) -> np.int64:
    """The numbers of cards dealt, as bits, with which a card of this rank can be played."""
    found = np.int64(0)
    for onto in range(1, 14):
        if goes[rank, onto]:
            found |= np.int64(row[onto])
    return found


@compiled
def all_dealt(
    ranks: Numbers,
    heights: Numbers,
    stock: Numbers,
    dealt: int,
    top: int,
    goes: Bytes,
    reached: Masks,
) -> tuple[int, int, int]:
    """Fill ``reached`` (places, 16): bit ``d`` says that it is reached with ``d`` cards dealt.

    Right where dealing is lawful only when no card can be played, so that fewer cards dealt are no
    better than more. Returns as ``least_dealt`` does.
    """
    strides = strides_of(heights)
    last = strides[-1] - 1
    left = heights.copy()
    total = left.sum()
    fewest, best, places = total, last, 0
    playable = np.zeros(RANKS, dtype=np.bool_)
    reached[: last + 1] = 0
    reached[last, top] = 1 << dealt
    for place in range(last, -1, -1):
        if reached[place].any():
            if total < fewest:
                fewest, best = total, place
            may_play(ranks, left, goes, playable)
            # A clear tableau ends the hole.
            places += deal_when_stuck(reached[place], stock if total else stock[:0], playable)
            for column in range(len(left)):
                if left[column]:
                    rank = ranks[column, left[column] - 1]
                    found = carried(reached[place], rank, goes)
                    reached[place - strides[column], rank] |= np.uint32(found)
        total += count_down(left, heights)
    return fewest, best, places

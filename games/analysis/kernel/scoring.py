"""Strokes of layouts and of a hole, as the engine's scoring and judging count them (rules 3, 4).

Groups of slots (squares, lines) are bit masks; where wild cards, blocks or prices leave a choice,
every choice is tried, as there.
"""

from __future__ import annotations

import numpy as np

from games.analysis.kernel.compiling import compiled
from games.analysis.kernel.tables import (
    KEEPS_VALUES,
    LONGEST_LINE,
    MOST_LINES,
    MOST_SQUARES,
    NO_PRICE,
    WILD_RANK,
    Faces,
    Flags,
    Numbers,
    Tables,
)

NO_RANK = -1


@compiled
def common_rank(t: Tables, cards: Faces, slots: Numbers) -> int:
    """Return the one rank of some slots, wild cards standing for it; ``NO_RANK`` if none."""
    found = WILD_RANK
    for at in range(LONGEST_LINE):
        slot = slots[at]
        if slot < 0:
            break
        mark = t.mark[cards[slot]]
        if mark in (found, WILD_RANK):
            continue
        if found != WILD_RANK:
            return NO_RANK
        found = mark
    return found


@compiled
def has_wild(t: Tables, cards: Faces, slots: Numbers) -> bool:
    """Whether a wild card lies in one of some slots."""
    for slot in slots:
        if slot >= 0 and t.mark[cards[slot]] == WILD_RANK:
            return True
    return False


@compiled
def layout_strokes(t: Tables, cards: Faces) -> int:
    """Return the strokes of a layout whose every card is known."""
    if not t.is_plain:
        return _least(t, cards)
    cleared = 0
    for line in range(t.line_count):
        if common_rank(t, cards, t.lines[line]) != NO_RANK:
            cleared |= t.line_mask[line]
    return _left(t, cards, cleared)


@compiled
def _left(t: Tables, cards: Faces, covered: int) -> int:
    total = 0
    for slot in range(t.slots):
        if not covered >> slot & 1:
            total += t.value[cards[slot]]
    return total


@compiled
def _least(t: Tables, cards: Faces) -> int:
    """Return the least strokes over every choice of blocks, priced lines and cleared lines."""
    blocks, is_free = np.empty(MOST_SQUARES, np.int64), np.empty(MOST_SQUARES, np.bool_)
    count = _blocks(t, cards, blocks, is_free)
    least = 1 << 30
    for chosen in range(1 << count):
        taken = _joined(blocks, count, chosen)
        if taken >= 0 and _counts_all(blocks, is_free, count, taken):
            worth = t.block_score * _ones(chosen)
            least = min(least, worth + _outside_blocks(t, cards, taken))
    return least


@compiled
def _blocks(t: Tables, cards: Faces, blocks: Numbers, is_free: Flags) -> int:
    """Write the squares of one rank, and which of them a wild card makes; return how many."""
    count = 0
    if t.block_score:
        for square in range(t.square_count):
            if common_rank(t, cards, t.squares[square]) != NO_RANK:
                blocks[count] = t.square_mask[square]
                is_free[count] = has_wild(t, cards, t.squares[square])
                count += 1
    return count


@compiled
def _outside_blocks(t: Tables, cards: Faces, taken: int) -> int:
    """Return the least strokes of what blocks don't take."""
    priced, prices = np.empty(MOST_LINES, np.int64), np.empty(MOST_LINES, np.int64)
    is_optional, cleared = np.empty(MOST_LINES, np.bool_), np.empty(MOST_LINES, np.int64)
    priced_count, cleared_count, fixed = 0, 0, 0
    for line in range(t.line_count):
        rank = common_rank(t, cards, t.lines[line])
        if rank == NO_RANK or t.price[rank] == KEEPS_VALUES:
            continue
        wild = has_wild(t, cards, t.lines[line])
        if t.price[rank] != NO_PRICE:
            priced[priced_count], prices[priced_count] = t.line_mask[line], t.price[rank]
            is_optional[priced_count] = wild
            priced_count += 1
        elif wild and rank != WILD_RANK:
            cleared[cleared_count] = t.line_mask[line]
            cleared_count += 1
        else:
            fixed |= t.line_mask[line]
    least = 1 << 30
    for chosen in range(1 << priced_count):
        mask = _joined(priced, priced_count, chosen)
        if mask < 0 or mask & taken:
            continue
        if _ones(chosen) != _most(priced, is_optional, priced_count, chosen, taken):
            continue
        strokes = _best_cleared(t, cards, cleared, cleared_count, fixed, taken | mask)
        for line in range(priced_count):
            if chosen >> line & 1:
                strokes += prices[line]
        least = min(least, strokes)
    return least


@compiled
def _ones(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def _joined(groups: Numbers, count: int, chosen: int) -> int:
    """Return the slots of the chosen groups together, -1 where two of them overlap."""
    taken = 0
    for group in range(count):
        if chosen >> group & 1:
            if taken & groups[group]:
                return -1
            taken |= groups[group]
    return taken


@compiled
def _counts_all(blocks: Numbers, is_free: Flags, count: int, taken: int) -> bool:
    """Whether every block that has to count does, or overlaps one that does."""
    for block in range(count):
        if not is_free[block] and not blocks[block] & taken:
            return False
    return True


@compiled
def _most(priced: Numbers, is_optional: Flags, count: int, chosen: int, taken: int) -> int:
    """Return how many lines fit of those that are complete: the fixed ones and the chosen."""
    most = 0
    for subset in range(1 << count):
        is_usable = True
        for line in range(count):
            if subset >> line & 1 and (
                priced[line] & taken or (is_optional[line] and not chosen >> line & 1)
            ):
                is_usable = False
        if is_usable and _joined(priced, count, subset) >= 0:
            most = max(most, _ones(subset))
    return most


@compiled
def _best_cleared(
    t: Tables, cards: Faces, cleared: Numbers, count: int, fixed: int, covered: int
) -> int:
    """Return the least that is left by clearing the fixed lines and any of the optional ones."""
    least = 1 << 30
    for chosen in range(1 << count):
        mask = fixed | covered
        for line in range(count):
            if chosen >> line & 1:
                mask |= cleared[line]
        least = min(least, _left(t, cards, mask))
    return least


@compiled
def printed_squares(t: Tables, cards: Faces) -> int:
    """Count the 2x2 squares of one printed rank, overlapping ones too."""
    count = 0
    for square in range(t.square_count):
        first = t.printed[cards[t.squares[square, 0]]]
        is_one = True
        for at in range(1, 4):
            if t.printed[cards[t.squares[square, at]]] != first:
                is_one = False
                break
        count += is_one
    return count


@compiled
def score_seats(
    t: Tables, cards: Faces, closer: int, is_knocked: bool, strokes: Numbers
) -> None:  # fmt: skip
    """Write the strokes of every seat, of shape (seats,); ``closer`` is -1 for none."""
    for seat in range(t.seats):
        strokes[seat] = layout_strokes(t, cards[seat])
    if t.charge:
        total = 0
        for seat in range(t.seats):
            total += printed_squares(t, cards[seat])
        for seat in range(t.seats):
            strokes[seat] += t.charge * (total - printed_squares(t, cards[seat]))
    if closer >= 0 and (is_knocked or t.judges_every_closer):
        strokes[closer] = _judged(t, strokes, closer)


@compiled
def _judged(t: Tables, strokes: Numbers, closer: int) -> int:
    own, lowest, highest, ties = strokes[closer], strokes[closer], strokes[closer], 0
    for seat in range(t.seats):
        lowest = min(lowest, strokes[seat])
        highest = max(highest, strokes[seat])
        ties += strokes[seat] == own
    if own == lowest and (t.tie_is_safe or ties == 1):
        if t.bonus == 1:
            return min(own, 0)
        return own - t.seats if t.bonus == 2 else own
    after = own
    if t.fails == 1:
        after = own + 10
    elif t.fails == 2:
        after = 2 * own + 5
    elif t.fails == 3:
        after = highest
    elif t.fails == 4:
        after = max(2 * own, own + 10)
    elif t.fails == 5:
        after = own + 2 * t.seats
    return max(own, after)

"""How seats play in play-outs: quick, without looking ahead, and by what each seat knows.

It completes lines, weighs a card by what it will probably cost, turns what it doesn't know, closes
when it is in front, and uses powers where they plainly help.
"""

from __future__ import annotations

from games.analysis.kernel.codes import (
    DISCARD,
    DRAW,
    EXCHANGE,
    KNOCK,
    PASS,
    PEEK,
    SWAP,
    TAKE,
    TURN_UP,
    code,
)
from games.analysis.kernel.compiling import compiled
from games.analysis.kernel.dice import below
from games.analysis.kernel.expectations import GRID, MOST_TURNS, Expectations
from games.analysis.kernel.holes import (
    DRAWN,
    NOBODY,
    OPENERS,
    Hole,
    count_bits,
    may_pass,
)
from games.analysis.kernel.scoring import NO_RANK
from games.analysis.kernel.tables import (
    KEEPS_VALUES,
    MAX_SLOTS,
    NO_FLIP,
    NO_PRICE,
    PEEK_OTHER,
    PEEK_OWN,
    SWAP_ANY,
    WILD_RANK,
    Tables,
)

TAKE_BIAS, FLIP_WORTH, AHEAD, BEHIND, JUDGED, LEAD = 5, 6, 7, 8, 9, 10
"""Where these stand in ``Expectations.weights``."""

FACE_DOWN_TURNS = 2
"""Turns to expect where cards go face down: somebody will knock."""

NEVER = -1e9


@compiled
def choose(t: Tables, e: Expectations, hole: Hole) -> int:
    """Return a lawful action of the seat to move."""
    phase = hole.phase
    if phase == OPENERS:
        return _opener(t, hole)
    turns = turns_to_come(t, hole)
    _weigh(t, e, hole, turns)
    if phase == DRAWN:
        return _placing(t, e, hole, turns)
    return _start(t, e, hole, turns)


@compiled
def turns_to_come(t: Tables, hole: Hole) -> int:
    """Return how many turns the seat to move may expect after this one, at most ``MOST_TURNS``."""
    if hole.closer != NOBODY:
        return 0
    soonest = MOST_TURNS
    for seat in range(t.seats):
        soonest = min(soonest, t.slots - count_bits(hole.up[seat]))
    return min(soonest, FACE_DOWN_TURNS) if t.goes_down else soonest


@compiled
def _opener(t: Tables, hole: Hole) -> int:
    # Openers in columns of their own: each is a rank to match with a slot for the match beside it.
    seat = hole.to_move
    opened = hole.opened[seat]
    first = below(hole.dice, t.slots)
    fallback = NOBODY
    for later in range(t.slots):
        slot = (first + later) % t.slots
        if opened >> slot & 1:
            continue
        if not opened & t.line_mask[slot % t.columns]:
            return code(TURN_UP, slot)
        fallback = slot
    return code(TURN_UP, fallback)


@compiled
def cleared_slots(t: Tables, hole: Hole, seat: int) -> int:
    """Return the slots, as bits, in lines that the seat knows to be complete."""
    cleared = 0
    for line in range(t.line_count):
        mark = WILD_RANK
        is_complete = True
        for at in range(t.line_length[line]):
            slot = t.lines[line, at]
            if not hole.known[seat, slot] >> seat & 1:
                is_complete = False
                break
            other = t.mark[hole.cards[seat, slot]]
            if other != mark and other != WILD_RANK:
                if mark != WILD_RANK:
                    is_complete = False
                    break
                mark = other
        if is_complete and t.price[mark] != KEEPS_VALUES:
            cleared |= t.line_mask[line]
    return cleared


@compiled
def _weigh(t: Tables, e: Expectations, hole: Hole, turns: int) -> None:
    """Note what the own slots will probably cost, and which of them are in complete lines."""
    seat = hole.to_move
    hole.cleared = cleared_slots(t, hole, seat)
    for slot in range(t.slots):
        if hole.known[seat, slot] >> seat & 1:
            hole.costs[slot] = e.cost[turns, hole.cards[seat, slot]]
        else:
            hole.costs[slot] = e.hidden[turns]


@compiled
def _rank_with(t: Tables, hole: Hole, line: int, slot: int, mark: int) -> int:
    """Return the rank that a line has, as far as its seat knows, with a rank put into a slot."""
    seat = hole.to_move
    for index in range(t.line_length[line]):
        other = t.lines[line, index]
        if other == slot:
            continue
        if not hole.known[seat, other] >> seat & 1:
            return NO_RANK
        found = t.mark[hole.cards[seat, other]]
        if mark == WILD_RANK:
            mark = found
        elif found not in (mark, WILD_RANK):
            return NO_RANK
    return mark


@compiled
def _others(t: Tables, hole: Hole, line: int, slot: int, cleared: int) -> float:
    """Return what a line costs but for a slot and those that are cleared."""
    total = 0.0
    for index in range(t.line_length[line]):
        other = t.lines[line, index]
        if other != slot and not cleared >> other & 1:
            total += hole.costs[other]
    return total


@compiled
def _gain(t: Tables, e: Expectations, hole: Hole, slot: int, card: int, turns: int) -> float:
    """Return the strokes that a card saves in a slot of the seat to move."""
    cleared = hole.cleared
    is_cleared = cleared >> slot & 1 != 0
    before = 0.0 if is_cleared else hole.costs[slot]
    saved, broken = NEVER, 0.0
    for at in range(t.through_count[slot]):
        line = t.through[slot, at]
        rank = _rank_with(t, hole, line, slot, t.mark[card])
        if rank != NO_RANK and t.price[rank] != KEEPS_VALUES:
            price = 0 if t.price[rank] == NO_PRICE else t.price[rank]
            saved = max(saved, _others(t, hole, line, slot, cleared) - price)
        elif cleared & t.line_mask[line] == t.line_mask[line]:
            broken += _others(t, hole, line, slot, 0)
    if saved > NEVER:
        return max(0.0, saved) if is_cleared else before + saved
    return before - e.cost[turns, card] - broken + _nearer(t, e, hole, slot, card, turns)


@compiled
def _nearer(t: Tables, e: Expectations, hole: Hole, slot: int, card: int, turns: int) -> float:
    """Return what a card is worth for bringing longer lines nearer, less the one it replaces."""
    seat = hole.to_move
    total = 0.0
    if turns == 0:
        return total
    old = hole.cards[seat, slot] if hole.known[seat, slot] >> seat & 1 else -1
    for at in range(t.through_count[slot]):
        line = t.through[slot, at]
        if t.line_length[line] > 2:
            total += _hope(t, e, hole, slot, line, card, turns)
            if old >= 0:
                total -= _hope(t, e, hole, slot, line, old, turns)
    return total


@compiled
def _hope(
    t: Tables, e: Expectations, hole: Hole, slot: int, line: int, card: int, turns: int
) -> float:
    """Return what a line that lacks one card may save, with ``card`` in ``slot``."""
    seat = hole.to_move
    mark, missing = t.mark[card], 0
    saved = max(0.0, e.cost[turns, card])
    for index in range(t.line_length[line]):
        other = t.lines[line, index]
        if other == slot:
            continue
        if hole.known[seat, other] >> seat & 1 and t.mark[hole.cards[seat, other]] == mark:
            saved += max(0.0, e.cost[turns, hole.cards[seat, other]])
        else:
            missing += 1
    return e.chance[turns, mark] * saved if missing == 1 else 0.0


@compiled
def expected_strokes(
    t: Tables, e: Expectations, hole: Hole, seat: int, viewer: int, turns: int
) -> float:
    """Return the strokes that ``viewer`` expects of a seat's layout by what both know of it."""
    cleared = cleared_slots(t, hole, seat)
    total = 0.0
    for slot in range(t.slots):
        if cleared >> slot & 1 and hole.known[seat, slot] >> viewer & 1:
            continue
        if hole.known[seat, slot] >> viewer & 1:
            total += e.cost[turns, hole.cards[seat, slot]]
        else:
            total += e.hidden[turns]
    return total


@compiled
def _best_other(t: Tables, e: Expectations, hole: Hole, seat: int) -> float:
    best = -NEVER
    for other in range(t.seats):
        if other != seat:
            best = min(best, expected_strokes(t, e, hole, other, seat, t.last_turns))
    return best


@compiled
def _closing(t: Tables, e: Expectations, hole: Hole, seat: int, strokes: float) -> float:
    """Return what closing with so many strokes is worth beside them."""
    behind = strokes - _best_other(t, e, hole, seat)
    if behind <= 0.0:
        return e.weights[AHEAD]
    worth = -e.weights[BEHIND] * behind
    return worth - e.weights[JUDGED] if t.fails else worth


@compiled
def _best_slot(t: Tables, e: Expectations, hole: Hole, card: int, turns: int) -> tuple[int, float]:
    """Return the slot where a card saves most, and how much, closing weighed in."""
    seat = hole.to_move
    hidden = t.full & ~hole.up[seat]
    is_last = hidden and not hidden & (hidden - 1) and not t.goes_down
    best, slot_of_best = NEVER, 0
    for slot in range(t.slots):
        gain = _gain(t, e, hole, slot, card, turns)
        if is_last and hidden >> slot & 1 and hole.closer == NOBODY:
            own = expected_strokes(t, e, hole, seat, seat, 0)
            gain += _closing(t, e, hole, seat, own - gain)
        if gain > best:
            best, slot_of_best = gain, slot
    return slot_of_best, best


@compiled
def _draw_gain(t: Tables, e: Expectations, hole: Hole, turns: int) -> float:
    """Return what drawing will probably save."""
    seat = hole.to_move
    worst, pairs = -float(GRID), 0.0
    for slot in range(t.slots):
        if hole.cleared >> slot & 1:
            continue
        cost = hole.costs[slot]
        worst = max(worst, cost)
        if t.line_length[0] == 2 and hole.known[seat, slot] >> seat & 1:
            mark = t.mark[hole.cards[seat, slot]]
            other = slot + t.columns if slot < t.columns else slot - t.columns
            saved = cost + hole.costs[other] - 2.0
            if saved > 0.0:
                pairs += e.chance[1, mark] * saved / 1.6
    if worst <= -float(GRID):
        return 0.0
    row = min(GRID - 1, max(0, round(worst) + GRID // 2))
    return e.draw_gain[turns, row] + pairs


@compiled
def _start(t: Tables, e: Expectations, hole: Hole, turns: int) -> int:
    seat = hole.to_move
    if t.knock and hole.closer == NOBODY:
        own = expected_strokes(t, e, hole, seat, seat, 0)
        if own + e.weights[LEAD] <= _best_other(t, e, hole, seat):
            return code(KNOCK)
    slot, gain = _best_slot(t, e, hole, hole.pile[hole.pile_count - 1], turns)
    if not hole.stock_count:
        return code(TAKE, slot)
    least = max(_draw_gain(t, e, hole, turns), _flip_gain(t, e, hole, turns))
    return code(TAKE, slot) if gain > least + e.weights[TAKE_BIAS] else code(DRAW)


@compiled
def _flip_gain(t: Tables, e: Expectations, hole: Hole, turns: int) -> float:
    """Return what throwing the drawn card away is worth, a card turned where it has to be."""
    seat = hole.to_move
    if may_pass(t, hole, seat):
        return 0.0
    hidden = t.full & ~hole.up[seat]
    if hole.closer == NOBODY and not hidden & (hidden - 1):
        own = expected_strokes(t, e, hole, seat, seat, 0)
        return _closing(t, e, hole, seat, own) + e.hidden[turns] - e.average
    return e.weights[FLIP_WORTH] if turns else 0.0


@compiled
def _placing(t: Tables, e: Expectations, hole: Hole, turns: int) -> int:
    seat = hole.to_move
    slot, gain = _best_slot(t, e, hole, hole.card, turns)
    flip = _flip_gain(t, e, hole, turns)
    power = t.power[t.printed[hole.card]]
    if power:
        used, worth = _power(t, e, hole, power, turns)
        if used >= 0 and worth > max(gain, flip):
            return used
    if gain > flip:
        return code(SWAP, slot)
    hidden = t.full & ~hole.up[seat]
    is_pass = may_pass(t, hole, seat)
    if t.refuse == NO_FLIP or not hidden:
        return code(PASS)
    if is_pass and (not turns or e.weights[FLIP_WORTH] <= 0.0 or not hidden & (hidden - 1)):
        return code(PASS)
    return code(DISCARD, _slot_to_turn(t, hole, seat, hidden))


@compiled
def _slot_to_turn(t: Tables, hole: Hole, seat: int, hidden: int) -> int:
    # One that the seat doesn't know, beside an open card: it may turn out to match.
    fallback, unknown = NOBODY, NOBODY
    for slot in range(t.slots):
        if not hidden >> slot & 1:
            continue
        fallback = slot
        if not hole.known[seat, slot] >> seat & 1:
            unknown = slot
            if hole.up[seat] & t.line_mask[slot % t.columns]:
                return slot
    return unknown if unknown != NOBODY else fallback


@compiled
def _power(t: Tables, e: Expectations, hole: Hole, power: int, turns: int) -> tuple[int, float]:
    """Return the use of a power, -1 for none, and what it is worth."""
    seat = hole.to_move
    if power == PEEK_OWN:
        for slot in range(t.slots):
            if not hole.known[seat, slot] >> seat & 1:
                return code(PEEK, seat * MAX_SLOTS + slot), e.weights[FLIP_WORTH] * min(turns, 1)
    if power == PEEK_OTHER:
        for later in range(1, t.seats):
            owner = (seat + later) % t.seats
            for slot in range(t.slots):
                if not hole.known[owner, slot] >> seat & 1:
                    place = owner * MAX_SLOTS + slot
                    return code(PEEK, place), 0.5 * e.weights[FLIP_WORTH] * min(turns, 1)
    if power == SWAP_ANY:
        return _exchange(t, e, hole, turns)
    return -1, 0.0


@compiled
def _exchange(t: Tables, e: Expectations, hole: Hole, turns: int) -> tuple[int, float]:
    """Return the best exchange of an own card for one of another seat that the seat knows."""
    seat = hole.to_move
    if seat == hole.closer:
        return -1, 0.0
    best, action = 0.0, -1
    for owner in range(t.seats):
        if owner == seat or owner == hole.closer:
            continue
        for there in range(t.slots):
            if not hole.known[owner, there] >> seat & 1:
                continue
            card = hole.cards[owner, there]
            for slot in range(t.slots):
                gain = _gain(t, e, hole, slot, card, turns)
                if gain > best:
                    mine, other = seat * MAX_SLOTS + slot, owner * MAX_SLOTS + there
                    best, action = gain, code(EXCHANGE, min(mine, other), max(mine, other))
    return action, best

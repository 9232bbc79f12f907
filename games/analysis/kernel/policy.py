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

TRIES, PAIR_LEFT = 1, 4
TAKE_BIAS, FLIP_WORTH, AHEAD, BEHIND, JUDGED, LEAD, GIFT = 5, 6, 7, 8, 9, 10, 11
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
    if not hole.is_noted:
        _note(t, e, hole)
    action = _placing(t, e, hole) if phase == DRAWN else _start(t, e, hole)
    # What was noted of the layout holds for the card that is drawn next, and for nothing else.
    hole.is_noted = action == code(DRAW)
    return action


@compiled
def _note(t: Tables, e: Expectations, hole: Hole) -> None:
    """Note all that doesn't depend on the card at hand of the layout of the seat to move."""
    turns = turns_to_come(t, hole)
    _weigh(t, e, hole)
    hole.wanted = _wanted(t, hole)
    hole.coming = turns
    hole.wish = _wish(t, e, hole, turns)
    hole.wish_after = _wish(t, e, hole, max(0, _turns_after(t, hole, turns)))
    hole.thrown, hole.flip = _thrown(t, e, hole, turns)


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
def _weigh(t: Tables, e: Expectations, hole: Hole) -> None:
    """Note what the own slots count, may gain and may hope for, and add up those not cleared."""
    seat = hole.to_move
    hole.cleared = cleared_slots(t, hole, seat)
    value, gain, poor = 0.0, 0.0, 0.0
    for slot in range(t.slots):
        if hole.known[seat, slot] >> seat & 1:
            card = hole.cards[seat, slot]
            hole.values[slot], hole.gains[slot] = t.value[card], e.gain[card]
            hole.wishes[slot] = e.hope[card]
        else:
            hole.values[slot], hole.gains[slot] = e.average, e.hidden_gain
            hole.wishes[slot] = 0.0
        if not hole.cleared >> slot & 1:
            value, gain = value + hole.values[slot], gain + hole.gains[slot]
            poor += hole.gains[slot] > 0.0
    hole.value, hole.gain, hole.poor = value, gain, poor


@compiled
def _expected(e: Expectations, value: float, gain: float, poor: float, turns: int) -> float:
    """Return the strokes expected of slots of these sums: few turns serve few poor cards."""
    return value - min(1.0, e.weights[TRIES] * turns / max(1.0, poor)) * gain


@compiled
def _wished(t: Tables, e: Expectations, hole: Hole, turns: int, slot: int) -> float:
    """Return what the pair that a slot's card hopes for saves on average."""
    if hole.wishes[slot] <= 0.0:
        return 0.0
    return hole.wishes[slot] * e.chance[turns, t.mark[hole.cards[hole.to_move, slot]]]


@compiled
def _wish(t: Tables, e: Expectations, hole: Hole, turns: int) -> float:
    """Return what all pairs that the open cards hope for save on average."""
    wish = 0.0
    for slot in range(t.slots):
        if not hole.cleared >> slot & 1:
            wish += _wished(t, e, hole, turns, slot)
    return wish


@compiled
def _now(e: Expectations, hole: Hole, turns: int, wish: float) -> float:
    """Return the strokes that the seat to move expects of its layout as it lies."""
    return _expected(e, hole.value, hole.gain, hole.poor, turns) - wish


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
def _placed(
    t: Tables, e: Expectations, hole: Hole, slot: int, card: int, turns: int, wish: float
) -> float:
    """Return the strokes expected of the layout of the seat to move with a card in a slot.

    ``wish`` is what its pairs hope for now, with so many turns to come.
    """
    gone, back, price = 0, 0, 0
    for at in range(t.through_count[slot]):
        line = t.through[slot, at]
        rank = _rank_with(t, hole, line, slot, t.mark[card])
        if rank != NO_RANK and t.price[rank] != KEEPS_VALUES:
            gone |= t.line_mask[line]
            price += 0 if t.price[rank] == NO_PRICE else t.price[rank]
        elif hole.cleared & t.line_mask[line] == t.line_mask[line]:
            back |= t.line_mask[line]
    value, gain, poor = hole.value + price, hole.gain, hole.poor
    # What leaves the sums: the card that lay here, and others that are cleared by this one.
    leaving = (gone | 1 << slot) & ~hole.cleared
    coming = back & ~gone & ~(1 << slot)
    changed, other = leaving | coming, 0
    while changed:
        if changed & 1:
            sign = -1.0 if leaving >> other & 1 else 1.0
            value, gain = value + sign * hole.values[other], gain + sign * hole.gains[other]
            poor += sign * (hole.gains[other] > 0.0)
            wish += sign * _wished(t, e, hole, turns, other)
        changed >>= 1
        other += 1
    if not gone:
        value, gain, poor = value + t.value[card], gain + e.gain[card], poor + (e.gain[card] > 0.0)
        wish += e.hope[card] * e.chance[turns, t.mark[card]]
        wish += _nearer(t, e, hole, slot, card, turns)
    return _expected(e, value, gain, poor, turns) - wish


@compiled
def _nearer(t: Tables, e: Expectations, hole: Hole, slot: int, card: int, turns: int) -> float:
    """Return what a card is worth for bringing longer lines nearer, less the one it replaces."""
    seat = hole.to_move
    total = 0.0
    if turns == 0 or t.longest == 2:
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
    saved = max(0.0, float(t.value[card]))
    for index in range(t.line_length[line]):
        other = t.lines[line, index]
        if other == slot:
            continue
        if hole.known[seat, other] >> seat & 1 and t.mark[hole.cards[seat, other]] == mark:
            saved += max(0.0, float(t.value[hole.cards[seat, other]]))
        else:
            missing += 1
    return e.chance[turns, mark] * saved if missing == 1 else 0.0


@compiled
def expected_strokes(
    t: Tables, e: Expectations, hole: Hole, seat: int, viewer: int, turns: int
) -> float:
    """Return the strokes that ``viewer`` expects of a seat's layout by what both know of it."""
    cleared = cleared_slots(t, hole, seat)
    value, gain, poor = 0.0, 0.0, 0.0
    for slot in range(t.slots):
        is_known = hole.known[seat, slot] >> viewer & 1
        if not is_known:
            value, gain, poor = value + e.average, gain + e.hidden_gain, poor + 1.0
        elif not cleared >> slot & 1:
            card = hole.cards[seat, slot]
            value, gain = value + t.value[card], gain + e.gain[card]
            poor += e.gain[card] > 0.0
    return _expected(e, value, gain, poor, turns)


@compiled
def _best_other(t: Tables, e: Expectations, hole: Hole, seat: int) -> float:
    best = -NEVER
    for other in range(t.seats):
        if other != seat:
            best = min(best, expected_strokes(t, e, hole, other, seat, t.last_turns))
    return best


@compiled
def _closed(t: Tables, e: Expectations, strokes: float, best_other: float) -> float:
    """Return what closing with so many strokes costs, its worth weighed in."""
    behind = strokes - best_other
    if behind <= 0.0:
        return strokes - e.weights[AHEAD]
    cost = strokes + e.weights[BEHIND] * behind
    return cost + e.weights[JUDGED] if t.fails else cost


@compiled
def _turns_after(t: Tables, hole: Hole, turns: int) -> int:
    """Return the turns to come once one more of the own cards lies open."""
    return min(turns, t.slots - count_bits(hole.up[hole.to_move]) - 1)


@compiled
def _wanted(t: Tables, hole: Hole) -> int:
    """Return the ranks, as bits, that would complete a line of the seat that comes next."""
    seat = (hole.to_move + 1) % t.seats
    if seat == hole.closer:
        return 0
    wanted, viewer = 0, 1 << hole.to_move
    for line in range(t.line_count):
        mark, missing = WILD_RANK, 0
        other = WILD_RANK
        for index in range(t.line_length[line]):
            slot = t.lines[line, index]
            found = t.mark[hole.cards[seat, slot]]
            if not hole.known[seat, slot] & viewer:
                missing += 1
            elif mark in (WILD_RANK, found):
                mark = found
            else:
                # Two ranks lie there: either may be the one to match where the line is a pair.
                missing += 1
                other = found
        if missing == 1:
            wanted |= 1 << mark
            if t.line_length[line] == 2:
                wanted |= 1 << other
    return wanted & ~(1 << WILD_RANK)


@compiled
def _gift(t: Tables, e: Expectations, hole: Hole, card: int) -> float:
    """Return what it costs to leave the next seat a card that completes a line of its own."""
    if not hole.wanted >> t.mark[card] & 1:
        return 0.0
    return e.weights[GIFT] * max(0.0, float(t.value[card])) / (t.seats - 1)


@compiled
def _best_slot(t: Tables, e: Expectations, hole: Hole, card: int, turns: int) -> tuple[int, float]:
    """Return the slot where a card leaves the least expected strokes, and these."""
    seat = hole.to_move
    hidden = 0 if t.goes_down else t.full & ~hole.up[seat]
    after = _turns_after(t, hole, turns)
    closes = hidden != 0 and hole.closer == NOBODY and not hidden & (hidden - 1)
    best, slot_of_best = -NEVER, 0
    for slot in range(t.slots):
        is_hidden = hidden >> slot & 1
        if is_hidden:
            cost = _placed(t, e, hole, slot, card, after, hole.wish_after)
        else:
            cost = _placed(t, e, hole, slot, card, turns, hole.wish)
        if is_hidden and closes:
            cost = _closed(t, e, cost, _best_other(t, e, hole, seat))
        if hole.known[seat, slot] >> seat & 1:
            cost += _gift(t, e, hole, hole.cards[seat, slot])
        if cost < best:
            best, slot_of_best = cost, slot
    return slot_of_best, best


@compiled
def _draw_gain(t: Tables, e: Expectations, hole: Hole, turns: int) -> float:
    """Return what drawing will probably save."""
    seat = hole.to_move
    worst, pairs = -float(GRID), 0.0
    tries = min(1.0, e.weights[TRIES] * turns / max(1.0, hole.poor))
    for slot in range(t.slots):
        if hole.cleared >> slot & 1:
            continue
        cost = hole.values[slot] - tries * hole.gains[slot]
        cost -= _wished(t, e, hole, turns, slot)
        worst = max(worst, cost)
        if t.line_length[0] == 2 and hole.known[seat, slot] >> seat & 1:
            other = slot + t.columns if slot < t.columns else slot - t.columns
            saved = cost + hole.values[other] - e.weights[PAIR_LEFT]
            if saved > 0.0:
                pairs += e.share[t.mark[hole.cards[seat, slot]]] * saved
    if worst <= -float(GRID):
        return 0.0
    row = min(GRID - 1, max(0, round(worst) + GRID // 2))
    return e.draw_gain[row] + pairs


@compiled
def _start(t: Tables, e: Expectations, hole: Hole) -> int:
    seat, turns = hole.to_move, hole.coming
    if t.knock and hole.closer == NOBODY:
        own = expected_strokes(t, e, hole, seat, seat, 0)
        if own + e.weights[LEAD] <= _best_other(t, e, hole, seat):
            return code(KNOCK)
    slot, taken = _best_slot(t, e, hole, hole.pile[hole.pile_count - 1], turns)
    if not hole.stock_count:
        return code(TAKE, slot)
    drawn = _now(e, hole, turns, hole.wish) - _draw_gain(t, e, hole, turns)
    is_better = taken + e.weights[TAKE_BIAS] < min(drawn, hole.thrown)
    return code(TAKE, slot) if is_better else code(DRAW)


@compiled
def _thrown(t: Tables, e: Expectations, hole: Hole, turns: int) -> tuple[float, int]:
    """Return the expected strokes after throwing the drawn card away, and which slot to turn.

    The slot is ``NOBODY`` where nothing is turned.
    """
    seat = hole.to_move
    best, flip = -NEVER, NOBODY
    if may_pass(t, hole, seat):
        best = _now(e, hole, turns, hole.wish)
    hidden = t.full & ~hole.up[seat]
    if t.refuse == NO_FLIP or not hidden:
        return best, flip
    slot = _slot_to_turn(t, hole, seat, hidden)
    after = _turns_after(t, hole, turns)
    total = _now(e, hole, after, hole.wish_after)
    closes = hole.closer == NOBODY and not hidden & (hidden - 1)
    if hole.known[seat, slot] >> seat & 1:
        cost = total
        if closes:
            cost = _closed(t, e, total, _best_other(t, e, hole, seat))
    elif closes:
        cost = _on_average(t, e, hole, slot, _best_other(t, e, hole, seat))
    else:
        cost = total - e.turned_wish[after] - _matched(t, e, hole, slot)
        cost -= e.weights[FLIP_WORTH] * min(turns, 1)
    return (cost, slot) if cost < best else (best, flip)


@compiled
def _matched(t: Tables, e: Expectations, hole: Hole, slot: int) -> float:
    """Return what an unknown card saves on average by making a pair once it is turned."""
    other = slot + t.columns if slot < t.columns else slot - t.columns
    if t.line_length[0] != 2 or not hole.known[hole.to_move, other] >> hole.to_move & 1:
        return 0.0
    value = hole.values[other]
    return max(0.0, 2.0 * value * e.share[t.mark[hole.cards[hole.to_move, other]]])


@compiled
def _on_average(t: Tables, e: Expectations, hole: Hole, slot: int, best_other: float) -> float:
    """Return what closing by turning an unknown card costs, over all that it may be."""
    cost = 0.0
    for mark in range(WILD_RANK + 1):
        if e.share[mark] > 0.0:
            own = _placed(t, e, hole, slot, e.face[mark], 0, 0.0)
            cost += e.share[mark] * _closed(t, e, own, best_other)
    return cost


@compiled
def _placing(t: Tables, e: Expectations, hole: Hole) -> int:
    turns, flip = hole.coming, hole.flip
    slot, placed = _best_slot(t, e, hole, hole.card, turns)
    thrown = hole.thrown + _gift(t, e, hole, hole.card)
    power = t.power[t.printed[hole.card]]
    if power:
        total = _now(e, hole, turns, hole.wish)
        used, worth = _power(t, e, hole, power, turns, total)
        if used >= 0 and total - worth < min(placed, thrown):
            return used
    if placed <= thrown:
        return code(SWAP, slot)
    return code(PASS) if flip == NOBODY else code(DISCARD, flip)


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
def _power(
    t: Tables, e: Expectations, hole: Hole, power: int, turns: int, total: float
) -> tuple[int, float]:
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
        return _exchange(t, e, hole, turns, total)
    return -1, 0.0


@compiled
def _exchange(
    t: Tables, e: Expectations, hole: Hole, turns: int, total: float
) -> tuple[int, float]:
    """Return the best exchange of an own card for one of another seat that the seat knows."""
    seat = hole.to_move
    if seat == hole.closer:
        return -1, 0.0
    best, action = 0.0, -1
    wish = _wish(t, e, hole, turns)
    for owner in range(t.seats):
        if owner == seat or owner == hole.closer:
            continue
        for there in range(t.slots):
            if not hole.known[owner, there] >> seat & 1:
                continue
            card = hole.cards[owner, there]
            for slot in range(t.slots):
                gain = total - _placed(t, e, hole, slot, card, turns, wish)
                if gain > best:
                    mine, other = seat * MAX_SLOTS + slot, owner * MAX_SLOTS + there
                    best, action = gain, code(EXCHANGE, min(mine, other), max(mine, other))
    return action, best

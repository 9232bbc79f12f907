"""A hole as arrays, and the one way it moves on: ``step``, held equal to the engine's ``apply``.

Cards are faces here: which of two equal cards lies where makes no difference. An action is a
whole number (see ``codes``). A reshuffle is made at once, by the hole's own dice.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

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
    first_of,
    kind_of,
    second_of,
)
from games.analysis.kernel.compiling import compiled
from games.analysis.kernel.dice import Dice, below
from games.analysis.kernel.scoring import NO_RANK, common_rank, printed_squares, score_seats
from games.analysis.kernel.tables import (
    FLIP,
    JACK,
    MAX_SLOTS,
    NO_FLIP,
    NO_POWER,
    PEEK_OTHER,
    PEEK_OWN,
    SWAP_ANY,
    Faces,
    Numbers,
    Tables,
)
from games.engine.cards import CARDS_PER_PACK, MAX_PACKS
from games.engine.ruleset import MAX_SEATS
from games.engine.state import TURN_LIMIT

OPENERS, TURN, DRAWN, OVER = range(4)
NOBODY = -1
NO_CARD = -1
EVERYBODY = (1 << MAX_SEATS) - 1


class Hole:
    """One hole, a record that is changed in place (see ``HOLE``).

    Arrays go by seat, ``cards`` and ``known`` by seat and slot. ``known`` has a bit per seat that
    knows the card there; an open card is known to everybody. ``stock`` and ``pile`` have their top
    last, as far as they are counted. ``card`` is the drawn face or ``NO_CARD``. What follows
    ``pile_count`` and ``pile`` is what the policy notes of the layout of the seat to move.
    """

    phase: int
    to_move: int
    starter: int
    closer: int
    left: int
    passes: int
    knocked: int
    extra_due: int
    extra: int
    card: int
    stock_count: int
    pile_count: int
    is_noted: int
    cleared: int
    wanted: int
    coming: int
    flip: int
    up: Numbers
    opened: Numbers
    turns: Numbers
    dice: Dice
    known: Numbers
    cards: Faces
    stock: Faces
    pile: Faces
    value: float
    gain: float
    poor: float
    wish: float
    wish_after: float
    thrown: float
    values: NDArray[np.float64]
    gains: NDArray[np.float64]
    wishes: NDArray[np.float64]


_NOTED = ("value", "gain", "poor", "wish", "wish_after", "thrown", "values", "gains", "wishes")
_PER_SLOT = ("values", "gains", "wishes")
_PER_SEAT = ("up", "opened", "turns")
_NUMBERS = [
    (name, np.int64, (MAX_SEATS,) if name in _PER_SEAT else ())
    for name in Hole.__annotations__
    if name not in ("dice", "known", "cards", "stock", "pile", *_NOTED)
]
HOLE = np.dtype(
    [
        *_NUMBERS,
        ("dice", np.uint64, (1,)),
        ("known", np.int16, (MAX_SEATS, MAX_SLOTS)),
        ("cards", np.uint8, (MAX_SEATS, MAX_SLOTS)),
        ("stock", np.uint8, (CARDS_PER_PACK * MAX_PACKS,)),
        ("pile", np.uint8, (CARDS_PER_PACK * MAX_PACKS,)),
        *((name, np.float64, (MAX_SLOTS,) if name in _PER_SLOT else ()) for name in _NOTED),
    ]
)


def new_holes(count: int) -> MutableSequence[Hole]:
    """Return so many empty holes."""
    return cast(MutableSequence[Hole], np.zeros(count, HOLE).view(np.recarray))


@compiled
def deal(t: Tables, hole: Hole, starter: int) -> None:
    """Shuffle the pack by the hole's dice and deal it (rules 2.2)."""
    size = t.pack_size
    for at in range(size):
        hole.stock[at] = t.pack[at]
    shuffle(hole.stock, size, hole.dice)
    for seat in range(t.seats):
        hole.up[seat] = hole.opened[seat] = hole.turns[seat] = 0
        for slot in range(t.slots):
            size -= 1
            hole.cards[seat, slot] = hole.stock[size]
            hole.known[seat, slot] = 0
    hole.left = hole.passes = hole.knocked = hole.extra_due = hole.extra = 0
    hole.pile[0] = hole.stock[size - 1]
    hole.pile_count, hole.stock_count = 1, size - 1
    hole.starter = hole.to_move = starter
    hole.closer, hole.card = NOBODY, NO_CARD
    hole.phase = OPENERS if t.openers else TURN
    if t.is_fixed:
        for seat in range(t.seats):
            for slot in range(t.openers):
                _open(t, hole, seat, slot)
        hole.phase = TURN


@compiled
def shuffle(cards: Faces, count: int, dice: Dice) -> None:
    """Shuffle the first ``count`` cards."""
    for at in range(count - 1, 0, -1):
        other = below(dice, at + 1)
        cards[at], cards[other] = cards[other], cards[at]


@compiled
def step(t: Tables, hole: Hole, action: int) -> None:
    """Do a lawful action of the seat to move."""
    kind = kind_of(action)
    seat = hole.to_move
    if kind == DRAW:
        hole.stock_count -= 1
        hole.card = hole.stock[hole.stock_count]
        hole.phase = DRAWN
    elif kind == TURN_UP:
        _open(t, hole, seat, first_of(action))
        _next_opener(t, hole)
    else:
        columns = _complete_columns(t, hole, seat) if t.golf_call else 0
        _turn(t, hole, kind, action)
        if kind == EXCHANGE:
            one, other = first_of(action) // MAX_SLOTS, second_of(action) // MAX_SLOTS
            _end_turn(t, hole, columns, one, other)
        else:
            _end_turn(t, hole, columns, seat, seat)


@compiled
def _open(t: Tables, hole: Hole, seat: int, slot: int) -> None:
    hole.opened[seat] |= 1 << slot
    if t.is_peek:
        hole.known[seat, slot] |= 1 << seat
    else:
        hole.up[seat] |= 1 << slot
        hole.known[seat, slot] = EVERYBODY


@compiled
def count_bits(mask: int) -> int:
    """Return how many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def _next_opener(t: Tables, hole: Hole) -> None:
    for later in range(t.seats):
        seat = (hole.starter + later) % t.seats
        if count_bits(hole.opened[seat]) < t.openers:
            hole.to_move = seat
            return
    hole.phase, hole.to_move = TURN, hole.starter


@compiled
def _turn(t: Tables, hole: Hole, kind: int, action: int) -> None:
    seat, slot = hole.to_move, first_of(action)
    hole.turns[seat] += 1
    passes = hole.passes
    hole.passes = 0
    if kind == KNOCK:
        _close(t, hole, seat)
        hole.knocked = 1
    elif kind == TAKE:
        hole.pile_count -= 1
        _place(t, hole, slot, hole.pile[hole.pile_count], EVERYBODY)
    elif kind == SWAP:
        _place(t, hole, slot, hole.card, 1 << seat)
    else:
        hole.pile[hole.pile_count] = hole.card
        hole.pile_count += 1
        if kind == PASS:
            hole.passes = passes + 1
        elif kind == DISCARD:
            hole.up[seat] |= 1 << slot
            hole.known[seat, slot] = EVERYBODY
        elif kind == PEEK:
            hole.known[slot // MAX_SLOTS, slot % MAX_SLOTS] |= 1 << seat
        else:
            _exchange(hole, slot, second_of(action))
    hole.card = NO_CARD


@compiled
def _place(t: Tables, hole: Hole, slot: int, card: int, knowers: int) -> None:
    seat = hole.to_move
    hole.pile[hole.pile_count] = hole.cards[seat, slot]
    hole.pile_count += 1
    hole.cards[seat, slot] = card
    if t.goes_down:
        hole.up[seat] &= ~(1 << slot)
        hole.known[seat, slot] = knowers
    else:
        hole.up[seat] |= 1 << slot
        hole.known[seat, slot] = EVERYBODY


@compiled
def _exchange(hole: Hole, place: int, other: int) -> None:
    one, at = place // MAX_SLOTS, place % MAX_SLOTS
    two, there = other // MAX_SLOTS, other % MAX_SLOTS
    bit, bit_there = hole.up[one] >> at & 1, hole.up[two] >> there & 1
    card, known = hole.cards[one, at], hole.known[one, at]
    hole.cards[one, at], hole.known[one, at] = hole.cards[two, there], hole.known[two, there]
    hole.cards[two, there], hole.known[two, there] = card, known
    hole.up[one] = hole.up[one] & ~(1 << at) | bit_there << at
    hole.up[two] = hole.up[two] & ~(1 << there) | bit << there


@compiled
def _close(t: Tables, hole: Hole, seat: int) -> None:
    hole.closer = seat
    hole.left = t.last_turns * (t.seats - 1) + 1


@compiled
def _complete_columns(t: Tables, hole: Hole, seat: int) -> int:
    """Return the columns, as bits, that lie open and are of one rank."""
    found = 0
    for column in range(t.columns):
        mask = t.line_mask[column]
        is_open = hole.up[seat] & mask == mask
        if is_open and common_rank(t, hole.cards[seat], t.lines[column]) != NO_RANK:
            found |= 1 << column
    return found


@compiled
def _end_turn(t: Tables, hole: Hole, columns: int, one: int, other: int) -> None:
    """End a turn in the order of rules 2.8; ``one`` and ``other`` are the layouts touched."""
    seat = hole.to_move
    if hole.closer == NOBODY and hole.up[one] == t.full:
        _close(t, hole, one)
    if hole.closer == NOBODY and hole.up[other] == t.full:
        _close(t, hole, other)
    may_call = t.golf_call and seat != hole.closer and not hole.extra
    if may_call and _complete_columns(t, hole, seat) & ~columns:
        hole.extra_due = 1
    if hole.passes >= t.stall_laps * t.seats or _is_turn_limit(t, hole, seat):
        hole.phase = OVER
        return
    if not hole.stock_count:
        if hole.pile_count < 2:
            hole.phase = OVER
            return
        recycle(hole)
    _pass_on(t, hole)


@compiled
def _is_turn_limit(t: Tables, hole: Hole, seat: int) -> bool:
    if hole.turns[seat] < TURN_LIMIT:
        return False
    for other in range(t.seats):
        if hole.turns[other] < TURN_LIMIT:
            return False
    return True


@compiled
def recycle(hole: Hole) -> None:
    """Shuffle the discard pile but its top card into a new stock (rules 2.7)."""
    count = hole.pile_count - 1
    for at in range(count):
        hole.stock[at] = hole.pile[at]
    hole.pile[0] = hole.pile[count]
    hole.stock_count, hole.pile_count = count, 1
    shuffle(hole.stock, count, hole.dice)


@compiled
def _pass_on(t: Tables, hole: Hole) -> None:
    seat, closer = hole.to_move, hole.closer
    hole.phase = TURN
    if hole.extra_due:
        hole.extra_due, hole.extra = 0, 1
        return
    is_closed = closer != NOBODY
    if is_closed:
        hole.left -= 1
    following = _following(t, seat, closer)
    if t.jack_skips and (not is_closed or hole.left) and _threw_a_jack(t, hole):
        hole.turns[following] += 1
        following = _following(t, following, closer)
        if is_closed:
            hole.left -= 1
    hole.to_move, hole.extra = following, 0
    if is_closed and not hole.left:
        hole.phase = OVER


@compiled
def _following(t: Tables, seat: int, closer: int) -> int:
    following = (seat + 1) % t.seats
    return (following + 1) % t.seats if following == closer else following


@compiled
def _threw_a_jack(t: Tables, hole: Hole) -> bool:
    if hole.knocked and hole.closer == hole.to_move:
        return False
    return t.printed[hole.pile[hole.pile_count - 1]] == JACK


@compiled
def lawful(t: Tables, hole: Hole, actions: Numbers) -> int:
    """Write every lawful action of the seat to move; return how many there are."""
    seat, count = hole.to_move, 0
    if hole.phase == OPENERS:
        for slot in range(t.slots):
            if not hole.opened[seat] >> slot & 1:
                actions[count] = code(TURN_UP, slot)
                count += 1
    elif hole.phase == TURN:
        if hole.stock_count:
            actions[count] = code(DRAW)
            count += 1
        for slot in range(t.slots):
            actions[count] = code(TAKE, slot)
            count += 1
        if t.knock and hole.closer == NOBODY:
            actions[count] = code(KNOCK)
            count += 1
    elif hole.phase == DRAWN:
        count = _placings(t, hole, actions)
        power = t.power[t.printed[hole.card]]
        if power != NO_POWER:
            count = _powers(t, hole, power, actions, count)
    return count


@compiled
def may_pass(t: Tables, hole: Hole, seat: int) -> bool:
    """Whether the drawn card may be thrown away with nothing turned (rules 2.4)."""
    hidden = t.slots - count_bits(hole.up[seat])
    return t.refuse != FLIP or hidden == 0 or (t.final_putt != 0 and hidden == 1)


@compiled
def _placings(t: Tables, hole: Hole, actions: Numbers) -> int:
    seat, count = hole.to_move, 0
    for slot in range(t.slots):
        actions[count] = code(SWAP, slot)
        count += 1
    if t.refuse != NO_FLIP:
        for slot in range(t.slots):
            if not hole.up[seat] >> slot & 1:
                actions[count] = code(DISCARD, slot)
                count += 1
    if may_pass(t, hole, seat):
        actions[count] = code(PASS)
        count += 1
    return count


@compiled
def _powers(t: Tables, hole: Hole, power: int, actions: Numbers, count: int) -> int:
    seat = hole.to_move
    for owner in range(t.seats):
        is_aim = (power == PEEK_OWN and owner == seat) or (power == PEEK_OTHER and owner != seat)
        for slot in range(t.slots):
            place = owner * MAX_SLOTS + slot
            if is_aim and not hole.up[owner] >> slot & 1:
                actions[count] = code(PEEK, place)
                count += 1
            if power == SWAP_ANY and owner != hole.closer:
                count = _exchanges(t, hole, place, actions, count)
    return count


@compiled
def _exchanges(t: Tables, hole: Hole, place: int, actions: Numbers, count: int) -> int:
    for owner in range(place // MAX_SLOTS, t.seats):
        if owner == hole.closer:
            continue
        for slot in range(t.slots):
            other = owner * MAX_SLOTS + slot
            if other > place:
                actions[count] = code(EXCHANGE, place, other)
                count += 1
    return count


@compiled
def score(t: Tables, hole: Hole, strokes: Numbers) -> None:
    """Write the strokes of every seat as the layouts lie, of shape (seats,)."""
    score_seats(t, hole.cards, hole.closer, hole.knocked != 0, strokes)


@compiled
def has_four(t: Tables, hole: Hole, seat: int) -> bool:
    """Whether a seat has four of a kind that wins the match at once (rules 4.4)."""
    return t.four_wins != 0 and printed_squares(t, hole.cards[seat]) > 0

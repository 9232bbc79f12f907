"""Actions as whole numbers, and back.

A code is ``kind * 16384 + first * 128 + second``: a slot for what concerns one's own layout, a
place (``seat * 12 + slot``) for powers. Seats are those that play the hole.

>>> from games.engine import Exchange, Take
>>> encode(Take(3, 2), players=(1, 3)) == code(TAKE, 2)
True
>>> decode(code(EXCHANGE, 2, 13), players=(1, 3), seat=3)
Exchange(seat=3, first=(1, 2), second=(3, 1))
"""

from __future__ import annotations

from games.analysis.kernel.compiling import compiled
from games.analysis.kernel.tables import MAX_SLOTS
from games.engine import (
    Discard,
    Draw,
    Exchange,
    Knock,
    Peek,
    SeatAction,
    Swap,
    Take,
    TurnUp,
)

TURN_UP, DRAW, TAKE, SWAP, DISCARD, PASS, PEEK, EXCHANGE, KNOCK = range(9)


@compiled
def code(kind: int, first: int = 0, second: int = 0) -> int:
    """Return the code of an action."""
    return kind * 16384 + first * 128 + second


@compiled
def kind_of(action: int) -> int:
    """Return which kind of action a code is."""
    return action // 16384


@compiled
def first_of(action: int) -> int:
    """Return the slot or place of an action."""
    return action // 128 % 128


@compiled
def second_of(action: int) -> int:
    """Return the second place of an exchange."""
    return action % 128


_WITH_SLOT = {TurnUp: TURN_UP, Take: TAKE, Swap: SWAP}


def encode(action: SeatAction, players: tuple[int, ...]) -> int:
    """Return the code of an action; ValueError for one that isn't part of a hole."""
    if isinstance(action, TurnUp | Take | Swap):
        return code(_WITH_SLOT[type(action)], action.slot)
    if isinstance(action, Discard):
        return code(PASS) if action.flip is None else code(DISCARD, action.flip)
    if isinstance(action, Draw):
        return code(DRAW)
    if isinstance(action, Knock):
        return code(KNOCK)
    if isinstance(action, Peek):
        return code(PEEK, players.index(action.owner) * MAX_SLOTS + action.slot)
    if isinstance(action, Exchange):
        (one, slot), (other, there) = action.first, action.second
        places = players.index(one) * MAX_SLOTS + slot, players.index(other) * MAX_SLOTS + there
        return code(EXCHANGE, *places)
    raise ValueError(f"{action.text!r} is no action of a hole")


def decode(action: int, players: tuple[int, ...], seat: int) -> SeatAction:
    """Return the action of a code, done by a seat of the match."""
    kind, place, other = kind_of(action), first_of(action), second_of(action)
    if kind == PEEK:
        return Peek(seat, *_place(place, players))
    if kind == EXCHANGE:
        return Exchange(seat, _place(place, players), _place(other, players))
    if kind == DISCARD:
        return Discard(seat, place)
    if kind == TURN_UP:
        return TurnUp(seat, place)
    if kind in (TAKE, SWAP):
        return Take(seat, place) if kind == TAKE else Swap(seat, place)
    if kind == PASS:
        return Discard(seat)
    return Draw(seat) if kind == DRAW else Knock(seat)


def _place(place: int, players: tuple[int, ...]) -> tuple[int, int]:
    return players[place // MAX_SLOTS], place % MAX_SLOTS

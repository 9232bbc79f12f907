"""Standing orders: what a player wants done at the next turn, as a small bot of their own.

An order is a function of an Observation: it can't act on a card that its player has not seen.

>>> order = Order(take_ranks=("2", "K"), take_slot=4, then="draw")
>>> read_order(order.as_json(), cards=6) == order
True
>>> read_order({"v": 1, "then": "knock"}, cards=6)
Traceback (most recent call last):
games.bots.orders.OrderError: then: not one of wait, draw, rule
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from games.engine import Discard, Draw, HolePhase, Swap, Take, rank_of_face
from games.engine.cards import RANKS

if TYPE_CHECKING:
    from games.engine import Observation, SeatAction, SeenCard

VERSION = 1
_THEN = ("wait", "draw", "rule")


class OrderError(ValueError):
    """Fields that are no order: the sentence names the field."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to do at the next turn, tried in this order.

    The top discard goes where it completes a column (``takes_columns``), or into ``take_slot`` if
    its rank is one of ``take_ranks``. Else by ``then``: "wait" leaves the turn to the player,
    "draw" draws and leaves what follows, "rule" puts a drawn card whose rank is one of
    ``keep_ranks`` into ``keep_slot`` and throws any other away, turning ``flip_slot`` where a card
    is turned.
    """

    take_ranks: tuple[str, ...] = ()
    take_slot: int | None = None
    takes_columns: bool = False
    then: Literal["wait", "draw", "rule"] = "draw"
    keep_ranks: tuple[str, ...] = ()
    keep_slot: int | None = None
    flip_slot: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The order as ``read_order`` reads it."""
        data = {"v": VERSION, **asdict(self)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in data.items()}

    @property
    def does_anything(self) -> bool:
        """Whether it is more than waiting."""
        return self.then != "wait" or self.takes_columns or bool(self.take_ranks)


def read_order(data: object, cards: int) -> Order:
    """Return the order for layouts of ``cards`` slots; raises OrderError naming the field."""
    if not isinstance(data, dict) or data.get("v") != VERSION:
        raise OrderError("v: not an order of this version")
    given = {name: value for name, value in data.items() if name != "v"}
    names = {field.name for field in fields(Order)}
    if unknown := set(given) - names:
        raise OrderError(f"{min(unknown)}: not a field of an order")
    for name, value in given.items():
        given[name] = _read(name, value, cards)
    order = Order(**given)
    if order.take_ranks and order.take_slot is None:
        raise OrderError("take_slot: which slot the card goes into")
    if order.then == "rule" and order.keep_ranks and order.keep_slot is None:
        raise OrderError("keep_slot: which slot the card goes into")
    return order


def _read(name: str, value: object, cards: int) -> object:
    if name.endswith("_ranks"):
        if not isinstance(value, list | tuple) or any(rank not in RANKS for rank in value):
            raise OrderError(f"{name}: not a list of ranks")
        return tuple(rank for rank in RANKS if rank in value)
    if name.endswith("_slot"):
        is_slot = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < cards
        if value is not None and not is_slot:
            raise OrderError(f"{name}: not one of the {cards} slots")
        return value
    if name == "takes_columns":
        if not isinstance(value, bool):
            raise OrderError(f"{name}: not true or false")
        return value
    if value not in _THEN:
        raise OrderError(f"{name}: not one of {', '.join(_THEN)}")
    return value


def next_action(order: Order, seen: Observation) -> SeatAction | None:
    """Return what the order does now for the viewer, None where the rest is the player's."""
    if seen.hole_phase is HolePhase.TURN:
        action = _start(order, seen)
    elif seen.hole_phase is HolePhase.DRAWN:
        action = _placing(order, seen)
    else:
        return None
    return action if action in seen.legal else None


def _start(order: Order, seen: Observation) -> SeatAction | None:
    seat = _seat(seen)
    rank = rank_of_face(seen.discard[-1]) if seen.discard else None
    if rank is not None:
        slot = _completed_by(rank, seen.layouts[seat], seen.ruleset.columns)
        if order.takes_columns and slot is not None:
            return Take(seat, slot)
        if rank in order.take_ranks and order.take_slot is not None:
            return Take(seat, order.take_slot)
    return None if order.then == "wait" else Draw(seat)


def _placing(order: Order, seen: Observation) -> SeatAction | None:
    seat = _seat(seen)
    if order.then != "rule" or seen.drawn is None:
        return None
    if rank_of_face(seen.drawn) in order.keep_ranks and order.keep_slot is not None:
        return Swap(seat, order.keep_slot)
    flipped = Discard(seat, order.flip_slot)
    return flipped if flipped in seen.legal else Discard(seat)


def _completed_by(rank: str, layout: tuple[SeenCard, ...], columns: int) -> int | None:
    """Return the slot whose column lies open and of that rank but for it; None without one."""
    for column in range(columns):
        slots = range(column, len(layout), columns)
        missing = [slot for slot in slots if not _shows(layout[slot], rank)]
        if len(missing) == 1:
            return missing[0]
    return None


def _shows(card: SeenCard, rank: str) -> bool:
    return card.is_up and card.face is not None and rank_of_face(card.face) == rank


def _seat(seen: Observation) -> int:
    assert seen.viewer is not None  # noqa: S101 - narrows the type; an order is a seat's
    return seen.viewer

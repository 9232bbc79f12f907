"""What an action made happen, each with who may read what of it (rules 9).

``facts`` are public; ``secret`` is added for the seats in ``readers`` alone. Cards in facts are
faces, never ids.

>>> event = Event("drew", seat=1, secret={"card": "QS"}, readers=(1,))
>>> event.facts_for(1)
{'kind': 'drew', 'seat': 1, 'card': 'QS'}
>>> event.facts_for(0) == event.facts_for(None) == {'kind': 'drew', 'seat': 1}
True

Kinds and their public facts:

================  ==================================================================
hole_dealt        hole, starter, discard
opener_turned     slot, card
opener_peeked     slot (secret to its owner: card)
drew              nothing (secret to its drawer: card)
placed            slot, card, origin ("stock" or "discard"), discarded, was_hidden; face down
                  also is_up (False), and a card from the stock is None (secret to its owner)
discarded         card
flipped           slot, card
peeked            owner, slot (secret to the seat: card)
exchanged         slots, two pairs of seat and slot
knocked           nothing; the seat is the closer
went_out          nothing; the seat is the closer
golf_called       nothing; the seat has one more turn
turn_skipped      nothing; the seat loses its turn to a jack
called_off        nothing
stock_recycled    count
hole_ended        reason ("went_out", "knocked", "called_off", "turn_limit", "no_stock")
hole_scored       hole, strokes, layouts, closer, totals; where strokes may differ from what the
                  layouts count also layout_strokes, charges, outcome ("success", "failure" or
                  None) and correction (what it adds to the closer's strokes); is_extra in an
                  extra hole, in which a seat without a part has None for its strokes
won_at_once       seats that win by four of a kind
dismissed         nothing
match_finished    places, one per seat
================  ==================================================================
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTHING: Mapping[str, Any] = MappingProxyType({})

S = TypeVar("S")


class Event(NamedTuple):
    """One thing that happened; ``seat`` is None where it is nobody's doing."""

    kind: str
    seat: int | None = None
    facts: Mapping[str, Any] = NOTHING
    secret: Mapping[str, Any] = NOTHING
    readers: tuple[int, ...] = ()

    def facts_for(self, viewer: int | None) -> dict[str, Any]:
        """Everything that a viewer may know of it, ready for JSON; None is a spectator."""
        told: dict[str, Any] = {"kind": self.kind, "seat": self.seat, **self.facts}
        if viewer is not None and viewer in self.readers:
            told.update(self.secret)
        return told


class Transition(NamedTuple, Generic[S]):
    """The state after an action, and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...]

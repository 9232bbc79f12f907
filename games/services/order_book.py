"""The standing orders of a match while a ledger is open: what they do, and when they die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games import engine
from games.bots.orders import next_action, read_order
from games.models import Match, Seat, StandingOrder

Outcome = StandingOrder.Outcome


@dataclass(slots=True)
class OrderBook:
    """The orders of a locked match; they are read when a seat is first to act."""

    match: Match
    seats: Sequence[Seat]
    orders: dict[int, StandingOrder] | None = None
    ended: list[StandingOrder] = field(default_factory=list)

    def next_action(self, state: engine.AnyMatch) -> engine.SeatAction | None:
        """What an order does at this moment for the seat to act; None where a person acts."""
        orders = self._read()
        if state.phase is not engine.MatchPhase.HOLE or self.match.paused_at is not None:
            return None
        if not (orders and isinstance(state, engine.MatchState)):
            return None
        number = next((n for n in engine.seats_to_act(state) if n in orders), None)
        if number is None or not self._is_ahead(state, number):
            return None
        order = orders[number]
        if state.hole is None or order.turn != state.hole.turns[number]:
            # The turn before was taken back.
            return None
        wanted = read_order(order.body, state.ruleset.cards)
        action = next_action(wanted, engine.observe(state, number))
        if action is None:
            order.outcome = Outcome.WAITED if order.outcome else Outcome.PASSED
            self.ended.append(orders.pop(number))
            return None
        order.outcome = Outcome.FIRED
        return action

    def close(self, state: engine.AnyMatch, now: datetime) -> None:
        """Let orders die whose turn has passed, and write what became of those that ended."""
        for number, order in (self.orders or {}).items():
            if not self._is_ahead(state, number):
                order.outcome = order.outcome or Outcome.DIED
                self.ended.append(order)
        for order in self.ended:
            order.ended_at = now
        StandingOrder.objects.bulk_update(self.ended, ["ended_at", "outcome"])

    def _read(self) -> dict[int, StandingOrder]:
        if self.orders is None:
            numbers = {seat.pk: number for number, seat in enumerate(self.seats)}
            active = StandingOrder.objects.filter(seat__in=self.seats, ended_at__isnull=True)
            self.orders = {numbers[order.seat_id]: order for order in active}
        return self.orders

    def _is_ahead(self, state: engine.AnyMatch, number: int) -> bool:
        """Whether the turn that an order was left for is this one or still comes."""
        hole = state.hole if isinstance(state, engine.MatchState) else None
        if hole is None or self.seats[number].is_bot_held or self.orders is None:
            return False
        if state.phase is not engine.MatchPhase.HOLE:
            return False
        order = self.orders[number]
        return order.hole == state.hole_index and order.turn >= hole.turns[number]

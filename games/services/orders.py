"""Standing orders: left while waiting, carried out with the turn they were left for, then dead."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games import engine
from games.bots.orders import OrderError, read_order
from games.models import Player, Seat, StandingOrder
from games.services.ledger import Ledger, lock_match
from games.services.refusals import Refused


def leave_order(match_id: int, player: Player, fields: Mapping[str, Any], *, now: datetime) -> None:
    """Leave an order for one's next turn; it takes the place of an earlier one.

    ``fields`` is an order's JSON (see ``games.bots.orders``). Raises ``Refused``; nothing is kept
    then.
    """
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        number, seat = _waiting_seat(ledger, player)
        if not isinstance(ledger.state, engine.MatchState):
            raise Refused("other_game")
        try:
            order = read_order(dict(fields), ledger.state.ruleset.cards)
        except OrderError as error:
            raise Refused("bad_order") from error
        if not order.does_anything:
            raise Refused("bad_order")
        _end(seat, StandingOrder.Outcome.WITHDRAWN, now)
        StandingOrder.objects.filter(seat=seat, is_told=False).update(is_told=True)
        hole = ledger.state.hole
        StandingOrder.objects.create(
            seat=seat,
            hole=ledger.state.hole_index,
            turn=0 if hole is None else hole.turns[number],
            body=order.as_json(),
            left_at=now,
        )


def withdraw_order(match_id: int, player: Player, *, now: datetime) -> None:
    """Take one's order back; nothing happens where there is none."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = match.seats.filter(player=player).first()
        if seat is None:
            raise Refused("not_seated")
        _end(seat, StandingOrder.Outcome.WITHDRAWN, now)


def _waiting_seat(ledger: Ledger, player: Player) -> tuple[int, Seat]:
    seat = ledger.seat_of(player)
    if not isinstance(ledger.state, engine.MatchState):
        raise Refused("other_game")
    hole = ledger.state.hole
    number = ledger.seats.index(seat)
    if number in engine.seats_to_act(ledger.state):
        raise Refused("your_turn")
    is_played = ledger.state.phase is engine.MatchPhase.HOLE and hole is not None
    if not is_played or hole is None or number not in hole.players or hole.closer == number:
        raise Refused("no_turn_ahead")
    return number, seat


def _end(seat: Seat, outcome: StandingOrder.Outcome, now: datetime) -> None:
    active = StandingOrder.objects.filter(seat=seat, ended_at__isnull=True)
    active.update(ended_at=now, outcome=outcome, is_told=True)

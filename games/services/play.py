"""The write path of a running match: people, bots and the clock all submit here."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import engine
from games.bots import LEVELS
from games.models import Action, EventTable, Match, News, Player, Seat, StandingOrder
from games.selectors.bot_levels import USUAL_LEVEL
from games.services.ledger import Ledger, lock_match
from games.services.refusals import Refused, has_sentence

KEY_LENGTH_MAX = 64
HOUSE_BOT = USUAL_LEVEL


@dataclass(frozen=True, slots=True)
class Submitted:
    """An action that is kept: its sequence, and whether it had been kept before."""

    sequence: int
    is_repeat: bool = False


def submit_action(
    match_id: int,
    player: Player,
    text: str,
    *,
    based_on: int,
    key: str,
    now: datetime,
    rng: random.Random,
) -> Submitted:
    """Carry out a player's action, once.

    ``text`` is the engine's text form, ``based_on`` the sequence the player saw, ``key`` names
    this wish so that a message sent twice acts once. Raises ``Refused``; then nothing is written.
    """
    if not 0 < len(key) <= KEY_LENGTH_MAX or not key.isprintable():
        raise Refused("bad_key")
    with transaction.atomic():
        # The lock comes first: the same message may be on its way through another process.
        match = lock_match(match_id)
        if repeat := _earlier(match, player, text, key):
            return repeat
        ledger = Ledger.of(match)
        seat = ledger.seat_of(player)
        seat.missed = 0
        StandingOrder.objects.filter(seat=seat, is_told=False).update(is_told=True)
        return _submit(ledger, seat, text, based_on, Action.PlayedBy.PLAYER, key, now, rng)


def submit_for_bot(
    match_id: int, number: int, text: str, *, based_on: int, now: datetime, rng: random.Random
) -> Submitted:
    """Carry out a bot's action for a seat it holds. Raises ``Refused``."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        seat = ledger.seats[number]
        if not seat.is_bot_held:
            raise Refused("stale")
        return _submit(ledger, seat, text, based_on, Action.PlayedBy.BOT, None, now, rng)


def leave_match(match_id: int, player: Player, *, now: datetime, rng: random.Random) -> None:
    """Hand a running match's seat to the house bot; the seat keeps its number and cards."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        seat = ledger.seat_of(player)
        if len(ledger.seats) == 1:
            # A game for one is given up: nobody waits for it.
            ledger.is_cancelled = True
        else:
            ledger.hand_to_bot(seat, HOUSE_BOT, News.Kind.LEFT, now)
        ledger.settle(rng)
        ledger.close(now)


def remove_player(
    match_id: int,
    host: Player,
    number: int,
    *,
    level: str = HOUSE_BOT,
    now: datetime,
    rng: random.Random,
) -> None:
    """Hand another's seat to a bot of this level, as the host; its player may come back.

    Raises ``Refused``.
    """
    if level not in LEVELS:
        raise Refused("unknown_level")
    with transaction.atomic():
        match = lock_match(match_id)
        if match.host_id != host.pk:
            raise Refused("not_host")
        if EventTable.objects.filter(match=match).exists():
            raise Refused("event_table")
        ledger = Ledger.of(match)
        seat = next((s for s in ledger.seats if s.number == number), None)
        if seat is None or seat.player_id in (None, host.pk):
            raise Refused("not_removable")
        if seat.is_bot_held:
            raise Refused("is_away")
        ledger.hand_to_bot(seat, level, News.Kind.REMOVED, now)
        ledger.settle(rng)
        ledger.close(now)


def return_to_match(match_id: int, player: Player, *, now: datetime) -> None:
    """Take one's seat back from the bot. Raises ``Refused``."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        seat = next((s for s in ledger.seats if s.player_id == player.pk), None)
        if seat is None:
            raise Refused("not_seated")
        if not seat.is_bot_held:
            raise Refused("not_away")
        seat.bot, seat.left_at, seat.missed = "", None, 0
        ledger.tell(News.Kind.CAME_BACK, seat)
        ledger.drop_proposals(now)
        ledger.close(now)


def _earlier(match: Match, player: Player, text: str, key: str) -> Submitted | None:
    row = Action.objects.filter(match=match, seat__player=player, key=key).first()
    if row is None:
        return None
    if row.text != text:
        raise Refused("stale")
    return Submitted(row.sequence, is_repeat=True)


def _submit(
    ledger: Ledger,
    seat: Seat,
    text: str,
    based_on: int,
    played_by: Action.PlayedBy,
    key: str | None,
    now: datetime,
    rng: random.Random,
) -> Submitted:
    if ledger.match.paused_at is not None:
        raise Refused("is_paused")
    number = ledger.seats.index(seat)
    if not 0 <= based_on <= ledger.state.sequence:
        raise Refused("bad_sequence")
    try:
        action = engine.read_action(ledger.state, text, number)
        if not engine.is_current(ledger.state, number, based_on):
            raise Refused("stale")
        ledger.append(action, played_by, key)
    except engine.EngineError as error:
        raise Refused(error.code if has_sentence(error.code) else "not_lawful") from error
    sequence = ledger.state.sequence
    ledger.settle(rng)
    ledger.close(now)
    return Submitted(sequence)

"""What if: play on from a hole that is over, against bots, apart from everything that counts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import engine
from games.engine import codec
from games.models import Action, Match, Player, Position, Seat
from games.selectors.event_seal import is_sealed
from games.selectors.past import Past, past
from games.services.ledger import Ledger, lock_match
from games.services.play import HOUSE_BOT
from games.services.refusals import Refused

TRIES_MAX = 10


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match from which one may play on.

    ``branch`` is the hole so far as a match of its own, ``played_by`` who made each of its actions,
    ``number`` the hole's.
    """

    number: int
    branch: engine.Branch
    played_by: tuple[str, ...]

    @property
    def to_act(self) -> int:
        """The seat to move, by its number in the match; the first of several."""
        return self.branch.seats[engine.seats_to_act(self.branch.state)[0]]


def moment_of(match: Match, sequence: int) -> Moment:
    """The moment after an action of a match, with a shuffle that followed it by itself.

    Raises ``Refused`` for an action that there is not, a hole that is still being played or whose
    cards others still play with, and a moment at which nobody is to act. The caller has checked
    that the match may be seen.
    """
    if is_sealed(match):
        raise Refused("same_cards")
    has_history = match.status in (Match.Status.RUNNING, Match.Status.FINISHED)
    if not (has_history and 1 <= sequence <= match.sequence):
        raise Refused("no_action")
    hole = match.actions.values_list("hole__number", flat=True).get(sequence=sequence)
    then = past(match, sequence, hole)
    if then.is_running:
        raise Refused("hole_running", _("This hole is still being played. Wait until it is over."))
    if then.is_at_score_card or then.state.phase is not engine.MatchPhase.HOLE:
        raise Refused("no_position")
    if not isinstance(then.start, engine.MatchState):
        raise Refused("other_game")
    count = then.count + _shuffles_next(then)
    branch = engine.branch_off(then.start, then.grid_actions[:count])
    if not branch.is_open:
        raise Refused("no_position")
    return Moment(hole, branch, tuple(row.played_by for row in then.played[:count]))


def play_on(
    match: Match,
    player: Player,
    sequence: int,
    *,
    seat: int | None = None,
    is_anew: bool = False,
    now: datetime,
    rng: random.Random,
) -> Match:
    """Open a match of this player and bots that goes on from the moment after an action.

    ``seat`` is the number of a seat of that hole, the one to move by default. The cards to come lie
    as they lay, or with ``is_anew`` those that the seat had not seen are shuffled. What is played
    already with the same cards is returned. Raises ``Refused``.
    """
    moment = moment_of(match, sequence)
    chosen = moment.to_act if seat is None else seat
    if chosen not in moment.branch.seats:
        raise Refused("no_seat")
    number = moment.branch.seats.index(chosen)
    branch = engine.redrawn(moment.branch, number, rng) if is_anew else moment.branch
    with transaction.atomic():
        # Locked, so that two presses of one button open one match.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        mine = Match.objects.running().filter(what_if_of__isnull=False, host=player)
        if not is_anew:
            same = mine.filter(what_if_of=match, what_if_at=sequence, what_if_anew=False)
            begun = same.filter(seats__player=player, seats__number=number, seats__bot="").first()
            if begun is not None:
                return begun
        if mine.count() >= TRIES_MAX:
            raise Refused("too_many_tries")
        tried = Match.objects.create(
            host=player,
            preset=match.preset,
            ruleset=codec.encode_ruleset(branch.ruleset),
            seat_count=len(branch.seats),
            is_listed=False,
            allows_pauses=False,
            allows_spectators=False,
            status=Match.Status.RUNNING,
            created_at=now,
            started_at=now,
            what_if_of=match,
            what_if_at=sequence,
            what_if_anew=is_anew,
        )
        _write(tried, _seats(tried, player, number, now), branch, moment.played_by, now, rng)
    return tried


def end_forgotten(match_id: int, now: datetime) -> int:
    """End what waits for its player too long; returns 1, or 0 where that is not so."""
    with transaction.atomic():
        match = lock_match(match_id)
        is_due = match.clerk_due_at is not None and match.clerk_due_at <= now
        if not (is_due and match.status == Match.Status.RUNNING and match.is_for_oneself):
            return 0
        ledger = Ledger.of(match)
        if any(ledger.seats[number].is_bot_held for number in engine.seats_to_act(ledger.state)):
            return 0
        ledger.is_cancelled = True
        ledger.close(now)
        return 1


def _shuffles_next(then: Past) -> bool:
    later = then.actions[then.count :]
    return bool(later) and isinstance(later[0], engine.Reshuffle)


def _seats(match: Match, player: Player, own: int, now: datetime) -> list[Seat]:
    bots = 0
    seats = []
    for number in range(match.seat_count):
        is_own = number == own
        bots += not is_own
        seats.append(
            Seat(
                match=match,
                player=player if is_own else None,
                bot="" if is_own else HOUSE_BOT,
                bot_number=0 if is_own else bots,
                chair=number,
                number=number,
                joined_at=now,
            )
        )
    return Seat.objects.bulk_create(seats)


def _write(
    match: Match,
    seats: list[Seat],
    branch: engine.Branch,
    played_by: Sequence[str],
    now: datetime,
    rng: random.Random,
) -> None:
    state = engine.new_match(branch.ruleset, len(seats))
    Position.objects.create(match=match, state=codec.encode_state(state))
    ledger = Ledger(match, seats, state)
    for action, by in zip(branch.actions, played_by, strict=True):
        ledger.append(action, Action.PlayedBy(by))
    sequence = ledger.state.sequence
    ledger.settle(rng)
    ledger.close(now)
    # What its player comes for lies before them already.
    own = Seat.objects.filter(match=match, player__isnull=False)
    own.update(seen_sequence=sequence, looked_at=now)

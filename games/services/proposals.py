"""What takes everybody's consent: a pause, the end of a match, going on by correspondence.

One proposal is open at a time. Who makes it has agreed; it is carried out when every person who
still plays has, and falls when one refuses, leaves or comes back. Bots have no say.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.clocks import Clock, ClockError
from games.models import EventTable, Match, News, Player, Proposal, Seat
from games.services.ledger import PAUSE_MAX, Ledger, lock_match
from games.services.refusals import Refused
from games.services.seat_clocks import clock_of

Kind = Proposal.Kind

HASTE_MAX, HASTE_SPAN = 3, timedelta(hours=1)


def propose(match_id: int, player: Player, kind: str, *, now: datetime, clock: str = "") -> None:
    """Propose something to all who play, and agree to it. Raises ``Refused``.

    ``clock`` is the text of the clock to go on by; only ``correspondence`` takes one.
    """
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        seat = ledger.seat_of(player)
        if kind not in Kind.values:
            raise Refused("bad_proposal")
        if len(ledger.seats) == 1:
            raise Refused("other_game")
        if EventTable.objects.filter(match=ledger.match).exists():
            # The whole field waits for this table.
            raise Refused("event_table")
        if _open_proposal(ledger.match) is not None:
            raise Refused("proposal_open")
        lately = ledger.match.proposals.filter(made_by=seat, made_at__gt=now - HASTE_SPAN)
        if lately.count() >= HASTE_MAX:
            raise Refused("too_many_proposals")
        text = _check(ledger, Kind(kind), clock)
        proposal = Proposal.objects.create(
            match=ledger.match, kind=kind, clock=text, made_by=seat, made_at=now
        )
        ledger.tell(News.Kind.PROPOSED, seat, what=kind, clock=text)
        _agree(ledger, proposal, seat, now)
        ledger.close(now)


def answer(match_id: int, player: Player, proposal_id: int, *, agrees: bool, now: datetime) -> None:
    """Agree to the open proposal, or refuse it for all. Raises ``Refused``."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        seat = ledger.seat_of(player)
        proposal = _open_proposal(ledger.match)
        if proposal is None or proposal.pk != proposal_id:
            raise Refused("proposal_gone")
        if agrees:
            ledger.tell(News.Kind.AGREED, seat, what=proposal.kind)
            _agree(ledger, proposal, seat, now)
        else:
            _close(proposal, now)
            ledger.tell(News.Kind.REFUSED, seat, what=proposal.kind)
        ledger.close(now)


def resume(match_id: int, player: Player, *, now: datetime) -> None:
    """End a pause, as any of those who play: every clock goes on with what was left."""
    with transaction.atomic():
        ledger = Ledger.of(lock_match(match_id))
        seat = ledger.seat_of(player)
        if ledger.match.paused_at is None:
            raise Refused("not_paused")
        ledger.match.paused_at = None
        ledger.tell(News.Kind.WENT_ON, seat)
        ledger.close(now)


def end_long_pause(match_id: int, now: datetime) -> int:
    """End a pause that has lasted as long as it may; returns 1, or 0 where there is none."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.RUNNING or match.paused_at is None:
            return 0
        if now < match.paused_at + PAUSE_MAX:
            return 0
        ledger = Ledger.of(match)
        ledger.match.paused_at = None
        ledger.tell(News.Kind.WENT_ON, days=PAUSE_MAX.days)
        ledger.close(now)
        return 1


def _check(ledger: Ledger, kind: Proposal.Kind, clock: str) -> str:
    """The clock's text for what can be proposed at this table now. Raises ``Refused``."""
    match = ledger.match
    if kind is Kind.PAUSE:
        if not match.allows_pauses:
            raise Refused("no_pauses")
        if match.paused_at is not None:
            raise Refused("is_paused")
    if kind is Kind.CANCEL:
        if ledger.state.scored or ledger.state.extra_scored:
            raise Refused("too_late_to_cancel")
        # A host can't cancel alone by handing all other seats to bots first.
        if match.news.filter(kind=News.Kind.REMOVED).exclude(seat__bot="").exists():
            raise Refused("removed_have_a_say")
    if kind is not Kind.CORRESPONDENCE:
        return ""
    present = clock_of(match)
    try:
        wanted = Clock.parse(clock)
    except ClockError as error:
        raise Refused("bad_clock") from error
    if wanted.is_live or (present is not None and not present.is_live):
        raise Refused("bad_clock")
    return wanted.text


def _agree(ledger: Ledger, proposal: Proposal, seat: Seat, now: datetime) -> None:
    proposal.agreed.add(seat)
    agreed = set(proposal.agreed.values_list("pk", flat=True))
    if {s.pk for s in ledger.seats if not s.is_bot_held} <= agreed:
        _close(proposal, now)
        _carry_out(ledger, proposal, now)


def _carry_out(ledger: Ledger, proposal: Proposal, now: datetime) -> None:
    if proposal.kind == Kind.PAUSE:
        ledger.match.paused_at = now
        ledger.tell(News.Kind.PAUSED)
    elif proposal.kind == Kind.CORRESPONDENCE:
        ledger.match.clock = proposal.clock
        for seat in ledger.seats:
            seat.time_left = seat.time_before = seat.clock_started_at = seat.due_at = None
        ledger.tell(News.Kind.CLOCK_CHANGED, clock=proposal.clock)
    else:
        ledger.is_cancelled = True
        ledger.tell(News.Kind.CANCELLED)


def _close(proposal: Proposal, now: datetime) -> None:
    proposal.ended_at = now
    proposal.save(update_fields=["ended_at"])


def _open_proposal(match: Match) -> Proposal | None:
    return match.proposals.filter(ended_at__isnull=True).first()

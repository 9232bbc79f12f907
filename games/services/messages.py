"""The outbox: what players are to be told is written in the transaction that causes it.

Every row has a key that names recipient and cause, so nothing is told twice. Whether a row is
still true is judged when it is to be sent (``selectors.relevance``); rows about a turn also end
with that turn. What becomes of them then is the business of ``services.sending``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from accounts import blocks
from accounts.models import MessageChoice
from accounts.reaching import Reach, reach_of
from games import engine
from games.clocks import warning_at
from games.models import Action, Match, Message, News, Player, Seat
from games.selectors.relevance import COMMENT_KEY, PRESENT, Why, is_present
from games.services.seat_clocks import clock_of

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Invitation, TalkLine
    from games.services.ledger import Ledger

DIGEST_BEFORE = timedelta(minutes=30)
KEPT_FOR = timedelta(days=60)

_Kind, _Timing = MessageChoice.Kind, MessageChoice.Timing
_OF_A_TURN = (_Kind.YOUR_TURN, _Kind.TIME_SHORT)
# After these a turn that had begun before waits for its player again, or for days from now on.
_BEGIN_ANEW = (News.Kind.WENT_ON, News.Kind.CLOCK_CHANGED)


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that one player is to be told; ``is_present`` if they look at it right now.

    What is told in vain from ``until`` on waits for no digest that comes later.
    """

    kind: MessageChoice.Kind
    player: Player
    match: Match | None
    key: str
    facts: dict[str, Any] = field(default_factory=dict)
    is_present: bool = False
    until: datetime | None = None


def match_changed(ledger: Ledger, now: datetime) -> None:
    """Follow what a ledger wrote: turns that began or ended, deadlines, the end of the match.

    Called where the ledger is closed. People at a table with a live clock are there, so turns are
    told only where time counts in days or not at all; and nothing is told to whoever acted, nor
    of what somebody plays alone.
    """
    if ledger.match.is_for_oneself:
        return
    causes = []
    if outcome := _outcome(ledger):
        causes = [_match_over(seat, outcome, now) for seat in _others(ledger)]
    clock = clock_of(ledger.match)
    if clock is None or not clock.is_live:
        warned = _end_turns(ledger, now)
        began = [seat for seat in _others(ledger) if _has_begun(ledger, seat)]
        causes += [_your_turn(seat, ledger, now) for seat in began]
        warnings = (_time_short(seat, ledger, now) for seat in ledger.seats)
        causes += [w for w in warnings if w and (w.player.pk, w.facts["due"]) not in warned]
    write(causes, now)


def invited(invitation: Invitation, now: datetime) -> None:
    """Tell a player of an invitation, unless one of the two has blocked the other."""
    player, host = invitation.player, invitation.invited_by
    if player.user is not None and host.user is not None:
        if blocks.is_blocked_between(player.user, host.user):
            return
        key = f"invited:{invitation.match_id}:{player.pk}"
        facts = {"invitation": invitation.pk}
        write([Cause(_Kind.INVITED, player, invitation.match, key, facts)], now)


def mentioned(match: Match, player: Player, line: TalkLine, now: datetime) -> None:
    """Tell a player that a line of table talk names them; the line itself is not quoted."""
    seat = match.seats.filter(player=player, bot="").first()
    if seat is not None and line.player_id != player.pk:
        key = f"mentioned:{line.pk}:{player.pk}"
        facts = {"line": line.pk}
        present = is_present(seat, now)
        write([Cause(_Kind.MENTIONED, player, match, key, facts, present)], now)


def mentioned_in_comment(match: Match, player: Player, line: TalkLine, now: datetime) -> None:
    """Tell a player that a comment names them; it is not quoted.

    Those who left their seat to a bot hear of it if they comment on the match themselves.
    """
    seat = match.seats.filter(player=player).first()
    if seat is None or line.player_id == player.pk:
        return
    if seat.is_bot_held and not match.talk.on_actions().filter(player=player).exists():
        return
    key = f"{COMMENT_KEY}{line.pk}:{player.pk}"
    facts = {"line": line.pk, "sequence": line.sequence}
    write([Cause(_Kind.MENTIONED, player, match, key, facts)], now)


def comments_read(match: Match, player_id: int, sequences: Collection[int], now: datetime) -> None:
    """Tell a player no more of comments on these actions, which they were shown."""
    waiting = Message.objects.pending().filter(
        recipient_id=player_id, match=match, key__startswith=COMMENT_KEY
    )
    read = [row.pk for row in waiting if row.facts["sequence"] in sequences]
    if read:
        Message.objects.pending().filter(pk__in=read).update(
            state=Message.State.DROPPED, why=Why.READ, ended_at=now
        )


def table_expired(match: Match, now: datetime) -> None:
    """Tell those who waited that their table closed because it did not fill."""
    seats = match.seats.filter(bot="", player__isnull=False).select_related("player", "match")
    write([_match_over(seat, "expired", now) for seat in seats], now)


def plan_anew(user: User, now: datetime) -> None:
    """Plan what waits for a person by what they want now: another time, or never."""
    reach = reach_of([user.pk])[user.pk]
    waiting = Message.objects.pending().filter(recipient__user=user, letter="")
    rows = list(waiting.select_for_update(of=("self",)).order_by("pk"))
    for row in rows:
        row.timing = reach.timing(row.kind)
        if row.timing == _Timing.OFF:
            row.state, row.why, row.ended_at = Message.State.DROPPED, Why.OFF, now
        else:
            row.send_after = _planned(row.timing, row.facts, reach, row.created_at)
    Message.objects.bulk_update(rows, ["timing", "state", "why", "ended_at", "send_after"])


def hand_over(old: Player, new: Player) -> None:
    """Give the messages of a guest's player to that of the account.

    What a club or an event was to tell both is told once.
    """
    of_clubs = Message.objects.filter(kind__in=MessageChoice.OF_CLUBS)
    known = list(of_clubs.filter(recipient=new).values_list("facts", flat=True))
    waiting = of_clubs.pending().filter(recipient=old).values_list("pk", "facts")
    doubled = [pk for pk, facts in waiting if facts in known]
    Message.objects.filter(pk__in=doubled).delete()
    Message.objects.filter(recipient=old).update(recipient=new)


def forget_old(now: datetime) -> int:
    """Throw away what ended long ago; returns how many rows."""
    gone, _by_model = Message.objects.filter(ended_at__lt=now - KEPT_FOR).delete()
    return gone


def _outcome(ledger: Ledger) -> str:
    """How the match ended with what the ledger wrote; "" while it goes on."""
    if ledger.is_cancelled:
        return "cancelled"
    return "finished" if ledger.state.phase is engine.MatchPhase.FINISHED else ""


def _others(ledger: Ledger) -> list[Seat]:
    """The seats of people who are at the table and have not just acted themselves."""
    by_hand = (e for e in ledger.entries if e.played_by == Action.PlayedBy.PLAYER)
    acted = {entry.action.seat for entry in by_hand}
    return [
        seat
        for number, seat in enumerate(ledger.seats)
        if seat.player is not None and not seat.is_bot_held and number not in acted
    ]


def _has_begun(ledger: Ledger, seat: Seat) -> bool:
    """Whether a seat is asked for something now that it was not asked for before.

    Where no clock runs and everybody else is a bot, nobody waits: that is not worth a message.
    """
    number, match = ledger.seats.index(seat), ledger.match
    goes_on = any(news.kind in _BEGIN_ANEW for news in ledger.news)
    before, after = ledger.stints[number], engine.stint(ledger.state, number)
    if after is None or ledger.is_still or (after == before and not goes_on):
        return False
    people = [other for other in ledger.seats if not other.is_bot_held]
    return bool(match.clock) or len(people) > 1


def _end_turns(ledger: Ledger, now: datetime) -> set[tuple[int, str]]:
    """Drop what waits about turns that ended and deadlines that moved.

    Returns the deadlines that players were warned of or will be, as (player, deadline).
    """
    rows = Message.objects.filter(match=ledger.match, kind__in=_OF_A_TURN).exclude(
        Q(state=Message.State.DROPPED) | Q(kind=_Kind.YOUR_TURN, state=Message.State.SENT)
    )
    seats = {seat.player_id: number for number, seat in enumerate(ledger.seats)}
    dropped: dict[Why, list[int]] = {}
    warned = set()
    # Rows are locked in one order, here and where they are claimed, so that nobody waits in a ring.
    locked = rows.select_for_update().order_by("pk")
    for row in locked.only("recipient", "kind", "state", "facts"):
        why = _why_ended(ledger, seats.get(row.recipient_id), row)
        if why is not None and row.state == Message.State.PENDING:
            dropped.setdefault(why, []).append(row.pk)
        elif row.kind == _Kind.TIME_SHORT:
            warned.add((row.recipient_id, row.facts["due"]))
    for why, keys in dropped.items():
        Message.objects.pending().filter(pk__in=keys).update(
            state=Message.State.DROPPED, why=why, ended_at=now
        )
    return warned


def _why_ended(ledger: Ledger, number: int | None, row: Message) -> Why | None:
    if _outcome(ledger):
        return Why.OVER
    if number is None or ledger.seats[number].is_bot_held:
        return Why.AWAY
    if ledger.match.paused_at is not None:
        return Why.PAUSED
    if engine.stint(ledger.state, number) != ledger.stints[number]:
        played = {e.played_by for e in ledger.entries if e.action.seat == number}
        return Why.ACTED if Action.PlayedBy.PLAYER in played else Why.PASSED
    due_at = ledger.seats[number].due_at
    if row.kind == _Kind.TIME_SHORT and (due_at is None or due_at.isoformat() != row.facts["due"]):
        return Why.MOVED
    return None


def _your_turn(seat: Seat, ledger: Ledger, now: datetime) -> Cause:
    # Of a turn that is undone and begins again only the version differs.
    key = f"your_turn:{seat.pk}:{ledger.match.version}"
    facts = {"sequence": ledger.state.sequence}
    return _about(_Kind.YOUR_TURN, seat, key, facts, is_present(seat, now))


def _time_short(seat: Seat, ledger: Ledger, now: datetime) -> Cause | None:
    """The warning before a running clock's end; None where it would come at once or never."""
    if seat.player is None or seat.due_at is None or seat.clock_started_at is None:
        return None
    warning = warning_at(seat.clock_started_at, seat.due_at)
    if warning <= now:
        return None
    facts = {"due": seat.due_at.isoformat(), "from": warning.isoformat()}
    return _about(_Kind.TIME_SHORT, seat, f"time_short:{seat.pk}:{ledger.match.version}", facts)


def _match_over(seat: Seat, outcome: str, now: datetime) -> Cause:
    facts = {"outcome": outcome, "sequence": seat.match.sequence}
    key = f"match_over:{seat.match_id}:{seat.player_id}"
    return _about(_Kind.MATCH_OVER, seat, key, facts, is_present(seat, now))


def _about(
    kind: MessageChoice.Kind, seat: Seat, key: str, facts: dict[str, Any], present: bool = False
) -> Cause:
    if seat.player is None:
        raise AssertionError("a bot is told nothing")
    return Cause(kind, seat.player, seat.match, key, facts, present)


def write(causes: Iterable[Cause], now: datetime) -> None:
    """Put into the outbox what is to be told, in the caller's transaction.

    Takes two queries and one for some seventy messages, however many people they go to. A key that
    the outbox holds already is left as it is.
    """
    wanted = [cause for cause in causes if cause.player.user_id is not None]
    if not wanted:
        return
    reaches = reach_of(cause.player.user_id or 0 for cause in wanted)
    rows = []
    for cause in wanted:
        reach = reaches[cause.player.user_id or 0]
        timing = reach.timing(cause.kind)
        if timing == _Timing.OFF:
            continue
        is_late = cause.until is not None and reach.next_digest(now) >= cause.until
        if timing == _Timing.DAILY and is_late:
            timing = _Timing.AT_ONCE
        planned = _planned(timing, cause.facts, reach, now)
        if timing == _Timing.AT_ONCE and cause.is_present:
            # They see it happen: the page says so within this time.
            planned += PRESENT
        rows.append(
            Message(
                recipient=cause.player,
                kind=cause.kind,
                timing=timing,
                match=cause.match,
                key=cause.key,
                facts=cause.facts,
                created_at=now,
                send_after=planned,
            )
        )
    Message.objects.bulk_create(rows, ignore_conflicts=True)


def _planned(timing: str, facts: dict[str, Any], reach: Reach, at: datetime) -> datetime:
    if "from" in facts:
        if timing == _Timing.DAILY:
            digest = reach.last_digest(datetime.fromisoformat(facts["due"]) - DIGEST_BEFORE)
            if digest > at:
                return digest
        return datetime.fromisoformat(facts["from"])
    if timing == _Timing.DAILY:
        return reach.next_digest(at)
    return at + reach.quiet if timing == _Timing.AFTER_QUIET else at

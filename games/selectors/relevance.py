"""Which messages of the outbox are still worth sending, and why others are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Max

from accounts.blocks import unheard_by
from accounts.models import Block, MessageChoice
from accounts.reaching import Reach
from games.clocks import Hours, awake_spans
from games.models import Invitation, Match, Message, Player, Seat, TalkLine
from games.selectors.club_relevance import ClubReasons
from games.selectors.hours import hours_of
from games.selectors.why import Why

# Whoever looked this short a time ago is at the table now.
PRESENT = timedelta(minutes=1)

# What the keys of messages about comments begin with.
COMMENT_KEY = "comment:"

_Kind, _Timing = MessageChoice.Kind, MessageChoice.Timing


def is_present(seat: Seat, now: datetime) -> bool:
    """Whether the seat's player is looking at the table, or has just come."""
    return now - max(seat.looked_at or seat.joined_at, seat.joined_at) < PRESENT


@dataclass(frozen=True)
class Recipient:
    """One player with what decides about messages to them; reads what it needs, once."""

    player: Player
    reach: Reach
    rows: Sequence[Message]
    now: datetime

    def why_not(self, row: Message) -> Why | None:
        """Why this message is not to be sent any more; None if it is."""
        user = self.player.user
        if user is None or user.is_closed or not user.is_active:
            return Why.CLOSED
        if self.reach.timing(row.kind) == _Timing.OFF:
            return Why.OFF
        return _OF_KIND[row.kind](self, row) or self._told_already(row)

    def seat_at(self, row: Message) -> Seat | None:
        """The player's seat at the table that a message is about."""
        return self._seats.get(row.match_id)

    @property
    def is_back_at(self) -> datetime:
        """When the player's clocks run again, or now if they do."""
        if self._hours is None:
            return self.now
        return next(begin for begin, _end in awake_spans(self._hours, self.now))

    def your_turn(self, row: Message) -> Why | None:
        # That an event's table is drawn says whose turn it is, too.
        if (row.match_id, _Kind.EVENT_NEWS, row.created_at) in self._told_at_clubs:
            return Why.TOLD
        return self._not_asked(row) or self._seen_since(row, row.facts["sequence"])

    def time_short(self, row: Message) -> Why | None:
        if reason := self._not_asked(row):
            return reason
        seat = self._seats[row.match_id]
        if seat.due_at is None or seat.due_at.isoformat() != row.facts["due"]:
            return Why.MOVED
        recent = self.reach.quiet if row.timing == _Timing.AFTER_QUIET else PRESENT
        since = min(self.now - recent, datetime.fromisoformat(row.facts["from"]))
        return Why.SEEN if seat.looked_at is not None and seat.looked_at >= since else None

    def match_over(self, row: Message) -> Why | None:
        seat = self.seat_at(row)
        if seat is None or seat.is_bot_held:
            return Why.AWAY
        return self._seen_since(row, row.facts["sequence"])

    def invited(self, row: Message) -> Why | None:
        invitation = self._invitations.get(row.facts["invitation"])
        if self.seat_at(row) is not None:
            return Why.ACTED
        if invitation is None or invitation.declined_at is not None:
            return Why.PASSED
        if row.match is None or row.match.status != Match.Status.WAITING:
            return Why.PASSED
        return Why.BLOCKED if invitation.invited_by.user_id in self._blocked else None

    def mentioned(self, row: Message) -> Why | None:
        line, seat = self._lines.get(row.facts["line"]), self.seat_at(row)
        if line is None or line.hidden_by_id is not None:
            return Why.PASSED
        if seat is None or (seat.is_bot_held and line.sequence is None):
            return Why.AWAY
        if line.player.user_id in unheard_by(self.player.user_id):
            return Why.BLOCKED
        if line.sequence is not None:
            # What is shown at the table is no comment; reading those is written down at once.
            return None
        return Why.SEEN if seat.talk_read >= line.pk else self._seen_since(row, 0)

    def of_club(self, row: Message) -> Why | None:
        why = self._of_clubs.why_not(row)
        if why is not None or row.match_id is None:
            return why
        seat = self.seat_at(row)
        if seat is None or seat.is_bot_held:
            return Why.AWAY
        if row.match is None or row.match.status != Match.Status.RUNNING:
            return Why.OVER
        # A turn that began with the table has told of it.
        is_told = (row.match_id, _Kind.YOUR_TURN, row.created_at) in self._told_at_clubs
        return Why.TOLD if is_told else self._seen_since(row, 0)

    def _not_asked(self, row: Message) -> Why | None:
        """Why the seat is not, or not now, to be reminded of its turn."""
        match, seat = row.match, self.seat_at(row)
        if match is None or match.status != Match.Status.RUNNING:
            return Why.OVER
        if seat is None or seat.is_bot_held:
            return Why.AWAY
        if match.paused_at is not None:
            return Why.PAUSED
        if not seat.is_to_act:
            return Why.PASSED
        return Why.VACATION if self._is_on_vacation else None

    def _seen_since(self, row: Message, sequence: int) -> Why | None:
        seat = self.seat_at(row)
        if seat is None or seat.looked_at is None or seat.looked_at < row.created_at:
            return None
        return Why.SEEN if seat.seen_sequence >= sequence else None

    def _told_already(self, row: Message) -> Why | None:
        """After a quiet period one message goes out for each match, until the player is back.

        Comments lead elsewhere, so that these neither count nor are counted.
        """
        if row.key.startswith(COMMENT_KEY):
            return None
        seat, told = self.seat_at(row), self._told.get(row.match_id)
        if row.timing != _Timing.AFTER_QUIET or seat is None or told is None or row.letter:
            return None
        return Why.TOLD if told > max(seat.looked_at or seat.joined_at, seat.joined_at) else None

    @cached_property
    def _seats(self) -> dict[int | None, Seat]:
        seats = Seat.objects.filter(player=self.player, match__in=self._matches())
        return {seat.match_id: seat for seat in seats}

    @cached_property
    def _told(self) -> dict[int | None, datetime]:
        sent = Message.objects.filter(
            recipient=self.player,
            match__in=self._matches(),
            state=Message.State.SENT,
            timing=_Timing.AFTER_QUIET,
        ).exclude(key__startswith=COMMENT_KEY)
        return dict(sent.order_by().values_list("match_id").annotate(last=Max("ended_at")))

    @cached_property
    def _of_clubs(self) -> ClubReasons:
        return ClubReasons(self.player, self.rows, self.now)

    @cached_property
    def _told_at_clubs(self) -> set[tuple[int | None, str, datetime]]:
        """What was told of tables of clubs: which table, the kind, and when it was written."""
        about = {r.match_id for r in self.rows if r.match is not None and r.match.club_id}
        sent = Message.objects.filter(
            recipient=self.player,
            match__in=about,
            state=Message.State.SENT,
            kind__in=[_Kind.YOUR_TURN, _Kind.EVENT_NEWS],
        )
        return (
            set(sent.order_by().values_list("match_id", "kind", "created_at")) if about else set()
        )

    @cached_property
    def _hours(self) -> Hours | None:
        user_id = self.player.user_id or 0
        return hours_of([user_id]).get(user_id)

    @property
    def _is_on_vacation(self) -> bool:
        today, hours = self.reach.day_of(self.now), self._hours
        return hours is not None and any(first <= today <= last for first, last in hours.days_off)

    @cached_property
    def _invitations(self) -> dict[int, Invitation]:
        keys = [row.facts["invitation"] for row in self.rows if row.kind == _Kind.INVITED]
        return Invitation.objects.select_related("invited_by").in_bulk(keys)

    @cached_property
    def _lines(self) -> dict[int, TalkLine]:
        keys = [row.facts["line"] for row in self.rows if row.kind == _Kind.MENTIONED]
        return TalkLine.objects.select_related("player").in_bulk(keys)

    @cached_property
    def _blocked(self) -> set[int]:
        """Whom the player, or who the player, has blocked; a mute does not forbid inviting."""
        user_id, kind = self.player.user_id or 0, Block.Kind.BLOCK
        own = Block.objects.filter(user_id=user_id, kind=kind).values_list("other_id", flat=True)
        theirs = Block.objects.filter(other_id=user_id, kind=kind).values_list("user_id", flat=True)
        return {*own, *theirs}

    def _matches(self) -> set[int]:
        return {row.match_id for row in self.rows if row.match_id is not None}


_OF_KIND: dict[str, Callable[[Recipient, Message], Why | None]] = {
    _Kind.YOUR_TURN: Recipient.your_turn,
    _Kind.TIME_SHORT: Recipient.time_short,
    _Kind.MATCH_OVER: Recipient.match_over,
    _Kind.INVITED: Recipient.invited,
    _Kind.MENTIONED: Recipient.mentioned,
    _Kind.CLUB_INVITED: Recipient.of_club,
    _Kind.CLUB_NEWS: Recipient.of_club,
    _Kind.EVENT_NEWS: Recipient.of_club,
    _Kind.CLUB_ASKED: Recipient.of_club,
}

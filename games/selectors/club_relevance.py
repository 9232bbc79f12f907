"""Which messages of clubs and events are still worth sending, and why others are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Max

from accounts.club_rights import RIGHTS, Right
from accounts.clubs.joining import open_invitations, open_requests
from accounts.friends import blocked_with
from accounts.models import Announcement, Club, Membership
from games.models import Entry, Event, EventRound, Message, Player, Topic
from games.selectors.why import Why


@dataclass(frozen=True)
class ClubReasons:
    """What decides about one player's messages of clubs; reads what it needs, once.

    A table that was drawn is judged by who asks, as all that tells of a table.
    """

    player: Player
    rows: Sequence[Message]
    now: datetime

    def why_not(self, row: Message) -> Why | None:
        """Why this message is not to be sent any more; None if it is."""
        club, topic = self._clubs.get(row.facts["club"]), Topic(row.facts["topic"])
        if club is None or club.is_closed:
            return Why.CLUB_CLOSED
        if row.facts.get("by") in self._blocked:
            return Why.BLOCKED
        if topic not in (Topic.INVITED, Topic.ANSWERED) and not self._role(row):
            return Why.NO_MEMBER
        if "event" in row.facts and row.facts["event"] not in self._events:
            return Why.PASSED
        judge = _OF_TOPIC.get(topic)
        return judge(self, row) if judge is not None else None

    def invited(self, row: Message) -> Why | None:
        if self._role(row):
            return Why.ACTED
        return None if row.facts["invitation"] in self._invitations else Why.PASSED

    def answered(self, row: Message) -> Why | None:
        if row.facts["accepts"]:
            return None if self._role(row) else Why.NO_MEMBER
        return Why.ACTED if self._role(row) else None

    def role_changed(self, row: Message) -> Why | None:
        return None if self._role(row) == row.facts["role"] else Why.PASSED

    def asked(self, row: Message) -> Why | None:
        if self._role(row) not in RIGHTS[Right.ANSWER]:
            return Why.PASSED
        return None if row.facts["request"] in self._requests else Why.PASSED

    def announced(self, row: Message) -> Why | None:
        return None if row.facts["announcement"] in self._announcements else Why.PASSED

    def event_announced(self, row: Message) -> Why | None:
        event = self._event(row)
        if not event.is_open or self._drawn.get(event.pk, 0) >= event.rounds:
            return Why.PASSED
        if event.closes_at is not None and event.closes_at <= self.now:
            return Why.PASSED
        return Why.ACTED if event.pk in self._entries else None

    def place(self, row: Message) -> Why | None:
        return None if self._event(row).is_open and self._plays(row) else Why.PASSED

    def soon(self, row: Message) -> Why | None:
        event = self._event(row)
        if event.state != Event.State.ANNOUNCED or not self._plays(row):
            return Why.PASSED
        return None if event.starts_at.isoformat() == row.facts["due"] else Why.MOVED

    def sits_out(self, row: Message) -> Why | None:
        event = self._event(row)
        is_on = event.state == Event.State.RUNNING and self._plays(row)
        return None if is_on and self._drawn.get(event.pk) == row.facts["round"] else Why.PASSED

    def called_off(self, row: Message) -> Why | None:
        entry = self._entries.get(row.facts["event"])
        is_in = entry is not None and entry.withdrawn_at is None
        is_off = self._event(row).state == Event.State.CANCELLED
        return None if is_in and is_off else Why.PASSED

    def _role(self, row: Message) -> str:
        return self._roles.get(row.facts["club"], "")

    def _event(self, row: Message) -> Event:
        return self._events[row.facts["event"]]

    def _plays(self, row: Message) -> bool:
        entry = self._entries.get(row.facts["event"])
        return entry is not None and entry.withdrawn_at is None and not entry.is_alternate

    def _keys(self, name: str) -> set[int]:
        return {row.facts[name] for row in self.rows if name in row.facts}

    @cached_property
    def _clubs(self) -> dict[int, Club]:
        return Club.objects.in_bulk(self._keys("club"))

    @cached_property
    def _roles(self) -> dict[int, str]:
        running = Membership.objects.filter(user=self.player.user, ended_at__isnull=True)
        return dict(running.filter(club__in=self._clubs).values_list("club_id", "role"))

    @cached_property
    def _blocked(self) -> frozenset[int]:
        return blocked_with(self.player.user_id)

    @cached_property
    def _invitations(self) -> set[int]:
        found = open_invitations().filter(pk__in=self._keys("invitation"))
        return set(found.filter(user=self.player.user).values_list("pk", flat=True))

    @cached_property
    def _requests(self) -> set[int]:
        found = open_requests().filter(pk__in=self._keys("request"))
        return set(found.values_list("pk", flat=True))

    @cached_property
    def _announcements(self) -> set[int]:
        found = Announcement.objects.filter(removed_at__isnull=True)
        return set(found.filter(pk__in=self._keys("announcement")).values_list("pk", flat=True))

    @cached_property
    def _events(self) -> dict[int, Event]:
        return Event.objects.in_bulk(self._keys("event"))

    @cached_property
    def _drawn(self) -> dict[int, int]:
        """How many rounds of each event are drawn."""
        rounds = EventRound.objects.filter(event__in=self._events).order_by()
        return dict(rounds.values_list("event_id").annotate(n=Max("number")))

    @cached_property
    def _entries(self) -> dict[int, Entry]:
        entries = Entry.objects.filter(player=self.player, event__in=self._keys("event"))
        return {entry.event_id: entry for entry in entries}


_OF_TOPIC: dict[Topic, Callable[[ClubReasons, Message], Why | None]] = {
    Topic.INVITED: ClubReasons.invited,
    Topic.ANSWERED: ClubReasons.answered,
    Topic.ROLE: ClubReasons.role_changed,
    Topic.ASKED: ClubReasons.asked,
    Topic.ANNOUNCED: ClubReasons.announced,
    Topic.EVENT: ClubReasons.event_announced,
    Topic.PLACE: ClubReasons.place,
    Topic.SOON: ClubReasons.soon,
    Topic.SITS_OUT: ClubReasons.sits_out,
    Topic.CALLED_OFF: ClubReasons.called_off,
}

"""Days of a club in fake time: members look when they do, clerks sweep, and are killed.

What ought to happen is worked out here beside the site, from what its rows say before a sweep:
which deadlines have passed, and who should have heard of a turn. A clerk is killed by an exception
at one of its database statements, which ends its transaction as the death of its process would.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest import mock

from django.db import connection
from django.test.utils import override_settings

from accounts import hours
from games import engine
from games.bots import BOTS
from games.bots.orders import Order
from games.engine import codec
from games.management.club.people import HABITS, Member, make_member
from games.management.club.post import Post, counted
from games.models import (
    Action,
    Heartbeat,
    Match,
    Message,
    News,
    Position,
    Preset,
    Seat,
    StandingOrder,
)
from games.services import lobby, looking, orders, overdue, play, proposals, sending
from games.services.due import carry_out_due
from games.services.presets import load_presets
from games.services.refusals import Refused

DAY = timedelta(days=1)
CLOCKS = ("12h", "6h", "1d", "1d+4h<2d", "18h+8h<1d12h", "live 30m")
PRESETS = ("clubhouse", "clubhouse-fixed", "arena", "to-the-limit", "four-card")
ROUNDS_MAX = 300
# A match that has not ended by then never will.
LONGEST = 4
KILL_CHANCE = 0.1
STATEMENTS_MAX = 60


class KilledError(BaseException):
    """A clerk's process died."""


@dataclass(slots=True)
class Club:
    """A club at work. ``problems`` are sentences about what ought not to have happened."""

    start: datetime
    rng: Random
    matches: int
    days: int
    tick: timedelta = timedelta(minutes=10)
    members: list[Member] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    opens_at: list[tuple[datetime, int]] = field(default_factory=list)
    now: datetime = field(init=False)
    post: Post = field(init=False)

    def run(self) -> dict[str, Any]:
        """Live through the days and tell what happened."""
        self.now, self.post = self.start, Post(self.start)
        with quiet(), mock.patch("games.services.sending.send_mail", self.post.take):
            self._open()
            was_down = False
            while self._goes_on():
                self.now = self.post.now = self.now + self.tick
                if self._is_down():
                    was_down = True
                    continue
                if not was_down:
                    # Between two steps clerks have gone on sweeping all the time.
                    Heartbeat.objects.update(at=self.now)
                was_down = False
                self._people_look()
                self._clerks_work()
                self._listen()
            self._last_letters()
        return self._told()

    def _open(self) -> None:
        load_presets()
        people = max(len(HABITS), min(self.matches, 2 * len(HABITS)))
        self.members = [make_member(number, self.start) for number in range(people)]
        self.opens_at = sorted(
            (self.start + self.rng.random() * min(self.days, 20) * DAY, number)
            for number in range(self.matches)
        )

    def _goes_on(self) -> bool:
        if self.opens_at:
            return True
        running = Match.objects.active().exists()
        return running and self.now < self.start + LONGEST * self.days * DAY

    def _is_down(self) -> bool:
        """Three hours on the fifth day nothing answers, not even to people."""
        since = self.now - self.start - 5 * DAY
        return timedelta() <= since < timedelta(hours=3)

    def _open_table(self, number: int) -> None:
        seats = self.rng.choice((2, 2, 3, 4, 6))
        company = self.rng.sample(self.members, seats)
        preset = Preset.objects.get(slug=PRESETS[number % len(PRESETS)])
        if seats > preset.seats_max:
            company = company[: preset.seats_max]
        terms = lobby.Terms(self.rng.choice(CLOCKS), missed_max=self.rng.choice((1, 2, 3)))
        # The shortest match that the preset offers.
        lengths = preset.toggles.filter(field__in=("limit", "holes"))
        chosen = {t.field: min(n for n in t.offered if n) for t in lengths}
        host, *others = company
        match = lobby.open_table(
            host.player,
            preset,
            chosen,
            seats=len(company),
            is_listed=True,
            now=self.now,
            terms=terms,
        )
        for member in others:
            lobby.join_table(match.pk, member.player, has_invite=True, now=self.now, rng=self.rng)

    def _people_look(self) -> None:
        while self.opens_at and self.opens_at[0][0] <= self.now:
            self._open_table(self.opens_at.pop(0)[1])
        for member in self.members:
            days = member.habit.vacation
            if days and self.now - self.tick < self.start + (days[0] - 1) * DAY <= self.now:
                first, last = member.days_off or (None, None)
                if first and last:
                    hours.announce_vacation(member.user, first, last, now=self.now)
            if member.looks(self.now, self.rng, self.tick):
                self._look(member)

    def _look(self, member: Member) -> None:
        seats = Seat.objects.filter(player=member.player, match__status=Match.Status.RUNNING)
        for seat in seats.select_related("match"):
            match = seat.match
            if seat.is_bot_held:
                play.return_to_match(match.pk, member.player, now=self.now)
                self.counts["seats_taken_back"] += 1
            self._maybe_pause(match, member)
            self._take_turn(match.pk, seat, member)
            sequence = Match.objects.values_list("sequence", flat=True).get(pk=match.pk)
            looking.look(match.pk, member.player.pk, sequence, self.now)

    def _maybe_pause(self, match: Match, member: Member) -> None:
        """Now and then a whole table takes a pause, and the first to look again ends it."""
        if match.paused_at is not None and self.now - match.paused_at > DAY:
            proposals.resume(match.pk, member.player, now=self.now)
        elif match.paused_at is None and self.rng.random() < 0.0006:
            try:
                proposals.propose(match.pk, member.player, "pause", now=self.now)
            except Refused:
                return
            for seat in match.seats.filter(bot="").exclude(player=member.player):
                proposal = match.proposals.filter(ended_at__isnull=True).first()
                if proposal is not None and seat.player is not None:
                    proposals.answer(match.pk, seat.player, proposal.pk, agrees=True, now=self.now)
            self.counts["pauses"] += 1

    def _take_turn(self, match_id: int, seat: Seat, member: Member) -> None:
        for _step in range(40):
            state = codec.decode_state(Position.objects.get(match_id=match_id).state)
            if seat.number not in engine.seats_to_act(state):
                break
            action = BOTS["club"].answer(state, seat.number, self.rng)
            try:
                play.submit_action(
                    match_id,
                    member.player,
                    action.text,
                    based_on=state.sequence,
                    key=f"{seat.pk}-{state.sequence}",
                    now=self.now,
                    rng=self.rng,
                )
            except Refused:
                return
        if self.rng.random() < 0.1:
            self._leave_order(match_id, member)

    def _leave_order(self, match_id: int, member: Member) -> None:
        order = Order(take_ranks=("2", "K"), take_slot=0, then="draw")
        try:
            orders.leave_order(match_id, member.player, order.as_json(), now=self.now)
        except Refused:
            return

    def _clerks_work(self) -> None:
        self.counts["graces"] += overdue.beat(self.now)
        waiting = set(
            Seat.objects.filter(
                match__status=Match.Status.RUNNING,
                match__paused_at__isnull=True,
                bot="",
                due_at__lte=self.now,
            ).values_list("match_id", "pk")
        )
        before = self._fired()
        self.counts["deadlines"] += len(waiting)
        for _round in range(ROUNDS_MAX):
            # Two clerks take turns; either may die at any statement.
            done = [self._sweep(carry_out), self._sweep(carry_out)]
            if not any(done):
                break
        fired = self._fired() - before
        for row in waiting - {(match, seat) for match, seat, _at in fired}:
            self.problems.append(f"{self.now}: deadline of seat {row[1]} was not acted upon")
        if len(fired) != len(waiting):
            self.problems.append(f"{self.now}: {len(fired)} turns for {len(waiting)} deadlines")
        for _round in range(3):
            if not self._sweep(send):
                break

    def _sweep(self, work: Callable[[datetime, Random], int]) -> bool:
        """One clerk's sweep; says whether there may be more to do."""
        at = self.rng.randrange(STATEMENTS_MAX) if self.rng.random() < KILL_CHANCE else None
        try:
            with dying_at(at):
                return work(self.now, self.rng) > 0
        except KilledError:
            self.counts["kills"] += 1
            return True

    def _fired(self) -> set[tuple[int, int, datetime]]:
        rows = Action.objects.filter(played_by=Action.PlayedBy.CLOCK, at=self.now)
        return set(rows.values_list("match_id", "seat_id", "at"))

    def _listen(self) -> None:
        """Who waits for a turn unseen, past the quiet period, has been told of that table."""
        quiet_for = timedelta(minutes=10) + 2 * self.tick
        running = Seat.objects.filter(
            match__status=Match.Status.RUNNING,
            match__paused_at__isnull=True,
            is_to_act=True,
            bot="",
            clock_started_at__lte=self.now - quiet_for,
        ).exclude(match__clock__startswith="live")
        by_player = {member.player.pk: member for member in self.members}
        for seat in running:
            member = by_player[seat.player_id or 0]
            if member.habit.your_turn not in ("after_quiet", "at_once"):
                continue
            started, looked = seat.clock_started_at, seat.looked_at
            if started is None or (looked and looked >= started) or member.is_on_vacation(self.now):
                continue
            told = self.post.told.get((member.player.pk, seat.match_id))
            if told is None or (looked is not None and told < looked):
                if self._is_just_back(member):
                    continue
                self.problems.append(f"{self.now}: seat {seat.pk} was not told of its turn")

    def _is_just_back(self, member: Member) -> bool:
        """Turns that began on vacation are told after it, or by the clock's warning."""
        return any(member.is_on_vacation(self.now - days * DAY) for days in (1, 2, 3))

    def _last_letters(self) -> None:
        for _hour in range(30):
            self.now = self.post.now = self.now + timedelta(hours=1)
            while sending.send_due(self.now):
                pass

    def _told(self) -> dict[str, Any]:
        matches = Match.objects.all()
        played = Action.objects.values_list("played_by")
        news = News.objects.values_list("kind")
        ended = StandingOrder.objects.values_list("outcome")
        messages = Message.objects.values_list("kind", "state", "why")
        for match in matches.active():
            at = f"paused at {match.paused_at}, due at {match.clerk_due_at}"
            self.problems.append(f"{match.pk} did not end: action {match.sequence}, {at}")
        if self.post.duplicates:
            self.problems.append(f"{self.post.duplicates} messages were told twice")
        if self.post.needless:
            self.problems += [f"told what was seen: {words}" for words in self.post.needless]
        waiting = Message.objects.filter(state=Message.State.PENDING, send_after__lte=self.now)
        if waiting.exists():
            self.problems.append(f"{waiting.count()} messages were never sent")
        return {
            "days": round((self.now - self.start) / DAY, 1),
            "matches": counted(matches.values_list("status")),
            "actions": counted(played),
            "deadlines": self.counts["deadlines"],
            "turns_by_the_clock": self._turns_by_the_clock(),
            "graces": self.counts["graces"],
            "pauses": self.counts["pauses"],
            "kills": self.counts["kills"],
            "seats_taken_back": self.counts["seats_taken_back"],
            "news": counted(news),
            "orders": counted(ended),
            "letters": len(self.post.arrived),
            "letters_repeated_after_a_kill": self.post.repeats,
            "messages_told": dict(sorted(self.post.kinds.items())),
            "messages": counted(messages),
            "messages_told_twice": self.post.duplicates,
            "messages_needless": len(self.post.needless),
            "problems": self.problems,
        }

    def _turns_by_the_clock(self) -> int:
        rows = Action.objects.filter(played_by=Action.PlayedBy.CLOCK)
        return rows.values("match_id", "seat_id", "at").distinct().order_by().count()


def carry_out(now: datetime, rng: Random) -> int:
    """A clerk's work at the tables."""
    return carry_out_due(now, rng, limit=1000)


def send(now: datetime, rng: Random) -> int:  # noqa: ARG001 - work takes both
    """A clerk's work at the outbox."""
    return sending.send_due(now, limit=1000)


@contextmanager
def dying_at(statement: int | None) -> Iterator[None]:
    """Kill whoever works in the block at its database statement of this number, if any."""
    if statement is None:
        yield
        return
    left = iter(range(statement))

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if next(left, None) is None:
            raise KilledError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield


@contextmanager
def quiet() -> Iterator[None]:
    """No thinking time for bots, and no log lines for what is done on purpose."""
    names = ("games.services.due", "games.services.overdue", "games.services.sending")
    loggers = [logging.getLogger(name) for name in names]
    with ExitStack() as stack:
        stack.enter_context(override_settings(BOT_SECONDS=0))
        for logger in loggers:
            stack.enter_context(mock.patch.object(logger, "disabled", True))
        yield

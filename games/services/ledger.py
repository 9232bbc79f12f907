"""A match held open for writing: actions are appended, projections follow, all or nothing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F

from games import engine
from games.models import (
    Action,
    Hole,
    HoleStrokes,
    Match,
    MatchQuerySet,
    News,
    Player,
    Position,
    Proposal,
    Seat,
)
from games.notifications import table_changed_on_commit, turns_changed_on_commit
from games.selectors.hours import hours_of
from games.services import messages
from games.services.chance import shuffle, source_for
from games.services.daily_results import record_daily
from games.services.order_book import OrderBook
from games.services.refusals import Refused
from games.services.results import record_results
from games.services.seat_clocks import (
    Stint,
    clock_of,
    give_back,
    hours_in,
    run_clock,
)

PAUSE_MAX = timedelta(days=30)
"""A pause ends by itself then: a table that all have forgotten is played to its end."""

FORGOTTEN_AFTER = timedelta(days=7)
"""What somebody plays by themselves waits for them so long after its latest action."""

_SEAT_COLUMNS = (
    "total",
    "place",
    "is_to_act",
    "bot",
    "left_at",
    "missed",
    "time_left",
    "time_before",
    "clock_started_at",
    "due_at",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One action that was applied, with what everybody may read of it."""

    action: engine.AnyAction
    sequence: int
    facts: list[dict[str, Any]]
    played_by: Action.PlayedBy
    key: str | None


@dataclass(slots=True)
class Ledger:
    """A locked match with its present state; ``close`` writes what was appended.

    Use inside one transaction. ``seats`` is indexed by seat number; whatever is changed in them is
    written too. ``stints`` are what the seats were asked for when the ledger was opened.
    """

    match: Match
    seats: list[Seat]
    state: engine.AnyMatch
    entries: list[Entry] = field(default_factory=list)
    news: list[News] = field(default_factory=list)
    stints: tuple[Stint, ...] = ()
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    orders: OrderBook = field(init=False)
    is_cancelled: bool = False
    was_paused: bool = field(init=False)

    def __post_init__(self) -> None:
        self.was_paused = self.match.paused_at is not None
        self.stints = tuple(engine.stint(self.state, number) for number in range(len(self.seats)))
        self.rows = [_row_of(seat) for seat in self.seats]
        self.orders = OrderBook(self.match, self.seats)

    @classmethod
    def of(cls, match: Match) -> Ledger:
        """Load a running match that is locked. Raises ``Refused`` if it is not running."""
        if match.status != Match.Status.RUNNING:
            raise Refused("match_over" if match.status == Match.Status.FINISHED else "not_running")
        seats = list(match.seats.select_related("player").order_by("number"))
        state = engine.decode_state(Position.objects.get(match=match).state)
        return cls(match, seats, state)

    def seat_of(self, player: Player) -> Seat:
        """The seat that a player acts for. Raises ``Refused`` for whoever has none, or has left."""
        seat = next((seat for seat in self.seats if seat.player_id == player.pk), None)
        if seat is None:
            raise Refused("not_seated")
        if seat.is_bot_held:
            raise Refused("left_table")
        return seat

    def append(
        self, action: engine.AnyAction, played_by: Action.PlayedBy, key: str | None = None
    ) -> None:
        """Apply one action. Raises the engine's errors, which leave the ledger as it was."""
        transition = engine.apply(self.state, action)
        self.state = transition.state
        facts = [event.facts_for(None) for event in transition.events]
        self.entries.append(Entry(action, self.state.sequence, facts, played_by, key))

    def tell(self, kind: News.Kind, seat: Seat | None = None, **facts: Any) -> None:
        """Note what happened beside the actions, after those that were appended so far."""
        sequence = self.state.sequence
        news = News(match=self.match, sequence=sequence, seat=seat, kind=kind, facts=facts)
        self.news.append(news)

    def hand_to_bot(self, seat: Seat, bot: str, kind: News.Kind, now: datetime) -> None:
        """Have a bot act for a seat from now on; the seat keeps its number, cards and time."""
        seat.bot, seat.left_at = bot, now
        self.tell(kind, seat)
        self.drop_proposals(now)
        if self.match.is_for_oneself:
            # It is for nobody else: bots alone don't play it on.
            self.is_cancelled = True
        if all(other.is_bot_held for other in self.seats):
            # Nobody is left who would end a pause.
            self.match.paused_at = None

    def drop_proposals(self, now: datetime, **only: Any) -> None:
        """Let what was proposed fall: it was put to another company, or its time is over."""
        self.match.proposals.filter(ended_at__isnull=True, **only).update(ended_at=now)

    def settle(self, rng: random.Random) -> None:
        """Do what waits for nobody: shuffles, score cards of seats that a bot holds, orders."""
        while not self.is_still:
            if engine.chance_cards(self.state) is not None:
                self._shuffle(rng)
            elif dismissal := self._dismissal_by_a_bot():
                self.append(dismissal, Action.PlayedBy.BOT)
            elif ordered := self.orders.next_action(self.state):
                self.append(ordered, Action.PlayedBy.ORDER)
                self.seats[ordered.seat].missed = 0
            else:
                return

    def _shuffle(self, rng: random.Random) -> None:
        unwritten = [entry.action for entry in self.entries]
        source = source_for(self.match, self.state, unwritten, rng)
        if (chance := shuffle(self.match, self.state, source)) is not None:
            self.append(chance, Action.PlayedBy.CHANCE)

    def close(self, now: datetime) -> None:
        """Write actions and projections, or refuse if somebody else wrote meanwhile."""
        self._run_clocks(now)
        self.orders.close(self.state, now)
        if self.state.phase is engine.MatchPhase.FINISHED:
            self.drop_proposals(now)
        self._write_actions(now)
        self._write_match(now)
        Position.objects.filter(match=self.match).update(state=engine.encode_state(self.state))
        self._write_seats()
        if self.state.phase is engine.MatchPhase.FINISHED:
            record_results([self.match.pk])
            record_daily(self.match, self.state.totals, now)
        for news in self.news:
            news.at = now
        News.objects.bulk_create(self.news)
        messages.match_changed(self, now)
        table_changed_on_commit(self.match.pk, self.match.version)

    @property
    def is_still(self) -> bool:
        """Whether nobody's time runs and the clerk has nothing to do."""
        return self.is_cancelled or self.match.paused_at is not None

    def _run_clocks(self, now: datetime) -> None:
        clock = clock_of(self.match)
        if clock is None:
            return
        undone = next((e for e in self.entries if isinstance(e.action, engine.Undo)), None)
        found = {}
        if not clock.is_live:
            people = (seat.player.user_id for seat in self.seats if seat.player is not None)
            found = hours_of(user_id for user_id in people if user_id is not None)
        for number, seat in enumerate(self.seats):
            hours, after = hours_in(found, seat), engine.stint(self.state, number)
            if undone is not None:
                give_back(seat, is_own=number == undone.action.seat)
            stands = seat.is_bot_held or self.is_still
            may_undo = engine.may_undo(self.state, number)
            before = self.stints[number]
            run_clock(seat, clock, hours, now, before, after, stands=stands, may_undo=may_undo)

    def _dismissal_by_a_bot(self) -> engine.Dismiss | None:
        if self.state.phase != engine.MatchPhase.SCORE_CARD:
            return None
        waiting = engine.seats_to_act(self.state)
        return next((engine.Dismiss(n) for n in waiting if self.seats[n].is_bot_held), None)

    def _write_actions(self, now: datetime) -> None:
        hole = self.match.holes.order_by("number").last()
        rows = []
        for entry in self.entries:
            for facts in entry.facts:
                if facts["kind"] == "hole_dealt":
                    hole = Hole.objects.create(
                        match=self.match,
                        number=facts["hole"],
                        starter=facts["starter"],
                        started_at=now,
                    )
                elif facts["kind"] == "hole_scored":
                    self._write_strokes(hole, facts, now)
                elif facts["kind"] == "hole_reopened" and hole is not None:
                    hole.strokes.all().delete()
                    hole.ended_at = None
                    hole.save(update_fields=["ended_at"])
            seat = entry.action.seat
            rows.append(
                Action(
                    match=self.match,
                    sequence=entry.sequence,
                    hole=hole,
                    seat=None if seat is None else self.seats[seat],
                    kind=entry.action.kind,
                    text="" if seat is None else entry.action.text,
                    body=engine.encode_action(entry.action),
                    facts=entry.facts,
                    key=entry.key,
                    played_by=entry.played_by,
                    at=now,
                )
            )
        Action.objects.bulk_create(rows)

    def _write_strokes(self, hole: Hole | None, facts: dict[str, Any], now: datetime) -> None:
        if hole is None:
            raise AssertionError("a hole is scored after it was dealt")
        # After a score card nothing is cancelled.
        self.drop_proposals(now, kind=Proposal.Kind.CANCEL)
        hole.closer, hole.ended_at = facts["closer"], now
        hole.save(update_fields=["closer", "ended_at"])
        if facts.get("is_extra"):
            # The strokes of an extra hole order those who are tied and enter no statistic.
            return
        HoleStrokes.objects.bulk_create(
            HoleStrokes(hole=hole, seat=seat, strokes=strokes)
            for seat, strokes in zip(self.seats, facts["strokes"], strict=True)
        )

    def _write_match(self, now: datetime) -> None:
        before = self.state.sequence - len(self.entries)
        is_over = self.state.phase == engine.MatchPhase.FINISHED
        written = Match.objects.filter(pk=self.match.pk, sequence=before).update(
            sequence=self.state.sequence,
            version=F("version") + 1,
            status=self._status(is_over=is_over),
            clock=self.match.clock,
            paused_at=self.match.paused_at,
            finished_at=now if is_over or self.is_cancelled else None,
            clerk_due_at=self._clerk_due_at(now),
        )
        if not written:
            raise Refused("stale")
        self.match.version += 1
        self.match.sequence = self.state.sequence

    def _status(self, *, is_over: bool) -> str:
        if self.is_cancelled:
            return Match.Status.CANCELLED
        return Match.Status.FINISHED if is_over else Match.Status.RUNNING

    def _clerk_due_at(self, now: datetime) -> datetime | None:
        if self.match.paused_at is not None and not self.is_cancelled:
            return self.match.paused_at + PAUSE_MAX
        if self.is_cancelled:
            return None
        due = [seat.due_at for seat in self.seats if seat.due_at is not None]
        if any(self.seats[n].is_bot_held for n in engine.seats_to_act(self.state)):
            due.append(now + timedelta(seconds=settings.BOT_SECONDS))
        elif self.match.is_for_oneself and engine.seats_to_act(self.state):
            due.append(now + FORGOTTEN_AFTER)
        return min(due, default=None)

    def _write_seats(self) -> None:
        to_act = engine.seats_to_act(self.state)
        is_over = self.state.phase == engine.MatchPhase.FINISHED
        places = {s.seat: s.place for s in engine.final_standings(self.state)} if is_over else {}
        is_other_pause = self.was_paused is not (self.match.paused_at is not None)
        for number, seat in enumerate(self.seats):
            seat.total, seat.place = self.state.totals[number], places.get(number)
            seat.is_to_act = number in to_act and not self.is_cancelled
        for seat, row in zip(self.seats, self.rows, strict=True):
            pairs = zip(_SEAT_COLUMNS, row, strict=True)
            changed = [column for column, before in pairs if getattr(seat, column) != before]
            if changed:
                # One or two seats change: that is cheaper than one statement for all of them.
                seat.save(update_fields=changed)
            # A match that is paused waits for nobody, whatever its seats are asked for.
            is_new = changed or (seat.is_to_act and is_other_pause)
            if is_new and seat.player is not None and seat.player.user_id is not None:
                turns_changed_on_commit(seat.player.user_id)


def _row_of(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, column) for column in _SEAT_COLUMNS)


def lock_match(match_id: int) -> Match:
    """The match's row, locked until the transaction ends. Raises ``Match.DoesNotExist``."""
    return Match.objects.select_for_update().get(pk=match_id)


def hold_matches(matches: MatchQuerySet) -> None:
    """Lock several matches until the transaction ends, in the order in which everybody does it."""
    wanted = list(matches.order_by().values_list("pk", flat=True))
    list(Match.objects.select_for_update().filter(pk__in=wanted).order_by("pk").values("pk"))


def bump_version(match: Match) -> None:
    """Count a change that is no action (joined, left) and tell the table's sockets."""
    match.version += 1
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    table_changed_on_commit(match.pk, match.version)

"""The work on reviews: a hole at a time, held by one worker, kept when it is ready.

The computing itself comes as a function. It takes seconds to a minute a hole, so it is never done
inside a transaction, nor where pages are made.
"""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.analysis import review as analysis
from games.models import Action, Hole, HoleReview, Match, Review, SeatReview
from games.selectors.played import PlayedHole, played_hole
from games.services.review_process import Compute
from games.services.reviews import holes_over, missing_holes

logger = logging.getLogger(__name__)

NOTE_EVERY = timedelta(seconds=1)
CLAIM_OLD = timedelta(seconds=60)
"""A worker renews its claim all the time: one that did not for so long is gone."""

TRIES_MAX = 3

State = Review.State


class _Lost(Exception):
    """Another worker has taken this hole over."""


class _Stopped(Exception):
    """The worker is to end."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A hole that a worker holds."""

    review_id: int
    match: Match
    hole: Hole
    claim: str


@dataclass(slots=True)
class _Progress:
    """Renews the claim and notes how far it is, at most once in a while."""

    taken: Taken
    clock: Callable[[], datetime]
    should_stop: Callable[[], bool]
    noted_at: datetime
    known: tuple[int, int] = field(default=(0, 0))

    def tell(self, done: int, total: int) -> None:
        """Say that so many decisions are done. Raises ``_Lost`` and ``_Stopped``."""
        self.known = (done, total)
        if self.should_stop():
            raise _Stopped
        now = self.clock()
        if now - self.noted_at < NOTE_EVERY:
            return
        self.noted_at = now
        held = _held(self.taken)
        if not held.update(claimed_at=now, decisions_done=done, decisions_total=total):
            raise _Lost

    def pause(self) -> None:
        """Say that nothing is new."""
        self.tell(*self.known)


def review_next(
    compute: Compute,
    *,
    clock: Callable[[], datetime] = timezone.now,
    should_stop: Callable[[], bool] = lambda: False,
) -> bool:
    """Work out one hole that waits and keep it; returns whether there was one.

    Safe with several workers, and with one that is killed: a hole is held by a claim, and taken
    over once that is old. A fault is noted with the review, which can be asked for again.
    """
    taken = take_hole(clock())
    if taken is None:
        return False
    progress = _Progress(taken, clock, should_stop, clock())
    try:
        played = played_hole(taken.match, taken.hole.number)
        if played is None:
            raise LookupError(f"hole {taken.hole} is not over")
        found = compute(played.start, played.actions, tell=progress.tell)
        keep(taken, played, found, clock())
    except _Lost:
        logger.warning("Another worker has taken over the review of hole %s", taken.hole)
    except _Stopped:
        give_back(taken)
    except Exception:
        logger.exception("The review of hole %s failed", taken.hole)
        _fail(_held(taken), clock())
    return True


def take_hole(now: datetime) -> Taken | None:
    """Take the hole that has waited longest, or that a worker which is gone had begun."""
    is_gone = Q(state=State.RUNNING, claimed_at__lt=now - CLAIM_OLD)
    # The first condition is that of the index.
    waiting = Review.objects.filter(
        Q(state=State.WAITING) | is_gone, state__in=(State.WAITING, State.RUNNING)
    )
    for review in waiting.select_related("match").order_by("requested_at", "pk"):
        as_seen = waiting.filter(pk=review.pk, claim=review.claim, claimed_at=review.claimed_at)
        hole = missing_holes(review.match).first()
        if hole is None:
            as_seen.update(state=State.DONE, claim="", claimed_at=None, ended_at=now)
            continue
        if review.tries >= TRIES_MAX:
            # Whatever ends the worker each time will end the next one too.
            logger.error("The review of hole %s was begun %s times", hole, review.tries)
            _fail(as_seen, now)
            continue
        claim = secrets.token_hex(16)
        is_ours = as_seen.update(
            state=State.RUNNING,
            claim=claim,
            claimed_at=now,
            tries=F("tries") + 1,
            hole=hole.number,
            decisions_done=0,
            decisions_total=0,
        )
        if is_ours:
            return Taken(review.pk, review.match, hole, claim)
    return None


def keep(taken: Taken, played: PlayedHole, found: analysis.HoleReview, now: datetime) -> None:
    """Keep what was worked out, and let the review go on with its next hole."""
    with transaction.atomic():
        # This claims the row: a worker that is too late keeps nothing.
        if not _held(taken).update(claimed_at=now):
            raise _Lost
        HoleReview.objects.filter(hole=taken.hole).delete()
        row = HoleReview.objects.create(
            review_id=taken.review_id,
            hole=taken.hole,
            version=analysis.VERSION,
            is_extra=played.is_extra,
            difficulty=found.difficulty,
            data=found.as_json(),
            at=now,
        )
        SeatReview.objects.bulk_create(_seat_rows(taken, row, found))
        left, total = missing_holes(taken.match).count(), holes_over(taken.match).count()
        _held(taken).update(
            state=State.WAITING if left else State.DONE,
            version=analysis.VERSION,
            claim="",
            claimed_at=None,
            tries=0,
            hole=None,
            holes_done=total - left,
            holes_total=total,
            decisions_done=0,
            decisions_total=0,
            ended_at=None if left else now,
        )


def give_back(taken: Taken) -> None:
    """Let another worker have the hole at once; this one is only told to end."""
    _held(taken).update(state=State.WAITING, claim="", claimed_at=None, tries=F("tries") - 1)


def _held(taken: Taken) -> QuerySet[Review]:
    return Review.objects.filter(pk=taken.review_id, claim=taken.claim)


def _fail(rows: QuerySet[Review], now: datetime) -> None:
    rows.update(state=State.FAILED, claim="", claimed_at=None, ended_at=now)


def _seat_rows(taken: Taken, row: HoleReview, found: analysis.HoleReview) -> list[SeatReview]:
    seats = {seat.number: seat for seat in taken.match.seats.all()}
    by = Action.PlayedBy
    own = set(
        taken.hole.actions.filter(played_by__in=(by.PLAYER, by.ORDER)).values_list(
            "sequence", flat=True
        )
    )
    choices = [one for one in found.decisions if one.label != "only"]
    labels = Counter((one.seat, one.label) for one in choices)
    return [
        SeatReview(
            hole=row,
            seat=seats[one.seat],
            strokes=one.strokes,
            expected=one.expected,
            deal=one.deal,
            draws=one.draws,
            skill=one.skill,
            given_away=one.given_away,
            accuracy=one.accuracy,
            decisions=sum(choice.seat == one.seat for choice in choices),
            own_decisions=sum(c.seat == one.seat and c.sequence in own for c in choices),
            slips=labels[one.seat, "slip"],
            blunders=labels[one.seat, "blunder"],
        )
        for one in found.seats
    ]

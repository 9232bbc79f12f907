"""What is due: turns of bots, deadlines of people, tables that did not fill. One indexed query."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import BooleanField, ExpressionWrapper, Q

from games.models import Match, Seat
from games.services.bots import play_for_bot, play_thought
from games.services.lobby import close_unfilled
from games.services.overdue import play_overdue
from games.services.proposals import end_long_pause
from games.services.thinking import Thinker, Thought
from games.services.what_if import end_forgotten

logger = logging.getLogger(__name__)

RETRY_AFTER = timedelta(seconds=30)


def carry_out_due(
    now: datetime,
    rng: random.Random,
    *,
    limit: int = 50,
    should_stop: Callable[[], bool] = lambda: False,
    thinker: Thinker | None = None,
) -> int:
    """Do one thing at each table where something is due; returns at how many it was done.

    Without a ``thinker`` slow bots are waited for, here and now. Safe with several workers, and
    with one that is killed: whatever is done is done in one transaction that locks the match and
    looks again.
    """
    done = sum(_play_thought(one, now, rng) for one in (thinker.answers() if thinker else ()))
    for match_id, status, paused_at, is_for_oneself in due_matches(now, limit):
        if should_stop():
            break
        try:
            acted = _carry_out(match_id, status, paused_at is not None, now, rng, thinker)
            done += acted or (end_forgotten(match_id, now) if is_for_oneself else 0)
        except Exception:
            logger.exception("What is due in match %s failed; trying again later", match_id)
            Match.objects.filter(pk=match_id).update(clerk_due_at=now + RETRY_AFTER)
    return done


def due_matches(now: datetime, limit: int) -> list[tuple[int, str, datetime | None, bool]]:
    """Where something is due, longest first: one query.

    With the status, the start of a pause, and whether nobody else has a part in it.
    """
    due = Match.objects.due(now).order_by("clerk_due_at")
    alone = Q(what_if_of__isnull=False) | Q(seat_count=1)
    due = due.annotate(is_alone=ExpressionWrapper(alone, output_field=BooleanField()))
    return list(due.values_list("pk", "status", "paused_at", "is_alone")[:limit])


def _play_thought(thought: Thought, now: datetime, rng: random.Random) -> int:
    try:
        return play_thought(thought, now, rng)
    except Exception:
        # The turn stays due, so it is thought about again.
        logger.exception("A bot's answer in match %s failed", thought.turn.match_id)
        return 0


def _carry_out(
    match_id: int,
    status: str,
    is_paused: bool,
    now: datetime,
    rng: random.Random,
    thinker: Thinker | None,
) -> int:
    if status == Match.Status.WAITING:
        return close_unfilled(match_id, now)
    if is_paused:
        return end_long_pause(match_id, now)
    if Seat.objects.filter(match_id=match_id, bot="", due_at__lte=now).exists():
        return play_overdue(match_id, now, rng)
    return play_for_bot(match_id, now, rng, thinker)

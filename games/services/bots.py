"""Bots take their turns here: an observation in, an action through the common write path."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from games import engine
from games.bots import BOTS
from games.engine import codec
from games.models import Match, Position, Seat
from games.services.play import HOUSE_BOT, submit_for_bot
from games.services.refusals import Refused

logger = logging.getLogger(__name__)

RETRY_AFTER = timedelta(seconds=30)


def play_due_bots(
    now: datetime,
    rng: random.Random,
    *,
    limit: int = 50,
    should_stop: Callable[[], bool] = lambda: False,
) -> int:
    """Take one action in each match where a bot is due; returns how many were taken.

    Safe with several workers: whoever comes second finds the table has moved on.
    """
    due = Match.objects.due(now).order_by("clerk_due_at")
    taken = 0
    for match_id in list(due.values_list("pk", flat=True)[:limit]):
        if should_stop():
            break
        try:
            taken += _play_one(match_id, now, rng)
        except Exception:
            logger.exception("A bot could not act in match %s; trying again later", match_id)
            Match.objects.filter(pk=match_id).update(clerk_due_at=now + RETRY_AFTER)
    return taken


def _play_one(match_id: int, now: datetime, rng: random.Random) -> int:
    # Another worker may have taken this turn since: what is due and where it stands is one look.
    due = Position.objects.filter(match_id=match_id, match__clerk_due_at__lte=now).first()
    if due is None:
        return 0
    state = codec.decode_state(due.state)
    held = dict(Seat.objects.filter(match_id=match_id).exclude(bot="").values_list("number", "bot"))
    number = next((n for n in engine.seats_to_act(state) if n in held), None)
    if number is None:
        return 0
    choose = BOTS.get(held[number], BOTS[HOUSE_BOT])
    action = choose(engine.observe(state, number), rng)
    try:
        submit_for_bot(match_id, number, action.text, based_on=state.sequence, now=now, rng=rng)
    except Refused as refusal:
        if refusal.code not in ("stale", "match_over", "not_running"):
            raise
        return 0
    return 1

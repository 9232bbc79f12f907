"""Bots take their turns here: an observation in, an action through the common write path."""

from __future__ import annotations

import random
from datetime import datetime

from games import engine
from games.bots import BOTS
from games.engine import codec
from games.models import Position, Seat
from games.services.play import HOUSE_BOT, submit_for_bot
from games.services.refusals import Refused


def play_for_bot(match_id: int, now: datetime, rng: random.Random) -> int:
    """Take one action for a bot that is due in a match; returns how many were taken.

    Safe with several workers: whoever comes second finds the table has moved on.
    """
    # Another worker may have taken this turn since: what is due and where it stands is one look.
    due = Position.objects.filter(match_id=match_id, match__clerk_due_at__lte=now).first()
    if due is None:
        return 0
    state = codec.decode_state(due.state)
    held = dict(Seat.objects.filter(match_id=match_id).exclude(bot="").values_list("number", "bot"))
    number = next((n for n in engine.seats_to_act(state) if n in held), None)
    if number is None:
        return 0
    bot = BOTS.get(held[number], BOTS[HOUSE_BOT])
    action = bot.answer(state, number, rng)
    try:
        submit_for_bot(match_id, number, action.text, based_on=state.sequence, now=now, rng=rng)
    except Refused as refusal:
        if refusal.code not in ("stale", "match_over", "not_running", "is_paused"):
            raise
        return 0
    return 1

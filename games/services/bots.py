"""Bots take their turns here: an observation in, an action through the common write path."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db.models import Min

from games import engine
from games.bots import BOTS
from games.engine import codec
from games.models import Match, Position, Seat
from games.services.play import HOUSE_BOT, submit_for_bot
from games.services.refusals import Refused
from games.services.thinking import SLOW_BOTS, Thinker, Thought, Turn

CLAIM = timedelta(seconds=30)
"""A turn that is thought about is left alone for so long; then its worker is taken for gone."""


def play_for_bot(
    match_id: int, now: datetime, rng: random.Random, thinker: Thinker | None = None
) -> int:
    """Take one action for a bot that is due in a match; returns how many were taken.

    Where there is a ``thinker`` it is asked for the turns of slow bots, and ``play_thought`` takes
    them later. Safe with several workers: whoever comes second finds the table has moved on.
    """
    # Another worker may have taken this turn since: what is due and where it stands is one look.
    due = Position.objects.filter(match_id=match_id, match__clerk_due_at__lte=now)
    found = due.values_list("state", "match__version").first()
    if found is None:
        return 0
    held = dict(Seat.objects.filter(match_id=match_id).exclude(bot="").values_list("number", "bot"))
    if not held:
        return 0
    state, version = codec.decode_state(found[0]), found[1]
    number = next((n for n in engine.seats_to_act(state) if n in held), None)
    if number is None:
        return 0
    turn = Turn(match_id, number, held[number], state, rng.getrandbits(64))
    if thinker is not None and turn.bot in SLOW_BOTS:
        thinker.ask(turn)
        _claim(match_id, version, now)
        return 0
    bot = BOTS.get(turn.bot, BOTS[HOUSE_BOT])
    return _carry_out(turn, bot.answer(state, number, rng).text, now, rng)


def play_thought(thought: Thought, now: datetime, rng: random.Random) -> int:
    """Carry out what was thought out for a bot; returns 0 where the table has moved on.

    Where the bot could not be asked the house bot chooses, so that the table goes on.
    """
    turn, text = thought.turn, thought.text
    if text is None:
        text = BOTS[HOUSE_BOT].answer(turn.state, turn.number, rng).text
    return _carry_out(turn, text, now, rng)


def _carry_out(turn: Turn, text: str, now: datetime, rng: random.Random) -> int:
    based_on = turn.state.sequence
    try:
        submit_for_bot(turn.match_id, turn.number, text, based_on=based_on, now=now, rng=rng)
    except Refused as refusal:
        if refusal.code not in ("stale", "match_over", "not_running", "is_paused"):
            raise
        return 0
    return 1


def _claim(match_id: int, version: int, now: datetime) -> None:
    """Leave the match alone for a while, but for people's deadlines there."""
    deadlines = Seat.objects.filter(match_id=match_id, bot="", due_at__gt=now)
    next_one = deadlines.aggregate(at=Min("due_at"))["at"]
    until = now + CLAIM if next_one is None else min(now + CLAIM, next_one)
    Match.objects.filter(pk=match_id, version=version).update(clerk_due_at=until)

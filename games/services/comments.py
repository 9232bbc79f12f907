"""Comments on actions of holes that are over: lines of talk, hidden and reported like them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games import engine
from games.models import Match, Player, TalkLine
from games.services import messages
from games.services.ledger import lock_match
from games.services.refusals import Refused
from games.services.talk import clean, named_by, refuse_haste


def comment(match: Match, player: Player, sequence: int, text: str, *, now: datetime) -> TalkLine:
    """Say something about an action, as somebody who has a seat in the match.

    A message sent twice is said once; whom it names is told. Raises ``Refused``: there is no such
    action, its hole is still being played, no seat, nothing or too much to say, too much at once.
    """
    words = clean(text)
    action = match.actions.filter(sequence=sequence).select_related("hole").first()
    if action is None or action.kind == engine.Dismiss.kind:
        raise Refused("no_action")
    if action.hole.ended_at is None:
        raise Refused("hole_running")
    with transaction.atomic():
        # Locked, so that lines are counted one after another.
        locked = lock_match(match.pk)
        seats = list(locked.seats.select_related("player__user"))
        if all(seat.player_id != player.pk for seat in seats):
            raise Refused("not_seated")
        # Nobody means to say the same of the same action twice.
        said = locked.talk.filter(player=player, sequence=sequence, text=words).first()
        if said is not None:
            return said
        refuse_haste(locked, player, now)
        line = TalkLine.objects.create(
            match=locked, player=player, text=words, sequence=sequence, at=now
        )
        for named in named_by(words, seats, player):
            messages.mentioned_in_comment(locked, named, line, now)
        return line


def mark_read(match: Match, player_id: int, sequences: Collection[int], *, now: datetime) -> None:
    """Note that a player was shown the comments on these actions: nobody tells them any more."""
    messages.comments_read(match, player_id, sequences, now)

"""Comments on actions of holes that are over: lines of talk, hidden and reported like them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import engine
from games.models import Match, Player, TalkLine
from games.services.ledger import lock_match
from games.services.refusals import Refused
from games.services.talk import clean, refuse_haste


def comment(match: Match, player: Player, sequence: int, text: str, *, now: datetime) -> TalkLine:
    """Say something about an action, as somebody who has a seat in the match.

    A message sent twice is said once. Raises ``Refused``: there is no such action, its hole is
    still being played, no seat, nothing or too much to say, too much at once.
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
        if not locked.seats.filter(player=player).exists():
            raise Refused("not_seated")
        # Nobody means to say the same of the same action twice.
        said = locked.talk.filter(player=player, sequence=sequence, text=words).first()
        if said is not None:
            return said
        refuse_haste(locked, player, now)
        return TalkLine.objects.create(
            match=locked, player=player, text=words, sequence=sequence, at=now
        )

"""Where a match's shuffles come from: from chance, or from what the tables of a round share.

Every shuffle of a match is made by the generator that this gives, in ``Ledger.settle`` and nowhere
else. Tables of a round with the same cards draw from the round's secret: a hole's deal is the same
at all of them that have as many seats, and a reshuffle the same for the same cards. Neither can be
told from what was dealt before: each has a generator of its own, seeded with an HMAC.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence

from games import engine
from games.models import Action, DealSecret, Match


def source_for(
    match: Match,
    state: engine.MatchState,
    unwritten: Sequence[engine.Action],
    rng: random.Random,
) -> random.Random:
    """The generator for the shuffle that a match waits for; ``rng`` itself at other tables.

    ``unwritten`` are actions that the state has and the database not yet.
    """
    if match.club_id is None:
        return rng
    secrets = DealSecret.objects.filter(round__tables__match=match)
    secret = secrets.values_list("secret", flat=True).first()
    if secret is None:
        return rng
    if state.phase is engine.MatchPhase.AWAIT_DEAL:
        return seeded(secret, state.hole_index, state.seats)
    return seeded(secret, state.hole_index, state.seats, _reshuffles(match, state, unwritten) + 1)


def seeded(secret: str, hole: int, seats: int, reshuffle: int = 0) -> random.Random:
    """The generator of a hole's deal (0), or of its first, second … reshuffle.

    >>> seeded("a", 0, 2).random() == seeded("a", 0, 2).random()
    True
    >>> len({seeded("a", *at).random() for at in [(0, 2), (1, 2), (0, 3), (0, 2, 1), (0, 2, 2)]})
    5
    """
    label = f"{hole}:{seats}:{reshuffle}"
    # One generator makes one shuffle, and its seed has 512 bits that nobody learns.
    return random.Random(hmac.digest(secret.encode(), label.encode(), hashlib.sha512))  # noqa: S311


def _reshuffles(match: Match, state: engine.MatchState, unwritten: Sequence[engine.Action]) -> int:
    """How many reshuffles the present hole has had."""
    count = 0
    for action in reversed(unwritten):
        if isinstance(action, engine.Deal):
            return count
        count += isinstance(action, engine.Reshuffle)
    written = Action.objects.filter(match=match, hole__number=state.hole_index)
    return count + written.filter(kind=engine.Reshuffle.kind).count()

"""Where a match's shuffles come from: from chance, or from what several matches share.

Every shuffle of a match is made by the generator that this gives, in ``Ledger.settle`` and nowhere
else. Tables of a round with the same cards draw from the round's secret, all who play a day's nine
from the day's: a hole's deal is the same at all of them that have as many seats, and a reshuffle
the same for the same cards. Neither can be told from what was dealt before: each has a generator of
its own, seeded with an HMAC.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from importlib import import_module

from games import engine
from games.engine.solitaire import numbered_board, order_of
from games.engine.solitaire.match import SolitaireMatch
from games.models import Action, DailySecret, DealSecret, Match, NumberedDeal


def source_for(
    match: Match,
    state: engine.AnyMatch,
    unwritten: Sequence[engine.AnyAction],
    rng: random.Random,
) -> random.Random:
    """The generator for the shuffle that a match waits for; ``rng`` itself at other tables.

    ``unwritten`` are actions that the state has and the database not yet.
    """
    secret = _shared_secret(match)
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


def shuffle(
    match: Match, state: engine.AnyMatch, source: random.Random
) -> engine.ChanceAction | None:
    """The deal or reshuffle that a match waits for, None when it waits for a seat.

    A deal by number is that number's, and one that must be clearable is proved to be.
    """
    if not isinstance(state, SolitaireMatch) or engine.chance_cards(state) is None:
        return engine.chance_action(state, source)
    numbers = NumberedDeal.objects.filter(match=match).values_list("number", flat=True)
    if (number := numbers.first()) is not None:
        return engine.Deal(order_of(numbered_board(int(number), state.ruleset)))
    if state.ruleset.winnable_only:
        # Loads what is compiled, so only where it is needed.
        dealing = import_module("games.analysis.solitaire.dealing")
        return engine.Deal(dealing.shuffled(state.ruleset, source))
    return engine.chance_action(state, source)


def _shared_secret(match: Match) -> str | None:
    """What the deals of this match are made of, where others are dealt the same."""
    if match.seat_count == 1:
        days = DailySecret.objects.filter(nine__entries__match=match)
        return days.values_list("secret", flat=True).first()
    if match.club_id is None:
        return None
    rounds = DealSecret.objects.filter(round__tables__match=match)
    return rounds.values_list("secret", flat=True).first()


def _reshuffles(match: Match, state: engine.AnyMatch, unwritten: Sequence[engine.AnyAction]) -> int:
    """How many reshuffles the present hole has had."""
    count = 0
    for action in reversed(unwritten):
        if isinstance(action, engine.Deal):
            return count
        count += isinstance(action, engine.Reshuffle)
    written = Action.objects.filter(match=match, hole__number=state.hole_index)
    return count + written.filter(kind=engine.Reshuffle.kind).count()

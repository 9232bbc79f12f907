"""Deals of Golf Solitaire that can be cleared, where the rules ask for that (``winnable_only``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.analysis.solitaire.solver import BUDGET, solve
from games.engine.solitaire import board_of, new_hole

if TYPE_CHECKING:
    from random import Random

    from games.engine.cards import Card
    from games.engine.solitaire import SolitaireRules

DEALS_MAX = 1_000


class NoWinnableDealError(Exception):
    """No deal that is proved to be clearable was found in ``DEALS_MAX`` shuffles."""


def shuffled(rules: SolitaireRules, rng: Random, budget: int = BUDGET) -> tuple[Card, ...]:
    """Return the pack in the order of a deal: shuffled until it can be cleared, if rules ask so.

    A deal whose search is not decided within ``budget`` counts as one that can't. Raises
    ``NoWinnableDealError`` after ``DEALS_MAX`` shuffles, which even where one deal in eight can be
    cleared nobody will see.
    """
    cards = list(rules.pack_cards())
    for _shuffle in range(DEALS_MAX):
        rng.shuffle(cards)
        if (
            not rules.winnable_only
            or solve(new_hole(board_of(cards, rules), rules), budget).solvable
        ):
            return tuple(cards)
    raise NoWinnableDealError

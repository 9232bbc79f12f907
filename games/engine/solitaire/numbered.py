"""Deals by number, as PySol and Microsoft's games number them, so that people can share them.

Up to 32,000 the number seeds the generator of Microsoft's C library and cards lie in the order of
Microsoft's pack; beyond, as in PySol's fan club edition, it seeds a Mersenne Twister and cards
lie suit by suit. Either way the pack is shuffled from its end and dealt from its end.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.cards import CARDS_PER_PACK, SUITED_PER_PACK
from games.engine.solitaire.board import Board, board_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.engine.cards import Card
    from games.engine.solitaire.rules import SolitaireRules

LAST_OF_MICROSOFT = 32_000
LAST_NUMBER = 10**20
# Suits run C S H D there, and C D H S in our ids.
_SUITS = (0, 3, 2, 1)


def numbered_board(number: int, rules: SolitaireRules) -> Board:
    """Return the board of this number.

    Raises ``ValueError`` for a number outside 1 to 10**20.

    >>> from games.engine.cards import face_of
    >>> from games.engine.solitaire.rules import SolitaireRules
    >>> [face_of(card) for card in numbered_board(1, SolitaireRules()).columns[0]]
    ['JD', '5H', 'KH', 'AS', '4H']
    """
    if not 1 <= number <= LAST_NUMBER:
        raise ValueError(f"deals are numbered from 1 to {LAST_NUMBER}")
    is_microsofts = number <= LAST_OF_MICROSOFT
    cards = _pack(rules.packs, by_rank=is_microsofts and rules.packs == 1)
    below = _microsofts(number) if is_microsofts else _twister(number)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return board_of(cards[::-1], rules)


def _pack(count: int, *, by_rank: bool) -> list[Card]:
    if by_rank:
        # Within a rank the suits run from the last to the first but clubs: C D H S.
        return [suit * 13 + rank for rank in range(13) for suit in range(4)]
    return [
        pack * CARDS_PER_PACK + _SUITS[index // 13] * 13 + index % 13
        for pack in range(count)
        for index in range(SUITED_PER_PACK)
    ]


def _microsofts(seed: int) -> Callable[[int], int]:
    """Return what draws a whole number below a bound, from the generator of Microsoft's C."""

    def below(bound: int) -> int:
        nonlocal seed
        seed = (seed * 214_013 + 2_531_011) & 0x7FFFFFFF
        return (seed >> 16) % bound

    return below


def _twister(seed: int) -> Callable[[int], int]:
    """Return what draws a whole number below a bound, from a Mersenne Twister."""
    rng = Random(seed)  # noqa: S311 - a number names a deal that everybody may know

    def below(bound: int) -> int:
        return int(rng.random() * bound)

    return below

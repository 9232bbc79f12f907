"""Cards, faces and packs (rules, opening section).

A card is a small integer that names one physical card; its face is what is printed on it. Two
packs hold two cards of every face. Card ids run pack by pack: ``pack * 54 + index``, where index
is ``suit * 13 + rank`` for the suits C D H S and the ranks A 2 .. 10 J Q K, and 52 and 53 are the
two jokers of the pack.

>>> face_of(0), face_of(50), face_of(52), face_of(54)
('AC', 'QS', 'X1', 'AC')
>>> rank_of(50), rank_of(53)
('Q', 'X')
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Card: TypeAlias = int
Face: TypeAlias = str
Rank: TypeAlias = str

CARDS_PER_PACK = 54
SUITED_PER_PACK = 52
MAX_PACKS = 4
JOKER_RANK: Rank = "X"

SUITS: tuple[str, ...] = ("C", "D", "H", "S")
RANKS: tuple[Rank, ...] = (
    *("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
    JOKER_RANK,
)
FACES: tuple[Face, ...] = (
    *(rank + suit for suit in SUITS for rank in RANKS[:13]),
    "X1",
    "X2",
)

_ALL_FACES: tuple[Face, ...] = FACES * MAX_PACKS
_RANK_OF_FACE: dict[Face, Rank] = {
    face: JOKER_RANK if face[0] == JOKER_RANK else face[:-1] for face in FACES
}


def face_of(card: Card) -> Face:
    """Return the face of a card: rank then suit.

    >>> face_of(9)
    '10C'
    """
    return _ALL_FACES[card]


def rank_of(card: Card) -> Rank:
    """Return the rank of a card, ``X`` for a joker."""
    return _RANK_OF_FACE[_ALL_FACES[card]]


def rank_of_face(face: Face) -> Rank:
    """Return the rank printed on a face.

    >>> rank_of_face("10H"), rank_of_face("X2")
    ('10', 'X')
    """
    return _RANK_OF_FACE[face]


def parse_face(text: str) -> Face:
    """Return the face that a text names; ValueError if there is none.

    >>> parse_face("QS")
    'QS'
    >>> parse_face("1H")
    Traceback (most recent call last):
    ValueError: no card has the face '1H'
    """
    if text not in _RANK_OF_FACE:
        raise ValueError(f"no card has the face {text!r}")
    return text


@cache
def packs(count: int, jokers_per_pack: int = 0) -> tuple[Card, ...]:
    """All cards of so many packs, in the order of their ids.

    >>> len(packs(1)), len(packs(2, jokers_per_pack=2))
    (52, 108)
    """
    size = SUITED_PER_PACK + jokers_per_pack
    return tuple(pack * CARDS_PER_PACK + index for pack in range(count) for index in range(size))

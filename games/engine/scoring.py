"""Strokes of a layout, of a hole, and places in a match (rules 3, 4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.engine.cards import Card, Face, face_of, rank_of_face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.ruleset import Ruleset


class Standing(NamedTuple):
    """A seat's total and place; equal totals share a place (1, 1, 3)."""

    seat: int
    total: int
    place: int


def score_layout(ruleset: Ruleset, faces: Sequence[Face | None]) -> int:
    """Return the strokes of a layout, slot by slot; a slot that is None counts nothing.

    >>> from games.engine import Ruleset
    >>> score_layout(Ruleset(), ["QS", "2H", "7C", "QD", "KS", "5C"])
    10
    >>> score_layout(Ruleset(), ["QS", None, "7C", "QD", None, None])
    7
    """
    cancelled: set[int] = set()
    for line in ruleset.counted_lines:
        first = faces[line[0]]
        if first is None:
            continue
        rank = rank_of_face(first)
        if all((face := faces[slot]) is not None and rank_of_face(face) == rank for slot in line):
            cancelled.update(line)
    values = ruleset.face_values
    return sum(
        values[face]
        for slot, face in enumerate(faces)
        if face is not None and slot not in cancelled
    )


def score_hole(ruleset: Ruleset, layouts: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return the strokes of every seat for its cards, whether they lie up or down."""
    return tuple(score_layout(ruleset, [face_of(card) for card in cards]) for cards in layouts)


def standings(totals: Sequence[int]) -> tuple[Standing, ...]:
    """Seats by total, lowest first; ties share a place.

    >>> [(row.seat, row.place) for row in standings([12, 4, 4])]
    [(1, 1), (2, 1), (0, 3)]
    """
    return tuple(
        Standing(seat, total, 1 + sum(other < total for other in totals))
        for seat, total in sorted(enumerate(totals), key=lambda pair: (pair[1], pair[0]))
    )

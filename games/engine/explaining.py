"""The parts that make a layout's strokes, each with its cards; they add up (rules 3).

``scoring`` chooses what counts; this names it for people: which line or block of which rank, which
wild card stands in, which card counts by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from games.engine.cards import Face, Rank, rank_of_face
from games.engine.geometry import WILD
from games.engine.scoring import KEEP, common_rank, explain_layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.geometry import Line, Square
    from games.engine.ruleset import Ruleset
    from games.engine.scoring import LayoutScore

PartKind: TypeAlias = Literal["block", "line", "kept", "card"]


class Part(NamedTuple):
    """Some cards of a layout and what they count together.

    ``rank`` is what the cards of a line or block show or stand for, None for wild cards only.
    ``wild`` are the slots of wild cards that stand for it. A ``kept`` line is complete but its
    cards keep their values, so it counts 0 here and its cards follow one by one.
    """

    kind: PartKind
    slots: tuple[int, ...]
    strokes: int
    rank: Rank | None = None
    wild: tuple[int, ...] = ()


def parts_of_layout(ruleset: Ruleset, faces: Sequence[Face | None]) -> tuple[Part, ...]:
    """Return blocks, lines, kept lines and single cards whose strokes sum to ``score_layout``.

    >>> from games.engine import Ruleset
    >>> parts_of_layout(Ruleset(layout="2x2"), ["QS", "2H", "QD", "KS"])
    (Part(kind='line', slots=(0, 2), strokes=0, rank='Q', wild=()), \
Part(kind='card', slots=(1,), strokes=-2, rank='2', wild=()), \
Part(kind='card', slots=(3,), strokes=0, rank='K', wild=()))
    """
    score = explain_layout(ruleset, faces)
    price = ruleset.block_score or 0
    blocks = [_part(ruleset, faces, "block", square, price) for square in score.blocks]
    found = sorted(score.lines, key=lambda line: ruleset.counted_lines.index(line.slots))
    lines = [_part(ruleset, faces, "line", *line) for line in found if _adds(score, line.slots)]
    kept = [
        _part(ruleset, faces, "kept", line, 0)
        for line in ruleset.counted_lines
        if _keeps(ruleset, faces, line) and any(score.values[slot] is not None for slot in line)
    ]
    cards = [
        Part("card", (slot,), value, rank_of_face(face))
        for slot, (face, value) in enumerate(zip(faces, score.values, strict=True))
        if face is not None and value is not None
    ]
    return (*blocks, *lines, *kept, *cards)


def squares_of_a_rank(ruleset: Ruleset, faces: Sequence[Face]) -> tuple[Square, ...]:
    """Return the 2x2 squares of one printed rank, overlapping ones too (rules 4.2 and 4.4).

    >>> from games.engine import Ruleset
    >>> squares_of_a_rank(Ruleset(), ["6S", "6H", "7C", "6D", "6C", "7S"])
    ((0, 1, 3, 4),)
    """
    ranks = [rank_of_face(face) for face in faces]
    return tuple(square for square in ruleset.squares if len({ranks[slot] for slot in square}) == 1)


def _part(
    ruleset: Ruleset,
    faces: Sequence[Face | None],
    kind: PartKind,
    slots: tuple[int, ...],
    strokes: int,
) -> Part:
    marks = [ruleset.marks[face] for face in faces]
    rank = common_rank(marks, slots)
    wild = tuple(slot for slot in slots if marks[slot] == WILD)
    return Part(kind, slots, strokes, None if rank == WILD else rank, wild)


def _adds(score: LayoutScore, line: Line) -> bool:
    """Whether a line does more than what blocks and lines with a price do already."""
    priced = [*score.blocks, *(other.slots for other in score.lines if other.strokes)]
    return line in priced or not set(line) <= {slot for slots in priced for slot in slots}


def _keeps(ruleset: Ruleset, faces: Sequence[Face | None], line: Line) -> bool:
    first, *others = (ruleset.marks[faces[slot]] for slot in line)
    if first is None or any(mark != first for mark in others):
        return False
    return ruleset.line_overrides.get(first) == KEEP

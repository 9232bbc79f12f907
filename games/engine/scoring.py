"""Strokes of a layout: wild cards, blocks, lines, values (rules 3).

What has no choice is counted straight away; where wild cards, blocks or lines of a price of their
own leave a choice, every choice is tried and the owner gets the least total.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.engine.cards import Face, rank_of_face
from games.engine.geometry import WILD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.engine.geometry import Line, Square
    from games.engine.ruleset import Ruleset

KEEP = "keep"


class CountedLine(NamedTuple):
    """A complete line and what it counts: 0, or the price that ``line_overrides`` gives it."""

    slots: Line
    strokes: int


class LayoutScore(NamedTuple):
    """What a layout counts, and why.

    ``blocks`` count the ruleset's ``block_score`` each. ``lines`` that count 0 may overlap each
    other and a block. ``values`` has, per slot, what the card counts by itself; None where it is
    counted in a block or a line, or where there is no card.
    """

    strokes: int
    blocks: tuple[Square, ...]
    lines: tuple[CountedLine, ...]
    values: tuple[int | None, ...]


class _Group(NamedTuple):
    """A line or square of one rank; one that needs a wild card for it is optional."""

    slots: tuple[int, ...]
    mask: int
    is_optional: bool
    strokes: int


_Choice: TypeAlias = tuple[int, tuple[_Group, ...], tuple[_Group, ...]]


def score_layout(ruleset: Ruleset, faces: Sequence[Face | None]) -> int:
    """Return the strokes of a layout, slot by slot; a slot that is None counts nothing.

    >>> from games.engine import Ruleset
    >>> score_layout(Ruleset(), ["QS", "2H", "7C", "QD", "KS", "5C"])
    10
    >>> score_layout(Ruleset(), ["QS", None, "7C", "QD", None, None])
    7
    >>> score_layout(Ruleset(wild=["JS"]), ["QS", "2H", "7C", "JS", "KS", "5C"])
    10
    """
    if not ruleset.has_plain_scoring:
        return _choose(ruleset, faces)[0]
    cleared: set[int] = set()
    ranks = [face and rank_of_face(face) for face in faces]
    for line in ruleset.counted_lines:
        # A line of hidden cards only is one of these too: it counts nothing either way.
        if len({ranks[slot] for slot in line}) == 1:
            cleared.update(line)
    values = ruleset.face_values
    return sum(values[face] for slot, face in enumerate(faces) if face and slot not in cleared)


def explain_layout(ruleset: Ruleset, faces: Sequence[Face | None]) -> LayoutScore:
    """Return the strokes of a layout with the blocks, lines and values that make them.

    >>> from games.engine import Ruleset
    >>> explain_layout(Ruleset(layout="2x2"), ["QS", "2H", "QD", "KS"])
    LayoutScore(strokes=-2, blocks=(), lines=(CountedLine(slots=(0, 2), strokes=0),), \
values=(None, -2, None, 0))
    """
    strokes, blocks, lines = _choose(ruleset, faces)
    covered = _mask(blocks) | _mask(lines)
    return LayoutScore(
        strokes=strokes,
        blocks=tuple(group.slots for group in blocks),
        lines=tuple(CountedLine(group.slots, group.strokes) for group in sorted(lines)),
        values=tuple(
            None if face is None or covered >> slot & 1 else ruleset.face_values[face]
            for slot, face in enumerate(faces)
        ),
    )


def _choose(ruleset: Ruleset, faces: Sequence[Face | None]) -> _Choice:
    """Return the least strokes with the blocks and the lines that give them."""
    marks = [ruleset.marks[face] for face in faces]
    values = ruleset.face_values
    counts = [values[face] if face else 0 for face in faces]
    blocks = _blocks(ruleset, marks)
    priced, cleared = _lines(ruleset, marks)
    if not blocks and not priced:
        zero = _best_cleared(cleared, 0, counts)
        return _left(counts, _mask(zero)), (), zero
    return min(_choices(blocks, priced, cleared, counts))


def _choices(
    blocks: Sequence[_Group],
    priced: Sequence[_Group],
    cleared: Sequence[_Group],
    counts: Sequence[int],
) -> Iterator[_Choice]:
    for chosen in _as_blocks(blocks):
        for paid in _as_many_as_fit(priced, _mask(chosen)):
            taken = _mask(chosen) | _mask(paid)
            zero = _best_cleared(cleared, taken, counts)
            strokes = sum(group.strokes for group in (*chosen, *paid))
            yield strokes + _left(counts, taken | _mask(zero)), chosen, (*paid, *zero)


def _left(counts: Sequence[int], covered: int) -> int:
    if not covered:
        return sum(counts)
    return sum(count for slot, count in enumerate(counts) if not covered >> slot & 1)


def common_rank(marks: Sequence[str | None], slots: Iterable[int]) -> str | None:
    """Return the one rank of some slots, wild cards standing for it; None if there is none.

    It is ``WILD`` where nothing but wild cards lies there.
    """
    found = WILD
    for slot in slots:
        mark = marks[slot]
        if mark in (found, WILD):
            continue
        if mark is None or found != WILD:
            return None
        found = mark
    return found


def _group(slots: tuple[int, ...], strokes: int, *, is_optional: bool) -> _Group:
    return _Group(slots, sum(1 << slot for slot in slots), is_optional, strokes)


def _has_wild(marks: Sequence[str | None], slots: Iterable[int]) -> bool:
    return any(marks[slot] == WILD for slot in slots)


def _mask(groups: Iterable[_Group]) -> int:
    return reduce(or_, (group.mask for group in groups), 0)


def _blocks(ruleset: Ruleset, marks: Sequence[str | None]) -> list[_Group]:
    score = ruleset.block_score
    if score is None:
        return []
    squares = (square for square in ruleset.squares if common_rank(marks, square) is not None)
    return [_group(square, score, is_optional=_has_wild(marks, square)) for square in squares]


def _lines(ruleset: Ruleset, marks: Sequence[str | None]) -> tuple[list[_Group], list[_Group]]:
    """Return the complete lines that have a price, and those whose cards count 0."""
    priced: list[_Group] = []
    cleared: list[_Group] = []
    for line in ruleset.counted_lines:
        rank = common_rank(marks, line)
        if rank is None:
            continue
        worth = ruleset.line_overrides.get(rank)
        has_wild = _has_wild(marks, line)
        if worth is None:
            # A line of wild cards only is complete, like it or not.
            cleared.append(_group(line, 0, is_optional=has_wild and rank != WILD))
        elif worth != KEEP:
            priced.append(_group(line, worth, is_optional=has_wild))
    return priced, cleared


def _disjoint(groups: Sequence[_Group], taken: int = 0) -> Iterator[tuple[_Group, ...]]:
    """Every choice of groups that share no slot, the empty one first."""
    yield ()
    for at, group in enumerate(groups):
        if not group.mask & taken:
            for others in _disjoint(groups[at + 1 :], taken | group.mask):
                yield (group, *others)


def _as_blocks(squares: Sequence[_Group]) -> Iterator[tuple[_Group, ...]]:
    # A square of one rank without wild cards counts unless it overlaps one that does.
    for chosen in _disjoint(squares):
        taken = _mask(chosen)
        if all(square.is_optional or square.mask & taken for square in squares):
            yield chosen


def _as_many_as_fit(lines: Sequence[_Group], taken: int) -> Iterator[tuple[_Group, ...]]:
    free = [line for line in lines if not line.mask & taken]
    for chosen in _disjoint(free):
        complete = [line for line in free if not line.is_optional or line in chosen]
        if len(chosen) == max(map(len, _disjoint(complete))):
            yield chosen


def _best_cleared(lines: Sequence[_Group], taken: int, counts: Sequence[int]) -> tuple[_Group, ...]:
    """Return the lines whose cards shall count 0: all but the optional ones that would cost."""
    fixed = [line for line in lines if not line.is_optional]
    optional = [line for line in lines if line.is_optional]

    def saved(chosen: Iterable[_Group]) -> int:
        mask = _mask((*fixed, *chosen)) & ~taken
        return sum(count for slot, count in enumerate(counts) if mask >> slot & 1)

    sizes = range(len(optional), -1, -1)
    choices = (chosen for size in sizes for chosen in combinations(optional, size))
    return (*fixed, *max(choices, key=saved))

"""Same-deal tables: who did what with the same cards.

Every table of a round gets the same shuffles, so seat 2 of one table is dealt what seat 2 of every
other is, hole by hole. Strokes less the mean of all who held the same cards are what a player made
of them: luck of the deal cancels out. Below zero is better than the field.

>>> first, second = [[10, 4], [3, 8]], [[6, 4], [5, 8]]  # two holes at two tables of two
>>> [(held.table, held.seat, str(held.score), held.place) for held in compare([first, second])]
[(0, 0, '1', 4), (0, 1, '0', 2), (1, 0, '-1', 1), (1, 1, '0', 2)]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from games.leaderboards.places import places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    # Hole by hole, the strokes of every seat in the order in which cards are dealt.
    Strokes = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Held:
    """What one seat made of its cards.

    ``holes`` are its strokes less the mean of all who held the same, hole by hole, ``score`` is
    their sum, and ``place`` that of the score over the round. ``table`` and ``seat`` count from 0
    in the order given; ``company`` is how many held the same cards, this seat included.
    """

    table: int
    seat: int
    company: int
    strokes: int
    holes: tuple[Fraction, ...]
    score: Fraction
    place: int


def comparable(tables: Sequence[Strokes]) -> tuple[int, ...]:
    """Return which tables ``compare`` can take together: those not alone with their seat count.

    Cards are dealt round the table, so that only tables with equal seat counts hold the same.
    Raises ValueError for a table without holes or with holes of different seat counts.

    >>> comparable([[[1, 2, 3]], [[1, 2]], [[4, 5, 6]]])
    (0, 2)
    """
    counts = [_seats(table) for table in tables]
    alike = Counter(counts)
    return tuple(index for index, count in enumerate(counts) if alike[count] > 1)


def compare(tables: Sequence[Strokes]) -> tuple[Held, ...]:
    """Return every seat's score against all who held the same cards, table by table.

    Tables with different seat counts are compared each with its like, and placed together.

    Raises ValueError for a table that has no like, for tables of one seat count with different
    numbers of holes, and for a table without holes or with holes of different seat counts.
    """
    if len(comparable(tables)) < len(tables):
        raise ValueError("a table has no other with its seat count to compare it with")
    alike: defaultdict[int, list[int]] = defaultdict(list)
    for index, table in enumerate(tables):
        alike[_seats(table)].append(index)
    scores: dict[tuple[int, int], tuple[Fraction, ...]] = {}
    for together in alike.values():
        scores |= _scores({index: tables[index] for index in together})
    return tuple(_held(tables, alike, scores))


def _seats(table: Strokes) -> int:
    counts = {len(hole) for hole in table}
    if len(counts) != 1:
        raise ValueError("a table has holes, and every hole the same seats")
    return counts.pop()


def _scores(together: Mapping[int, Strokes]) -> dict[tuple[int, int], tuple[Fraction, ...]]:
    holes = {len(table) for table in together.values()}
    if len(holes) != 1:
        raise ValueError("tables that are compared have the same number of holes")
    seats = _seats(next(iter(together.values())))
    found: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
    for hole in range(holes.pop()):
        for seat in range(seats):
            held = [table[hole][seat] for table in together.values()]
            mean = Fraction(sum(held), len(held))
            for index, table in together.items():
                found[index, seat].append(table[hole][seat] - mean)
    return {at: tuple(scores) for at, scores in found.items()}


def _held(
    tables: Sequence[Strokes],
    alike: Mapping[int, Sequence[int]],
    scores: Mapping[tuple[int, int], tuple[Fraction, ...]],
) -> Iterator[Held]:
    seats = sorted(scores)
    for (table, seat), place in zip(seats, places([sum(scores[at]) for at in seats]), strict=True):
        holes = scores[table, seat]
        yield Held(
            table=table,
            seat=seat,
            company=len(alike[_seats(tables[table])]),
            strokes=sum(hole[seat] for hole in tables[table]),
            holes=holes,
            score=sum(holes, Fraction()),
            place=place or 0,
        )

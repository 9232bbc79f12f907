"""Handicaps for cards, in the shape of the World Handicap System (WHS, Rules of Handicapping 5).

A match becomes a score differential, the differentials become an index, and an index is a number
of strokes over nine holes. What is taken from the published rules, and what is different:

- 5.1a  a differential, here strokes less the expected strokes, scaled to nine holes instead of
  18; there is no slope. To one decimal, halves up.
- 5.1c  halves go up below zero too: -1.55 becomes -1.5.
- 5.2a  the table for fewer than 20 differentials (``TABLE``); none for fewer than three.
- 5.2b  the mean of the lowest 8 of the last 20.
- 5.7   the low index: the lowest index issued in the 365 days up to the last score but one.
- 5.8   soft cap and hard cap over the low index, from 20 differentials on.
- 5.9   the reduction for exceptional scores, by the unrounded differential.

Left out: the highest index of 54.0 (5.3), conditions of the day (5.6; every deal is its own),
and what a committee may change (7.1): a correction of a result is a changed list of scores.

Everything is exact: integers, ``Fraction`` and ``Decimal``; binary floats are refused.

>>> from datetime import UTC, datetime, timedelta
>>> day = datetime(2026, 3, 1, 20, tzinfo=UTC)
>>> scores = [
...     Score(day + timedelta(days=number), Decimal(differential), number)
...     for number, differential in enumerate(["15.3", "15.2", "16.6"])
... ]
>>> index = index_of(scores)  # the example of interpretation 5.2a/1
>>> index.value, index.adjustment, [line.score.key for line in index.counting]
(Decimal('13.2'), -2, [1])
>>> differential(41, expected=Fraction(81, 2), holes=6)
Decimal('0.8')
>>> net(41, Decimal("13.2"), holes=6)
Decimal('32.2')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

Exact = int | Fraction | Decimal

HOLES = 9
LONGEST = 20
FEWEST = 3
# 5.2: with so many differentials, the mean of how many of the lowest, and strokes added to it.
TABLE: dict[int, tuple[int, int]] = {
    3: (1, -2),
    4: (1, -1),
    5: (1, 0),
    6: (2, -1),
    7: (2, 0),
    8: (2, 0),
    9: (3, 0),
    10: (3, 0),
    11: (3, 0),
    12: (4, 0),
    13: (4, 0),
    14: (4, 0),
    15: (5, 0),
    16: (5, 0),
    17: (6, 0),
    18: (6, 0),
    19: (7, 0),
    20: (8, 0),
}
LOW_INDEX_LASTS = timedelta(days=365)
SOFT_CAP, HARD_CAP = 3, 5
# 5.9: at least so far below the index, and strokes added to the last differentials.
EXCEPTIONAL = ((10, -2), (7, -1))


def round_half_up(number: Exact, places: int = 1) -> Decimal:
    """Round to so many decimals, halves towards plus infinity (5.1a and c), never minus zero.

    Raises TypeError for a binary float, whose halves are none.

    >>> [str(round_half_up(Decimal(text))) for text in ("-1.54", "-1.55", "-1.56", "1.25")]
    ['-1.5', '-1.5', '-1.6', '1.3']
    """
    if isinstance(number, float):
        raise TypeError(f"a binary float is not exact: {number!r}")
    above, below = number.as_integer_ratio()
    return Decimal((2 * above * 10**places + below) // (2 * below)).scaleb(-places)


def unrounded(strokes: int, expected: Exact, holes: int) -> Fraction:
    """Return strokes less expected strokes, scaled to nine holes.

    ``expected`` is of that ruleset and number of seats, for all of these ``holes``. Raises
    ValueError for less than one hole, TypeError for a binary float.
    """
    if holes < 1:
        raise ValueError(f"a match has holes, not {holes}")
    if isinstance(expected, float):
        raise TypeError(f"a binary float is not exact: {expected!r}")
    return (strokes - Fraction(expected)) * HOLES / holes


def differential(strokes: int, expected: Exact, holes: int) -> Decimal:
    """Return the score differential as it is shown (5.1): ``unrounded``, to one decimal.

    Errors as for ``unrounded``.
    """
    return round_half_up(unrounded(strokes, expected, holes))


def allowance(index: Decimal, holes: int) -> Decimal:
    """Return the strokes that an index gives over so many holes, to one decimal.

    Below zero a player gives strokes back. Raises ValueError for less than one hole.
    """
    if holes < 1:
        raise ValueError(f"a match has holes, not {holes}")
    return round_half_up(Fraction(index) * holes / HOLES)


def net(strokes: int, index: Decimal, holes: int) -> Decimal:
    """Return net strokes: gross less the allowance, to one decimal, so that what is shown adds up.

    The WHS rounds the allowance to whole strokes (6.2a); a hole of cards is too short for that.
    Raises ValueError for less than one hole.
    """
    return strokes - allowance(index, holes)


@dataclass(frozen=True, slots=True)
class Score:
    """One match of a player: when it ended, its differential and what the caller knows it by.

    ``differential`` is best ``unrounded``: it is rounded where it counts, and 5.9 alone looks at
    it before. ``played_at`` is an aware moment.
    """

    played_at: datetime
    differential: Exact
    key: Hashable


@dataclass(frozen=True, slots=True)
class Line:
    """A score as it stands in the record: its differential to one decimal, and what 5.9 took off.

    ``reduction`` is 0 or below, in whole strokes, summed over all exceptional scores since;
    ``value`` is what counts.
    """

    score: Score
    differential: Decimal
    reduction: int
    value: Decimal


@dataclass(frozen=True, slots=True)
class Low:
    """The low index (5.7): its value and the score after which it was issued."""

    value: Decimal
    score: Score


@dataclass(frozen=True, slots=True)
class Exceptional:
    """An exceptional score (5.9): the index when it was played, how far below, what it takes off.

    ``reduction``, -1 or -2, is in the lines' already.
    """

    index: Decimal
    below: Fraction
    reduction: int


@dataclass(frozen=True, slots=True)
class Index:
    """A handicap index with its working, after the last score of ``record``.

    ``record`` has the last scores, 20 at most, in the order of playing; ``counting`` those of its
    lines whose ``mean`` was taken, lowest first (of equal ones the later). ``calculated`` is the
    mean plus the table's ``adjustment``, to one decimal. ``value`` is less than that where a
    ``cap`` over the ``low`` index was met. ``low`` is None with fewer than 20 scores;
    ``exceptional`` is None unless the last score was.
    """

    value: Decimal
    record: tuple[Line, ...]
    counting: tuple[Line, ...]
    mean: Fraction
    adjustment: int
    calculated: Decimal
    low: Low | None
    cap: Literal["soft", "hard"] | None
    exceptional: Exceptional | None

    @property
    def score(self) -> Score:
        """The score after which this index was issued."""
        return self.record[-1].score

    @property
    def capped_by(self) -> Decimal:
        """The strokes that a cap held back."""
        return self.calculated - self.value


@dataclass(frozen=True, slots=True)
class Career:
    """All of a player's past that the next index depends on; the empty one has no scores.

    ``record`` has the last 20 lines in the order of playing. ``lows`` are the indices that are or
    may become the low one, oldest and lowest first: never more than some seventy, as no index is
    over five strokes above the low one. ``value`` is the index in force, None before the third
    score; ``index`` is it with its working, None in a career that was kept without.

    >>> from datetime import UTC
    >>> score = Score(datetime(2026, 3, 1, tzinfo=UTC), Decimal("7.25"), "a")
    >>> Career().after(score).record[0].value
    Decimal('7.3')
    """

    record: tuple[Line, ...] = ()
    lows: tuple[Low, ...] = ()
    value: Decimal | None = None
    index: Index | None = None

    def after(self, score: Score) -> Career:
        """Return this career with one score more. Raises ValueError for an earlier one."""
        exceptional, lows = None, self.lows
        if self.record:
            latest = self.record[-1].score.played_at
            if score.played_at < latest:
                raise ValueError("scores are given in the order of playing")
            lows = _since(lows, latest - LOW_INDEX_LASTS)
        if self.value is not None:
            exceptional = _exceptional(score, self.value)
        record = (*self.record[1 - LONGEST :], line_of(score))
        if exceptional:
            record = _reduced(record, exceptional.reduction)
        if len(record) < FEWEST:
            return Career(record)
        index = _index(record, lows[0] if lows and len(record) == LONGEST else None, exceptional)
        lower = (low for low in lows if low.value < index.value)
        return Career(record, (*lower, Low(index.value, score)), index.value, index)


def history(scores: Iterable[Score]) -> tuple[Index, ...]:
    """Return the index after each score from the third on, given the scores as they were played.

    Takes time in proportion to their number. Raises ValueError for scores out of order.
    """
    careers = accumulate(scores, Career.after, initial=Career())
    return tuple(career.index for career in careers if career.index)


def index_of(scores: Iterable[Score]) -> Index | None:
    """Return the index after all the scores, None for fewer than three.

    All of them are needed, not the last 20: caps and reductions come from earlier ones. Raises
    ValueError for scores out of order.
    """
    found = history(scores)
    return found[-1] if found else None


def line_of(score: Score, reduction: int = 0) -> Line:
    """The line of a score, from which so much was taken off; ``reduction`` is 0 or below."""
    rounded = round_half_up(score.differential)
    return Line(score, rounded, reduction, rounded + reduction)


def _since(lows: tuple[Low, ...], start: datetime) -> tuple[Low, ...]:
    """Drop low indices that are too old (5.7; interpretation 5.7/1 on what the year precedes)."""
    return tuple(low for low in lows if low.score.played_at >= start)


def _exceptional(score: Score, index: Decimal) -> Exceptional | None:
    """Judge a score by the index in effect when it was played (5.9)."""
    below = Fraction(index) - Fraction(score.differential)
    for strokes, reduction in EXCEPTIONAL:
        if below >= strokes:
            return Exceptional(index, below, reduction)
    return None


def _reduced(record: tuple[Line, ...], strokes: int) -> tuple[Line, ...]:
    """Take strokes off every differential in the record (5.9), on top of earlier ones."""
    return tuple(
        replace(line, reduction=line.reduction + strokes, value=line.value + strokes)
        for line in record
    )


def _index(record: tuple[Line, ...], low: Low | None, exceptional: Exceptional | None) -> Index:
    count, adjustment = TABLE[len(record)]
    highest_first = sorted(record, key=lambda line: line.value, reverse=True)
    counting = tuple(highest_first[: -count - 1 : -1])
    mean = Fraction(sum(line.value for line in counting)) / count
    calculated = round_half_up(mean + adjustment)
    value, cap = _capped(calculated, low)
    return Index(value, record, counting, mean, adjustment, calculated, low, cap, exceptional)


def _capped(calculated: Decimal, low: Low | None) -> tuple[Decimal, Literal["soft", "hard"] | None]:
    """Hold an index back that rose far over the low one (5.8).

    Of what is over three strokes half counts, and never more than five strokes in all.
    """
    if low is None or calculated <= low.value + SOFT_CAP:
        return calculated, None
    over = (calculated - low.value - SOFT_CAP) / 2
    if SOFT_CAP + over > HARD_CAP:
        return low.value + HARD_CAP, "hard"
    return round_half_up(low.value + SOFT_CAP + over), "soft"

"""A line over time as measures of an SVG that is as wide as its place.

Widths are percentages, heights are units: the words in it keep their size on every screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from games.selectors.review_graph import HEIGHT, LEFT, LineView, Scale

EDGE = 3.0
"""Percent of the width that stay free at either end, for the points."""

ACCURACY_STEP = 20
LABELS_MOST = 3


class Moment(NamedTuple):
    """A span of time with its value; ``at`` counts spans since the first, None is no value."""

    at: int
    label: str
    value: float | None


@dataclass(frozen=True, slots=True)
class PointView:
    """A value: x in percent, y in units, and what it says when one points at it."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class StretchView:
    """The line from one value to the next."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class TickView:
    """A word below the chart; ``anchor`` is where the word is held."""

    x: float
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart ``height`` units high, whose axis beside it takes ``axis`` units."""

    height: int
    axis: int
    text_y: int
    points: tuple[PointView, ...]
    stretches: tuple[StretchView, ...]
    lines: tuple[LineView, ...]
    ticks: tuple[TickView, ...]


def accuracy_scale(moments: Sequence[Moment]) -> Scale:
    """Up to 100, and from as far down as there are values."""
    least = min((m.value for m in moments if m.value is not None), default=100.0)
    return Scale(min(80.0, least // ACCURACY_STEP * ACCURACY_STEP), 100.0)


def luck_scale(moments: Sequence[Moment]) -> Scale:
    """From at least a stroke above zero to at least one below."""
    values = [m.value for m in moments if m.value is not None]
    return Scale(min([-1.0, *values]), max([1.0, *values]))


def chart(moments: Sequence[Moment], scale: Scale, words: Callable[[float], str]) -> ChartView:
    """The chart of these moments, oldest first; ``words`` print a value."""
    last = moments[-1].at if moments else 0

    def x(at: int) -> float:
        return round(EDGE + (100 - 2 * EDGE) * at / last, 2) if last else 50.0

    points = tuple(
        PointView(x(m.at), scale.y(m.value), f"{m.label}: {words(m.value)}")
        for m in moments
        if m.value is not None
    )
    return ChartView(
        height=HEIGHT,
        axis=LEFT,
        text_y=HEIGHT - 6,
        points=points,
        stretches=tuple(StretchView(a.x, a.y, b.x, b.y) for a, b in pairwise(points)),
        lines=tuple(_lines(scale, words)),
        ticks=tuple(_ticks(moments, x)),
    )


def _lines(scale: Scale, words: Callable[[float], str]) -> Iterator[LineView]:
    first = -int(-scale.low // scale.step) * scale.step
    for value in range(first, int(scale.high) + 1, scale.step):
        yield LineView(scale.y(value), words(value), value == 0)


def _ticks(moments: Sequence[Moment], x: Callable[[int], float]) -> Iterator[TickView]:
    """The first, the last, and where there are many the one nearest to the middle."""
    if len(moments) == 1:
        yield TickView(50.0, moments[0].label, "middle")
        return
    for moment in moments[:1]:
        yield TickView(x(moment.at), moment.label, "start")
    inner = moments[1:-1]
    if len(moments) >= 2 * LABELS_MOST - 1:
        middle = min(inner, key=lambda moment: abs(x(moment.at) - 50))
        if 35 <= x(middle.at) <= 65:
            yield TickView(x(middle.at), middle.label, "middle")
    for moment in moments[1:][-1:]:
        yield TickView(x(moment.at), moment.label, "end")

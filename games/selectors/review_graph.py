"""The graph of a seat's holes: how luck and play made its strokes, as measures of an SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.selectors.card_words import number
from games.selectors.review_words import gain

HEIGHT, TOP, BOTTOM, LEFT = 168, 12, 26, 38
BAR, STEPS = 18, (1, 2, 5, 10, 20, 50, 100, 200)
LINES_MOST = 5


class Share(NamedTuple):
    """A hole in strokes that were gained: by luck, and by play against a club player."""

    label: str
    luck: float
    skill: float


@dataclass(frozen=True, slots=True)
class BarView:
    """A hole's column: the parts of luck and play as y and height, and where they add up to.

    What cost strokes stands above the zero line, luck first; what gained some hangs below it.
    """

    label: str
    title: str
    x: float
    middle: float
    width: float
    luck: tuple[float, float]
    play: tuple[float, float]
    result: float


@dataclass(frozen=True, slots=True)
class LineView:
    """A line across the graph with what it stands for."""

    y: float
    label: str
    is_zero: bool


@dataclass(frozen=True, slots=True)
class GraphView:
    """A graph of ``width`` by ``height`` units; strokes above the zero line were lost."""

    width: int
    height: int
    left: int
    text_y: int
    bars: tuple[BarView, ...]
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Strokes from ``low`` to ``high`` as heights, the same for all seats of a match."""

    low: float
    high: float

    def y(self, strokes: float) -> float:
        share = (self.high - strokes) / (self.high - self.low)
        return round(TOP + share * (HEIGHT - TOP - BOTTOM), 1)

    @property
    def step(self) -> int:
        """Strokes from one line to the next."""
        return next(
            (step for step in STEPS if (self.high - self.low) / step <= LINES_MOST), STEPS[-1]
        )


def scale_of(shares: Iterable[Share]) -> Scale:
    """A scale that has room for all of these; from zero up and down at least a stroke."""
    ends = [end for share in shares for end in _ends(share)]
    return Scale(min([-1.0, *ends]), max([1.0, *ends]))


def graph(shares: Sequence[Share], scale: Scale) -> GraphView:
    """The graph of one seat: bad luck and bad play stand on each other, good ones hang."""
    step = 40 if len(shares) <= 6 else 31
    width = LEFT + step * len(shares) + 4
    return GraphView(
        width=width,
        height=HEIGHT,
        left=LEFT,
        text_y=HEIGHT - 6,
        bars=tuple(_bar(at, step, share, scale) for at, share in enumerate(shares)),
        lines=tuple(_lines(scale)),
    )


def _ends(share: Share) -> tuple[float, float]:
    return (
        min(0.0, -share.luck) + min(0.0, -share.skill),
        max(0.0, -share.luck) + max(0.0, -share.skill),
    )


def _bar(at: int, step: int, share: Share, scale: Scale) -> BarView:
    above, below, (low, high) = max(0.0, -share.luck), min(0.0, -share.luck), _ends(share)
    middle = LEFT + step * at + step / 2

    def part(top: float, bottom: float) -> tuple[float, float]:
        return scale.y(top), round(scale.y(bottom) - scale.y(top), 1)

    values = {
        "hole": share.label,
        "luck": gain(share.luck),
        "play": gain(share.skill),
        "result": gain(-share.luck - share.skill),
    }
    return BarView(
        label=share.label,
        title=_("Hole %(hole)s: luck %(luck)s, play %(play)s, strokes %(result)s") % values,
        x=middle - BAR / 2,
        middle=middle,
        width=BAR,
        luck=part(above, below),
        play=part(high, above) if share.skill < 0 else part(below, low),
        result=scale.y(-share.luck - share.skill),
    )


def _lines(scale: Scale) -> Iterable[LineView]:
    first = -int(-scale.low // scale.step) * scale.step
    for strokes in range(first, int(scale.high) + 1, scale.step):
        label = f"+{strokes}" if strokes > 0 else number(strokes)
        yield LineView(scale.y(strokes), label, strokes == 0)

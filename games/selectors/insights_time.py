"""Accuracy, play and luck over time, from what the reviews of a player's holes found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Trunc
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.analysis.review import HALVES_AT, VERSION, accuracy_of
from games.models import Match, Seat, SeatReview
from games.selectors.insights_chart import ChartView, Moment, accuracy_scale, chart, luck_scale
from games.selectors.review_words import decimal, gain

NOTHING = "\u2013"


class Unit(NamedTuple):
    """How long the spans of a table are, up to a whole time of ``most``."""

    kind: str
    most: timedelta
    title: Any
    pattern: Any


_DAY = pgettext_lazy("a date as Django writes it, short", "M j")
_UNITS = (
    Unit("day", timedelta(days=15), gettext_lazy("Day"), _DAY),
    Unit("week", timedelta(days=120), gettext_lazy("Week from"), _DAY),
    Unit(
        "month",
        timedelta(days=3 * 366),
        gettext_lazy("Month"),
        pgettext_lazy("a month as Django writes it, short", "M Y"),
    ),
    Unit("year", timedelta.max, gettext_lazy("Year"), "Y"),
)


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A span of time as printed: ``given_away``, ``skill`` and ``luck`` are strokes a hole."""

    label: str
    holes: int
    accuracy: str
    given_away: str
    skill: str
    luck: str


@dataclass(frozen=True, slots=True)
class TimeView:
    """Accuracy and luck over time; without rows until a hole was reviewed.

    There is a chart where there are two values that a line can join.

    ``review_url`` is the review of the latest match that has none, for one who looks for more.
    """

    first: str
    rows: tuple[SpanRow, ...]
    total: SpanRow | None
    accuracy: ChartView | None
    luck: ChartView | None
    reviewed: int
    holes: int
    halves_at: str
    review_url: str | None


class _Span(NamedTuple):
    """What the reviews of a span add up to; ``own`` holes had all decisions of the player."""

    at: datetime
    holes: int
    luck: float
    own: int
    lost: float
    skill: float
    decisions: int

    @property
    def accuracy(self) -> float | None:
        return accuracy_of(self.lost, self.decisions) if self.decisions else None


def over_time(seats: QuerySet[Seat], holes: int) -> TimeView:
    """What reviews say of these seats with ``holes`` holes, in three queries.

    Extra holes enter no statistic. Luck is that of all holes; play and accuracy only that of holes
    in which the player alone decided, without the clock and without a bot.
    """
    rows = SeatReview.objects.filter(seat__in=seats, hole__is_extra=False, hole__version=VERSION)
    ends = rows.aggregate(
        first=Min("seat__match__finished_at"), last=Max("seat__match__finished_at")
    )
    unit = _unit_of(ends["first"], ends["last"])
    spans = _spans(rows, unit)
    labels = [date_format(span.at, str(unit.pattern)) for span in spans]
    places = [_place(span.at, spans[0].at, unit) for span in spans]
    return TimeView(
        first=str(unit.title),
        rows=tuple(_row(label, span) for label, span in zip(labels, spans, strict=True)),
        total=_row(_("All"), _sum(spans)) if spans else None,
        accuracy=_accuracy_chart(places, labels, spans),
        luck=_luck_chart(places, labels, spans),
        reviewed=sum(span.holes for span in spans),
        holes=holes,
        halves_at=decimal(HALVES_AT),
        review_url=_review_url(seats),
    )


def _unit_of(first: datetime | None, last: datetime | None) -> Unit:
    long = last - first if first is not None and last is not None else timedelta()
    return next(unit for unit in _UNITS if long <= unit.most)


def _spans(rows: QuerySet[SeatReview], unit: Unit) -> list[_Span]:
    is_own = Q(own_decisions=F("decisions"))
    found = (
        rows.annotate(at=Trunc("seat__match__finished_at", unit.kind))
        .values("at")
        .annotate(
            holes=Count("pk"),
            luck=Sum(F("deal") + F("draws")),
            own=Count("pk", filter=is_own),
            lost=Sum("given_away", filter=is_own, default=0.0),
            skilled=Sum("skill", filter=is_own, default=0.0),
            decided=Sum("decisions", filter=is_own, default=0),
        )
        .order_by("at")
        .values_list("at", "holes", "luck", "own", "lost", "skilled", "decided")
    )
    return [_Span(*row) for row in found]


def _sum(spans: Sequence[_Span]) -> _Span:
    return _Span(
        spans[0].at,
        sum(span.holes for span in spans),
        sum(span.luck for span in spans),
        sum(span.own for span in spans),
        sum(span.lost for span in spans),
        sum(span.skill for span in spans),
        sum(span.decisions for span in spans),
    )


def _row(label: str, span: _Span) -> SpanRow:
    return SpanRow(
        label=label,
        holes=span.holes,
        accuracy=NOTHING if span.accuracy is None else decimal(span.accuracy, 0),
        given_away=decimal(span.lost / span.own) if span.own else NOTHING,
        skill=gain(span.skill / span.own) if span.own else NOTHING,
        luck=gain(span.luck / span.holes),
    )


def _place(at: datetime, first: datetime, unit: Unit) -> int:
    """How many spans after the first one."""
    if unit.kind == "year":
        return at.year - first.year
    if unit.kind == "month":
        return 12 * (at.year - first.year) + at.month - first.month
    days = (at.date() - first.date()).days
    return days // 7 if unit.kind == "week" else days


def _accuracy_chart(
    places: Sequence[int], labels: Sequence[str], spans: Sequence[_Span]
) -> ChartView | None:
    values = [span.accuracy for span in spans]
    if sum(value is not None for value in values) < 2:
        return None
    moments = list(map(Moment, places, labels, values))
    return chart(moments, accuracy_scale(moments), lambda value: decimal(value, 0))


def _luck_chart(
    places: Sequence[int], labels: Sequence[str], spans: Sequence[_Span]
) -> ChartView | None:
    if len(spans) < 2:
        return None
    moments = list(map(Moment, places, labels, [span.luck / span.holes for span in spans]))
    return chart(moments, luck_scale(moments), _stroke_words)


def _stroke_words(value: float) -> str:
    """A whole number for a line of the chart, a decimal for a value."""
    return gain(value, 0 if isinstance(value, int) else 1)


def _review_url(seats: QuerySet[Seat]) -> str | None:
    # One of an older version has to be asked for again.
    waiting = Match.objects.filter(seats__in=seats).exclude(review__version=VERSION)
    slug = waiting.order_by("-finished_at", "-pk").values_list("slug", flat=True).first()
    return None if slug is None else reverse("games:review", args=[slug])

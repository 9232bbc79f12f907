"""A player's handicap with its working, and the rating beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.leaderboards.handicap import (
    FEWEST,
    LONGEST,
    TABLE,
    Career,
    Index,
    Line,
    Score,
    history,
)
from games.leaderboards.rating import Rating, is_provisional, shown
from games.models import Player, PlayerRecord, Result
from games.selectors.access import Viewer
from games.selectors.card_words import number
from games.selectors.handicap_scores import expected_of, score_of
from games.selectors.insights_chart import ChartView, Moment, chart
from games.selectors.leaderboard_rows import day_view, exact, sum_words
from games.selectors.made_of import marks_of
from games.selectors.match_labels import MatchLabel, match_labels
from games.selectors.review_graph import Scale
from games.selectors.review_words import decimal
from games.selectors.when import WhenView

HISTORY_MOST = 60
"""Indices in the chart; the record beside it has the last of them."""


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A match in the record: ``differential`` as played, ``value`` as it counts after reductions.

    ``index`` is that issued after it, "" before the third match; ``expected`` are all its holes'.
    """

    match: MatchLabel
    when: WhenView
    strokes: str
    holes: int
    expected: str
    differential: str
    reduction: str
    value: str
    index: str
    is_counting: bool
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A match without a differential, and why."""

    match: MatchLabel
    when: WhenView
    strokes: str
    holes: int
    why: str


@dataclass(frozen=True, slots=True)
class CountRow:
    """How many of so many matches count, and what is added to their mean."""

    matches: str
    counting: str
    adjustment: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class RatingView:
    """A rating as shown, of so many rated matches."""

    value: int
    matches: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class HandicapView:
    """A player's handicap for one viewer.

    ``index`` is "" before the third match; ``missing`` then says how many are missing. ``steps``
    are the sentences that lead from the record to the index.
    """

    name: str
    player_url: str
    is_own: bool
    index: str
    missing: str
    steps: tuple[str, ...]
    record: tuple[ScoreView, ...]
    waiting: tuple[WaitingView, ...]
    waiting_more: int
    rating: RatingView | None
    table: tuple[CountRow, ...]
    chart: ChartView | None


def handicap_page(player: Player, viewer: Viewer, zone: ZoneInfo | None) -> HandicapView:
    """The handicap of ``player``, in a constant number of queries."""
    results = list(Result.objects.filter(player=player).order_by("finished_at", "match"))
    expected = expected_of({result.rules_key for result in results})
    scores = {score.key: score for score in (score_of(one, expected) for one in results) if score}
    indices = history(scores.values())
    latest = indices[-1] if indices else None
    recent = [result for result in results if result.pk in scores][-LONGEST:]
    without = [result for result in reversed(results) if result.pk not in scores]
    told = without[:LONGEST]
    labels = match_labels([one.match_id for one in [*recent, *told]], viewer, player.pk)
    lines = _lines(latest, recent, scores)
    after = {index.score.key: index for index in indices}
    return HandicapView(
        name=player.name,
        player_url=player.get_absolute_url(),
        is_own=viewer.player_id == player.pk,
        index=_tenths(latest.value) if latest else "",
        missing=_missing(len(scores)) if latest is None else "",
        steps=tuple(_steps(latest, zone)) if latest else (),
        record=tuple(
            _score_view(
                result,
                lines[result.pk],
                labels[result.match_id],
                zone,
                expected,
                after.get(result.pk),
                latest is not None and lines[result.pk] in latest.counting,
            )
            for result in reversed(recent)
        ),
        waiting=tuple(
            WaitingView(
                match=labels[result.match_id],
                when=day_view(result.finished_at, zone),
                strokes=number(result.strokes),
                holes=result.holes,
                why=_why(result),
            )
            for result in told
        ),
        waiting_more=len(without) - len(told),
        rating=_rating(player),
        table=_table(len(recent)),
        chart=_chart(indices[-HISTORY_MOST:], zone),
    )


def _lines(
    latest: Index | None, recent: Sequence[Result], scores: Mapping[object, Score]
) -> dict[int, Line]:
    """The lines of the record by seat; before the first index there is nothing to reduce."""
    if latest is not None:
        found = {line.score.key: line for line in latest.record}
        return {result.pk: found[result.pk] for result in recent}
    return {result.pk: Career().after(scores[result.pk]).record[0] for result in recent}


def _score_view(
    result: Result,
    line: Line,
    label: MatchLabel,
    zone: ZoneInfo | None,
    expected: Mapping[str, Fraction],
    index: Index | None,
    is_counting: bool,
) -> ScoreView:
    return ScoreView(
        match=label,
        when=day_view(result.finished_at, zone),
        strokes=number(result.strokes),
        holes=result.holes,
        expected=exact(expected[result.rules_key] * result.holes, 1),
        differential=_tenths(line.differential),
        reduction=number(line.reduction) if line.reduction else "",
        value=_tenths(line.value),
        index=_tenths(index.value) if index else "",
        is_counting=is_counting,
        marks=marks_of(result),
    )


def _tenths(value: Decimal | Fraction) -> str:
    return exact(Fraction(value), 1)


def _missing(scores: int) -> str:
    missing = FEWEST - scores
    words = ngettext("%(n)d more match", "%(n)d more matches", missing)
    return words % {"n": missing}


def _steps(index: Index, zone: ZoneInfo | None) -> list[str]:
    """The working, sentence by sentence."""
    count = len(index.counting)
    values = sum_words([Fraction(line.value) for line in index.counting], _tenths)
    told = {"n": count, "of": len(index.record), "mean": exact(index.mean), "values": values}
    if count == 1:
        steps = [_("The lowest of the last %(of)d differentials counts: %(values)s.") % told]
    else:
        text = _(
            "The lowest %(n)d of the last %(of)d differentials count: "
            "(%(values)s) \u00f7 %(n)d = %(mean)s."
        )
        steps = [text % told]
    if index.adjustment:
        steps.append(
            _("With so few matches %(strokes)s is added: %(calculated)s.")
            % {"strokes": number(index.adjustment), "calculated": _tenths(index.calculated)}
        )
    elif count > 1:
        rounded = {"calculated": _tenths(index.calculated)}
        steps.append(_("To one decimal, halves up: %(calculated)s.") % rounded)
    steps += _held_back(index, zone)
    if index.exceptional is not None:
        text = _(
            "The last match was exceptional, %(below)s below the index of then, %(index)s: "
            "every differential of the record was changed by %(strokes)s."
        )
        below = {
            "below": exact(index.exceptional.below, 1),
            "index": _tenths(index.exceptional.index),
        }
        steps.append(text % (below | {"strokes": number(index.exceptional.reduction)}))
    steps.append(_("So the index is %(index)s.") % {"index": _tenths(index.value)})
    return steps


def _held_back(index: Index, zone: ZoneInfo | None) -> list[str]:
    if index.low is None:
        return []
    told = {
        "low": _tenths(index.low.value),
        "day": date_format(_local(index.low.score, zone), "DATE_FORMAT"),
        "held": _tenths(index.capped_by),
    }
    steps = [_("The low index, the lowest of the past year, is %(low)s of %(day)s.") % told]
    if index.cap == "soft":
        steps.append(
            _("Over three strokes above it only half counts: the soft cap takes off %(held)s.")
            % told
        )
    elif index.cap == "hard":
        steps.append(
            _("More than five strokes above it none counts: the hard cap takes off %(held)s.")
            % told
        )
    else:
        steps.append(
            _("The index is no more than three strokes above it, so no cap holds it back.")
        )
    return steps


def _local(score: Score, zone: ZoneInfo | None) -> datetime:
    return score.played_at.astimezone(zone or ZoneInfo("UTC"))


def _rating(player: Player) -> RatingView | None:
    record = PlayerRecord.objects.filter(player=player).first()
    if record is None or record.mu is None or record.sigma is None:
        return None
    rating = Rating(record.mu, record.sigma, record.rated)
    return RatingView(shown(rating), record.rated, is_provisional(rating))


def _table(scores: int) -> tuple[CountRow, ...]:
    """The published table, neighbours with the same rule in one row."""
    rows = []
    for (count, adjustment), group in groupby(TABLE.items(), key=lambda item: item[1]):
        numbers = [matches for matches, _rule in group]
        first, last = numbers[0], numbers[-1]
        matches = str(first) if first == last else f"{first}\u2013{last}"
        if last == LONGEST:
            matches = _("%(n)d or more") % {"n": LONGEST}
        words = _("the lowest") if count == 1 else _("the lowest %(n)d") % {"n": count}
        added = number(adjustment) if adjustment else ""
        rows.append(CountRow(matches, words, added, scores in numbers))
    return tuple(rows)


def _chart(indices: Sequence[Index], zone: ZoneInfo | None) -> ChartView | None:
    """The index over the matches; None without a line to draw."""
    if len(indices) < 2:
        return None
    pattern = pgettext("a date as Django writes it, short", "M j")
    moments = [
        Moment(at, date_format(_local(index.score, zone), pattern), float(index.value))
        for at, index in enumerate(indices)
    ]
    values = [float(index.value) for index in indices]
    low, high = min(values), max(values)
    return chart(
        moments, Scale(min(low, high - 2) - 0.5, high + 0.5), lambda value: decimal(value, 1)
    )


def _why(result: Result) -> str:
    """Why a result has no differential."""
    if result.ended_by_bot:
        return _("a bot ended it")
    if not result.is_for_handicap:
        return _("less than three holes")
    return _("it is still being measured what such holes cost")

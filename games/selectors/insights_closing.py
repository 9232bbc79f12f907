"""How a player's closings come off: how often they were the lowest, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Avg, Count, F, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.translation import gettext as _

from games.models import Action, Hole, HoleStrokes
from games.selectors.card_words import signed
from games.selectors.review_words import decimal, percent


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure and what it says; ``detail`` is what it is made of, or ""."""

    name: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ClosingView:
    """The closing record; without figures where the player never closed."""

    figures: tuple[FigureView, ...]


def closing_record(strokes: QuerySet[HoleStrokes]) -> ClosingView:
    """The record over these holes of one player. Sharing the lowest strokes is being the lowest."""
    lowest = HoleStrokes.objects.filter(hole=OuterRef("hole")).order_by().values("hole")
    of_all = strokes.annotate(
        lowest=Subquery(lowest.annotate(least=Min("strokes")).values("least"))
    )
    is_closed = Q(hole__closer=F("seat__number"))
    is_higher = is_closed & Q(strokes__gt=F("lowest"))
    sums = of_all.aggregate(
        holes=Count("pk"),
        closed=Count("pk", filter=is_closed),
        failed=Count("pk", filter=is_higher),
        mean=Avg("strokes", filter=is_closed),
        other=Avg("strokes", filter=~is_closed),
        behind=Sum(F("strokes") - F("lowest"), filter=is_higher),
    )
    if not sums["closed"]:
        return ClosingView(())
    succeeded = sums["closed"] - sums["failed"]
    figures = [
        FigureView(
            _("closed"),
            percent(sums["closed"] / sums["holes"]),
            _counted(sums["closed"], sums["holes"]),
        ),
        FigureView(
            _("lowest when closing"),
            percent(succeeded / sums["closed"]),
            _counted(succeeded, sums["closed"]),
        ),
        FigureView(_("strokes when closing"), decimal(float(sums["mean"])), _("a hole")),
    ]
    if sums["other"] is not None:
        figures.append(
            FigureView(_("strokes otherwise"), decimal(float(sums["other"])), _("a hole"))
        )
    if sums["failed"]:
        behind = float(sums["behind"]) / sums["failed"]
        figures.append(
            FigureView(_("behind the lowest"), decimal(behind), _("a hole that was not the lowest"))
        )
    corrections = _corrections(strokes.filter(is_closed))
    if corrections:
        figures.append(
            FigureView(_("by the closer's rules"), signed(sum(corrections)), _("strokes in all"))
        )
    return ClosingView(tuple(figures))


def _counted(part: int, whole: int) -> str:
    return _("%(part)d of %(whole)d") % {"part": part, "whole": whole}


def _corrections(closed: QuerySet[HoleStrokes]) -> list[int]:
    """What rules 4.3 added to the closer's strokes or took off, where they changed anything.

    The last action of a hole but for score cards that were put away is the one that scored it.
    """
    acts = Action.objects.filter(hole=OuterRef("pk")).exclude(kind="dismiss").order_by("-sequence")
    holes = Hole.objects.filter(pk__in=closed.values("hole")).order_by()
    told = holes.annotate(told=Subquery(acts.values("facts")[:1])).values_list("told", flat=True)
    found = [
        facts.get("correction", 0)
        for one in told
        for facts in one
        if facts["kind"] == "hole_scored"
    ]
    return [correction for correction in found if correction]

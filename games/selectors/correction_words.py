"""Corrections of results as everybody may read them: what, why, by whom and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import Correction
from games.selectors.access import Viewer
from games.selectors.card_words import number
from games.selectors.leaderboard_rows import day_view
from games.selectors.match_labels import MatchLabel, match_labels
from games.selectors.when import WhenView


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction; ``match`` names its match where that isn't clear."""

    text: str
    reason: str
    author: str
    when: WhenView
    match: MatchLabel | None = None


def correction_views(
    rows: QuerySet[Correction], viewer: Viewer, zone: ZoneInfo | None
) -> tuple[CorrectionView, ...]:
    """Corrections of several matches, each with its match, in a constant number of queries."""
    found = list(_loaded(rows))
    labels = match_labels({row.match_id for row in found}, viewer) if found else {}
    return tuple(_view(row, zone, labels[row.match_id]) for row in found)


def corrections_of(
    match_ids: Iterable[int], zone: ZoneInfo | None
) -> dict[int, list[tuple[int | None, CorrectionView]]]:
    """Corrections by match in their order, each with the seat that it is about (None for all)."""
    told = defaultdict(list)
    for row in _loaded(Correction.objects.filter(match__in=set(match_ids)).order_by("pk")):
        told[row.match_id].append((row.seat_id, _view(row, zone)))
    return told


def _loaded(rows: QuerySet[Correction]) -> QuerySet[Correction]:
    return rows.select_related("author", "seat__player__user")


def _view(
    row: Correction, zone: ZoneInfo | None, match: MatchLabel | None = None
) -> CorrectionView:
    return CorrectionView(
        text=_text(row),
        reason=row.reason,
        author=row.author.display_name if row.author else _("Former player"),
        when=day_view(row.at, zone),
        match=match,
    )


def _text(row: Correction) -> str:
    if row.kind == Correction.Kind.VOID:
        return _("The match counts nowhere")
    if row.kind == Correction.Kind.COUNTS:
        return _("The match counts again")
    seat = row.seat
    told = {"name": seat.name if seat else "", "played": number(seat.total if seat else 0)}
    if row.kind == Correction.Kind.RESTORED:
        return _("%(name)s: %(played)s strokes, as played") % told
    told["strokes"] = number(row.strokes or 0)
    return _("%(name)s: %(strokes)s strokes instead of %(played)s") % told

"""What is reported of the talk at a club's tables and not decided yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q

from accounts.models import Club
from games.models import TalkLine


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """A line, who said it at which table, and how many reported it since when."""

    pk: int
    text: str
    speaker: str
    table: str
    reports: int
    at: datetime


def reported_lines(club: Club) -> tuple[ReportedLine, ...]:
    """The lines to decide about, the longest waiting first, in one query."""
    is_open = Q(reports__handled_at__isnull=True)
    lines = (
        TalkLine.objects.filter(match__club=club)
        .annotate(
            open_reports=Count("reports", filter=is_open),
            reported_at=Min("reports__at", filter=is_open),
        )
        .filter(open_reports__gt=0)
        .select_related("player__user", "match")
        .order_by("reported_at", "pk")
    )
    return tuple(
        ReportedLine(
            pk=line.pk,
            text=line.text,
            speaker=line.player.name,
            table=line.match.slug,
            reports=line.open_reports,
            at=line.reported_at,
        )
        for line in lines
    )

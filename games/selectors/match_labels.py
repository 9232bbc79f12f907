"""Matches by name in lists about others: with a link where the viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games.models import Match, Seat
from games.selectors.access import Viewer, listed_for
from games.selectors.labels import table_label


@dataclass(frozen=True, slots=True)
class MatchLabel:
    """A match in a list; ``url`` is "" where the viewer may not see it, nor who sat there."""

    label: str
    url: str
    slug: str


def match_labels(
    match_ids: Iterable[int], viewer: Viewer, player_id: int | None = None
) -> dict[int, MatchLabel]:
    """The labels of matches as ``player_id`` knows them, in a constant number of queries."""
    seats = Seat.objects.select_related("player__user").order_by("number")
    matches = (
        Match.objects.filter(pk__in=set(match_ids))
        .select_related("preset")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .defer("ruleset")
    )
    seen = set(matches.filter(listed_for(viewer)).values_list("pk", flat=True))
    return {
        match.pk: MatchLabel(
            table_label(match, match.seats.all(), player_id), match.get_absolute_url(), match.slug
        )
        if match.pk in seen
        else MatchLabel(_("%(game)s, a private table") % {"game": match.preset.title}, "", "")
        for match in matches
    }

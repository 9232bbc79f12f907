"""A club's results for feed readers: finished matches that anybody may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Prefetch
from django.utils.translation import gettext as _

from accounts.models import Club
from games.leaderboards.places import places
from games.models import Correction, Match, Result, Seat
from games.selectors.card_words import number

ENTRIES = 40


@dataclass(frozen=True, slots=True)
class EntryView:
    """A match in the feed; ``updated`` is later than ``published`` where it was corrected."""

    slug: str
    url: str
    title: str
    text: str
    published: datetime
    updated: datetime


def feed_entries(club: Club) -> tuple[EntryView, ...]:
    """The latest results, newest first; none that counts nowhere."""
    seats = Seat.objects.select_related("player__user").order_by("number")
    results = Result.objects.filter(match=OuterRef("pk"), is_public=True)
    matches = (
        Match.objects.real()
        .finished()
        .filter(Exists(results), club=club)
        .filter(is_listed=True, allows_spectators=True)
        .select_related("preset")
        .prefetch_related(Prefetch("seats", queryset=seats), "results")
        .defer("ruleset")
        .order_by("-finished_at", "-pk")[:ENTRIES]
    )
    found = list(matches)
    corrected = _corrected({match.pk for match in found})
    return tuple(_entry(match, corrected.get(match.pk)) for match in found)


def _corrected(match_ids: Iterable[int]) -> Mapping[int, datetime]:
    rows = Correction.objects.filter(match__in=match_ids).order_by().values("match")
    return dict(rows.annotate(latest=Max("at")).values_list("match", "latest"))


def _entry(match: Match, corrected_at: datetime | None) -> EntryView:
    finished = match.finished_at or match.created_at
    standings = _standings(match.seats.all(), {row.seat_id: row for row in match.results.all()})
    winners = [name for place, name, _strokes in standings if place == 1]
    told = {"game": match.preset.title, "names": ", ".join(winners)}
    title = (
        _("%(game)s: won by %(names)s") if len(winners) == 1 else _("%(game)s: %(names)s share it")
    )
    lines = [f"{place}. {name}: {number(strokes)}" for place, name, strokes in standings]
    if corrected_at is not None:
        lines.append(_("Corrected by an organiser."))
    return EntryView(
        slug=match.slug,
        url=match.get_absolute_url(),
        title=title % told,
        text="\n".join(lines),
        published=finished,
        updated=max(finished, corrected_at or finished),
    )


def _standings(
    seats: Iterable[Seat], results: Mapping[int, Result]
) -> Sequence[tuple[int, str, int]]:
    """Place, name and strokes of every seat, corrections included, the lowest first."""
    found = list(seats)
    strokes = [results[seat.pk].strokes if seat.pk in results else seat.total for seat in found]
    if any(result.is_corrected for result in results.values()):
        placed = [place or 0 for place in places(strokes)]
    else:
        placed = [seat.place or 0 for seat in found]
    rows = zip(placed, (seat.name for seat in found), strokes, strict=True)
    return sorted(rows, key=lambda row: row[0])

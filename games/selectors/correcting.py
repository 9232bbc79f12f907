"""A finished match as it counts: its corrections, and what another one would change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.club_rights import Right
from accounts.clubs.standing import standing_of
from accounts.models import User
from accounts.zones import zone_named
from games.models import Correction, Match, Player, Seat
from games.selectors.access import Viewer
from games.selectors.corrected import Corrected, corrected, places_of
from games.selectors.correction_words import CorrectionView, corrections_of
from games.selectors.event_seal import is_sealed
from games.selectors.labels import table_label
from games.selectors.numbers import number

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A seat in the standings that count; ``is_set`` where its strokes were set."""

    seat: int
    place: int
    name: str
    strokes: str
    is_set: bool


@dataclass(frozen=True, slots=True)
class ResultNote:
    """What became of a result after the match: for everybody who may see it.

    ``rows`` are the standings that count, none while nothing is corrected or where the match counts
    nowhere; ``correct_url`` is "" for who can't put it right.
    """

    corrections: tuple[CorrectionView, ...]
    rows: tuple[CountedRow, ...]
    is_void: bool
    correct_url: str


@dataclass(frozen=True, slots=True)
class Change:
    """A correction that isn't made yet; ``seat`` is a seat's number."""

    kind: str
    seat: int | None = None
    strokes: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectPage:
    """The page on which a match is put right."""

    title: str
    table_url: str
    rows: tuple[CountedRow, ...]
    is_void: bool
    corrections: tuple[CorrectionView, ...]


def may_correct(user: User | AnonymousUser, match: Match) -> bool:
    """Whether somebody may put a match right: their club's organisers, and the site's staff.

    Nobody, while others still play its cards.
    """
    if is_sealed(match):
        return False
    if match.club is not None:
        return standing_of(user, match.club).may(Right.CORRECT)
    return user.is_active and user.is_staff and user.has_perm("games.add_correction")


def result_note(match: Match, viewer: Viewer) -> ResultNote | None:
    """What to say below a result; None where there is nothing to say nor to do."""
    if match.status != Match.Status.FINISHED or match.what_if_of_id is not None:
        return None
    told = corrections_told(match)
    player = Player.objects.select_related("user").filter(pk=viewer.player_id or 0).first()
    user = None if player is None else player.user
    url = ""
    if user is not None:
        user.as_member_in = viewer.as_member_in
        if may_correct(user, match):
            url = reverse("games:match-correct", args=[match.slug])
    if not told and not url:
        return None
    found = corrected([match.pk])[match.pk]
    rows = () if found.is_void or not found.strokes else standings(seats_of(match), found)
    return ResultNote(told, rows, found.is_void, url)


def correct_page(match: Match) -> CorrectPage:
    """A finished match as it counts now, with what was done about it."""
    seats, found = seats_of(match), corrected([match.pk])[match.pk]
    return CorrectPage(
        title=table_label(match, seats, None),
        table_url=match.get_absolute_url(),
        rows=standings(seats, found),
        is_void=found.is_void,
        corrections=corrections_told(match),
    )


def corrected_words(slugs: Iterable[str]) -> dict[str, str]:
    """How those of some matches that were put right count, in a line each; constant queries."""
    matches = {
        match.pk: match.slug
        for match in Match.objects.filter(slug__in=list(slugs), corrections__isnull=False)
    }
    seats: dict[int, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=matches).select_related("player__user").order_by("number")
    for seat in rows:
        seats[seat.match_id].append(seat)
    return {
        matches[pk]: _line(standings(seats[pk], found), is_void=found.is_void)
        for pk, found in corrected(matches).items()
    }


def _line(rows: Sequence[CountedRow], *, is_void: bool) -> str:
    if is_void:
        return _("counts nowhere, put right")
    told = ", ".join(f"{row.place}. {row.name}: {row.strokes}" for row in rows)
    return _("%(result)s, put right") % {"result": told}


def corrections_told(match: Match) -> tuple[CorrectionView, ...]:
    """A match's corrections in their order, at the times of its club."""
    zone = None if match.club is None else zone_named(match.club.time_zone)
    return tuple(view for _seat, view in corrections_of([match.pk], zone)[match.pk])


def standings_after(match: Match, change: Change) -> tuple[tuple[CountedRow, ...], bool]:
    """The standings as they would count after a change, and whether the match would not count."""
    seats, found = seats_of(match), deepcopy(corrected([match.pk])[match.pk])
    by_number = {seat.number: seat.pk for seat in seats}
    if change.kind in (Correction.Kind.VOID, Correction.Kind.COUNTS):
        found.is_void = change.kind == Correction.Kind.VOID
    elif change.kind == Correction.Kind.RESTORED:
        found.strokes.pop(by_number.get(change.seat, 0), None)
    elif change.strokes is not None:
        found.strokes[by_number.get(change.seat, 0)] = change.strokes
    return standings(seats, found), found.is_void


def seats_of(match: Match) -> list[Seat]:
    """A match's seats with their players, in their order."""
    return list(match.seats.select_related("player__user").order_by("number"))


def standings(seats: Sequence[Seat], found: Corrected) -> tuple[CountedRow, ...]:
    """Seats by the places that count, the lowest strokes first."""
    rows = [
        CountedRow(
            seat=seat.number or 0,
            place=place,
            name=seat.name,
            strokes=number(found.strokes.get(seat.pk, seat.total)),
            is_set=seat.pk in found.strokes,
        )
        for seat, place in zip(seats, places_of(seats, found), strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.seat)))

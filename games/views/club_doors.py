"""Which clubs' standings a request may read."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.clubs.standing import standing_of
from accounts.models import Club
from games.models import Season


def readable_club(request: HttpRequest, slug: str) -> Club:
    """A listed club, or one that the viewer is inside of. Raises ``Http404``.

    A closed club's pages are gone for everybody; the site's staff reads its rows at the desk.
    """
    club = get_object_or_404(Club.objects.active(), slug=slug)
    if not club.is_listed and not standing_of(request.user, club).is_inside:
        raise Http404
    return club


def public_club(slug: str) -> Club:
    """A club that everybody may read of, whoever asks. Raises ``Http404``."""
    return get_object_or_404(Club.objects.listed(), slug=slug)


def season_of(club: Club, pk: int) -> Season:
    """A season of the club. Raises ``Http404``."""
    season = get_object_or_404(Season.objects.select_related("preset"), pk=pk, club=club)
    season.club = club
    return season

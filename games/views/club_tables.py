"""A club's tables, for its organisers: end a match, hand a seat to a bot."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.club_requests import for_those_who_may, person_behind, show
from accounts.club_rights import Right
from accounts.models import Club
from games.models import Match
from games.selectors.club_tables import club_tables
from games.services.club_tables import end_match, replace_seat
from games.services.refusals import Refused

CHANCE = secrets.SystemRandom()


@require_safe
@for_those_who_may(Right.CORRECT)
def show_tables(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's open and running tables."""
    return show(request, club, "games/club_tables.html", {"tables": club_tables(club)})


@require_POST
@for_those_who_may(Right.CORRECT)
def end_table(request: HttpRequest, club: Club, table: str) -> HttpResponse:
    """End a match of the club, with a reason."""
    match, reason = _match(club, table), request.POST.get("reason", "")
    user, now = person_behind(request), timezone.now()
    return _carry_out(
        request,
        club,
        lambda: end_match(match.pk, user, reason, now=now),
        _("The match is ended. Nothing of it counts."),
    )


@require_POST
@for_those_who_may(Right.CORRECT)
def replace_player(request: HttpRequest, club: Club, table: str) -> HttpResponse:
    """Hand a seat to the house bot, with a reason."""
    match, reason = _match(club, table), request.POST.get("reason", "")
    text = request.POST.get("seat", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1
    user, now = person_behind(request), timezone.now()
    return _carry_out(
        request,
        club,
        lambda: replace_seat(match.pk, user, number, reason, now=now, rng=CHANCE),
        _("A bot plays the seat until its player comes back."),
    )


def _match(club: Club, slug: str) -> Match:
    return get_object_or_404(Match.objects.real(), club=club, slug=slug)


def _carry_out(request: HttpRequest, club: Club, do: Callable[[], None], done: str) -> HttpResponse:
    try:
        do()
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, done)
    return redirect("games:club-tables", club.slug)

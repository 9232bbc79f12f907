"""Seasons of a club, for those who run it: made, changed, closed, taken away."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.club_requests import for_those_who_may, person_behind, show
from accounts.club_rights import Right
from accounts.models import Club
from games.models import Season
from games.season_form import SeasonFields
from games.selectors.season_table import season_results
from games.services import seasons
from games.services.refusals import Refused


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.SEASONS)
def new_season(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a season; with "check" only say what the choices come to."""
    form = SeasonFields(club, request.POST if request.method == "POST" else None)
    return _carry_out(
        request,
        club,
        form,
        lambda: seasons.make_season(club, person_behind(request), form.wanted, now=timezone.now()),
        _("The season is made."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.SEASONS)
def change_season(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change an open season; with "check" only say what the choices come to."""
    season = _season(club, pk)
    if season.closed_at is not None:
        messages.error(request, Refused("season_closed").message)
        return redirect(season)
    form = SeasonFields(club, request.POST if request.method == "POST" else None, season=season)
    user, now = person_behind(request), timezone.now()
    return _carry_out(
        request,
        club,
        form,
        lambda: seasons.change_season(pk, user, form.wanted, now=now),
        _("The season is changed, and its table counted anew."),
    )


@require_POST
@for_those_who_may(Right.SEASONS)
def close_season(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Freeze a season's table, once its last day is over."""
    season = _season(club, pk)
    try:
        seasons.close_season(pk, person_behind(request), now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("games:season-change", club.slug, pk)
    messages.success(request, _("The season is closed. Its table stays as it is."))
    return redirect(season)


@require_POST
@for_those_who_may(Right.SEASONS)
def delete_season(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Take a season away that no match counts in."""
    _season(club, pk)
    try:
        seasons.delete_season(pk, person_behind(request), now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("games:season-change", club.slug, pk)
    messages.success(request, _("The season is taken away."))
    return redirect("games:seasons", club.slug)


def _season(club: Club, pk: int) -> Season:
    season = get_object_or_404(Season.objects.select_related("preset"), pk=pk, club=club)
    season.club = club
    return season


def _carry_out(
    request: HttpRequest,
    club: Club,
    form: SeasonFields,
    do: Callable[[], Season],
    done: str,
) -> HttpResponse:
    if request.method != "POST":
        return _page(request, club, form)
    if "check" in request.POST:
        if request.htmx:  # type: ignore[attr-defined]
            told = form.preview
            return render(
                request, "games/includes/_season_check.html", {"form": form, "told": told}
            )
        return _page(request, club, form)
    if not form.is_valid():
        return _page(request, club, form, 422)
    try:
        season = do()
    except Refused as refusal:
        form.refuse(refusal)
        return _page(request, club, form, refusal.status)
    messages.success(request, done)
    return redirect(season)


def _page(request: HttpRequest, club: Club, form: SeasonFields, status: int = 200) -> HttpResponse:
    season, now = form.season, timezone.now()
    context = {
        "form": form,
        # Asked for first, because it may find something wrong with the fields.
        "told": form.preview,
        "season": season,
        "is_over": season is not None and season.ends_at <= now,
        "is_empty": season is not None and not season_results(season).exists(),
        "address": request.path,
        "seasons_url": reverse("games:seasons", args=[club.slug]),
    }
    return show(request, club, "games/season_form.html", context, status)

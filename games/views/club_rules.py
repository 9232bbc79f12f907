"""A club's house rules: read by its members, chosen by its organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.club_requests import for_those_who_may, person_behind, show
from accounts.club_rights import Right
from accounts.models import Club
from games.club_rules_form import ClubTermsForm, ClubTogglesForm
from games.models import Preset
from games.selectors.club_rules import club_rules_page, terms_of
from games.services import club_rules
from games.services.refusals import Refused


@require_safe
@for_those_who_may(Right.READ)
def show_rules(request: HttpRequest, club: Club) -> HttpResponse:
    """What hosts may set at the club's tables, in words."""
    context = {
        "rules": club_rules_page(club),
        "can_change": club_rules.may_choose_rules(person_behind(request), club),
    }
    return show(request, club, "games/club_rules.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.RULES)
def change_rules(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose kinds of game, clocks, and whether bots may play."""
    form = ClubTermsForm(terms_of(club), request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _terms_page(request, club, form)
    if not form.is_valid():
        return _terms_page(request, club, form, 422)
    try:
        club_rules.change_terms(
            club,
            person_behind(request),
            presets=form.cleaned_data["presets"],
            clocks=form.clock_texts,
            allows_bots=form.cleaned_data["allows_bots"],
            now=timezone.now(),
        )
    except Refused as refusal:
        form.refuse(refusal)
        return _terms_page(request, club, form, refusal.status)
    messages.success(request, _("The club's house rules are kept. Running tables keep theirs."))
    return redirect("games:club-rules", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.RULES)
def change_preset(request: HttpRequest, club: Club, preset: str) -> HttpResponse:
    """Choose what hosts may set of one kind of game; with "check" only say what it comes to."""
    found = get_object_or_404(Preset.objects.of_tables().prefetch_related("toggles"), slug=preset)
    form = ClubTogglesForm(
        found, terms_of(club), request.POST if request.method == "POST" else None
    )
    if request.method != "POST":
        return _toggles_page(request, club, form)
    if "check" in request.POST:
        if request.htmx:  # type: ignore[attr-defined]
            return render(request, "games/includes/_club_toggles_check.html", {"form": form})
        return _toggles_page(request, club, form)
    if not form.is_valid():
        return _toggles_page(request, club, form, 422)
    user, now = person_behind(request), timezone.now()
    try:
        club_rules.change_toggles(club, user, found.slug, form.wanted, now=now)
    except Refused as refusal:
        form.refuse(refusal)
        return _toggles_page(request, club, form, refusal.status)
    messages.success(request, _("The club's house rules are kept. Running tables keep theirs."))
    return redirect("games:club-rules", club.slug)


def _terms_page(
    request: HttpRequest, club: Club, form: ClubTermsForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, "rules": club_rules_page(club)}
    return show(request, club, "games/club_rules_change.html", context, status)


def _toggles_page(
    request: HttpRequest, club: Club, form: ClubTogglesForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, "preset": form.preset, "address": request.path}
    return show(request, club, "games/club_rules_preset.html", context, status)

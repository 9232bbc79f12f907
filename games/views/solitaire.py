"""Golf Solitaire: where one plays alone, and deals by their number."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import become_guest
from games.selectors.daily_page import daily_glance
from games.selectors.solitaire_hub import deal_page, solitaire_hub
from games.services import solitaire
from games.services.refusals import Refused
from games.solitaire_form import PlayForm, TogglesForm
from games.views.viewers import player_or_refuse, viewer_behind

CHANCE = secrets.SystemRandom()
ANY_DEAL = 10**9
"""Deals that are not asked for by number have one up to this, which is easy to tell others."""


@never_cache
@require_safe
def show_hub(request: HttpRequest) -> HttpResponse:
    """One's own games, and the form of a new one."""
    return _hub(request, PlayForm())


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Deal what the form asks for; a stranger becomes a guest first."""
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _hub(request, form, 422)
    if refusal := become_guest(request):
        return refusal
    now = timezone.now()
    try:
        player, rules = player_or_refuse(request), form.rules()
        if form.cleaned_data["what"] == "nine":
            return redirect(solitaire.open_nine(player, rules, now=now, rng=CHANCE))
        number = form.cleaned_data["number"] or CHANCE.randint(1, ANY_DEAL)
        return redirect(solitaire.open_practice(player, rules, number, now=now, rng=CHANCE))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("games:solitaire")


@require_safe
def show_deal(request: HttpRequest, number: int) -> HttpResponse:
    """A deal by its number, as others may send its address."""
    form = TogglesForm(request.GET)
    if not form.is_valid():
        raise Http404
    page = deal_page(number, form.rules(), is_told=request.GET.get("told") == "1")
    if page is None:
        raise Http404
    return render(request, "games/solitaire_deal.html", {"page": page})


def _hub(request: HttpRequest, form: PlayForm, status: int = 200) -> HttpResponse:
    viewer = viewer_behind(request)
    daily = daily_glance(None, viewer, timezone.now())
    context = {"hub": solitaire_hub(viewer), "daily": daily, "form": form}
    return render(request, "games/solitaire.html", context, status=status)

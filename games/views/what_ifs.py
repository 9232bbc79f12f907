"""Playing on by oneself from a hole that is over."""

from __future__ import annotations

from secrets import SystemRandom

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests import become_guest
from games.models import Match
from games.selectors.what_if import what_if_page
from games.services.refusals import Refused
from games.services.what_if import moment_of, play_on
from games.views.viewers import player_or_refuse, reviewable_or_404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """Choose a seat, and whether the cards are the same; a press there opens the match."""
    match, _is_shared = reviewable_or_404(request, slug)
    if request.method != "POST":
        return _page(request, match, sequence)
    if refusal := become_guest(request):
        return refusal
    try:
        tried = play_on(
            match,
            player_or_refuse(request),
            sequence,
            seat=_seat(request.POST.get("seat", "")),
            is_anew=request.POST.get("cards") == "anew",
            now=timezone.now(),
            rng=SystemRandom(),
        )
    except Refused as refused:
        return _page(request, match, sequence, refused)
    return redirect(tried)


def _page(
    request: HttpRequest, match: Match, sequence: int, refusal: Refused | None = None
) -> HttpResponse:
    context: dict[str, object] = {"refusal": refusal}
    try:
        moment = moment_of(match, sequence)
    except Refused as refused:
        if refused.code == "no_action":
            raise Http404 from None
        context["refusal"] = refusal = refused
    else:
        context["page"] = what_if_page(match, sequence, moment.branch.seats, moment.to_act)
    context["match"] = match
    status = refusal.status if refusal else 200
    return render(request, "games/what_if.html", context, status=status)


def _seat(text: str) -> int | None:
    """The seat in a form field, None for the usual one. Raises ``Refused("no_seat")``."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Refused("no_seat")
    return int(text)

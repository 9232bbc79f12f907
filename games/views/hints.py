"""Hints in practice."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.solitaire_hint import solitaire_hint
from games.services.hints import hole_for_hint
from games.services.refusals import Refused
from games.views.viewers import match_or_404, player_or_refuse


@never_cache
@require_safe
def show_hint(request: HttpRequest, slug: str) -> HttpResponse:
    """What to do next in a practice hole, as a page or for htmx in a sentence."""
    match = match_or_404(request, slug)
    is_fragment = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    name = "includes/_solitaire_hint" if is_fragment else "solitaire_hint"
    context: dict[str, object] = {"table_url": match.get_absolute_url()}
    try:
        hint = solitaire_hint(hole_for_hint(match, player_or_refuse(request)))
    except Refused as refusal:
        context |= {"refusal": refusal}
        response = render(request, f"games/{name}.html", context, status=refusal.status)
        response.headers["X-Refusal"] = refusal.code
        return response
    return render(request, f"games/{name}.html", {**context, "hint": hint})

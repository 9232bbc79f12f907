"""How many tables wait for the person who looks: for the title and the icon of every page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.turns import turns_of


def turns(request: HttpRequest) -> dict[str, Any]:
    """What waits for the visitor, for templates (a context processor); asked for when printed."""
    found = request.resolver_match
    at = found.kwargs.get("slug", "") if found and found.view_name == "games:table" else ""
    return {"turns": SimpleLazyObject(lambda: turns_of(request.user.pk, at))}


@never_cache
@require_safe
def count_turns(request: HttpRequest) -> HttpResponse:
    """The count, and the next table, for pages that stay open; see ``turns_of`` for the fields."""
    at, but = request.GET.get("at", ""), request.GET.get("but", "")
    found = turns_of(request.user.pk, at, but=but)
    return JsonResponse({"type": "turns", "count": found.count, "next": found.next_url})

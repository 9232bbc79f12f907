"""A player's insights."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player
from games.selectors.insights import Wanted, insights_page
from games.views.viewers import viewer_behind


@never_cache
@require_safe
def insights(request: HttpRequest, pk: int) -> HttpResponse:
    """How a player fares: by kind of game, against whom, and over time."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    wanted = Wanted.of(request.GET)
    page = insights_page(player, viewer_behind(request), wanted, timezone.now())
    return render(request, "games/insights.html", {"insights": page})

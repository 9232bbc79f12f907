"""A player's handicap."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player
from games.selectors.due import watch_of
from games.selectors.handicap_page import handicap_page
from games.views.viewers import viewer_behind


@never_cache
@require_safe
def show_handicap(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's index with its working, and the rating beside it."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    viewer = viewer_behind(request)
    view = handicap_page(player, viewer, watch_of(viewer, timezone.now()).zone)
    return render(request, "games/handicap.html", {"handicap": view})

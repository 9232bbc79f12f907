"""The private calendar of one's deadlines, at an address that only its owner knows."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player
from games.selectors.calendar import calendar_of


@never_cache
@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:  # noqa: ARG001  a view's signature
    """The calendar as calendar programs fetch it: without any log-in, and kept by nobody else."""
    preferences = {"user__preferences__calendar_token": token, "user__is_active": True}
    player = Player.objects.filter(**preferences).first()
    if player is None:
        raise Http404
    return HttpResponse(
        calendar_of(player),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": 'inline; filename="golf.ics"', "X-Robots-Tag": "noindex"},
    )

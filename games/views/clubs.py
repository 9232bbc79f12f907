"""The public page of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.club_selectors import club_for, club_head
from accounts.models import Club
from games.selectors.club_page import club_page
from games.services.club_messages import club_shown
from games.views.viewers import viewer_behind

if TYPE_CHECKING:
    from accounts.models import User


@never_cache
@require_safe
def show_club(request: HttpRequest, slug: str) -> HttpResponse:
    """What the viewer may know of a club, how to join it, and what is played there."""
    user: User = request.user  # type: ignore[assignment]
    try:
        club = club_for(user, slug)
    except Club.DoesNotExist:
        raise Http404 from None
    now = timezone.now()
    head = club_head(user, club)
    page = None
    if head.is_known:
        page = club_page(club, user, viewer_behind(request), now)
    if user.is_authenticated:
        events = [] if page is None else [line.pk for line in page.events]
        announcements = [line.pk for line in head.announcements]
        club_shown(user, club, now, announcements=announcements, events=events)
    return render(request, "games/club.html", {"head": head, "page": page})

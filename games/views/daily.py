"""The daily nine of the site and of clubs: today's, other days, and the tables over them."""

from __future__ import annotations

from datetime import date, datetime
from secrets import SystemRandom, token_urlsafe
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from accounts.club_rights import Right
from accounts.club_selectors import club_frame
from accounts.clubs.standing import standing_of
from games.selectors.daily import Daily, day_of, may_see_results, own_entry, today_of
from games.selectors.daily_carried import carried_day, carried_table
from games.selectors.daily_page import daily_page
from games.selectors.daily_table import Span, span_asked, table_page
from games.selectors.daily_urls import daily_url
from games.services.daily import Origin, start_nine
from games.services.refusals import Refused
from games.views.carrying import answer
from games.views.club_doors import readable_club
from games.views.viewers import player_behind, viewer_behind

if TYPE_CHECKING:
    from accounts.models import Club, User

BROWSER_COOKIE = "golf_daily"
BROWSER_SECONDS = 400 * 24 * 3600
"""As long as browsers keep any."""


@never_cache
@require_safe
def show_today(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Today's nine: to start, to go on with, or what everybody made of it."""
    now, club = timezone.now(), _club(request, slug)
    return _page(request, today_of(club, now), now)


@never_cache
@require_safe
def show_day(request: HttpRequest, day: date, slug: str = "") -> HttpResponse:
    """The nine of a day."""
    now, club = timezone.now(), _club(request, slug)
    return _page(request, _day_or_404(club, day, now), now)


@require_POST
def start(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Start today's nine, or go on with it; where that is done from is noted for organisers."""
    club = _club(request, slug)
    mark = request.get_signed_cookie(BROWSER_COOKIE, default=None) or token_urlsafe(16)
    try:
        player = player_behind(request)
        if player is None:
            raise Refused("daily_wants_account")
        origin = Origin(get_adapter().get_client_ip(request), mark)
        match = start_nine(player, club, now=timezone.now(), rng=SystemRandom(), origin=origin)
    except Refused as refusal:
        messages.error(request, refusal.message)
        response = redirect(daily_url(club))
        response.headers["X-Refusal"] = refusal.code
        return response
    response = redirect(match)
    response.set_signed_cookie(
        BROWSER_COOKIE,
        mark,
        max_age=BROWSER_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@never_cache
@require_safe
def show_leaderboard(request: HttpRequest, slug: str = "") -> HttpResponse:
    """The table of a week, a month or a season."""
    now, club = timezone.now(), _club(request, slug)
    span, viewer = _span_or_404(request, club, now), viewer_behind(request)
    context = {
        "table": table_page(span, viewer, request.GET.get("page", ""), now),
        "club": club and club_frame(request.user, club, request.path),
    }
    return render(request, "games/daily_leaderboard.html", context)


@conditional_page
@cache_control(no_cache=True, private=True)
@require_safe
def carry_day(request: HttpRequest, day: date, form: str, slug: str = "") -> HttpResponse:
    """The results of a day, with all rows; forbidden before they may be seen."""
    now, club = timezone.now(), _club(request, slug)
    daily = _day_or_404(club, day, now)
    if not may_see_results(daily, own_entry(daily, viewer_behind(request)), now):
        raise PermissionDenied(Refused("daily_sealed").message)
    return answer(carried_day(daily), form)


@conditional_page
@cache_control(no_cache=True, private=True)
@require_safe
def carry_leaderboard(request: HttpRequest, form: str, slug: str = "") -> HttpResponse:
    """A table with all rows, as whoever asks may see it."""
    now, club = timezone.now(), _club(request, slug)
    return answer(carried_table(_span_or_404(request, club, now)), form)


def _club(request: HttpRequest, slug: str) -> Club | None:
    return readable_club(request, slug) if slug else None


def _day_or_404(club: Club | None, day: date, now: datetime) -> Daily:
    found = day_of(club, day, now)
    if found is None:
        raise Http404
    return found


def _span_or_404(request: HttpRequest, club: Club | None, now: datetime) -> Span:
    asked, of, season = (request.GET.get(name, "") for name in ("span", "of", "season"))
    found = span_asked(club, asked or "week", of, season, viewer_behind(request), now)
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, daily: Daily, now: datetime) -> HttpResponse:
    user: User = request.user  # type: ignore[assignment]
    has_account = user.is_authenticated and not user.is_guest
    page = request.GET.get("page", "")
    context: dict[str, Any] = {
        "daily": daily_page(daily, viewer_behind(request), page, now, has_account=has_account)
    }
    if daily.club is not None:
        standing = standing_of(user, daily.club)
        context["club"] = club_frame(user, daily.club, request.path)
        if standing.may(Right.CORRECT) and daily.nine is not None:
            context["entries_url"] = daily_url(daily.club, "entries", daily.day)
        if standing.may(Right.RULES):
            context["rules_url"] = daily_url(daily.club, "rules")
    return render(request, "games/daily.html", context)

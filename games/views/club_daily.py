"""A club's daily nine, for those who run the club: its rules, and who entered."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.club_requests import for_those_who_may, person_behind, show
from accounts.club_rights import Right
from accounts.models import Club
from games.daily_form import ClubDailyForm
from games.selectors.daily import day_of
from games.selectors.daily_entries import entries_page
from games.selectors.daily_urls import daily_url
from games.services.club_daily import choose_daily
from games.services.refusals import Refused
from games.views.viewers import viewer_behind


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who_may(Right.RULES)
def choose_rules(request: HttpRequest, club: Club) -> HttpResponse:
    """Switch the club's own nine on or off, and choose its toggles."""
    form = ClubDailyForm(club, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                is_from_today = choose_daily(
                    club,
                    person_behind(request),
                    is_on=form.cleaned_data["is_on"],
                    choices=form.choices,
                    now=timezone.now(),
                )
            except Refused as refusal:
                form.add_error(None, refusal.message)
                status = refusal.status
            else:
                messages.success(request, _kept(is_from_today=is_from_today))
                return redirect(daily_url(club))
    context = {"form": form, "back": daily_url(club)}
    return show(request, club, "games/daily_rules.html", context, status)


@require_safe
@for_those_who_may(Right.CORRECT)
def show_entries(request: HttpRequest, club: Club, day: date) -> HttpResponse:
    """Who entered a day's nine, with what is remarkable about it."""
    now = timezone.now()
    daily = day_of(club, day, now)
    if daily is None:
        raise Http404
    page = request.GET.get("page", "")
    context = {
        "entries": entries_page(daily, viewer_behind(request), page, now),
        "day": date_format(daily.day, "l j F Y"),
        "is_own_nine": daily.owner is not None,
        "zone": daily.zone,
        "day_url": daily_url(club, "day", daily.day),
    }
    return show(request, club, "games/daily_entries.html", context)


def _kept(*, is_from_today: bool) -> str:
    if is_from_today:
        return _("That is kept, and holds from today on.")
    return _("That is kept, and holds from tomorrow on: today's nine stays as it is.")

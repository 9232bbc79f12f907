"""Reported talk of a club's tables, for its organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.club_requests import for_those_who_may, person_behind, show
from accounts.club_rights import Right
from accounts.models import Club
from games.models import TalkLine
from games.selectors.club_reports import reported_lines
from games.services.club_reports import decide
from games.services.refusals import Refused


@require_safe
@for_those_who_may(Right.REPORTS)
def show_reports(request: HttpRequest, club: Club) -> HttpResponse:
    """What waits for a decision."""
    return show(request, club, "games/club_reports.html", {"lines": reported_lines(club)})


@require_POST
@for_those_who_may(Right.REPORTS)
def decide_report(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Hide a reported line, or leave it as it is."""
    line = get_object_or_404(TalkLine, pk=pk, match__club=club)
    hides = "hide" in request.POST
    try:
        decide(club, person_behind(request), line.pk, hides=hides, now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The line is hidden.") if hides else _("The line stays."))
    return redirect("games:club-reports", club.slug)

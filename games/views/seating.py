"""Who sits at a table: invitations by name, and seats that a host hands to a bot."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Match, Player
from games.selectors.invitations import invite_page
from games.selectors.seating import seats_page
from games.services import invitations, play
from games.services.refusals import Refused
from games.views.viewers import player_or_refuse, shared_match_or_404, viewer_behind

CHANCE = secrets.SystemRandom()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_to_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody to an open table: one of one's friends, or anybody by name."""
    match, viewer = shared_match_or_404(request, slug), viewer_behind(request)
    if match.status != Match.Status.WAITING:
        return redirect(match)
    if not match.seats.filter(player_id=viewer.player_id or 0).exists():
        raise Http404
    if request.method != "POST":
        return render(request, "games/ask.html", {"page": invite_page(match, viewer)})
    name = request.POST.get("name", "")
    try:
        other = invitations.find(name.strip())
        invitations.invite(match.pk, player_or_refuse(request), other, now=timezone.now())
    except Refused as refusal:
        context = {"page": invite_page(match, viewer), "refusal": refusal, "name": name[:40]}
        return render(request, "games/ask.html", context, status=refusal.status)
    messages.success(request, _("%(name)s is invited.") % {"name": other.name})
    return redirect("games:table-ask", slug)


@require_POST
def decline(request: HttpRequest, slug: str) -> HttpResponse:
    """Say no to an invitation."""
    match = shared_match_or_404(request, slug)
    try:
        invitations.decline(match.pk, player_or_refuse(request), now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        host = {"host": match.host.name}
        messages.success(request, _("You declined to play at the table of %(host)s.") % host)
    return redirect("games:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over_seats(request: HttpRequest, slug: str) -> HttpResponse:
    """The host's page from which others' seats are handed to a bot; a press there does it."""
    match, viewer = shared_match_or_404(request, slug), viewer_behind(request)
    if match.host_id != viewer.player_id:
        raise Http404
    if request.method != "POST":
        return render(request, "games/seats.html", {"page": seats_page(match)})
    try:
        _hand_over(match, player_or_refuse(request), request.POST)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("games:table-seats", slug)
    return redirect(match)


def _hand_over(match: Match, host: Player, given: QueryDict) -> None:
    text, level = given.get("seat", ""), given.get("level", play.HOUSE_BOT)
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Refused("not_removable")
    play.remove_player(match.pk, host, int(text), level=level, now=timezone.now(), rng=CHANCE)

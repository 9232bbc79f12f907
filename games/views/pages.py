"""The pages around the tables."""

from __future__ import annotations

from secrets import SystemRandom
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import become_guest
from accounts.push import lost_devices
from games.forms import PairingForm
from games.models import Match, Player
from games.selectors import lobby as lists
from games.selectors.access import can_view
from games.selectors.bot_levels import USUAL_LEVEL, levels
from games.selectors.daily_page import daily_glance
from games.selectors.friends import acquaintance
from games.selectors.invitations import invitations_to
from games.selectors.my_tables import my_active_matches
from games.selectors.my_tables import my_matches as matches_of
from games.selectors.players import player_page
from games.selectors.table import table
from games.services import lobby
from games.services.refusals import Refused
from games.views.viewers import keep_invite, player_or_refuse, viewer_behind

if TYPE_CHECKING:
    from accounts.models import User


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The lobby, or its lists alone for htmx."""
    viewer = viewer_behind(request)
    context = {
        "lost_devices": lost_devices(cast("User", request.user)),
        "open_tables": lists.open_tables(viewer),
        "running_tables": lists.running_tables(viewer),
        "my_matches": my_active_matches(viewer, timezone.now()),
        "invitations": invitations_to(viewer),
    }
    if request.htmx and not request.htmx.boosted:  # type: ignore[attr-defined]
        return render(request, "games/includes/_lobby.html", context)
    daily = daily_glance(None, viewer, timezone.now())
    whole = {**context, "daily": daily, "pairing": PairingForm(), "levels": levels()}
    return render(request, "games/home.html", whole)


@never_cache
@require_safe
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invite link leads: the table, and one press to sit down."""
    match = get_object_or_404(Match.objects.select_related("host__user", "preset"), invite=token)
    keep_invite(request, match)
    viewer = viewer_behind(request)
    if not can_view(match, viewer):
        return render(request, "games/invite_late.html")
    view = table(match, viewer)
    if view.is_seated:
        return redirect(match)
    return render(request, "games/invite.html", {"table": view, "match": match})


@require_POST
def practise(request: HttpRequest) -> HttpResponse:
    """Sit down with a bot at once: a stranger becomes a guest first."""
    if refusal := become_guest(request):
        return refusal
    try:
        match = lobby.open_practice(
            player_or_refuse(request),
            level=request.POST.get("level", USUAL_LEVEL),
            now=timezone.now(),
            rng=SystemRandom(),
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("games:home")
    return redirect(match)


@require_POST
def join_by_invite(request: HttpRequest, token: str) -> HttpResponse:
    """Take a seat by the invite, in one press: a stranger becomes a guest first."""
    match = get_object_or_404(Match, invite=token)
    if refusal := become_guest(request):
        return refusal
    keep_invite(request, match)
    try:
        player = player_or_refuse(request)
        now = timezone.now()
        lobby.join_table(match.pk, player, has_invite=True, now=now, rng=SystemRandom())
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(match)


@never_cache
@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """One's own tables, what waits for one first."""
    page = request.GET.get("page", "1")
    context = {"matches": matches_of(viewer_behind(request), timezone.now(), page)}
    return render(request, "games/matches.html", context)


@never_cache
@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's page."""
    found = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    view = player_page(found, viewer_behind(request), request.GET.get("page", "1"))
    context = {"player": view, "acquaintance": acquaintance(viewer_behind(request), found)}
    return render(request, "games/player.html", context)

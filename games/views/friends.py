"""Friends: one's own list, and what is asked and answered on players' pages."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import Player
from games.selectors.friends import own_friends as lists_of
from games.services import friends
from games.services.refusals import Refused
from games.views.viewers import player_or_refuse, viewer_behind


@require_safe
@login_required
@never_cache
def own_friends(request: HttpRequest) -> HttpResponse:
    """One's friends, who asks to be one, and whom one has asked."""
    return render(request, "games/friends.html", {"lists": lists_of(viewer_behind(request))})


@require_POST
def ask_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a player to be friends; where they asked already, this says yes."""

    def act(player: Player, other: Player) -> str:
        if friends.ask(player, other, now=timezone.now()):
            return _("You and %(name)s are friends.")
        return _("You asked %(name)s to be friends.")

    return _act(request, pk, act)


@require_POST
def accept_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Say yes to a player who asked."""

    def act(player: Player, other: Player) -> str:
        friends.accept(player, other, now=timezone.now())
        return _("You and %(name)s are friends.")

    return _act(request, pk, act)


@require_POST
def end_friendship(request: HttpRequest, pk: int) -> HttpResponse:
    """End a friendship, say no, or take one's question back."""

    def act(player: Player, other: Player) -> str:
        friends.end(player, other)
        return _("You and %(name)s are not friends.")

    return _act(request, pk, act)


def _act(request: HttpRequest, pk: int, act: Callable[[Player, Player], str]) -> HttpResponse:
    other = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    try:
        sentence = act(player_or_refuse(request), other)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, sentence % {"name": other.name})
    return redirect("games:friends" if "list" in request.POST else other)

"""Mute, block and lift on a player's page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Player
from games.services import silence
from games.services.refusals import Refused
from games.views.viewers import player_or_refuse


@require_POST
def mute_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Read nothing more of a player."""
    return _act(
        request,
        pk,
        lambda player, other: silence.mute(player, other, now=timezone.now()),
        _("You read nothing of %(name)s any more."),
    )


@require_POST
def block_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Have nothing more to do with a player."""
    return _act(
        request,
        pk,
        lambda player, other: silence.block(player, other, now=timezone.now()),
        _("You and %(name)s read nothing of each other any more."),
    )


@require_POST
def lift_silence(request: HttpRequest, pk: int) -> HttpResponse:
    """Read a player again."""
    return _act(request, pk, silence.lift, _("You read what %(name)s says again."))


def _act(
    request: HttpRequest, pk: int, act: Callable[[Player, Player], None], sentence: str
) -> HttpResponse:
    other = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    try:
        act(player_or_refuse(request), other)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, sentence % {"name": other.name})
    return redirect(other)

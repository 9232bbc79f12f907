"""Quick pairing from the home page."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.guests import become_guest
from games.forms import PairingForm
from games.services import pairing
from games.services.refusals import Refused
from games.views.viewers import player_or_refuse

CHANCE = secrets.SystemRandom()


@require_POST
def find_table(request: HttpRequest) -> HttpResponse:
    """Sit down at a waiting table of the wanted kind, or open one; a stranger becomes a guest."""
    form = PairingForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That is no kind of table that is offered here."))
        return redirect("games:home")
    if refusal := become_guest(request):
        return refusal
    try:
        match = pairing.find_table(
            player_or_refuse(request),
            form.chosen,
            seats=form.cleaned_data["seats"],
            clock=form.cleaned_data["clock"],
            now=timezone.now(),
            rng=CHANCE,
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("games:home")
    return redirect(match)

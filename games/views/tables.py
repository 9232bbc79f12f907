"""The table page and what is done at it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.guests import become_guest
from games.models import Match, Player
from games.selectors.catch_up import first_missed, since_url
from games.selectors.notes import notes
from games.selectors.table import table
from games.selectors.talk import talk
from games.services import lobby, looking, play
from games.services.refusals import Refused
from games.views.viewers import match_or_404, new_key, player_or_refuse, viewer_behind

CHANCE = secrets.SystemRandom()
SIDES = ("log", "talk", "notes")


@never_cache
@require_safe
def show_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The live page of a match, or its fragment for htmx."""
    match = match_or_404(request, slug)
    missed = None if request.htmx else first_missed(match, viewer_behind(request))  # type: ignore[attr-defined]
    if missed is not None:
        return redirect(since_url(match, missed))
    return _render(request, match, pick=request.GET.get("pick", ""))


@require_POST
def submit_action(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out one action and answer with the table as it stands then."""
    match = match_or_404(request, slug)
    try:
        play.submit_action(
            match.pk,
            player_or_refuse(request),
            request.POST.get("action", ""),
            based_on=_sequence(request.POST.get("sequence", "")),
            key=request.POST.get("key", ""),
            now=timezone.now(),
            rng=CHANCE,
        )
    except Refused as refusal:
        return _render(request, match_or_404(request, slug), refusal=refusal)
    if request.htmx:  # type: ignore[attr-defined]
        return _render(request, match_or_404(request, slug))
    return redirect("games:table", slug=slug)


@require_POST
def join_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a free chair; a stranger becomes a guest first."""
    match_or_404(request, slug)
    if refusal := become_guest(request):
        return refusal

    def act(match: Match, player: Player) -> None:
        has_invite = match.slug in request.session.get("invites", ())
        lobby.join_table(match.pk, player, has_invite=has_invite, now=timezone.now(), rng=CHANCE)

    return _act_at(request, slug, act)


@require_POST
def leave_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave an open table, or hand one's seat of a running match to a bot."""

    def act(match: Match, player: Player) -> None:
        if match.status == Match.Status.WAITING:
            lobby.leave_table(match.pk, player)
        else:
            play.leave_match(match.pk, player, now=timezone.now(), rng=CHANCE)

    return _act_at(request, slug, act)


@require_POST
def return_to_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's seat back from the bot."""

    def act(match: Match, player: Player) -> None:
        play.return_to_match(match.pk, player, now=timezone.now())

    return _act_at(request, slug, act)


@require_POST
def add_bot(request: HttpRequest, slug: str) -> HttpResponse:
    """Fill the next free chair with a bot of the level that was chosen."""
    level = request.POST.get("level", play.HOUSE_BOT)

    def act(match: Match, player: Player) -> None:
        lobby.add_bot(match.pk, player, level=level, now=timezone.now(), rng=CHANCE)

    return _act_at(request, slug, act)


@require_POST
def prolong_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep an open table open for longer."""

    def act(match: Match, player: Player) -> None:
        lobby.prolong(match.pk, player, now=timezone.now())

    return _act_at(request, slug, act)


@require_POST
def start_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Start with the chairs that are taken."""

    def act(match: Match, player: Player) -> None:
        lobby.start_match(match.pk, player, now=timezone.now(), rng=CHANCE)

    return _act_at(request, slug, act)


@require_POST
def play_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Open or join the rematch and go there."""
    match = match_or_404(request, slug)
    try:
        player = player_or_refuse(request)
        again = lobby.offer_rematch(match.pk, player, now=timezone.now(), rng=CHANCE)
    except Refused as refusal:
        return _render(request, match, refusal=refusal)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(again.get_absolute_url())
    return HttpResponseRedirect(again.get_absolute_url())


def _act_at(request: HttpRequest, slug: str, act: Callable[[Match, Player], None]) -> HttpResponse:
    match = match_or_404(request, slug)
    try:
        act(match, player_or_refuse(request))
    except Refused as refusal:
        return _render(request, match_or_404(request, slug), refusal=refusal)
    if request.htmx:  # type: ignore[attr-defined]
        return _render(request, match_or_404(request, slug))
    return redirect("games:table", slug=slug)


def _render(
    request: HttpRequest, match: Match, *, pick: str = "", refusal: Refused | None = None
) -> HttpResponse:
    viewer = viewer_behind(request)
    view = table(match, viewer, pick)
    context: dict[str, Any] = {"table": view, "refusal": refusal}
    is_fragment = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    if view.has_side and not is_fragment:
        context |= {
            "talk": talk(match, viewer),
            "talk_key": new_key(),
            "notes": notes(match, viewer),
            "side": side if (side := request.GET.get("side")) in SIDES else "closed",
        }
    template = view.answer_template if is_fragment else view.page_template
    response = render(request, template, context, status=refusal.status if refusal else 200)
    if refusal is not None:
        response.headers["X-Refusal"] = refusal.code
    if request.method == "GET" and viewer.player_id is not None:
        looking.look(match.pk, viewer.player_id, view.sequence, timezone.now())
    return response


def _sequence(text: str) -> int:
    """The sequence in a form field. Raises ``Refused("bad_sequence")``."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("bad_sequence")
    return int(text)

"""Comments on the actions of holes that are over: read, said, hidden, reported."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Match, Player
from games.selectors.comments import comments_page
from games.services import comments, silence, talk
from games.services.refusals import Refused
from games.views.talk import line_named
from games.views.viewers import match_or_404, player_behind, player_or_refuse, viewer_behind


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_comments(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """What is said of an action; by POST somebody of the match says something."""
    match = match_or_404(request, slug)
    if request.method != "POST":
        response = _render(request, match, sequence)
        if (player := player_behind(request)) is not None and request.method == "GET":
            comments.mark_read(match, player.pk, [sequence], now=timezone.now())
        return response

    def act(match: Match, player: Player) -> None:
        text = request.POST.get("text", "")
        comments.comment(match, player, sequence, text, now=timezone.now())

    return _act(request, match, sequence, act)


@require_POST
def act_on_comment(request: HttpRequest, slug: str, sequence: int, act: str) -> HttpResponse:
    """Hide, report, mute or block, as at the table."""

    def do(match: Match, player: Player) -> None:
        line, now = line_named(request), timezone.now()
        if act == "hide":
            talk.hide(match.pk, player, line)
        elif act == "report":
            talk.report(match, player, line, now=now)
        elif act == "mute":
            silence.mute(player, silence.speaker_of(match, player, line), now=now)
        else:
            silence.block(player, silence.speaker_of(match, player, line), now=now)

    return _act(request, match_or_404(request, slug), sequence, do)


def _act(
    request: HttpRequest, match: Match, sequence: int, act: Callable[[Match, Player], None]
) -> HttpResponse:
    """Do it and show the comments; a refused one stays where it was typed."""
    try:
        act(match, player_or_refuse(request))
    except Refused as refusal:
        return _render(request, match, sequence, refusal)
    return redirect("games:comments", match.slug, sequence)


def _render(
    request: HttpRequest, match: Match, sequence: int, refusal: Refused | None = None
) -> HttpResponse:
    page = comments_page(match, viewer_behind(request), sequence)
    if page is None and refusal is not None:
        messages.error(request, refusal.message)
        return redirect(match)
    if page is None:
        raise Http404
    context = {"page": page, "refusal": refusal, "draft": request.POST.get("text", "")}
    status = refusal.status if refusal else 200
    response = render(request, "games/comments.html", context, status=status)
    if refusal is not None:
        response.headers["X-Refusal"] = refusal.code
    return response

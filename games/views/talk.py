"""Table talk: read, said, hidden, reported."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import Match, Player
from games.selectors.talk import talk
from games.services import silence
from games.services import talk as talking
from games.services.refusals import Refused
from games.views.viewers import new_key, player_or_refuse, shared_match_or_404, viewer_behind

KEY_MAX = 2**63 - 1


@never_cache
@require_safe
def show_talk(request: HttpRequest, slug: str) -> HttpResponse:
    """The talk of a table on a page of its own, or its fragment for htmx."""
    match = shared_match_or_404(request, slug)
    before = request.GET.get("before")
    if before is not None and (key := _key(before)) is None:
        raise Http404
    view = talk(match, viewer_behind(request), None if before is None else key)
    is_fragment = request.htmx and before is None  # type: ignore[attr-defined]
    template = "games/includes/_talk_answer.html" if is_fragment else "games/talk.html"
    context = {"talk": view, "is_latest": before is None, "talk_key": new_key()}
    return render(request, template, context)


@require_POST
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Say a line."""

    def act(match: Match, player: Player) -> None:
        text, key = request.POST.get("text", ""), request.POST.get("key", "")
        talking.say(match.pk, player, text, key=key, now=timezone.now())

    return _act(request, slug, act)


@require_POST
def hide_line(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide a line, as the host."""
    return _act(request, slug, lambda m, p: talking.hide(m.pk, p, line_named(request)))


@require_POST
def report_line(request: HttpRequest, slug: str) -> HttpResponse:
    """Report a line to the organisers."""
    return _act(
        request, slug, lambda m, p: talking.report(m, p, line_named(request), now=timezone.now())
    )


@require_POST
def read_talk(request: HttpRequest, slug: str) -> HttpResponse:
    """Note that the talk was read up to a line."""
    return _act(request, slug, lambda m, p: talking.mark_read(m, p, line_named(request)))


@require_POST
def mute_speaker(request: HttpRequest, slug: str) -> HttpResponse:
    """Read nothing more of who said a line."""

    def act(match: Match, player: Player) -> None:
        speaker = silence.speaker_of(match, player, line_named(request))
        silence.mute(player, speaker, now=timezone.now())

    return _act(request, slug, act)


@require_POST
def block_speaker(request: HttpRequest, slug: str) -> HttpResponse:
    """Have nothing more to do with who said a line."""

    def act(match: Match, player: Player) -> None:
        speaker = silence.speaker_of(match, player, line_named(request))
        silence.block(player, speaker, now=timezone.now())

    return _act(request, slug, act)


def _act(request: HttpRequest, slug: str, act: Callable[[Match, Player], object]) -> HttpResponse:
    """Do it and answer with the talk as it stands then; a refused line stays where it was typed."""
    match = shared_match_or_404(request, slug)
    refusal = None
    try:
        act(match, player_or_refuse(request))
    except Refused as refused:
        refusal = refused
    is_htmx = request.htmx  # type: ignore[attr-defined]
    if refusal is None and not is_htmx:
        return redirect(f"{match.get_absolute_url()}?side=talk")
    context = {
        "talk": talk(match, viewer_behind(request)),
        "refusal": refusal,
        "is_latest": True,
        "draft": request.POST.get("text", ""),
        "talk_key": new_key(),
    }
    template = "games/includes/_talk_answer.html" if is_htmx else "games/talk.html"
    response = render(request, template, context, status=refusal.status if refusal else 200)
    if refusal is not None:
        response.headers["X-Refusal"] = refusal.code
    return response


def line_named(request: HttpRequest) -> int:
    """The line that a form names. Raises ``Refused("no_line")``."""
    key = _key(request.POST.get("line", ""))
    if key is None:
        raise Refused("no_line")
    return key


def _key(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    return key if (key := int(text)) <= KEY_MAX else None

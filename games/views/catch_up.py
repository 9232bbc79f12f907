"""What a player missed at a table, a page a step."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.selectors.catch_up import missed_since, table_at
from games.selectors.turns import turns_of
from games.services.looking import look
from games.views.viewers import match_or_404, shared_match_or_404, viewer_behind


@never_cache
@require_safe
def since(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """The table as it stood after an action, or its fragment for htmx."""
    match = shared_match_or_404(request, slug)
    viewer = viewer_behind(request)
    moment = table_at(match, viewer, sequence)
    if moment is None or viewer.player_id is None:
        raise Http404
    if not moment.left:
        # Whoever has come this far has seen it all, wherever they go from here.
        look(match.pk, viewer.player_id, sequence, timezone.now())
    context = {
        "catch_up": moment,
        "table": moment.table,
        "turns": turns_of(request.user.pk, but=slug),
    }
    is_fragment = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    template = "games/includes/_catch_up_answer.html" if is_fragment else "games/catch_up.html"
    return render(request, template, context)


@never_cache
@require_safe
def missed(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """What happened since a page that nobody looked at for a while: a line, or nothing."""
    match = match_or_404(request, slug)
    context = {"missed": missed_since(match, viewer_behind(request), sequence)}
    return render(request, "games/includes/_missed.html", context)


@require_POST
def caught_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the table as it stands, having seen all up to an action, or skipped everything."""
    match = match_or_404(request, slug)
    viewer = viewer_behind(request)
    text = request.POST.get("sequence", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Http404
    seen = int(text or match.sequence)
    if seen > match.sequence:
        raise Http404
    if viewer.player_id is not None:
        look(match.pk, viewer.player_id, seen, timezone.now())
    return redirect(match)

"""A player's private notes on a match."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.selectors.notes import NotesView, notes
from games.services.notes import save_notes
from games.services.refusals import Refused
from games.views.viewers import player_or_refuse, shared_match_or_404, viewer_behind


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_notes(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own notes on a page of their own; kept by POST, by htmx or without script."""
    match = shared_match_or_404(request, slug)
    view = notes(match, viewer_behind(request))
    if view is None:
        raise Http404
    if request.method != "POST":
        return render(request, "games/notes.html", {"notes": view, "draft": view.text})
    try:
        save_notes(
            match,
            player_or_refuse(request),
            request.POST.get("text", ""),
            based_on=request.POST.get("based_on", ""),
            replace="replace" in request.POST,
            now=timezone.now(),
        )
    except Refused as refusal:
        return _answer(request, view, refusal)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{match.get_absolute_url()}?side=notes")
    kept = notes(match, viewer_behind(request))
    if kept is None:
        raise Http404
    return _answer(request, kept)


def _answer(request: HttpRequest, view: NotesView, refusal: Refused | None = None) -> HttpResponse:
    """How it went; what was typed stays in its field."""
    context = {
        "notes": view,
        "draft": request.POST.get("text", ""),
        # A refused change is still based on what it was based on before.
        "mark": request.POST.get("based_on", "") if refusal else view.mark,
        "refusal": refusal,
        "is_saved": refusal is None,
        "is_elsewhere": refusal is not None and refusal.code == "notes_changed",
    }
    is_htmx = request.htmx  # type: ignore[attr-defined]
    template = "games/includes/_notes_state.html" if is_htmx else "games/notes.html"
    response = render(request, template, context, status=refusal.status if refusal else 200)
    if refusal is not None:
        response.headers["X-Refusal"] = refusal.code
    return response

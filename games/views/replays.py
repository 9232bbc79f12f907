"""A match again, a page a step."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from games.selectors.correcting import result_note
from games.selectors.notes import notes
from games.selectors.replay import deal_of, replay_page
from games.selectors.replay_way import Way, way_asked
from games.selectors.review_hole import review_panel
from games.views.viewers import reviewable_or_404, viewer_behind


@never_cache
@require_safe
def replay(request: HttpRequest, slug: str, sequence: int = 1) -> HttpResponse:
    """The moment after an action, or its fragment for htmx."""
    match, is_shared = reviewable_or_404(request, slug)
    context = _moment(request, match, sequence, is_shared=is_shared)
    template = "games/includes/_replay_answer.html" if _is_step(request) else "games/replay.html"
    return render(request, template, context)


@never_cache
@require_safe
def replay_news(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """For htmx the moment after an action that was the latest, once it no longer is.

    The answer is empty while nothing new has happened.
    """
    match, is_shared = reviewable_or_404(request, slug)
    if sequence == match.sequence:
        return HttpResponse(status=204)
    context = _moment(request, match, sequence, is_shared=is_shared)
    return render(request, "games/includes/_replay_answer.html", {**context, "has_news": True})


def _moment(
    request: HttpRequest, match: Match, sequence: int, *, is_shared: bool
) -> dict[str, object]:
    """What the templates print of the moment after an action. Raises ``Http404``."""
    viewer, way = viewer_behind(request), _way(request, match)
    view = replay_page(match, viewer, sequence, way, timezone.now(), is_shared=is_shared)
    if view is None:
        raise Http404
    return {
        "replay": view,
        "table": view.board,
        "address": request.build_absolute_uri(view.url),
        "notes": notes(match, viewer),
        # What a decision was worth tells what comes later.
        "review_panel": None if view.is_spoiler_free else review_panel(match, sequence, way.at),
        "result_note": None
        if view.score_card is None or view.is_spoiler_free or is_shared
        else result_note(match, viewer),
        "review_url": None if view.is_spoiler_free else reverse("games:review", args=[match.slug]),
    }


@never_cache
@require_safe
def replay_hole(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to the deal of a hole, so that links to holes need not know its sequence."""
    match, _is_shared = reviewable_or_404(request, slug)
    way, sequence = _way(request, match), deal_of(match, number)
    if sequence is None:
        raise Http404
    return redirect(way.at(sequence))


def _way(request: HttpRequest, match: Match) -> Way:
    """How the address asks to go through the match. Raises ``Http404``."""
    asked = request.GET.get("as", ""), request.GET.get("spoilers", "")
    try:
        return way_asked(match.slug, match.seat_count, *asked)
    except LookupError:
        raise Http404 from None


def _is_step(request: HttpRequest) -> bool:
    """Whether htmx asks for the fragment: not for a link that it follows, nor to go back."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not (htmx.boosted or htmx.history_restore_request)

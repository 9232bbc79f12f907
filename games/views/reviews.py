"""Reviews: of a match, of a hole, asked for and shared."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import Match, ReviewShare
from games.selectors.event_seal import is_sealed
from games.selectors.review import review_page
from games.selectors.review_hole import ONLY_MISTAKES, Filter, hole_review
from games.selectors.solitaire_review import solitaire_hole_review, solitaire_review
from games.services import sharing
from games.services.comments import mark_read
from games.services.refusals import Refused
from games.services.reviews import request_review
from games.views.viewers import (
    keep_share,
    match_or_404,
    player_or_refuse,
    reviewable_or_404,
    viewer_behind,
)


@never_cache
@require_safe
def show_review(request: HttpRequest, slug: str) -> HttpResponse:
    """The review of a match, or its fragment for htmx."""
    match, is_shared = reviewable_or_404(request, slug)
    if match.started_at is None:
        raise Http404
    if match.seat_count == 1:
        return _show_for_one(request, match, is_shared=is_shared)
    page = review_page(match, viewer_behind(request), is_shared=is_shared)
    context: dict[str, Any] = {"review": page}
    if page.share is not None and page.share.path is not None:
        context["share_url"] = request.build_absolute_uri(page.share.path)
    return _render(request, "review", context)


@never_cache
@require_safe
def show_hole(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The review of a hole, decision by decision, or its fragment for htmx."""
    match, is_shared = reviewable_or_404(request, slug)
    if match.seat_count == 1:
        at = request.GET.get("at", "")
        wanted_at = int(at) if at.isascii() and at.isdigit() and len(at) < 5 else None
        hole = solitaire_hole_review(match, number, wanted_at, is_shared=is_shared)
        if hole is None:
            raise Http404
        return render(request, "games/solitaire_review_hole.html", {"hole": hole})
    seat = request.GET.get("seat", "")
    wanted = Filter(
        seat=int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None,
        only_mistakes=request.GET.get("only") == ONLY_MISTAKES,
    )
    viewer = viewer_behind(request)
    page = hole_review(match, viewer, number, wanted, is_shared=is_shared)
    if page is None:
        raise Http404
    if viewer.player_id is not None and request.method == "GET" and not is_shared:
        shown = [step.sequence for step in page.steps]
        mark_read(match, viewer.player_id, shown, now=timezone.now())
    return _render(request, "review_hole", {"hole": page})


@require_POST
def ask_for_review(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the holes that are over reviewed; with ``hole`` lead back to the page of that one."""
    match = match_or_404(request, slug)
    text = request.POST.get("hole", "")
    number = int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 6 else None
    try:
        if text and not number:
            raise Refused("no_hole")
        hole = None if number is None else number - 1
        request_review(match, player_or_refuse(request), now=timezone.now(), hole=hole)
    except Refused as refusal:
        return _refused(request, refusal, slug)
    if number is not None:
        return redirect("games:review-hole", slug, number)
    return redirect("games:review", slug)


@require_POST
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the link to a review, or with ``withdraw`` have it lead nowhere."""
    match = match_or_404(request, slug)
    try:
        player = player_or_refuse(request)
        if "withdraw" in request.POST:
            sharing.withdraw_share(match, player)
            messages.success(request, _("The link is withdrawn: it leads nowhere now."))
        else:
            sharing.share_review(match, player, now=timezone.now())
    except Refused as refusal:
        return _refused(request, refusal, slug)
    return redirect("games:review", slug)


@never_cache
@require_safe
def open_shared(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link to a review leads; this browser may read on from there."""
    found = get_object_or_404(ReviewShare.objects.select_related("match"), token=token)
    keep_share(request, token)
    return redirect("games:review", found.match.slug)


def _show_for_one(
    request: HttpRequest, match: Match, *, is_shared: bool = False, refusal: Refused | None = None
) -> HttpResponse:
    """The review of a game for one, which is worked out at once, by the page that asks for it."""
    page = solitaire_review(match, viewer_behind(request), is_shared=is_shared)
    context: dict[str, Any] = {"review": page, "refusal": refusal}
    if page.share is not None and page.share.path is not None:
        context["share_url"] = request.build_absolute_uri(page.share.path)
    status = 200 if refusal is None else refusal.status
    return render(request, "games/solitaire_review.html", context, status=status)


def _render(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    is_fragment = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    template = f"games/includes/_{name}.html" if is_fragment else f"games/{name}.html"
    return render(request, template, context)


def _refused(request: HttpRequest, refusal: Refused, slug: str) -> HttpResponse:
    """The review's page with a sentence why it was refused."""
    match = match_or_404(request, slug)
    if match.started_at is None:
        raise Http404
    if match.seat_count == 1 and is_sealed(match):
        raise PermissionDenied(Refused("same_cards").message)
    if match.seat_count == 1:
        response = _show_for_one(request, match, refusal=refusal)
    else:
        page = review_page(match, viewer_behind(request))
        context = {"review": page, "refusal": refusal}
        response = render(request, "games/review.html", context, status=refusal.status)
    response.headers["X-Refusal"] = refusal.code
    return response

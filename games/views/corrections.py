"""Results put right by those who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.correction_form import CorrectionForm
from games.models import Correction, Match
from games.selectors.correcting import Change, may_correct
from games.services import corrections
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a match right; with "check" only say what would change."""
    user: User = request.user  # type: ignore[assignment]
    match = _match(user, slug)
    form = CorrectionForm(match, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, form)
    if "check" in request.POST:
        if request.htmx:  # type: ignore[attr-defined]
            return render(request, "games/includes/_correction_told.html", _context(form))
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        _carry_out(match, form.change, user, form.cleaned_data["reason"])
    except Refused as refusal:
        form.refuse(refusal)
        return _page(request, form, refusal.status)
    messages.success(request, _("The result is put right. Standings and handicaps follow."))
    return redirect("games:match-correct", slug)


def _match(user: User, slug: str) -> Match:
    """The finished match that the user may put right. Raises ``Http404``."""
    found = Match.objects.real().finished().select_related("host__user", "preset", "club")
    match = found.filter(slug=slug).first()
    if match is None or not may_correct(user, match):
        raise Http404
    return match


def _carry_out(match: Match, change: Change, author: User, reason: str) -> None:
    now, seat = timezone.now(), change.seat if change.seat is not None else -1
    match change.kind:
        case Correction.Kind.STROKES:
            strokes = change.strokes or 0
            corrections.set_strokes(match.pk, seat, strokes, author=author, reason=reason, now=now)
        case Correction.Kind.RESTORED:
            corrections.restore_strokes(match.pk, seat, author=author, reason=reason, now=now)
        case Correction.Kind.VOID:
            corrections.void_match(match.pk, author=author, reason=reason, now=now)
        case _:
            corrections.count_again(match.pk, author=author, reason=reason, now=now)


def _page(request: HttpRequest, form: CorrectionForm, status: int = 200) -> HttpResponse:
    return render(request, "games/correct.html", _context(form), status=status)


def _context(form: CorrectionForm) -> dict[str, object]:
    after = form.after
    return {
        "form": form,
        "page": form.page,
        "match": form.match,
        "after": None if after is None else after[0],
        "is_void_after": after is not None and after[1],
    }

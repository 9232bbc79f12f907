"""Orders left at a table, and proposals to all who play there."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Match, Player
from games.selectors.order_page import order_page
from games.selectors.proposal_page import proposal_page
from games.services import orders, proposals
from games.services.refusals import Refused
from games.views.viewers import player_or_refuse, shared_match_or_404, viewer_behind
from games.wish_forms import OrderForm, ProposalForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave an order for one's next turn; back to the table where there is none ahead."""
    match = shared_match_or_404(request, slug)
    page = order_page(match, viewer_behind(request))
    if page is None:
        messages.info(request, _("There is no turn ahead of you to leave an order for."))
        return redirect(match)
    form = OrderForm(page, request.POST if request.method == "POST" else None)
    refusal = None
    if form.is_valid():
        try:
            player, now = player_or_refuse(request), timezone.now()
            orders.leave_order(match.pk, player, form.as_order, now=now)
            return redirect(match)
        except Refused as refused:
            refusal = refused
    context = {"form": form, "page": page, "match": match, "refusal": refusal}
    status = refusal.status if refusal else 422 if form.is_bound else 200
    return render(request, "games/order.html", context, status=status)


@require_POST
def withdraw_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's order back."""
    return _act(request, slug, lambda m, p: orders.withdraw_order(m.pk, p, now=timezone.now()))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be proposed at a table, and doing so."""
    match = shared_match_or_404(request, slug)
    page = proposal_page(match, viewer_behind(request))
    if page is None:
        return redirect(match)
    if request.method != "POST":
        return render(request, "games/proposals.html", {"page": page})
    form = ProposalForm(request.POST)
    form.is_valid()
    kind, clock = form.cleaned_data.get("kind", ""), form.cleaned_data.get("clock", "")
    try:
        player = player_or_refuse(request)
        proposals.propose(match.pk, player, kind, now=timezone.now(), clock=clock)
    except Refused as refusal:
        context = {"page": page, "refusal": refusal}
        return render(request, "games/proposals.html", context, status=refusal.status)
    return redirect(match)


@require_POST
def answer_proposal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Agree to what is proposed, or refuse it."""
    agrees = request.POST.get("answer") == "agree"
    now = timezone.now()
    return _act(request, slug, lambda m, p: proposals.answer(m.pk, p, pk, agrees=agrees, now=now))


@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """End a pause."""
    return _act(request, slug, lambda m, p: proposals.resume(m.pk, p, now=timezone.now()))


def _act(request: HttpRequest, slug: str, act: Callable[[Match, Player], None]) -> HttpResponse:
    match = shared_match_or_404(request, slug)
    try:
        act(match, player_or_refuse(request))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect(match)

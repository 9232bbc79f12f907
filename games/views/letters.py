"""Where the links of mails and pushes lead."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Match
from games.selectors.access import visible_match
from games.views.viewers import viewer_behind


@never_cache
@require_safe
@login_required
def own_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to a table, or to the comments on an action, as the person whom the letter was for.

    Strangers log in first; so do guests who may not see this table, as their account may.
    """
    address, sequence = reverse("games:table", args=[slug]), request.GET.get("comment", "")
    if sequence.isascii() and sequence.isdigit() and len(sequence) < 10:
        address = reverse("games:comments", args=[slug, int(sequence)])
    try:
        visible_match(slug, viewer_behind(request))
    except Match.DoesNotExist:
        user: User = request.user  # type: ignore[assignment]
        if user.is_guest:
            return redirect_to_login(address)
    return redirect(address)

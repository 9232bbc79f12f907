"""Who stands behind a request."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from games.models import Match, Player
from games.selectors.access import Viewer, reviewable_match, visible_match
from games.selectors.event_seal import is_sealed
from games.services.players import player_of
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User

INVITES_MAX = SHARES_MAX = 50


def new_key() -> str:
    """A name for one wish, as a form carries it: however often it is sent, it is done once."""
    return token_urlsafe(12)


def player_behind(request: HttpRequest) -> Player | None:
    """The player of the request's account or guest, None for a stranger."""
    user: User = request.user  # type: ignore[assignment]
    return player_of(user) if user.is_authenticated else None


def player_or_refuse(request: HttpRequest) -> Player:
    """The player of the request. Raises ``Refused("log_in")`` for a stranger."""
    player = player_behind(request)
    if player is None:
        raise Refused("log_in")
    return player


def viewer_behind(request: HttpRequest) -> Viewer:
    """The request's viewer with the invites and shared links that its session holds."""
    player = player_behind(request)
    invites = frozenset(request.session.get("invites", ()))
    shares = frozenset(request.session.get("shares", ()))
    if player is None:
        return Viewer(None, invites, shares)
    user: User = request.user  # type: ignore[assignment]
    return Viewer(player.pk, invites, shares, user.as_member_in)


def match_or_404(request: HttpRequest, slug: str) -> Match:
    """The match that the request may see. Raises ``Http404``."""
    try:
        return visible_match(slug, viewer_behind(request))
    except Match.DoesNotExist:
        raise Http404 from None


def shared_match_or_404(request: HttpRequest, slug: str) -> Match:
    """The match that the request may see, where others may have a part in it.

    Raises ``Http404``, for a game for one too: there is nobody to talk to or to wait for.
    """
    match = match_or_404(request, slug)
    if match.seat_count == 1:
        raise Http404
    return match


def reviewable_or_404(request: HttpRequest, slug: str) -> tuple[Match, bool]:
    """The match whose review the request may see, and whether by its link alone.

    Raises ``Http404``, and ``PermissionDenied`` with a sentence while others play with its cards.
    """
    try:
        found = reviewable_match(slug, viewer_behind(request))
    except Match.DoesNotExist:
        raise Http404 from None
    if is_sealed(found[0]):
        raise PermissionDenied(Refused("same_cards").message)
    return found


def keep_share(request: HttpRequest, token: str) -> None:
    """Remember in the session that this visitor was given the link to a review."""
    shares = [kept for kept in request.session.get("shares", []) if kept != token]
    request.session["shares"] = [*shares, token][-SHARES_MAX:]


def keep_invite(request: HttpRequest, match: Match) -> None:
    """Remember in the session that this visitor was invited to a table."""
    invites = [slug for slug in request.session.get("invites", []) if slug != match.slug]
    request.session["invites"] = [*invites, match.slug][-INVITES_MAX:]

"""Who stands behind a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest

from games.models import Match, Player
from games.selectors.access import Viewer, visible_match
from games.services.players import player_of
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User

INVITES_MAX = 50


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
    """The request's viewer with the invites that its session holds."""
    player = player_behind(request)
    invites = frozenset(request.session.get("invites", ()))
    return Viewer(player.pk if player else None, invites)


def match_or_404(request: HttpRequest, slug: str) -> Match:
    """The match that the request may see. Raises ``Http404``."""
    try:
        return visible_match(slug, viewer_behind(request))
    except Match.DoesNotExist:
        raise Http404 from None


def keep_invite(request: HttpRequest, match: Match) -> None:
    """Remember in the session that this visitor was invited to a table."""
    invites = [slug for slug in request.session.get("invites", []) if slug != match.slug]
    request.session["invites"] = [*invites, match.slug][-INVITES_MAX:]

"""Who looks, and at what they may."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Club, Membership
from games.models import EventTable, Match, ReviewShare, Seat


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: a player, or nobody in particular, and what they were given.

    ``invites`` names tables, ``shares`` has the secrets of links to reviews; of the clubs in
    ``as_member_in`` they want to see what a member sees, by the clubs' keys.
    """

    player_id: int | None = None
    invites: frozenset[str] = frozenset()
    shares: frozenset[str] = frozenset()
    as_member_in: frozenset[int] = frozenset()


def can_view(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer may see a table.

    Listed ones are public, or their club's if that isn't listed, as are those of its events; others
    want a seat, an invitation or the invite link; and once it has started without spectators, a
    table and its history are for those who sit there.
    """
    is_begun = match.started_at is not None
    if match.allows_spectators or not is_begun:
        if match.slug in viewer.invites:
            return True
        if match.is_listed and (match.club is None or is_for_club(match.club, viewer)):
            return True
        if is_invited(match, viewer) or _is_of_event_for(match, viewer):
            return True
    return viewer.player_id is not None and (
        match.host_id == viewer.player_id or match.seats.filter(player_id=viewer.player_id).exists()
    )


def _is_of_event_for(match: Match, viewer: Viewer) -> bool:
    if match.club is None or not is_for_club(match.club, viewer):
        return False
    return EventTable.objects.filter(match=match).exists()


def is_for_club(club: Club, viewer: Viewer) -> bool:
    """Whether the viewer may see what a club shows of itself: a private one is its members'."""
    return club.is_listed or is_member(club, viewer)


def is_member(club: Club, viewer: Viewer) -> bool:
    """Whether the viewer is a member of a club."""
    return viewer.player_id is not None and _memberships(viewer).filter(club=club).exists()


def is_invited(match: Match, viewer: Viewer) -> bool:
    """Whether somebody at the table has asked the viewer to it, and was not declined."""
    if viewer.player_id is None:
        return False
    asked = match.invitations.filter(player_id=viewer.player_id, declined_at__isnull=True)
    return asked.exists()


def listed_for(viewer: Viewer, path: str = "") -> Q:
    """The condition for matches in lists and figures of others: public ones and the viewer's own.

    ``path`` leads from a row to its match, such as ``"match__"``.
    """
    is_public = Q(**{f"{path}is_listed": True, f"{path}allows_spectators": True})
    is_public &= of_clubs_for(viewer, path)
    met = Seat.objects.filter(player_id=viewer.player_id or 0).values("match_id")
    return is_public | Q(**{f"{path}pk__in": met})


def of_clubs_for(viewer: Viewer, path: str = "") -> Q:
    """The condition for matches of no club, of a listed one, or of one of the viewer's own."""
    found = Q(**{f"{path}club__isnull": True}) | Q(**{f"{path}club__is_listed": True})
    if viewer.player_id is None:
        return found
    return found | Q(**{f"{path}club__in": _memberships(viewer).values("club_id")})


def _memberships(viewer: Viewer) -> QuerySet[Membership]:
    return Membership.objects.filter(user__player=viewer.player_id, ended_at__isnull=True)


def visible_match(slug: str, viewer: Viewer) -> Match:
    """The match behind a table's name. Raises ``Match.DoesNotExist`` where it may not be seen."""
    match = Match.objects.select_related("host__user", "preset", "club").get(slug=slug)
    if not can_view(match, viewer):
        raise Match.DoesNotExist
    return match


def is_shared_with(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer has the link to the review of a finished match; it may be withdrawn."""
    if match.status != Match.Status.FINISHED or not viewer.shares:
        return False
    return ReviewShare.objects.filter(match=match, token__in=viewer.shares).exists()


def reviewable_match(slug: str, viewer: Viewer) -> tuple[Match, bool]:
    """The match whose review and replay the viewer may see, and whether by a link alone.

    Raises ``Match.DoesNotExist``.
    """
    match = Match.objects.select_related("host__user", "preset", "club").get(slug=slug)
    if can_view(match, viewer):
        return match, False
    if not is_shared_with(match, viewer):
        raise Match.DoesNotExist
    return match, True

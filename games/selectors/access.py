"""Who looks, and at what they may."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: a player, or nobody in particular, and the invites they hold."""

    player_id: int | None = None
    invites: frozenset[str] = frozenset()


def can_view(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer may see a table: listed ones are public, others need a seat or invite."""
    if match.is_listed or match.slug in viewer.invites:
        return True
    return viewer.player_id is not None and (
        match.host_id == viewer.player_id or match.seats.filter(player_id=viewer.player_id).exists()
    )


def visible_match(slug: str, viewer: Viewer) -> Match:
    """The match behind a table's name. Raises ``Match.DoesNotExist`` where it may not be seen."""
    match = Match.objects.select_related("host__user", "preset").get(slug=slug)
    if not can_view(match, viewer):
        raise Match.DoesNotExist
    return match

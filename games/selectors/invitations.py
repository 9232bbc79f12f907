"""Invitations as pages show them: those to a player, and those of a table that waits."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from accounts import friends
from games.models import Invitation, Match
from games.selectors.access import Viewer
from games.selectors.friends import Person, people, user_id_of
from games.selectors.lobby import TableRow, table_rows


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An open invitation to a player: whose it is, to which table, and where to answer."""

    by: str
    row: TableRow
    accept_url: str
    decline_url: str


@dataclass(frozen=True, slots=True)
class InvitePage:
    """Whom somebody at a table may ask to it."""

    table_url: str
    title: str
    friends: tuple[Person, ...]
    invited: tuple[str, ...]


def invitations_to(viewer: Viewer) -> tuple[InvitationView, ...]:
    """What the viewer has not answered, of tables that still wait, latest first."""
    if viewer.player_id is None:
        return ()
    found = list(
        Invitation.objects.filter(
            player_id=viewer.player_id,
            declined_at__isnull=True,
            match__status=Match.Status.WAITING,
        )
        .exclude(match__seats__player_id=viewer.player_id)
        .select_related("match", "invited_by__user")
        .order_by("-at", "-pk")
    )
    if not found:
        return ()
    blocked = friends.blocked_with(user_id_of(viewer))
    by_url = {
        one.match.get_absolute_url(): one for one in found if one.invited_by.user_id not in blocked
    }
    tables = Match.objects.filter(pk__in=[one.match_id for one in by_url.values()])
    rows = {row.url: row for row in table_rows(tables, viewer, len(by_url))}
    return tuple(
        InvitationView(
            by=one.invited_by.name,
            row=rows[url],
            accept_url=reverse("games:table-join", args=[one.match.slug]),
            decline_url=reverse("games:table-decline", args=[one.match.slug]),
        )
        for url, one in by_url.items()
        if url in rows
    )


def invite_page(match: Match, viewer: Viewer) -> InvitePage:
    """The friends who are not at the table yet, and who was invited."""
    asked = set(match.invitations.values_list("player_id", flat=True))
    taken = asked | set(match.seats.values_list("player_id", flat=True))
    known = people(friends.friends_of(user_id_of(viewer)))
    return InvitePage(
        table_url=match.get_absolute_url(),
        title=match.host.name,
        friends=tuple(person for person in known if person.pk not in taken),
        invited=tuple(one.player.name for one in match.invitations.select_related("player__user")),
    )

"""A club as somebody sees it: frozen view objects for one viewer, in constantly many queries.

What stands here for other apps: ``club_for``, ``membership_of``, ``standing_of``, ``clubs_of`` and
``club_head``, the top of a club's page.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language_info, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from accounts.club_rights import Right
from accounts.clubs.joining import invitations_to, open_requests
from accounts.clubs.standing import Standing, membership_of, standing_of
from accounts.models import Announcement, Club, ClubBar, ClubInvitation, Membership, User
from accounts.zones import place_of, zone_named

__all__ = ["club_for", "club_head", "clubs_of", "membership_of", "standing_of"]

Person = User | AnonymousUser

# What the viewer may do about joining: nothing to do ("") for a member and for the site's staff.
Entry = Literal["", "join", "ask", "asked", "invited", "invitation", "barred"]

ANNOUNCEMENTS_ON_TOP = 4
ANNOUNCEMENTS_A_PAGE = 20
CLUBS_A_PAGE = 30
MEMBERS_A_PAGE = 100
SEARCH_MAX = 40

_ROLE = Membership.Role
_ENTRIES: dict[str, Entry] = {
    Club.Joining.OPEN: "join",
    Club.Joining.REQUEST: "ask",
    Club.Joining.INVITATION: "invitation",
}
HOW_TO_JOIN: dict[str, str | Promise] = {
    Club.Joining.OPEN: gettext_lazy("Anybody may join."),
    Club.Joining.REQUEST: gettext_lazy("Ask to join; an organiser answers."),
    Club.Joining.INVITATION: gettext_lazy("By invitation of an organiser only."),
}


@dataclass(frozen=True, slots=True)
class ClubLink:
    """A page of the club that the viewer may open; ``here`` on that page itself."""

    label: str
    url: str
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """The press to look at the club as a member, or with ``is_on`` the press back.

    ``here`` is the address to come back to.
    """

    url: str
    here: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class AnnouncementLine:
    """What was announced, as text."""

    pk: int
    text: str
    author: str
    at: datetime
    edited_at: datetime | None
    is_pinned: bool


@dataclass(frozen=True, slots=True)
class ClubHead:
    """The top of a club's page for one viewer.

    ``is_known`` is False where the viewer learns the name and how to join, and nothing else: then
    description, members and announcements are empty. ``members`` is a number of people.
    """

    slug: str
    name: str
    url: str
    is_known: bool
    is_listed: bool
    description: str
    language: str
    language_name: str
    zone: ZoneInfo
    place: str
    members: int
    role: str
    is_member: bool
    how_to_join: str
    entry: Entry
    invited_by: str
    links: tuple[ClubLink, ...]
    look: Look | None
    announcements: tuple[AnnouncementLine, ...]


@dataclass(frozen=True, slots=True)
class ClubFrame:
    """What stands above each of a club's own pages."""

    name: str
    url: str
    slug: str
    zone: ZoneInfo
    language: str
    role: str
    links: tuple[ClubLink, ...]
    look: Look | None


def club_for(user: Person, slug: str) -> Club:  # noqa: ARG001  who looks may matter one day
    """The club whose public page the viewer may see. Raises ``Club.DoesNotExist``."""
    return Club.objects.active().get(slug=slug)


def clubs_of(user: Person) -> QuerySet[Club]:
    """The clubs that the person is a member of, by name."""
    running = Membership.objects.filter(user_id=user.pk or 0, ended_at__isnull=True)
    return Club.objects.active().filter(pk__in=running.values("club_id")).order_by("name_key")


def club_head(user: Person, club: Club) -> ClubHead:
    """The top of the club's page."""
    standing = standing_of(user, club)
    is_known = club.is_listed or standing.is_inside
    entry, invitation = _entry(user, club, standing)
    return ClubHead(
        slug=club.slug,
        name=club.name,
        url=club.get_absolute_url(),
        is_known=is_known,
        is_listed=club.is_listed,
        description=club.description if is_known else "",
        language=club.language,
        language_name=_language(club.language) if is_known else "",
        zone=zone_named(club.time_zone),
        place=place_of(club.time_zone) if is_known else "",
        members=club.memberships.filter(ended_at__isnull=True).count() if is_known else 0,
        role=role_label(standing),
        is_member=bool(standing.role),
        how_to_join=str(HOW_TO_JOIN[club.joining]),
        entry=entry,
        invited_by=invitation.invited_by.display_name if invitation else "",
        links=club_links(club, standing),
        look=look_of(club, standing, club.get_absolute_url()),
        announcements=(
            announcement_lines(_standing_announcements(club)[:ANNOUNCEMENTS_ON_TOP])
            if standing.is_inside
            else ()
        ),
    )


def club_frame(user: Person, club: Club, here: str) -> ClubFrame:
    """The name and the links above a club's own page, whose address is ``here``."""
    standing = standing_of(user, club)
    return ClubFrame(
        name=club.name,
        url=club.get_absolute_url(),
        slug=club.slug,
        zone=zone_named(club.time_zone),
        language=club.language,
        role=role_label(standing),
        links=club_links(club, standing, here),
        look=look_of(club, standing, here),
    )


def club_links(club: Club, standing: Standing, here: str = "") -> tuple[ClubLink, ...]:
    """The club's own pages that somebody of this standing may open."""
    asking = open_requests().filter(club=club).count() if standing.may(Right.ANSWER) else 0
    members = ngettext("Members (%(n)d asks to join)", "Members (%(n)d ask to join)", asking)
    pages = (
        # Some of a club's pages are the game's: by their addresses alone, as the club's own page.
        ("accounts:club-members", members % {"n": asking} if asking else _("Members"), Right.READ),
        ("games:events", _("Events"), Right.READ),
        ("games:club-daily", _("Daily nine"), Right.READ),
        ("games:seasons", _("Seasons"), Right.READ),
        ("games:club-leaderboard", _("Leaderboard"), Right.READ),
        ("games:club-rules", _("House rules"), Right.READ),
        ("accounts:club-announcements", _("Announcements"), Right.READ),
        ("games:club-reports", _("Reports"), Right.REPORTS),
        ("accounts:club-settings", _("Settings"), Right.SETTINGS),
        ("accounts:club-acts", _("What was done"), Right.READ_ACTS),
        ("accounts:club-leave", _("Leave"), Right.LEAVE),
    )
    links = [(reverse(name, args=[club.slug]), label, right) for name, label, right in pages]
    if standing.role:
        # Of the whole site; its staff find it at the top of every page.
        links.append((reverse("admin:index"), _("Organiser's desk"), Right.READ_ACTS))
    return tuple(ClubLink(label, url, url == here) for url, label, r in links if standing.may(r))


def look_of(club: Club, standing: Standing, here: str) -> Look | None:
    """How to look at the club as a member, and back; None for those who are no more than that."""
    if not (standing.is_lowered or standing.may(Right.LOOK)):
        return None
    return Look(reverse("accounts:club-look", args=[club.slug]), here, standing.is_lowered)


def role_label(standing: Standing) -> str:
    """What the person is in the club, in a word; "" for nothing."""
    if standing.role:
        return str(_ROLE(standing.role).label)
    return _("site staff") if standing.is_staff else ""


def announcements_page(club: Club, number: str) -> Page[Announcement]:
    """All that is announced, pinned first, then the latest."""
    return Paginator(_standing_announcements(club), ANNOUNCEMENTS_A_PAGE).get_page(number)


def announcement_lines(announcements: Iterable[Announcement]) -> tuple[AnnouncementLine, ...]:
    """Announcements, with their authors loaded, as they are shown."""
    return tuple(
        AnnouncementLine(a.pk, a.text, a.author.display_name, a.at, a.edited_at, a.is_pinned)
        for a in announcements
    )


def _entry(user: Person, club: Club, standing: Standing) -> tuple[Entry, ClubInvitation | None]:
    if standing.is_inside:
        return "", None
    if not user.is_authenticated:
        return _ENTRIES[club.joining], None
    if ClubBar.objects.filter(club=club, user_id=user.pk).exists():
        return "barred", None
    invited = invitations_to(user).filter(club=club).select_related("invited_by").first()
    if invited is not None:
        return "invited", invited
    if open_requests().filter(club=club, user_id=user.pk).exists():
        return "asked", None
    return _ENTRIES[club.joining], None


def _language(code: str) -> str:
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def _standing_announcements(club: Club) -> QuerySet[Announcement]:
    shown = club.announcements.filter(removed_at__isnull=True).select_related("author")
    return shown.order_by("-is_pinned", "-at", "-pk")

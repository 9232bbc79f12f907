"""Lists about clubs for one viewer: the clubs, the members of one, the rights of roles."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.club_rights import RIGHTS, ROLES, Right, right_to_remove
from accounts.club_selectors import HOW_TO_JOIN, Person, clubs_of
from accounts.clubs.joining import invitations_to, open_invitations, open_requests
from accounts.clubs.standing import Standing, standing_of
from accounts.models import Club, ClubBar, Membership, User
from accounts.names import key_of

CLUBS_A_PAGE = 30
MEMBERS_A_PAGE = 100
SEARCH_MAX = 40

_ROLE = Membership.Role


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club in a list; ``role`` is the viewer's own, "" for none."""

    name: str
    url: str
    slug: str
    description: str
    language: str
    members: int
    how_to_join: str
    role: str = ""
    waiting: int = 0
    invited_by: str = ""


@dataclass(frozen=True, slots=True)
class ClubsPage:
    """One's own clubs and invitations, and a page of all that are listed."""

    own: tuple[ClubRow, ...]
    invitations: tuple[ClubRow, ...]
    listed: tuple[ClubRow, ...]
    page: Page[Club]
    search: str
    can_found: bool


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member, and what the viewer may do about it; ``choices`` are roles to give."""

    pk: int
    name: str
    role: str
    role_label: str
    is_guest: bool
    is_self: bool
    joined_at: datetime
    choices: tuple[tuple[str, str], ...]
    can_remove: bool


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who asks, is invited or was removed."""

    pk: int
    name: str
    at: datetime
    words: str = ""


@dataclass(frozen=True, slots=True)
class MembersPage:
    """The members of a club; the other lists are empty for those who may not act on them."""

    members: tuple[MemberRow, ...]
    page: Page[Membership]
    asking: tuple[PersonRow, ...]
    invited: tuple[PersonRow, ...]
    barred: tuple[PersonRow, ...]
    can_invite: bool
    join_token: str


@dataclass(frozen=True, slots=True)
class RightRow:
    """A right, and for every role of ``ROLES`` in order its name and whether it has the right."""

    sentence: str
    has: tuple[tuple[str, bool], ...]


def clubs_page(user: Person, *, search: str = "", number: str = "1") -> ClubsPage:
    """The list of clubs: one's own first, then those that are listed, or found by ``search``."""
    search = "".join(sign for sign in search if sign.isprintable()).strip()[:SEARCH_MAX]
    listed = Club.objects.listed().order_by("name_key")
    if search:
        listed = listed.filter(name_key__contains=key_of(search))
    page = Paginator(_with_members(listed), CLUBS_A_PAGE).get_page(number)
    roles, waiting = _roles_in(user), _waiting_in(user)
    own = _with_members(clubs_of(user)) if roles else ()
    return ClubsPage(
        own=tuple(_row(club, roles, waiting) for club in own),
        invitations=_invitation_rows(user),
        listed=tuple(_row(club, roles) for club in page),
        page=page,
        search=search,
        can_found=user.is_authenticated and not user.is_guest,
    )


def members_page(user: Person, club: Club, number: str = "1") -> MembersPage:
    """The members of a club, owners first, and the lists of those who run it."""
    standing = standing_of(user, club)
    # The three roles happen to come in this order by the alphabet.
    members = club.memberships.filter(ended_at__isnull=True).select_related("user")
    page = Paginator(members.order_by("-role", "user__name_key"), MEMBERS_A_PAGE).get_page(number)
    can_invite = standing.may(Right.INVITE)
    return MembersPage(
        members=tuple(_member_row(member, user, standing) for member in page),
        page=page,
        asking=_asking(club) if standing.may(Right.ANSWER) else (),
        invited=_invited(club) if can_invite else (),
        barred=_barred(club) if standing.may(Right.REMOVE) else (),
        can_invite=can_invite,
        join_token=club.join_token if can_invite else "",
    )


def heirs_of(club: Club, user: User) -> list[tuple[int, str]]:
    """Who may become owner: members with an account, those with more rights first."""
    members = club.memberships.filter(
        ended_at__isnull=True, user__is_guest=False, user__is_active=True
    )
    found = members.exclude(user=user).select_related("user").order_by("-role", "user__name_key")
    return [(member.user_id, member.user.display_name) for member in found]


def rights_table() -> tuple[RightRow, ...]:
    """All rights, with the roles that have them."""
    return tuple(
        RightRow(
            str(right.label), tuple((str(ROLES[role]), role in RIGHTS[right]) for role in ROLES)
        )
        for right in Right
    )


def _with_members(clubs: QuerySet[Club]) -> QuerySet[Club]:
    running = Membership.objects.filter(club=OuterRef("pk"), ended_at__isnull=True)
    counted = running.order_by().values("club").annotate(n=Count("pk")).values("n")
    return clubs.annotate(members=Coalesce(Subquery(counted, IntegerField()), 0))


def _roles_in(user: Person) -> dict[int, str]:
    running = Membership.objects.filter(user_id=user.pk or 0, ended_at__isnull=True)
    seen = dict.fromkeys(_seen_as_member(user), str(_ROLE.MEMBER))
    own = dict(running.values_list("club_id", "role"))
    return own | {pk: role for pk, role in seen.items() if pk in own}


def _waiting_in(user: Person) -> dict[int, int]:
    """How many ask to join each club in which the viewer answers them at present."""
    answering = [role for role in _ROLE.values if role in RIGHTS[Right.ANSWER]]
    mine = Membership.objects.filter(
        user_id=user.pk or 0, ended_at__isnull=True, role__in=answering
    ).exclude(club__in=_seen_as_member(user))
    waiting = open_requests().filter(club_id__in=mine.values("club_id")).order_by()
    return dict(waiting.values("club_id").annotate(n=Count("pk")).values_list("club_id", "n"))


def _seen_as_member(user: Person) -> frozenset[int]:
    """The clubs that the viewer looks at as a member, whatever they are there."""
    return user.as_member_in if isinstance(user, User) else frozenset()


def _row(club: Club, roles: dict[int, str], waiting: dict[int, int] | None = None) -> ClubRow:
    role = roles.get(club.pk, "")
    return ClubRow(
        name=club.name,
        url=club.get_absolute_url(),
        slug=club.slug,
        description=club.description,
        language=club.language,
        members=getattr(club, "members", 0),
        how_to_join=str(HOW_TO_JOIN[club.joining]),
        role=str(_ROLE(role).label) if role else "",
        waiting=(waiting or {}).get(club.pk, 0),
    )


def _invitation_rows(user: Person) -> tuple[ClubRow, ...]:
    if not user.is_authenticated:
        return ()
    found = invitations_to(user).select_related("club", "invited_by").order_by("-at", "-pk")
    return tuple(
        ClubRow(
            name=invitation.club.name,
            url=invitation.club.get_absolute_url(),
            slug=invitation.club.slug,
            description="",
            language=invitation.club.language,
            members=0,
            how_to_join="",
            invited_by=invitation.invited_by.display_name,
        )
        for invitation in found
    )


def _member_row(member: Membership, user: Person, standing: Standing) -> MemberRow:
    is_self = member.user_id == user.pk
    others = [role for role in _ROLE if role != member.role]
    may_appoint = standing.may(Right.APPOINT) and not member.user.is_guest
    return MemberRow(
        pk=member.user_id,
        name=member.user.display_name,
        role=member.role,
        role_label=str(_ROLE(member.role).label),
        is_guest=member.user.is_guest,
        is_self=is_self,
        joined_at=member.joined_at,
        choices=tuple((str(role), str(role.label)) for role in others) if may_appoint else (),
        can_remove=not is_self and standing.may(right_to_remove(member.role)),
    )


def _asking(club: Club) -> tuple[PersonRow, ...]:
    found = open_requests().filter(club=club).select_related("user").order_by("asked_at", "pk")
    return tuple(
        PersonRow(asked.user_id, asked.user.display_name, asked.asked_at, asked.words)
        for asked in found[:MEMBERS_A_PAGE]
    )


def _invited(club: Club) -> tuple[PersonRow, ...]:
    found = open_invitations().filter(club=club).select_related("user").order_by("-at", "-pk")
    return tuple(
        PersonRow(asked.user_id, asked.user.display_name, asked.at)
        for asked in found[:MEMBERS_A_PAGE]
    )


def _barred(club: Club) -> tuple[PersonRow, ...]:
    found = ClubBar.objects.filter(club=club).select_related("user").order_by("-at", "-pk")
    return tuple(
        PersonRow(bar.user_id, bar.user.display_name, bar.at) for bar in found[:MEMBERS_A_PAGE]
    )

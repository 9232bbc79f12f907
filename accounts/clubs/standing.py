"""What somebody is in a club, and may do there."""

from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser

from accounts.club_rights import MEMBER, RIGHTS, STAFF, Right
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, Membership, User


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's role in one club ("" for none), and whether they are of the site's staff.

    ``is_lowered`` for whoever looks at the club as a member: then of all that role and staff may
    only that is left which a member may, too.
    """

    role: str = ""
    is_staff: bool = False
    is_lowered: bool = False

    @property
    def is_inside(self) -> bool:
        """Whether the club's own pages exist for this person at all."""
        return self.may(Right.READ)

    def may(self, right: Right) -> bool:
        """Whether the table of rights gives it to the role, or to the site's staff."""
        if self.is_lowered and MEMBER not in RIGHTS[right]:
            return False
        return self.role in RIGHTS[right] or (self.is_staff and STAFF in RIGHTS[right])

    @property
    def lowered(self) -> "Standing":
        """The same person, looking as a member; who isn't more than that stays as they are."""
        if not self.may(Right.LOOK):
            return self
        return replace(self, role=MEMBER if self.role else "", is_lowered=True)


def membership_of(user: User | AnonymousUser, club: Club) -> Membership | None:
    """The membership that runs; None for strangers, and in a closed club for everybody."""
    if user.pk is None or club.is_closed:
        return None
    return Membership.objects.filter(club=club, user_id=user.pk, ended_at__isnull=True).first()


def standing_of(user: User | AnonymousUser, club: Club) -> Standing:
    """What the person is in the club, or a member while they look at it as one."""
    own = own_standing_of(user, club)
    return own.lowered if isinstance(user, User) and club.pk in user.as_member_in else own


def own_standing_of(user: User | AnonymousUser, club: Club) -> Standing:
    """What the person is in the club, whatever they look at it as.

    In a closed club nobody is anything, of the site's staff neither: it is an archive.
    """
    if not user.is_active or club.is_closed:
        return Standing()
    member = membership_of(user, club)
    is_staff = user.is_staff and user.has_perm("accounts.change_club")
    return Standing(member.role if member else "", is_staff)


def require(user: User, club: Club, right: Right) -> Standing:
    """The person's standing, where it has the right. Raises ``ClubRefused``."""
    standing = standing_of(user, club)
    if not standing.may(right):
        raise ClubRefused("no_right" if standing.is_inside else "no_member")
    return standing

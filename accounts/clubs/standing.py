"""What somebody is in a club, and may do there."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.club_rights import RIGHTS, STAFF, Right
from accounts.clubs.refusals import ClubRefused
from accounts.models import Club, Membership, User


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's role in one club ("" for none), and whether they are of the site's staff."""

    role: str = ""
    is_staff: bool = False

    @property
    def is_inside(self) -> bool:
        """Whether the club's own pages exist for this person at all."""
        return self.may(Right.READ)

    def may(self, right: Right) -> bool:
        """Whether the table of rights gives it to the role, or to the site's staff."""
        return self.role in RIGHTS[right] or (self.is_staff and STAFF in RIGHTS[right])


def membership_of(user: User | AnonymousUser, club: Club) -> Membership | None:
    """The membership that runs; None for strangers, and in a closed club for everybody."""
    if user.pk is None or club.is_closed:
        return None
    return Membership.objects.filter(club=club, user_id=user.pk, ended_at__isnull=True).first()


def standing_of(user: User | AnonymousUser, club: Club) -> Standing:
    """What the person is in the club."""
    if not user.is_active:
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

"""What each role of a club may do: one table, which services check and a page prints."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Right(TextChoices):
    """Something that not everybody may do in a club, and the sentence that says it."""

    READ = "read", _("See who is a member, and read the announcements")
    LEAVE = "leave", _("Leave the club; the last owner hands it over first")
    ANNOUNCE = "announce", _("Announce something; edit, pin and remove announcements")
    INVITE = "invite", _("Invite by name, pass on the join link and renew it")
    ANSWER = "answer", _("Answer those who ask to join")
    REMOVE = "remove", _("Remove members, and let removed ones back")
    SETTINGS = "settings", _("Change name, description, time zone, language and who may join")
    LOOK = "look", _("Look at the club as its members see it, and nothing more")
    READ_ACTS = "read_acts", _("Read the list of all that was done in the club")
    RULES = "rules", _("Choose what hosts may set at the club's tables")
    SEASONS = "seasons", _("Make, change and close seasons")
    EVENTS = "events", _("Announce, change, run and cancel events")
    CORRECT = "correct", _("Put results right, with a reason that everybody reads")
    REPORTS = "reports", _("Decide about reported talk at the club's tables")
    APPOINT = "appoint", _("Make members organisers or owners, and take that back")
    REMOVE_ORGANISERS = "remove_organisers", _("Remove organisers and owners")
    CLOSE = "close", _("Close the club for good")
    HAND_OVER = "hand_over", _("Hand the club over to another member")


MEMBER, ORGANISER, OWNER, STAFF = "member", "organiser", "owner", "staff"

# The columns of the page: the roles of members, and people who may change clubs at the site's desk.
ROLES = {
    MEMBER: _("Member"),
    ORGANISER: _("Organiser"),
    OWNER: _("Owner"),
    STAFF: _("Site staff"),
}

RIGHTS: dict[Right, frozenset[str]] = {
    Right.READ: frozenset({MEMBER, ORGANISER, OWNER, STAFF}),
    Right.LEAVE: frozenset({MEMBER, ORGANISER, OWNER}),
    Right.ANNOUNCE: frozenset({ORGANISER, OWNER, STAFF}),
    Right.INVITE: frozenset({ORGANISER, OWNER, STAFF}),
    Right.ANSWER: frozenset({ORGANISER, OWNER, STAFF}),
    Right.REMOVE: frozenset({ORGANISER, OWNER, STAFF}),
    Right.SETTINGS: frozenset({ORGANISER, OWNER, STAFF}),
    Right.LOOK: frozenset({ORGANISER, OWNER, STAFF}),
    Right.READ_ACTS: frozenset({ORGANISER, OWNER, STAFF}),
    Right.RULES: frozenset({ORGANISER, OWNER, STAFF}),
    Right.SEASONS: frozenset({ORGANISER, OWNER, STAFF}),
    Right.EVENTS: frozenset({ORGANISER, OWNER, STAFF}),
    Right.CORRECT: frozenset({ORGANISER, OWNER, STAFF}),
    Right.REPORTS: frozenset({ORGANISER, OWNER, STAFF}),
    Right.APPOINT: frozenset({OWNER, STAFF}),
    Right.REMOVE_ORGANISERS: frozenset({OWNER, STAFF}),
    Right.CLOSE: frozenset({OWNER, STAFF}),
    Right.HAND_OVER: frozenset({OWNER}),
}


def right_to_remove(role: str) -> Right:
    """The right that it takes to remove somebody of this role."""
    return Right.REMOVE if role == MEMBER else Right.REMOVE_ORGANISERS

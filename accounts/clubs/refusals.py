"""Refusals: whatever a club does not do has a stable code and a plain sentence."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, tuple[int, str | Promise]] = {
    "no_member": (404, _("You are no member of this club.")),
    "no_right": (403, _("Your role in this club doesn't allow that.")),
    "club_gone": (404, _("This club is closed.")),
    "bad_link": (404, _("This link leads to no club.")),
    "nobody_there": (409, _("This person is gone.")),
    "nobody_named": (422, _("Nobody has this name.")),
    "blocked": (403, _("You and this person don't meet here.")),
    "too_fast": (429, _("You did a lot in clubs in the last hour. Wait a while.")),
    "bad_name": (422, _("Give the club a name.")),
    "name_taken": (409, _("There is a club of this name already.")),
    "bad_words": (422, _("That is too long.")),
    "no_words": (422, _("Write something first.")),
    "bad_zone": (422, _("There is no such time zone.")),
    "bad_language": (422, _("There is no such language.")),
    "bad_joining": (422, _("Choose who may join.")),
    "bad_role": (422, _("There is no such role.")),
    "guests_found_none": (403, _("Make an account first: a guest can't found a club.")),
    "guest_role": (409, _("This is a guest. Organisers and owners need an account.")),
    "too_many_clubs": (409, _("You own five clubs already. Hand one over or close one first.")),
    "too_many_founded": (429, _("You founded five clubs today. Go on tomorrow.")),
    "in_too_many": (409, _("Nobody can be in more than fifty clubs. Leave one first.")),
    "club_full": (409, _("This club has a thousand members and takes no more.")),
    "member_already": (409, _("You are a member of this club.")),
    "they_are_member": (409, _("This person is a member already.")),
    "they_are_none": (409, _("This person is no member any more.")),
    "not_open": (403, _("This club takes nobody in without being asked.")),
    "not_by_request": (403, _("This club takes no requests to join.")),
    "barred": (403, _("You were removed from this club. Its organisers can let you back.")),
    "they_are_barred": (409, _("This person was removed from the club. Let them back first.")),
    "not_barred": (409, _("This person was not removed, or was let back already.")),
    "asked_already": (409, _("You asked already. Wait for an answer.")),
    "asked_lately": (409, _("You were told no less than a week ago. Ask again later.")),
    "too_many_asked": (409, _("You asked twenty clubs already. Wait for an answer.")),
    "not_asked": (409, _("There is no such request any more.")),
    "invited_already": (409, _("This person is invited already.")),
    "invited_lately": (409, _("This person said no less than a month ago. Ask again later.")),
    "too_many_invited": (429, _("Enough are invited for today. Pass on the join link instead.")),
    "not_invited": (409, _("There is no such invitation any more.")),
    "last_owner": (
        409,
        _("A club needs an owner. Make another member owner first, or close the club."),
    ),
    "last_member": (409, _("You are the only member. Close the club instead.")),
    "hand_over_first": (
        409,
        _("You are the last owner of a club that has other members. Hand it over first."),
    ),
    "not_yourself": (422, _("That is yourself.")),
    "too_many_announced": (429, _("Twenty announcements a day are enough. Go on tomorrow.")),
    "no_announcement": (404, _("There is no such announcement any more.")),
}


class ClubRefused(Exception):
    """Something that was not done; nothing was written.

    ``code`` is stable, ``message`` a sentence for people, ``status`` the HTTP status.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.status, self.sentence = SENTENCES[code]
        self.detail = detail
        super().__init__(code)

    @property
    def message(self) -> str:
        return self.detail or str(self.sentence)

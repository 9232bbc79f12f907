"""Messages of clubs and events in words, for a mail or a push. Never a card, never a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.models import Announcement, Club, ClubInvitation, JoinRequest, Membership
from games.models import Event, Message, Seat, Topic
from games.selectors.when import full_time

QUOTED_MAX = 200


@dataclass(frozen=True, slots=True)
class ClubWords:
    """What a message says, the club or the event it is about, and the path it leads to."""

    title: str
    sentence: str
    about: str
    path: str
    link: str


@dataclass(frozen=True)
class ClubWorld:
    """What the words of some messages need, read at once; ``seats`` are those of their tables."""

    clubs: dict[int, Club]
    events: dict[int, Event]
    invitations: dict[int, ClubInvitation]
    requests: dict[int, JoinRequest]
    announcements: dict[int, Announcement]
    seats: dict[int, list[Seat]]
    zone: ZoneInfo

    @classmethod
    def of(cls, rows: Sequence[Message], seats: dict[int, list[Seat]], zone: ZoneInfo) -> ClubWorld:
        """The world of these messages, as somebody in a time zone reads them."""

        def keys(name: str) -> set[int]:
            return {row.facts[name] for row in rows if name in row.facts}

        return cls(
            Club.objects.in_bulk(keys("club")),
            Event.objects.select_related("club").in_bulk(keys("event")),
            ClubInvitation.objects.select_related("invited_by").in_bulk(keys("invitation")),
            JoinRequest.objects.select_related("user").in_bulk(keys("request")),
            Announcement.objects.select_related("author").in_bulk(keys("announcement")),
            seats,
            zone,
        )

    def words(self, row: Message) -> ClubWords:
        """What one message says."""
        return _WORDS[Topic(row.facts["topic"])](self, row)

    def club_of(self, row: Message) -> Club:
        """The club that a message comes from."""
        return self.clubs[row.facts["club"]]

    def event_of(self, row: Message) -> Event:
        """The event that a message is about."""
        return self.events[row.facts["event"]]

    def start_of(self, row: Message) -> str:
        """When the event begins."""
        return full_time(self.event_of(row).starts_at, self.zone)


def _invited(world: ClubWorld, row: Message) -> ClubWords:
    club, inviter = world.club_of(row), world.invitations[row.facts["invitation"]].invited_by
    sentence = _("%(name)s invites you to the club %(club)s.")
    told = sentence % {"name": inviter.display_name, "club": club.name}
    return _of_club(club, _("Invitation"), told, _("Answer in the club"))


def _answered(world: ClubWorld, row: Message) -> ClubWords:
    club = world.club_of(row)
    if row.facts["accepts"]:
        sentence = _("You asked to join the club %(club)s, and are a member now.")
        title = _("You are in")
    else:
        sentence = _("You asked to join the club %(club)s. It does not take you in now.")
        title = _("Your request was declined")
    return _of_club(club, title, sentence % {"club": club.name}, _("Go to the club"))


def _role_changed(world: ClubWorld, row: Message) -> ClubWords:
    club, role = world.club_of(row), Membership.Role(row.facts["role"]).label
    sentence = _("In the club %(club)s you are %(role)s now.") % {"club": club.name, "role": role}
    return _of_club(club, _("Your role changed"), sentence, _("Go to the club"))


def _asked(world: ClubWorld, row: Message) -> ClubWords:
    club, asker = world.club_of(row), world.requests[row.facts["request"]].user
    sentence = _("%(name)s asks to join the club %(club)s.")
    told = sentence % {"name": asker.display_name, "club": club.name}
    path = reverse("accounts:club-members", args=[club.slug])
    return ClubWords(_("A request to join"), told, club.name, path, _("Answer the request"))


def _announced(world: ClubWorld, row: Message) -> ClubWords:
    club, announcement = world.club_of(row), world.announcements[row.facts["announcement"]]
    text = Truncator(" ".join(announcement.text.split())).chars(QUOTED_MAX)
    told = _("%(name)s: %(text)s") % {"name": announcement.author.display_name, "text": text}
    path = reverse("accounts:club-announcements", args=[club.slug])
    return ClubWords(_("Announced"), told, club.name, path, _("Read the announcements"))


def _event_announced(world: ClubWorld, row: Message) -> ClubWords:
    event = world.event_of(row)
    sentence = _("%(event)s begins on %(time)s. You may enter now.")
    told = sentence % {"event": event.title, "time": world.start_of(row)}
    about, path = event.club.name, event.get_absolute_url()
    return ClubWords(_("A new event"), told, about, path, _("See the event"))


def _place(world: ClubWorld, row: Message) -> ClubWords:
    event = world.event_of(row)
    if event.state == Event.State.RUNNING:
        return _of_event(event, _("You have a place"), _("You play from the next round on."))
    sentence = _("A place became free, and it is yours. It begins on %(time)s.")
    return _of_event(event, _("You have a place"), sentence % {"time": world.start_of(row)})


def _soon(world: ClubWorld, row: Message) -> ClubWords:
    sentence = _("It begins on %(time)s, by itself. Your table is drawn then.")
    told = sentence % {"time": world.start_of(row)}
    return _of_event(world.event_of(row), _("Begins soon"), told)


def _drawn(world: ClubWorld, row: Message) -> ClubWords:
    event, facts = world.event_of(row), row.facts
    sentence = _("Round %(round)d of %(event)s has begun, and you play at table %(table)d.")
    told = sentence % {"round": facts["round"], "event": event.title, "table": facts["table"]}
    seats = world.seats.get(row.match_id or 0, ())
    own = next((seat for seat in seats if seat.player_id == row.recipient_id), None)
    if own is not None and own.is_to_act:
        told = f"{told} {turn_words(own, world.zone)}"
    # The table itself says with whom, and is where this leads.
    return ClubWords(_("Your table is drawn"), told, "", "", _("Go to the table"))


def _sits_out(world: ClubWorld, row: Message) -> ClubWords:
    sentence = _("Round %(round)d has begun, and you sit it out.") % {"round": row.facts["round"]}
    return _of_event(world.event_of(row), _("You sit out"), sentence)


def _called_off(world: ClubWorld, row: Message) -> ClubWords:
    event = world.event_of(row)
    sentence = _("The event of %(time)s was called off.")
    if event.is_too_small:
        sentence = _("The event of %(time)s was called off: too few players came.")
    return _of_event(event, _("Called off"), sentence % {"time": world.start_of(row)})


def turn_words(seat: Seat, zone: ZoneInfo) -> str:
    """That it is a seat's turn, and until when where a clock runs."""
    if seat.due_at is None:
        return _("It is your turn.")
    return _("It is your turn, until %(time)s.") % {"time": full_time(seat.due_at, zone)}


def _of_club(club: Club, title: str, sentence: str, link: str) -> ClubWords:
    return ClubWords(title, sentence, club.name, club.get_absolute_url(), link)


def _of_event(event: Event, title: str, sentence: str) -> ClubWords:
    return ClubWords(title, sentence, event.title, event.get_absolute_url(), _("See the event"))


_WORDS: dict[Topic, Callable[[ClubWorld, Message], ClubWords]] = {
    Topic.INVITED: _invited,
    Topic.ANSWERED: _answered,
    Topic.ROLE: _role_changed,
    Topic.ASKED: _asked,
    Topic.ANNOUNCED: _announced,
    Topic.EVENT: _event_announced,
    Topic.PLACE: _place,
    Topic.SOON: _soon,
    Topic.DRAWN: _drawn,
    Topic.SITS_OUT: _sits_out,
    Topic.CALLED_OFF: _called_off,
}

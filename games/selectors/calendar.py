"""A player's deadlines, and their clubs' events, as a calendar that other programs read (RFC 5545).

No card is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Membership
from games.clocks import Clock, warning_at
from games.models import Entry, Event, Match, Player, Seat
from games.selectors.labels import table_label

LINE_OCTETS_MAX = 75
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def calendar_of(player: Player) -> str:
    """The whole calendar: an entry with an alarm for every deadline, one for every event."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Golf Club//Deadlines//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escape(_('Golf Club'))}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for seat in _deadlines(player):
        lines.extend(_event(seat, seat.due_at, seat.clock_started_at))
    for event in _club_events(player):
        lines.extend(_club_event(event))
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in fold(line))


def escape(text: str) -> str:
    r"""A text value (RFC 5545, 3.3.11).

    >>> escape("Ann, Ben; Carl")
    'Ann\\, Ben\\; Carl'
    """
    return text.translate(_ESCAPES)


def fold(line: str) -> Iterator[str]:
    """A line in pieces of 75 octets at most, no character cut (RFC 5545, 3.1)."""
    piece, room = "", LINE_OCTETS_MAX
    for character in line:
        if len((piece + character).encode()) > room:
            yield piece
            piece, room = " ", LINE_OCTETS_MAX
        piece += character
    yield piece


def _deadlines(player: Player) -> list[Seat]:
    running = Seat.objects.filter(
        player=player,
        bot="",
        due_at__isnull=False,
        clock_started_at__isnull=False,
        match__status=Match.Status.RUNNING,
    )
    seats = running.select_related("match__preset").prefetch_related("match__seats__player__user")
    return [s for s in seats.order_by("due_at", "pk") if not Clock.parse(s.match.clock).is_live]


def _event(seat: Seat, due: datetime | None, since: datetime | None) -> Iterable[str]:
    if due is None or since is None:
        raise AssertionError("seats with a running clock were asked for")
    origin = settings.SITE_ORIGINS[0]
    url = origin + reverse("games:table-mine", args=[seat.match.slug])
    table = table_label(seat.match, seat.match.seats.all(), seat.player_id)
    return (
        "BEGIN:VEVENT",
        f"UID:{seat.match.slug}-{seat.number}@{urlsplit(origin).hostname}",
        # The last change of a deadline is when its clock was started with it.
        f"DTSTAMP:{_utc(since)}",
        f"SEQUENCE:{seat.match.version}",
        f"DTSTART:{_utc(due)}",
        f"SUMMARY:{escape(_('Golf: your turn ends'))}",
        f"DESCRIPTION:{escape(table)}\\n{url}",
        f"URL:{url}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{escape(table)}",
        # As long before as the club's own message.
        f"TRIGGER:-PT{(due - warning_at(since, due)) // timedelta(minutes=1)}M",
        "END:VALARM",
        "END:VEVENT",
    )


def _club_events(player: Player) -> list[Event]:
    """What is announced or runs in the player's clubs; ``own`` says whether they have entered."""
    clubs = Membership.objects.filter(user=player.user_id, ended_at__isnull=True).values("club")
    entered = Entry.objects.filter(event=OuterRef("pk"), player=player, withdrawn_at__isnull=True)
    events = Event.objects.open().filter(club__in=clubs, club__closed_at__isnull=True)
    found = events.annotate(own=Exists(entered)).select_related("club", "preset")
    return list(found.defer("ruleset").order_by("starts_at", "pk"))


def _club_event(event: Event) -> Iterable[str]:
    origin = settings.SITE_ORIGINS[0]
    url = origin + event.get_absolute_url()
    is_own: bool = event.own  # type: ignore[attr-defined]  # annotated
    told = _("You have entered.") if is_own else _("You have not entered.")
    title = f"{event.title} · {event.club.name}"
    return (
        "BEGIN:VEVENT",
        f"UID:event-{event.pk}@{urlsplit(origin).hostname}",
        f"DTSTAMP:{_utc(event.changed_at)}",
        f"SEQUENCE:{(event.changed_at - event.created_at) // timedelta(seconds=1)}",
        f"DTSTART:{_utc(event.starts_at)}",
        f"SUMMARY:{escape(title)}",
        f"DESCRIPTION:{escape(event.preset.title)}\\n{escape(told)}\\n{url}",
        f"URL:{url}",
        f"TRANSP:{'OPAQUE' if is_own else 'TRANSPARENT'}",
        "END:VEVENT",
    )


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")

"""Messages in words: what a mail or a push to one person says. Never a card, never a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import MessageChoice, User
from accounts.reaching import unsubscribe_token
from games.models import Invitation, Match, Message, Seat, TalkLine
from games.selectors.labels import table_label

_Kind = MessageChoice.Kind


@dataclass(frozen=True, slots=True)
class Line:
    """One message: what it says, the table it is about, and where a press on it leads."""

    kind: str
    title: str
    sentence: str
    table: str
    url: str
    link: str


@dataclass(frozen=True, slots=True)
class Letter:
    """What goes to one person at one time; ``name`` is the same at every attempt to send it."""

    name: str
    person: str
    subject: str
    lines: tuple[Line, ...]
    url: str
    settings_url: str
    unsubscribe_url: str
    kinds: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What a push says below its title: the one message, or the tables."""
        if len(self.lines) == 1:
            return self.lines[0].sentence
        return "; ".join(dict.fromkeys(line.table for line in self.lines))


def letter_of(
    rows: Sequence[Message], user: User, name: str, zone: ZoneInfo, *, is_digest: bool
) -> Letter:
    """The letter that says all of these messages, the most urgent first."""
    urgency = [_Kind.TIME_SHORT, _Kind.YOUR_TURN, _Kind.INVITED, _Kind.MENTIONED, _Kind.MATCH_OVER]
    ordered = sorted(rows, key=lambda row: (urgency.index(_Kind(row.kind)), row.created_at, row.pk))
    world = _World.of(ordered, zone)
    # A warning says that it is one's turn.
    warned = {row.match_id for row in ordered if row.kind == _Kind.TIME_SHORT}
    said = [r for r in ordered if r.kind != _Kind.YOUR_TURN or r.match_id not in warned]
    lines = tuple(_WORDS[row.kind](world, row) for row in said)
    kinds = tuple(dict.fromkeys(line.kind for line in lines))
    token = unsubscribe_token(user, kinds)
    return Letter(
        name=name,
        person=user.display_name,
        subject=_subject(lines, is_digest=is_digest),
        lines=lines,
        url=lines[0].url if len(lines) == 1 else _absolute(reverse("games:home")),
        settings_url=_absolute(reverse("accounts:messages")),
        unsubscribe_url=_absolute(reverse("accounts:unsubscribe", args=[token])),
        kinds=tuple(str(_Kind(kind).label) for kind in kinds),
    )


@dataclass(frozen=True)
class _World:
    """What the words of some messages need, read at once."""

    seats: dict[int, list[Seat]]
    invitations: dict[int, Invitation]
    talk: dict[int, TalkLine]
    zone: ZoneInfo

    @classmethod
    def of(cls, rows: Sequence[Message], zone: ZoneInfo) -> _World:
        seats: dict[int, list[Seat]] = {}
        found = Seat.objects.filter(match__in={row.match_id for row in rows})
        for seat in found.select_related("player__user").order_by("chair"):
            seats.setdefault(seat.match_id, []).append(seat)
        invitations = Invitation.objects.select_related("invited_by__user")
        asked = [row.facts["invitation"] for row in rows if row.kind == _Kind.INVITED]
        talk = TalkLine.objects.select_related("player__user").defer("text")
        said = [row.facts["line"] for row in rows if row.kind == _Kind.MENTIONED]
        return cls(seats, invitations.in_bulk(asked), talk.in_bulk(said), zone)

    def table(self, row: Message) -> str:
        """The kind of game and with whom, as the recipient knows it."""
        match = _match(row)
        return table_label(match, self.seats.get(match.pk, ()), row.recipient_id)

    def time(self, moment: datetime) -> str:
        """A moment in the recipient's time, with the name of the zone."""
        local = date_format(moment.astimezone(self.zone), "l j F, H:i")
        return f"{local} ({self.zone.key})"


def _your_turn(world: _World, row: Message) -> Line:
    seats = world.seats.get(row.match_id or 0, ())
    due_at = next((s.due_at for s in seats if s.player_id == row.recipient_id), None)
    sentence = _("It is your turn.")
    if due_at is not None:
        sentence = _("It is your turn, until %(time)s.") % {"time": world.time(due_at)}
    return _line(world, row, _("Your turn"), sentence, _("Go to the table"))


def _time_short(world: _World, row: Message) -> Line:
    due = datetime.fromisoformat(row.facts["due"])
    sentence = _("Your time runs out on %(time)s. After that the club plays for you.")
    told = sentence % {"time": world.time(due)}
    return _line(world, row, _("Your time runs out soon"), told, _("Go to the table"))


def _match_over(world: _World, row: Message) -> Line:
    title, sentence, link = {
        "finished": (_("Match over"), _("Your match is over."), _("See how it ended")),
        "cancelled": (_("Match called off"), _("The match was called off."), _("See the table")),
        "expired": (
            _("Table closed"),
            _("Not enough players came, so the table was closed."),
            _("See the table"),
        ),
    }[row.facts["outcome"]]
    return _line(world, row, title, sentence, link)


def _invited(world: _World, row: Message) -> Line:
    inviter = world.invitations[row.facts["invitation"]].invited_by.name
    sentence = _("%(name)s invites you to a table.") % {"name": inviter}
    return _line(world, row, _("Invitation"), sentence, _("See the table"))


def _mentioned(world: _World, row: Message) -> Line:
    said = world.talk[row.facts["line"]]
    sentence, link = _("%(name)s mentioned you at the table."), _("Go to the table")
    if said.sequence is not None:
        sentence, link = _("%(name)s mentioned you in a comment."), _("Read the comment")
    words = sentence % {"name": said.player.name}
    return _line(world, row, _("You were mentioned"), words, link, said.sequence)


_WORDS: dict[str, Callable[[_World, Message], Line]] = {
    _Kind.YOUR_TURN: _your_turn,
    _Kind.TIME_SHORT: _time_short,
    _Kind.MATCH_OVER: _match_over,
    _Kind.INVITED: _invited,
    _Kind.MENTIONED: _mentioned,
}


def _line(
    world: _World, row: Message, title: str, sentence: str, link: str, commented: int | None = None
) -> Line:
    """A message that leads to its table, or to the comments on an action."""
    url = _absolute(reverse("games:table-mine", args=[_match(row).slug]))
    if commented is not None:
        url = f"{url}?comment={commented}"
    return Line(row.kind, title, sentence, world.table(row), url, link)


def _subject(lines: Sequence[Line], *, is_digest: bool) -> str:
    if len(lines) == 1:
        return f"{lines[0].title}: {lines[0].table}"
    tables = len({line.url.partition("?")[0] for line in lines})
    titles = {line.title for line in lines}
    if is_digest:
        text = ngettext("Today at %d table", "Today at %d tables", tables)
    elif titles == {_("Your turn")}:
        text = ngettext("Your turn at %d table", "Your turn at %d tables", tables)
    else:
        text = ngettext("News from %d table", "News from %d tables", tables)
    return text % tables


def _match(row: Message) -> Match:
    if row.match is None:
        raise AssertionError("every kind of message is about a table")
    return row.match


def _absolute(path: str) -> str:
    return settings.SITE_ORIGINS[0] + path

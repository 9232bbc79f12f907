"""Messages in words: what a mail or a push to one person says. Never a card, never a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import MessageChoice, User
from accounts.reaching import unsubscribe_token
from games.models import Invitation, Match, Message, Seat, TalkLine
from games.selectors.club_letters import ClubWorld, turn_words
from games.selectors.labels import table_label
from games.selectors.when import full_time

_Kind = MessageChoice.Kind
_URGENCY = [
    _Kind.TIME_SHORT,
    _Kind.YOUR_TURN,
    _Kind.EVENT_NEWS,
    _Kind.INVITED,
    _Kind.CLUB_INVITED,
    _Kind.MENTIONED,
    _Kind.MATCH_OVER,
    _Kind.CLUB_ASKED,
    _Kind.CLUB_NEWS,
]


@dataclass(frozen=True, slots=True)
class Line:
    """One message: what it says, what it is about, and where a press on it leads.

    It is about a table, or something of the ``club`` of that name.
    """

    kind: str
    title: str
    sentence: str
    about: str
    url: str
    link: str
    club: str = ""


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
        """What a push says below its title: the one message, or what they all are about."""
        if len(self.lines) == 1:
            return self.lines[0].sentence
        return "; ".join(dict.fromkeys(line.about for line in self.lines))


def letter_of(
    rows: Sequence[Message], user: User, name: str, zone: ZoneInfo, *, is_digest: bool
) -> Letter:
    """The letter that says all of these messages, the most urgent first."""
    ordered = sorted(rows, key=lambda r: (_URGENCY.index(_Kind(r.kind)), r.created_at, r.pk))
    world = _World.of(ordered, zone)
    # A warning says that it is one's turn, and so does the news that a table is drawn.
    saying = (_Kind.TIME_SHORT, _Kind.EVENT_NEWS)
    said = {row.match_id for row in ordered if row.kind in saying and row.match_id is not None}
    told = [r for r in ordered if r.kind != _Kind.YOUR_TURN or r.match_id not in said]
    lines = tuple(_WORDS[row.kind](world, row) for row in told)
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
    clubs: ClubWorld
    zone: ZoneInfo

    @classmethod
    def of(cls, rows: Sequence[Message], zone: ZoneInfo) -> _World:
        seats: dict[int, list[Seat]] = {}
        found = Seat.objects.filter(match__in={r.match_id for r in rows if r.match_id})
        for seat in found.select_related("player__user").order_by("chair"):
            seats.setdefault(seat.match_id, []).append(seat)
        invitations = Invitation.objects.select_related("invited_by__user")
        asked = [row.facts["invitation"] for row in rows if row.kind == _Kind.INVITED]
        talk = TalkLine.objects.select_related("player__user").defer("text")
        said = [row.facts["line"] for row in rows if row.kind == _Kind.MENTIONED]
        clubs = ClubWorld.of(rows, seats, zone)
        return cls(seats, invitations.in_bulk(asked), talk.in_bulk(said), clubs, zone)

    def table(self, row: Message) -> str:
        """The kind of game and with whom, as the recipient knows it."""
        match = _match(row)
        return table_label(match, self.seats.get(match.pk, ()), row.recipient_id)


def _your_turn(world: _World, row: Message) -> Line:
    seats = world.seats.get(row.match_id or 0, ())
    own = next((seat for seat in seats if seat.player_id == row.recipient_id), None)
    sentence = _("It is your turn.") if own is None else turn_words(own, world.zone)
    return _line(world, row, _("Your turn"), sentence, _("Go to the table"))


def _time_short(world: _World, row: Message) -> Line:
    due = datetime.fromisoformat(row.facts["due"])
    sentence = _("Your time runs out on %(time)s. After that the club plays for you.")
    told = sentence % {"time": full_time(due, world.zone)}
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


def _of_club(world: _World, row: Message) -> Line:
    words = world.clubs.words(row)
    if row.match is not None:
        return _line(world, row, words.title, words.sentence, words.link)
    url, club = _absolute(words.path), world.clubs.club_of(row).name
    return Line(row.kind, words.title, words.sentence, words.about, url, words.link, club)


_WORDS: dict[str, Callable[[_World, Message], Line]] = {
    _Kind.YOUR_TURN: _your_turn,
    _Kind.TIME_SHORT: _time_short,
    _Kind.MATCH_OVER: _match_over,
    _Kind.INVITED: _invited,
    _Kind.MENTIONED: _mentioned,
    _Kind.CLUB_INVITED: _of_club,
    _Kind.CLUB_NEWS: _of_club,
    _Kind.EVENT_NEWS: _of_club,
    _Kind.CLUB_ASKED: _of_club,
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
        return f"{lines[0].title}: {lines[0].about}"
    tables = len({line.url.partition("?")[0] for line in lines if not line.club})
    if clubs := len({line.club for line in lines if line.club}):
        return _subject_of_clubs(clubs, has_tables=tables > 0, is_digest=is_digest)
    titles = {line.title for line in lines}
    if is_digest:
        text = ngettext("Today at %d table", "Today at %d tables", tables)
    elif titles == {_("Your turn")}:
        text = ngettext("Your turn at %d table", "Your turn at %d tables", tables)
    else:
        text = ngettext("News from %d table", "News from %d tables", tables)
    return text % tables


def _subject_of_clubs(clubs: int, *, has_tables: bool, is_digest: bool) -> str:
    if has_tables:
        return _("Today at tables and in clubs") if is_digest else _("News from tables and clubs")
    if is_digest:
        return ngettext("Today in %d club", "Today in %d clubs", clubs) % clubs
    return ngettext("News from %d club", "News from %d clubs", clubs) % clubs


def _match(row: Message) -> Match:
    if row.match is None:
        raise AssertionError("only messages of clubs are about no table")
    return row.match


def _absolute(path: str) -> str:
    return settings.SITE_ORIGINS[0] + path

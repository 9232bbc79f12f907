"""Table talk as one viewer reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, Max, OuterRef, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import blocks
from games.models import Match, Player, Seat, TalkLine, TalkReport
from games.selectors.access import Viewer
from games.selectors.hours import zone_of
from games.selectors.labels import own_seat
from games.selectors.mentions import Mention, mentioned_in
from games.selectors.solitaire_deals import match_title

LINES_MAX = 100


@dataclass(frozen=True, slots=True)
class WordsView:
    """A stretch of a line's text: plain, or the name of somebody at the table."""

    text: str
    is_mention: bool = False


@dataclass(frozen=True, slots=True)
class LineView:
    """One line; a hidden one has a sentence in the place of its words."""

    pk: int
    name: str
    player_url: str | None
    at: str
    at_iso: str
    words: tuple[WordsView, ...]
    is_own: bool
    is_for_viewer: bool
    is_hidden: bool
    can_hide: bool
    can_report: bool
    is_reported: bool
    can_silence: bool

    @property
    def has_menu(self) -> bool:
        """Whether the viewer can do anything about this line."""
        return self.can_hide or self.can_report or self.can_silence


@dataclass(frozen=True, slots=True)
class SilencedView:
    """Somebody at the table of whom the viewer wished to read nothing."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class TalkView:
    """The talk of a table, oldest line first.

    ``stamp`` grows with every line said and every line hidden, whoever reads them; ``last`` is
    the newest line of this view. ``unread`` counts what others said since the viewer's seat read,
    as far as this view goes.
    """

    slug: str
    title: str
    stamp: int
    last: int
    lines: tuple[LineView, ...]
    unread: int
    can_say: bool
    is_stranger: bool
    silenced: tuple[SilencedView, ...]
    earlier_url: str | None
    url: str
    table_url: str


@dataclass(frozen=True, slots=True)
class Reader:
    """What decides how lines look to one viewer."""

    player_id: int | None
    is_host: bool
    zone: ZoneInfo
    seats: Sequence[Seat]


def talk_stamp(match_id: int) -> int:
    """How far the talk of a table has come; it grows with every line and every hiding."""
    lines = TalkLine.objects.at_table().filter(match_id=match_id)
    counts = lines.aggregate(last=Max("pk"), hidden=Count("hidden_by"))
    return (counts["last"] or 0) + int(counts["hidden"])


def talk(match: Match, viewer: Viewer, before: int | None = None) -> TalkView:
    """What ``viewer`` may read of a table's talk: the last lines, or those before a line.

    Lines of people whom the viewer muted or blocked, or who blocked the viewer, are not loaded.
    The caller has checked that the viewer may see the table.
    """
    # Before the lines: a line that comes in between shows as missing, never as known.
    stamp = talk_stamp(match.pk)
    seats = list(match.seats.select_related("player__user"))
    mine = own_seat(seats, viewer)
    user_id, zone = person_behind(viewer)
    silence = blocks.silence_of(user_id)
    latest = _page(match, viewer, silence, before)
    rows = latest[:LINES_MAX][::-1]
    reader = Reader(
        player_id=viewer.player_id,
        is_host=viewer.player_id == match.host_id,
        zone=zone,
        seats=seats,
    )
    url = reverse("games:talk", args=[match.slug])
    return TalkView(
        slug=match.slug,
        title=match_title(match),
        stamp=stamp,
        last=rows[-1].pk if rows else 0,
        lines=tuple(line_view(row, reader) for row in rows),
        unread=0 if mine is None else _unread(rows, mine),
        can_say=mine is not None,
        is_stranger=viewer.player_id is None,
        silenced=_silenced(silence, seats),
        earlier_url=f"{url}?before={rows[0].pk}" if len(latest) > LINES_MAX else None,
        url=url,
        table_url=match.get_absolute_url(),
    )


def heard_lines(match_id: int, user_id: int | None) -> QuerySet[TalkLine]:
    """What was said at a table, comments too, but by people of whom this person reads nothing."""
    lines = TalkLine.objects.filter(match_id=match_id)
    return lines.exclude(player__user_id__in=blocks.unheard_by(user_id))


def person_behind(viewer: Viewer) -> tuple[int | None, ZoneInfo]:
    """The account of the viewer and the time zone that its times are told in."""
    player = (
        Player.objects.select_related("user__preferences").filter(pk=viewer.player_id or 0).first()
    )
    if player is None or player.user is None:
        return None, ZoneInfo("UTC")
    return player.user.pk, zone_of(getattr(player.user, "preferences", None))


def _page(
    match: Match, viewer: Viewer, silence: blocks.Silence, before: int | None
) -> list[TalkLine]:
    """The lines to show, newest first, and one more if there are earlier ones."""
    lines = TalkLine.objects.at_table().filter(match=match)
    lines = lines.exclude(player__user_id__in=silence.unheard)
    if before is not None:
        lines = lines.filter(pk__lt=before)
    return list(with_people(lines, viewer).order_by("-pk")[: LINES_MAX + 1])


def with_people(lines: QuerySet[TalkLine], viewer: Viewer) -> QuerySet[TalkLine]:
    """Lines with all that ``line_view`` needs, in one query."""
    mine = TalkReport.objects.filter(player_id=viewer.player_id or 0, line=OuterRef("pk"))
    people = lines.select_related("player__user", "hidden_by__user")
    return people.annotate(is_reported=Exists(mine))


def _unread(rows: Sequence[TalkLine], mine: Seat) -> int:
    fresh = (row for row in rows if row.pk > mine.talk_read and row.hidden_by_id is None)
    return sum(row.player_id != mine.player_id for row in fresh)


def _silenced(silence: blocks.Silence, seats: Sequence[Seat]) -> tuple[SilencedView, ...]:
    """Those at the table whom the viewer muted or blocked; who blocked the viewer is not told."""
    return tuple(
        SilencedView(seat.player.name, seat.player.get_absolute_url())
        for seat in seats
        if seat.player is not None and seat.player.user_id in silence.own
    )


def line_view(row: TalkLine, reader: Reader) -> LineView:
    """One line as its reader sees it."""
    is_own = row.player_id == reader.player_id
    is_hidden = row.hidden_by_id is not None
    is_known = reader.player_id is not None
    is_reported = bool(getattr(row, "is_reported", False))
    is_here = row.player.user is not None and not row.player.user.is_closed
    mentions = () if is_hidden else mentioned_in(row.text, reader.seats)
    local = row.at.astimezone(reader.zone)
    return LineView(
        pk=row.pk,
        name=row.player.name,
        player_url=row.player.get_absolute_url() if is_here else None,
        at=date_format(local, "j M, H:i"),
        at_iso=row.at.isoformat(timespec="seconds"),
        words=_hidden_words(row) if is_hidden else _words(row.text, mentions),
        is_own=is_own,
        is_for_viewer=is_known and any(m.player_id == reader.player_id for m in mentions),
        is_hidden=is_hidden,
        can_hide=reader.is_host and not is_hidden,
        can_report=is_known and not is_own and not is_hidden and not is_reported,
        is_reported=is_reported,
        can_silence=is_known and not is_own and is_here,
    )


def _hidden_words(row: TalkLine) -> tuple[WordsView, ...]:
    by = row.hidden_by.user if row.hidden_by else None
    is_organiser = by is not None and by.is_staff
    return (
        WordsView(_("Hidden by the organisers.") if is_organiser else _("Hidden by the host.")),
    )


def _words(text: str, mentions: Sequence[Mention]) -> tuple[WordsView, ...]:
    parts: list[WordsView] = []
    at = 0
    for mention in mentions:
        parts.append(WordsView(text[at : mention.start]))
        parts.append(WordsView(text[mention.start : mention.end], is_mention=True))
        at = mention.end
    parts.append(WordsView(text[at:]))
    return tuple(part for part in parts if part.text)

"""Lists of tables: open ones, running ones, and rows for any other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import codec
from games.models import Hole, Match, MatchQuerySet, Seat
from games.selectors.access import Viewer, of_clubs_for
from games.selectors.card_words import number
from games.selectors.clock_words import clock_words
from games.selectors.due import DueView
from games.selectors.event_seal import sealed_among
from games.selectors.labels import own_seat, rules_label, shape_label, table_label
from games.selectors.prompt import who_words

LIST_LENGTH = 30


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table in a list: the kind of game and the others who sit there are its ``title``.

    ``rules`` say the kind of game too, ``shape`` only the rest. ``waits_for`` are those who are to
    act, and ``due_at`` when the first of them has no more time, or the viewer if it is theirs to
    act: ``due`` in words, where a list says so. ``is_news`` is a finished match whose end the
    viewer has not seen: its row does not tell the result.
    """

    url: str
    title: str
    rules: str
    shape: str
    progress: str
    names: tuple[str, ...]
    seats_taken: int
    seat_count: int
    status: str
    is_own: bool
    is_my_turn: bool
    at: datetime
    result: str
    replay_url: str | None
    clock: str = ""
    slug: str = ""
    clock_text: str = ""
    waits_for: str = ""
    is_paused: bool = False
    is_news: bool = False
    due_at: datetime | None = None
    due: DueView | None = None
    club: str = ""
    club_url: str = ""


@dataclass(frozen=True, slots=True)
class Pages:
    """Where one is in a long list; the numbers are None at its ends."""

    number: int
    count: int
    newer: int | None
    older: int | None


def open_tables(viewer: Viewer) -> tuple[TableRow, ...]:
    """Others' listed tables with a free seat, newest first."""
    waiting = _of_others(Match.objects.real().waiting().listed(), viewer)
    waiting = waiting.filter(of_clubs_for(viewer))
    return table_rows(waiting.order_by("-created_at"), viewer)


def running_tables(viewer: Viewer) -> tuple[TableRow, ...]:
    """Others' listed matches that anybody may watch, newest first."""
    watched = Match.objects.real().running().listed().filter(allows_spectators=True)
    watched = watched.filter(of_clubs_for(viewer))
    return table_rows(_of_others(watched, viewer).order_by("-started_at"), viewer)


def _of_others(matches: MatchQuerySet, viewer: Viewer) -> MatchQuerySet:
    """Without the tables at which the viewer sits: those are listed for themselves."""
    if viewer.player_id is None:
        return matches
    return matches.exclude(seats__player_id=viewer.player_id)


def table_page(
    matches: MatchQuerySet, viewer: Viewer, page: str
) -> tuple[tuple[TableRow, ...], Pages]:
    """One page of a long list; a page that is not there is the nearest that is."""
    found = Paginator(matches, LIST_LENGTH).get_page(page)
    shown = Match.objects.filter(pk__in=[match.pk for match in found]).order_by(
        "-finished_at", "-pk"
    )
    return table_rows(shown, viewer), Pages(
        number=found.number,
        count=found.paginator.num_pages,
        newer=found.previous_page_number() if found.has_previous() else None,
        older=found.next_page_number() if found.has_next() else None,
    )


# Not by a join: that would count for every match before it takes the first of them.
_HOLES_DEALT = Coalesce(
    Subquery(
        Hole.objects.filter(match=OuterRef("pk"))
        .order_by()
        .values("match")
        .annotate(count=Count("pk"))
        .values("count")
    ),
    0,
)


def table_rows(
    matches: MatchQuerySet, viewer: Viewer, length: int = LIST_LENGTH
) -> tuple[TableRow, ...]:
    """The first ``length`` matches as rows, in a constant number of queries."""
    seats = Seat.objects.select_related("player__user").order_by("number", "chair")
    found = (
        matches.select_related("host__user", "preset", "club")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .annotate(holes_dealt=_HOLES_DEALT)
    )
    shown = found[:length]
    sealed = sealed_among(shown)
    return tuple(_row(m, m.holes_dealt, viewer, is_sealed=m.pk in sealed) for m in shown)


def _row(match: Match, holes_dealt: int, viewer: Viewer, *, is_sealed: bool) -> TableRow:
    seats = list(match.seats.all())
    mine = own_seat(seats, viewer)
    ruleset = codec.decode_ruleset(match.ruleset)
    is_over = match.status == Match.Status.FINISHED
    is_my_turn = mine is not None and mine.is_to_act and not mine.is_bot_held
    to_act = [seat for seat in seats if seat.is_to_act]
    asked = [mine] if mine is not None and is_my_turn else to_act
    is_news = is_over and mine is not None and _has_missed_the_end(match, mine)
    has_replay = is_over and not (is_news or is_sealed)
    return TableRow(
        url=match.get_absolute_url(),
        title=table_label(match, seats, viewer.player_id),
        rules=rules_label(match, ruleset),
        shape=shape_label(ruleset),
        progress=_progress(match, holes_dealt, ruleset.holes),
        names=tuple(seat.name for seat in seats),
        seats_taken=len(seats),
        seat_count=match.seat_count,
        status=str(match.get_status_display()),
        is_own=mine is not None,
        is_my_turn=is_my_turn and match.paused_at is None,
        at=match.finished_at or match.started_at or match.created_at,
        result=result_words(seats) if is_over and not is_news else "",
        replay_url=reverse("games:replay", args=[match.slug]) if has_replay else None,
        clock=clock_words(match.clock) if match.clock and not is_over else "",
        slug=match.slug,
        clock_text=match.clock,
        waits_for=who_words([seat.name for seat in to_act], len(seats)),
        is_paused=match.paused_at is not None,
        is_news=is_news,
        due_at=min((seat.due_at for seat in asked if seat.due_at is not None), default=None),
        club="" if match.club is None else match.club.name,
        club_url="" if match.club is None else match.club.get_absolute_url(),
    )


def _has_missed_the_end(match: Match, seat: Seat) -> bool:
    """Whether a player who has looked at the table did not yet see how the match ended."""
    return seat.looked_at is not None and seat.seen_sequence < match.sequence


def _progress(match: Match, holes_dealt: int, holes: int) -> str:
    """How far a running match is; "" for any other."""
    if match.status != Match.Status.RUNNING:
        return ""
    if holes:
        return _("Hole %(number)d of %(holes)d") % {"number": holes_dealt, "holes": holes}
    return _("Hole %(number)d") % {"number": holes_dealt}


def result_words(seats: Iterable[Seat]) -> str:
    """Places of a finished match in a line, lowest total first: "1. Ann: 31, 2. Ben: 40"."""
    placed = sorted(seats, key=lambda seat: (seat.place or 0, seat.number or 0))
    return ", ".join(f"{seat.place}. {seat.name}: {number(seat.total)}" for seat in placed)

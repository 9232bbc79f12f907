"""Leaderboards of all time: of everybody, of a kind of game, of a club. Lowest is best.

The order is an index in the database, so that a page costs what its rows cost: the place of its
first row is one more than those with a lower figure, and equals share it (1, 1, 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Club
from games.models import Board, Line, Preset
from games.selectors.access import Viewer
from games.selectors.card_words import number
from games.selectors.leaderboard_rows import (
    ROWS,
    CarryView,
    PagesView,
    RowView,
    exact,
    gross_of,
    missing_words,
    movement_of,
    net_of,
    page_named,
    pages_of,
    place_on,
)

WAITING_MOST = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """Which leaderboard an address asks for: of a preset, of a club, or of everybody."""

    preset: Preset | None = None
    club: Club | None = None
    is_net: bool = False
    page: str = ""

    @property
    def key(self) -> str:
        """The board's key."""
        if self.club is not None:
            return f"club:{self.club.pk}"
        return f"preset:{self.preset.pk}" if self.preset is not None else "all"

    @property
    def name(self) -> str:
        """The board as addresses name it."""
        if self.club is not None:
            return f"club-{self.club.slug}"
        return f"preset-{self.preset.slug}" if self.preset is not None else "all"

    @property
    def title(self) -> str:
        """What the board is of, in words."""
        if self.club is not None:
            return self.club.name
        return self.preset.title if self.preset is not None else _("Everybody")

    @property
    def column(self) -> str:
        """The column that ranks."""
        return "net_average" if self.is_net else "average"

    @property
    def address(self) -> str:
        """The page's address without what it is asked for."""
        if self.club is not None:
            return reverse("games:club-leaderboard", args=[self.club.slug])
        return reverse("games:leaderboards")

    def query(self, *, is_net: bool | None = None) -> str:
        """What an address asks for beside the page, gross or net."""
        asked = {"preset": self.preset.slug} if self.preset is not None else {}
        wanted = self.is_net if is_net is None else is_net
        return urlencode(asked | ({"by": "net"} if wanted else {}))

    def url(self, *, is_net: bool | None = None) -> str:
        """The address of the first page, gross or net."""
        asked = self.query(is_net=is_net)
        return f"{self.address}?{asked}" if asked else self.address

    def board(self) -> Board | None:
        """The board, None before its first match."""
        return Board.objects.filter(key=self.key).first()

    def ranked(self, board: Board) -> QuerySet[Line]:
        """The lines with a place, the lowest first."""
        return board.lines.filter(
            **{"is_net_ranked" if self.is_net else "is_ranked": True}
        ).order_by(self.column, "pk")


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A link that chooses what is shown."""

    label: str
    url: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """A page of a leaderboard for one viewer.

    ``own`` is the viewer's row where it is not among the others, and ``own_url`` the page that it
    is on. ``waiting`` are, on the last page, the first of those without a place, and
    ``waiting_more`` how many others there are.
    """

    title: str
    measure: str
    is_net: bool
    ranked: int
    rows: tuple[RowView, ...]
    own: RowView | None
    own_url: str
    waiting: tuple[RowView, ...]
    waiting_more: int
    needed: int
    has_movement: bool
    pages: PagesView
    choices: tuple[ChoiceView, ...]
    kinds: tuple[ChoiceView, ...]
    url: str
    carry: CarryView

    @property
    def is_gross(self) -> bool:
        """Whether strokes as played rank."""
        return not self.is_net


def board_page(asked: Asked, viewer: Viewer, needed: int) -> BoardView:
    """A page of a leaderboard, in a constant number of queries.

    ``needed`` is how many matches it takes to have a place.
    """
    board = asked.board()
    has_movement = board is not None and board.week_at is not None
    build = _Rows(asked, viewer, needed, has_movement)
    rows: tuple[RowView, ...] = ()
    waiting: tuple[RowView, ...] = ()
    own, own_url, ranked, not_ranked, page, count = None, "", 0, 0, 1, 1
    if board is not None:
        lines = asked.ranked(board)
        ranked = lines.count()
        page, count = page_named(asked.page, ranked)
        rows = build.page(lines, page)
        if page == count:
            waiting, not_ranked = build.waiting(board)
        own, own_page = build.own(board, lines, (*rows, *waiting))
        own_url = _page_url(asked, own_page) if own_page else ""
    return BoardView(
        title=asked.title,
        measure=_("Net strokes a hole") if asked.is_net else _("Strokes a hole"),
        is_net=asked.is_net,
        ranked=ranked,
        rows=rows,
        own=own,
        own_url=own_url,
        waiting=waiting,
        waiting_more=not_ranked - len(waiting),
        needed=needed,
        has_movement=has_movement,
        pages=pages_of(page, count, asked.address, asked.query()),
        choices=_choices(asked),
        kinds=_kinds(asked) if asked.club is None else (),
        url=asked.url(),
        carry=carry_of(asked),
    )


def carry_of(asked: Asked) -> CarryView:
    """Where a leaderboard can be had in other forms."""
    query = asked.query()
    if asked.club is not None:
        csv, json = (
            reverse(f"games:club-leaderboard-{form}", args=[asked.club.slug])
            for form in ("csv", "json")
        )
    else:
        csv, json = (reverse(f"games:leaderboards-{form}") for form in ("csv", "json"))
    tail = f"?{query}" if query else ""
    is_public = asked.club is None or asked.club.is_listed
    embed = f"{asked.address}?{query}&embed" if query else f"{asked.address}?embed"
    return CarryView(
        csv=csv + tail,
        json=json + tail,
        embed=embed if is_public else "",
        feed=reverse("games:club-feed", args=[asked.club.slug]) if asked.club and is_public else "",
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    asked: Asked
    viewer: Viewer
    needed: int
    has_movement: bool

    def page(self, lines: QuerySet[Line], page: int) -> tuple[RowView, ...]:
        start = (page - 1) * ROWS
        found = list(_named(lines)[start : start + ROWS])
        if not found:
            return ()
        place, last = place_on(lines, self.asked.column, self._value(found[0])), found[0]
        rows = []
        for position, line in enumerate(found, start + 1):
            if position > start + 1 and self._value(line) != self._value(last):
                place = position
            rows.append(self._row(line, place))
            last = line
        return tuple(rows)

    def waiting(self, board: Board) -> tuple[tuple[RowView, ...], int]:
        """The first of those without a place, the nearest to one first, and how many there are."""
        matches = "net_matches" if self.asked.is_net else "matches"
        flag = "is_net_ranked" if self.asked.is_net else "is_ranked"
        lines = board.lines.filter(**{flag: False, f"{matches}__gt": 0})
        found = _named(lines).order_by(f"-{matches}", "pk")[:WAITING_MOST]
        return tuple(self._row(line, None) for line in found), lines.count()

    def own(
        self, board: Board, lines: QuerySet[Line], shown: Sequence[RowView]
    ) -> tuple[RowView | None, int]:
        """The viewer's row and its page, where it is not shown; 0 where it has no place."""
        if self.viewer.player_id is None or any(row.is_own for row in shown):
            return None, 0
        line = _named(board.lines.all()).filter(player=self.viewer.player_id).first()
        if line is None:
            return None, 0
        if not (line.is_net_ranked if self.asked.is_net else line.is_ranked):
            return self._row(line, None), 0
        column, value = self.asked.column, self._value(line)
        place = place_on(lines, column, value)
        ahead = lines.filter(**{column: value}, pk__lt=line.pk).count()
        return self._row(line, place), (place - 1 + ahead) // ROWS + 1

    def _value(self, line: Line) -> float:
        value: float = getattr(line, self.asked.column)
        return value

    def _row(self, line: Line, place: int | None) -> RowView:
        is_net = self.asked.is_net
        matches = line.net_matches if is_net else line.matches
        before = line.net_place_before if is_net else line.place_before
        figure = net_of(line) if is_net else gross_of(line)
        url = reverse("games:leaderboard-player", args=[self.asked.name, line.player_id])
        return RowView(
            player=line.player_id,
            place=place,
            name=line.player.name,
            url=f"{url}?by=net" if is_net else url,
            figure=exact(figure) if matches else "",
            matches=matches,
            holes=line.holes,
            strokes=number(line.strokes),
            wins=line.wins,
            is_own=line.player_id == self.viewer.player_id,
            movement=movement_of(place, before) if self.has_movement else None,
            missing="" if place else missing_words(self.needed - matches),
        )


def _named(lines: QuerySet[Line]) -> QuerySet[Line]:
    return lines.select_related("player__user")


def _page_url(asked: Asked, page: int) -> str:
    query = "&".join(part for part in (asked.query(), f"page={page}" if page > 1 else "") if part)
    return f"{asked.address}?{query}" if query else asked.address


def _choices(asked: Asked) -> tuple[ChoiceView, ...]:
    labels = ((_("Gross"), False), (_("Net, by handicap"), True))
    return tuple(
        ChoiceView(label, asked.url(is_net=is_net), asked.is_net is is_net)
        for label, is_net in labels
    )


def _kinds(asked: Asked) -> tuple[ChoiceView, ...]:
    """All kinds of game that have a leaderboard, and everybody's."""
    presets = list(Preset.objects.filter(boards__isnull=False).distinct())
    boards = [Asked(is_net=asked.is_net)]
    boards += [Asked(preset=preset, is_net=asked.is_net) for preset in presets]
    if asked.preset is not None and asked.preset not in presets:
        boards.append(Asked(preset=asked.preset, is_net=asked.is_net))
    return tuple(
        ChoiceView(
            board.preset.title if board.preset else _("All kinds of game"),
            board.url(),
            board.key == asked.key,
        )
        for board in boards
    )

"""What leaderboards and seasons' tables have in common: rows, movement, and figures as printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leaderboards.handicap import round_half_up
from games.models import Line
from games.selectors.card_words import MINUS
from games.selectors.when import WhenView, when_view

ROWS = 50
"""Rows of a page."""

PLACES = 2
"""Decimals of a mean, as printed."""

_DENOMINATOR_MAX = 10**6


@dataclass(frozen=True, slots=True)
class MovementView:
    """How a place changed in the week: short, and as one would say it."""

    text: str
    words: str


@dataclass(frozen=True, slots=True)
class RowView:
    """A player on a leaderboard.

    ``place`` is None for who is not ranked yet; then ``missing`` says what is missing. ``figure``
    is what ranks, and ``strokes`` are those of all the matches behind the row; both as printed.
    """

    player: int
    place: int | None
    name: str
    url: str
    figure: str
    matches: int
    holes: int
    strokes: str
    wins: int
    is_own: bool
    movement: MovementView | None = None
    separated_by: str = ""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class PagesView:
    """Where one is in a long list; an address is "" at its ends."""

    number: int
    count: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class CarryView:
    """Where a table can be had in other forms; "" where it can't."""

    csv: str
    json: str
    embed: str = ""
    feed: str = ""


def movement_of(place: int | None, before: int | None) -> MovementView | None:
    """How a place changed; None for who has none.

    >>> movement_of(1, 3).text, movement_of(3, 2).words, movement_of(3, 3).words
    ('▲2', 'down 1 place', 'as last week')
    """
    if place is None:
        return None
    if before is None:
        return MovementView(_("new"), _("new since last week"))
    up = before - place
    if up > 0:
        words = ngettext("up %(n)d place", "up %(n)d places", up) % {"n": up}
        return MovementView(f"\u25b2{up}", words)
    if up < 0:
        words = ngettext("down %(n)d place", "down %(n)d places", -up) % {"n": -up}
        return MovementView(f"\u25bc{-up}", words)
    return MovementView("\u2013", _("as last week"))


def exact(value: Fraction, places: int = PLACES) -> str:
    """A fraction to some decimals, halves up, with a proper minus sign.

    >>> exact(Fraction(8, 15)), exact(Fraction(1, 8)), exact(Fraction(5), 0)
    ('0.53', '0.13', '5')
    """
    rounded = round_half_up(value, places)
    text = number_format(abs(rounded), places)
    return f"{MINUS}{text}" if rounded < 0 else text


def short(value: Fraction) -> str:
    """A number without decimals that say nothing, two at most.

    >>> short(Fraction(39, 2)), short(Fraction(25, 3)), short(Fraction(4))
    ('19.5', '8.33', '4')
    """
    places = next((p for p in (0, 1) if (value * 10**p).denominator == 1), PLACES)
    return exact(value, places)


def sum_words(values: Sequence[Fraction], words: Callable[[Fraction], str] = short) -> str:
    """Numbers as a sum; ``words`` print one.

    >>> sum_words([Fraction(12), Fraction(4), Fraction(3, 2)])
    '12 + 4 + 1.5'
    """
    first, *others = values
    signed = (f"{MINUS if value < 0 else '+'} {words(abs(value))}" for value in others)
    return " ".join([words(first), *signed])


def day_view(at: datetime, zone: ZoneInfo | None) -> WhenView:
    """The day of a moment with its year, the moment itself beside it.

    >>> from datetime import UTC
    >>> day_view(datetime(2026, 12, 4, 2, 0, tzinfo=UTC), ZoneInfo("America/Bogota")).words
    'Dec. 3, 2026'
    """
    local = at.astimezone(zone or ZoneInfo("UTC"))
    return replace(when_view(at, zone), words=date_format(local, "DATE_FORMAT"), pattern="")


def gross_of(line: Line) -> Fraction:
    """A line's strokes a hole."""
    return Fraction(line.strokes, line.holes)


def net_of(line: Line) -> Fraction:
    """A line's net strokes a hole, 0 without any: the fraction whose float is stored."""
    return Fraction(line.net_average or 0).limit_denominator(_DENOMINATOR_MAX)


def missing_words(missing: int) -> str:
    """How many matches are missing to a place."""
    words = ngettext("%(n)d match to go", "%(n)d matches to go", missing)
    return words % {"n": missing}


def place_on(lines: QuerySet[Line], column: str, value: float) -> int:
    """The place of who has this figure among ranked lines: the lowest is first, equals share."""
    return 1 + lines.filter(**{f"{column}__lt": value}).count()


def pages_of(number: int, count: int, address: str, query: str) -> PagesView:
    """The way through a long list; ``query`` is what an address asks for beside the page."""

    def url(page: int) -> str:
        asked = "&".join(part for part in (query, f"page={page}" if page > 1 else "") if part)
        return f"{address}?{asked}" if asked else address

    return PagesView(
        number=number,
        count=count,
        before=url(number - 1) if number > 1 else "",
        after=url(number + 1) if number < count else "",
    )


def page_named(asked: str, rows: int, length: int = ROWS) -> tuple[int, int]:
    """The page that an address asks for, or the nearest there is, and how many there are.

    >>> page_named("3", rows=101), page_named("9", rows=101), page_named("x", rows=0)
    ((3, 3), (3, 3), (1, 1))
    """
    count = max(1, -(-rows // length))
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 1
    return min(max(number, 1), count), count

"""What if: where one may play on from, and what a match that goes on from another one says."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import codec
from games.models import HoleStrokes, Match, Seat
from games.selectors.card_words import number as number_words
from games.selectors.wording import action_lines


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat that one may play on from; ``is_to_act`` is the one to move."""

    number: int
    name: str
    is_to_act: bool


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """What one is asked before playing on; ``line`` is the action just made, in words."""

    title: str
    line: str
    seats: tuple[SeatChoice, ...]
    replay_url: str


@dataclass(frozen=True, slots=True)
class WhatIfNote:
    """What the table of a match that goes on from another one says about it.

    ``was`` is what the seat took in the match itself, once the hole is over.
    """

    title: str
    cards: str
    back_url: str
    again_url: str
    was: str = ""


def what_if_page(match: Match, sequence: int, numbers: tuple[int, ...], to_act: int) -> WhatIfPage:
    """The page about the moment after an action, for the seats ``numbers`` of its hole."""
    seats = list(match.seats.select_related("player__user").order_by("number"))
    names = [seat.name for seat in seats]
    row = match.actions.select_related("hole").get(sequence=sequence)
    columns = codec.decode_ruleset(match.ruleset).columns
    return WhatIfPage(
        title=_title(match, row.hole.number),
        line=" ".join(action_lines(row.facts, names, columns)),
        seats=tuple(
            SeatChoice(number, names[number], number == to_act) for number in sorted(numbers)
        ),
        replay_url=_replay_url(match, sequence),
    )


def what_if_note(match: Match, mine: Seat | None) -> WhatIfNote | None:
    """Where a match goes on from, None for one that stands for itself."""
    origin, at = match.what_if_of, match.what_if_at
    if origin is None or at is None:
        return None
    hole = origin.actions.select_related("hole").get(sequence=at).hole
    is_over = match.status == Match.Status.FINISHED
    return WhatIfNote(
        title=_title(origin, hole.number),
        cards=_("what you had not seen is shuffled") if match.what_if_anew else _("the same cards"),
        back_url=_replay_url(origin, at),
        again_url=reverse("games:what-if", args=[origin.slug, at]),
        was=_was(origin, hole.number, hole.starter, mine) if is_over and mine else "",
    )


def _was(origin: Match, hole: int, starter: int, mine: Seat) -> str:
    """What the seat took in the match itself; "" for an extra hole, which counts no strokes."""
    found = HoleStrokes.objects.filter(hole__match=origin, hole__number=hole)
    # Seats are numbered from the one that started.
    number = (starter + (mine.number or 0)) % origin.seat_count
    row = found.filter(seat__number=number).select_related("seat__player__user").first()
    if row is None:
        return ""
    text = ngettext(
        "In the match itself %(name)s took %(strokes)s stroke.",
        "In the match itself %(name)s took %(strokes)s strokes.",
        row.strokes,
    )
    return text % {"name": row.seat.name, "strokes": number_words(row.strokes)}


def _title(match: Match, hole: int) -> str:
    return _("Hole %(number)d at the table of %(host)s") % {
        "number": hole + 1,
        "host": match.host.name,
    }


def _replay_url(match: Match, sequence: int) -> str:
    return reverse("games:replay-at", args=[match.slug, sequence])

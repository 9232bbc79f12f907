"""How the strokes of a hole of Golf Solitaire came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.solitaire import Hole
from games.models import Match
from games.selectors.numbers import number
from games.selectors.solitaire_way import final_way, kept
from games.selectors.wording import card_words, strokes_words


@dataclass(frozen=True, slots=True)
class StoryRow:
    """A column that still has cards, or the stock: what is left there, and what it counts."""

    name: str
    left: str
    strokes: str


@dataclass(frozen=True, slots=True)
class SolitaireStory:
    """A hole that is over; ``best`` says what the deal held where that was reviewed, or ""."""

    template: ClassVar[str] = "games/includes/_solitaire_story.html"

    title: str
    note: str
    rows: tuple[StoryRow, ...]
    strokes: str
    best: str
    previous_url: str | None
    next_url: str | None
    table_url: str
    rules_url: str
    review_url: str


def solitaire_story(match: Match, hole_number: int) -> SolitaireStory | None:
    """The hole of that number, from 1; None where there is none or it is not over."""
    way = final_way(match, hole_number - 1)
    if way is None:
        return None
    over = set(match.holes.filter(ended_at__isnull=False).values_list("number", flat=True))

    def url(other: int) -> str | None:
        return reverse("games:hole", args=[match.slug, other]) if other - 1 in over else None

    end, judged = way.holes[-1], kept(match, hole_number - 1, way)
    return SolitaireStory(
        title=_("Hole %(number)d, explained") % {"number": hole_number},
        note=_("The tableau is clear: what is left in the stock comes off.")
        if not end.cards_left
        else _("The stock is out, and no card can be played: every card that is left counts."),
        rows=tuple(_rows(end)),
        strokes=number(end.strokes),
        best=""
        if judged is None or not judged.start.is_best
        else _("The best this deal held was %s.") % strokes_words(judged.start.strokes),
        previous_url=url(hole_number - 1),
        next_url=url(hole_number + 1),
        table_url=match.get_absolute_url(),
        rules_url=reverse("games:table-rules", args=[match.slug]),
        review_url=reverse("games:review-hole", args=[match.slug, hole_number]),
    )


def _rows(end: Hole) -> list[StoryRow]:
    rows = []
    for at, (column, height) in enumerate(zip(end.board.columns, end.heights, strict=True)):
        if height:
            faces = [card_words(engine.face_of(card)) for card in column[:height]]
            name = _("Column %(number)d") % {"number": at + 1}
            rows.append(StoryRow(name, ", ".join(faces), number(height)))
    if not rows:
        count = end.stock_left
        left = ngettext("%d card", "%d cards", count) % count
        rows.append(StoryRow(_("Stock"), left, number(-count)))
    return rows

"""A layout with what made its strokes: lines and blocks outlined and numbered, and sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import engine
from games.selectors.card_words import faces_words, number, ranks_words, sum_words
from games.selectors.wording import card_words


@dataclass(frozen=True, slots=True)
class StoryCard:
    """A card of a scored layout; ``figure`` is what it counts by itself, "" within a part."""

    face: str
    row: int
    column: int
    figure: str


@dataclass(frozen=True, slots=True)
class StoryMark:
    """An outline around some slots, in cells from 1; a diagonal has one for each of its cells."""

    number: str
    kind: str
    row: int
    column: int
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A line of the sum: ``number`` is that of its outline, "" where there is none."""

    number: str
    text: str
    strokes: str


@dataclass(frozen=True, slots=True)
class LayoutStory:
    """A layout, what is outlined in it, and the parts whose ``strokes`` are their sum."""

    label: str
    columns: int
    cards: tuple[StoryCard, ...]
    marks: tuple[StoryMark, ...]
    parts: tuple[StoryPart, ...]
    strokes: str


def layout_story(ruleset: engine.Ruleset, faces: Sequence[str]) -> LayoutStory:
    """Explain the strokes of a layout by a ruleset."""
    parts = engine.parts_of_layout(ruleset, faces)
    named = [part for part in parts if part.kind != "card"]
    singles = {part.slots[0]: part.strokes for part in parts if part.kind == "card"}
    rows = [_part(ruleset, faces, part, at) for at, part in enumerate(named, start=1)]
    if singles:
        rows.append(_singles(list(singles.values()), is_rest=bool(named)))
    marks = [mark for at, part in enumerate(named, start=1) for mark in _marks(ruleset, part, at)]
    return LayoutStory(
        label=_label(ruleset, faces),
        columns=ruleset.columns,
        cards=tuple(
            StoryCard(
                face,
                slot // ruleset.columns + 1,
                slot % ruleset.columns + 1,
                number(singles[slot]) if slot in singles else "",
            )
            for slot, face in enumerate(faces)
        ),
        marks=tuple(marks),
        parts=tuple(rows),
        strokes=number(engine.score_layout(ruleset, faces)),
    )


def _label(ruleset: engine.Ruleset, faces: Sequence[str]) -> str:
    rows = [faces[at : at + ruleset.columns] for at in range(0, ruleset.cards, ruleset.columns)]
    return "; ".join(
        _("row %(row)d: %(cards)s") % {"row": at, "cards": ", ".join(map(card_words, row))}
        for at, row in enumerate(rows, start=1)
    )


def _singles(values: Sequence[int], *, is_rest: bool) -> StoryPart:
    text = _("the other cards: %(sum)s") if is_rest else _("each card by itself: %(sum)s")
    return StoryPart("", capfirst(text % {"sum": sum_words(values)}), number(sum(values)))


def _part(ruleset: engine.Ruleset, faces: Sequence[str], part: engine.Part, at: int) -> StoryPart:
    words = {"place": _place(ruleset, part), "cards": _cards(part)}
    if part.kind == "kept":
        text = _("%(place)s, %(cards)s: complete, but its cards keep their values") % words
        return StoryPart(str(at), capfirst(text), "")
    text = _("%(place)s, %(cards)s") % words
    stand_ins = [faces[slot] for slot in part.wild]
    if part.rank is not None and stand_ins:
        text = _("%(part)s; wild: %(wild)s") % {"part": text, "wild": faces_words(stand_ins)}
    return StoryPart(str(at), capfirst(text), number(part.strokes))


def _cards(part: engine.Part) -> str:
    return _("wild cards only") if part.rank is None else ranks_words(part.rank)


def _place(ruleset: engine.Ruleset, part: engine.Part) -> str:
    row, column, _height, width = _box(ruleset, part.slots)
    if part.kind == "block":
        return pgettext("four cards", "block")
    if _is_diagonal(ruleset, part.slots):
        return _("diagonal")
    if width == 1:
        return _("column %(number)d") % {"number": column}
    return _("row %(number)d") % {"number": row}


def _is_diagonal(ruleset: engine.Ruleset, slots: Sequence[int]) -> bool:
    _row, _column, height, width = _box(ruleset, slots)
    return height * width != len(slots)


def _box(ruleset: engine.Ruleset, slots: Sequence[int]) -> tuple[int, int, int, int]:
    """First row and column of some slots, from 1, and how many of each they span."""
    rows = [slot // ruleset.columns for slot in slots]
    columns = [slot % ruleset.columns for slot in slots]
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    return min(rows) + 1, min(columns) + 1, height, width


def _marks(ruleset: engine.Ruleset, part: engine.Part, at: int) -> list[StoryMark]:
    if part.kind != "block" and _is_diagonal(ruleset, part.slots):
        cells = [_box(ruleset, (slot,)) for slot in part.slots]
        return [StoryMark(str(at), "diagonal", *cell) for cell in cells]
    row, column, height, width = _box(ruleset, part.slots)
    line = "column" if width == 1 else "row"
    kind = "block" if part.kind == "block" else line
    return [StoryMark(str(at), kind, row, column, height, width)]

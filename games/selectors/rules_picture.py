"""A picture of rules before anybody plays by them: the layout, what counts in it, how long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine

Slots: TypeAlias = tuple[int, ...]

CARD_WIDTH, CARD_HEIGHT, GAP = 20, 28, 6
PITCH_X, PITCH_Y = CARD_WIDTH + GAP, CARD_HEIGHT + GAP


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line of a drawing from the middle of its first card to that of its last."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class Box:
    """A card of a drawing, or the frame around a block of four."""

    x: int
    y: int
    width: int
    height: int
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A layout with one kind of its lines, in the units of ``width`` and ``height``."""

    caption: str
    width: int
    height: int
    cards: tuple[Box, ...]
    strokes: tuple[Stroke, ...] = ()
    frames: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesPicture:
    """What a host sees of the choices made so far."""

    layout: str
    title: str
    drawings: tuple[Drawing, ...]
    packs: str
    stock: str
    minutes: int


def rules_picture(ruleset: engine.Ruleset, seats: int, minutes: int) -> RulesPicture:
    """The picture of ``ruleset`` with so many seats; ``minutes`` is the expected length."""
    cards = len(ruleset.pack_cards(seats))
    packs = ruleset.pack_count(seats)
    stock = cards - seats * ruleset.cards - 1
    return RulesPicture(
        layout=ruleset.layout,
        title=_("%(rows)d rows of %(columns)d")
        % {"rows": ruleset.rows, "columns": ruleset.columns},
        drawings=tuple(_drawings(ruleset)),
        packs=ngettext("%(packs)d pack, %(cards)d cards", "%(packs)d packs, %(cards)d cards", packs)
        % {"packs": packs, "cards": cards},
        stock=ngettext(
            "%(count)d card in the stock after the deal",
            "%(count)d cards in the stock after the deal",
            stock,
        )
        % {"count": stock},
        minutes=minutes,
    )


def expected_minutes(
    ruleset: engine.Ruleset, seats: int, *, usual: engine.Ruleset, usual_minutes: int
) -> int:
    """How long a match may take, from a preset's usual length with two seats, in steps of five.

    It grows with the holes, the seats and the cards of a layout.

    >>> nine = engine.Ruleset()
    >>> expected_minutes(engine.Ruleset(holes=3), 4, usual=nine, usual_minutes=20)
    15
    """
    size = ruleset.cards / usual.cards * seats / 2
    minutes = usual_minutes * size * _length(ruleset) / _length(usual)
    return max(5, 5 * round(minutes / 5))


def _length(ruleset: engine.Ruleset) -> float:
    """Holes to be expected; a limit is reached at about ten strokes a hole."""
    by_limit = max(1.0, ruleset.limit / 10) if ruleset.limit else float("inf")
    return min(ruleset.holes or float("inf"), by_limit)


def _drawings(ruleset: engine.Ruleset) -> Iterable[Drawing]:
    columns, rows, diagonals = _lines_by_kind(ruleset)
    yield _drawing(
        ruleset, ngettext("%d column", "%d columns", len(columns)) % len(columns), columns
    )
    if rows:
        yield _drawing(ruleset, ngettext("%d row", "%d rows", len(rows)) % len(rows), rows)
    if diagonals:
        caption = ngettext("%d diagonal", "%d diagonals", len(diagonals)) % len(diagonals)
        yield _drawing(ruleset, caption, diagonals)
    if ruleset.block_score is not None or ruleset.adjacent_pairs_charge:
        count = len(ruleset.squares)
        caption = ngettext("%d block of four", "%d blocks of four", count) % count
        yield _drawing(ruleset, caption, squares=ruleset.squares)


def _lines_by_kind(
    ruleset: engine.Ruleset,
) -> tuple[list[Slots], list[Slots], list[Slots]]:
    columns: list[Slots] = []
    rows: list[Slots] = []
    diagonals: list[Slots] = []
    for line in ruleset.counted_lines:
        step = line[1] - line[0]
        if step == ruleset.columns:
            columns.append(line)
        else:
            (rows if step == 1 and line[0] % ruleset.columns == 0 else diagonals).append(line)
    return columns, rows, diagonals


def _drawing(
    ruleset: engine.Ruleset,
    caption: str,
    lines: Iterable[Slots] = (),
    squares: Iterable[Slots] = (),
) -> Drawing:
    return Drawing(
        caption=caption,
        width=ruleset.columns * PITCH_X + GAP,
        height=ruleset.rows * PITCH_Y + GAP,
        cards=tuple(_card(ruleset, slot) for slot in range(ruleset.cards)),
        strokes=tuple(_stroke(ruleset, line) for line in lines),
        frames=tuple(_frame(ruleset, square, at) for at, square in enumerate(squares)),
    )


def _corner(ruleset: engine.Ruleset, slot: int) -> tuple[int, int]:
    row, column = divmod(slot, ruleset.columns)
    return GAP + column * PITCH_X, GAP + row * PITCH_Y


def _card(ruleset: engine.Ruleset, slot: int) -> Box:
    x, y = _corner(ruleset, slot)
    is_open = ruleset.openers_mode == "fixed" and slot < ruleset.openers
    return Box(x, y, CARD_WIDTH, CARD_HEIGHT, is_open)


def _stroke(ruleset: engine.Ruleset, line: Slots) -> Stroke:
    x1, y1 = _corner(ruleset, line[0])
    x2, y2 = _corner(ruleset, line[-1])
    right, down = CARD_WIDTH // 2, CARD_HEIGHT // 2
    return Stroke(x1 + right, y1 + down, x2 + right, y2 + down)


def _frame(ruleset: engine.Ruleset, square: Slots, at: int) -> Box:
    """A frame around a square; neighbours differ in size, so that overlapping ones can be told."""
    x, y = _corner(ruleset, square[0])
    inset = 2 + 2 * (at % 2)
    return Box(
        x + inset,
        y + inset,
        PITCH_X + CARD_WIDTH - 2 * inset,
        PITCH_Y + CARD_HEIGHT - 2 * inset,
    )

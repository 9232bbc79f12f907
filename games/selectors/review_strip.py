"""A reviewed hole at a glance: the actions of every seat as a strip of marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.analysis.review import Decision, Label
from games.selectors.review_words import decimal, label_words

_SIGNS: dict[Label, str] = {"slip": "?", "blunder": "??"}
"""What is written in a mark; the others are told by their shape."""


@dataclass(frozen=True, slots=True)
class MarkView:
    """An action: ``words`` say whose it is and what it was worth, ``url`` leads there."""

    sequence: int
    label: Label
    sign: str
    words: str
    url: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class StripRow:
    """A seat's actions in their order."""

    name: str
    marks: tuple[MarkView, ...]


@dataclass(frozen=True, slots=True)
class KeyView:
    """What a mark means."""

    label: Label
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class StripView:
    """The seats that played a hole, and what their marks mean."""

    rows: tuple[StripRow, ...]
    keys: tuple[KeyView, ...]


def strip(
    decisions: Sequence[Decision],
    names: Sequence[str],
    at: Callable[[int], str],
    shown: int | None = None,
) -> StripView:
    """The strip of a hole's decisions; ``at`` gives the address of an action by its sequence.

    ``shown`` is the sequence of the action that is looked at.
    """
    seats = sorted({one.seat for one in decisions})
    labels: tuple[Label, ...] = ("best", "fine", "slip", "blunder", "only")
    return StripView(
        rows=tuple(
            StripRow(
                names[seat],
                tuple(_mark(one, names, at, shown) for one in decisions if one.seat == seat),
            )
            for seat in seats
        ),
        keys=tuple(KeyView(label, _SIGNS.get(label, ""), label_words(label)) for label in labels),
    )


def _mark(
    one: Decision, names: Sequence[str], at: Callable[[int], str], shown: int | None
) -> MarkView:
    values = {
        "name": names[one.seat],
        "number": one.sequence,
        "label": label_words(one.label),
        "strokes": decimal(one.given_away, 2),
    }
    words = _("%(name)s, step %(number)d: %(label)s")
    if round(one.given_away, 2):
        words = _("%(name)s, step %(number)d: %(label)s, gave away %(strokes)s")
    return MarkView(
        sequence=one.sequence,
        label=one.label,
        sign=_SIGNS.get(one.label, ""),
        words=words % values,
        url=at(one.sequence),
        is_shown=one.sequence == shown,
    )

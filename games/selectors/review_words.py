"""Numbers and names of a review as its pages print them."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.analysis.review import FINE, SLIP, Label
from games.selectors.card_words import MINUS

_LABELS = {
    "only": gettext_lazy("nothing to decide"),
    "best": pgettext_lazy("decision", "best"),
    "fine": pgettext_lazy("decision", "fine"),
    "slip": pgettext_lazy("decision", "slip"),
    "blunder": pgettext_lazy("decision", "blunder"),
}
MISTAKES = ("slip", "blunder")
USUAL = 1.0
"""A deal that costs its seats up to so many strokes more or less than expected is a usual one."""


def label_words(label: Label) -> str:
    """What a decision is called."""
    return str(_LABELS[label])


def decimal(value: float, places: int = 1) -> str:
    """A number with a proper minus sign; what rounds to zero has none."""
    rounded = round(value, places)
    text = number_format(abs(rounded), places)
    return f"{MINUS}{text}" if rounded < 0 else text


def gain(value: float, places: int = 1) -> str:
    """What was gained with a plus, what was lost with a minus, and nothing with neither."""
    text = decimal(value, places)
    return f"+{text}" if round(value, places) > 0 else text


def percent(share: float) -> str:
    """A chance from 0 to 1 in whole percent."""
    return _("%(percent)s %%") % {"percent": number_format(round(100 * share), 0)}


def difficulty_words(difficulty: float) -> str:
    """How hard a deal was, for all who got it."""
    if difficulty > USUAL:
        return _("a hard deal")
    if difficulty < -USUAL:
        return _("an easy deal")
    return _("a usual deal")


def deal_words(difficulty: float, expected: float) -> str:
    """How hard a deal was, in a sentence."""
    values = {"expected": decimal(expected), "strokes": decimal(abs(difficulty))}
    if not round(difficulty, 1):
        text = _("The cards that were dealt were worth the %(expected)s strokes expected.")
    elif difficulty > 0:
        text = _("The deal cost each seat %(strokes)s strokes more than the %(expected)s expected.")
    else:
        text = _("The deal cost each seat %(strokes)s strokes less than the %(expected)s expected.")
    return f"{capfirst(difficulty_words(difficulty))}. {text % values}"


def thresholds() -> tuple[tuple[str, str], ...]:
    """What decisions are called, and why."""
    values = {"fine": decimal(FINE, 2), "slip": decimal(SLIP, 2)}
    return (
        (label_words("best"), _("nothing better was there, as far as can be told")),
        (label_words("fine"), _("gave away %(fine)s strokes at most") % values),
        (label_words("slip"), _("gave away %(slip)s strokes at most") % values),
        (label_words("blunder"), _("gave away more than %(slip)s strokes") % values),
    )

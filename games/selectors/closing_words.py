"""The closer's penalty and bonus in words (rules 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from games.engine import Ruleset

FAILS = {
    "plus_10": gettext_lazy("10 strokes more"),
    "double_plus_5": gettext_lazy("twice the strokes and 5 more"),
    "highest": gettext_lazy("as many strokes as the highest of the hole"),
    "double_or_plus_10": gettext_lazy("twice the strokes or 10 more, whichever is higher"),
    "plus_twice_seats": gettext_lazy("2 strokes more for every seat that plays"),
}
BONUSES = {
    "zero": gettext_lazy("0 strokes, or fewer if the layout itself is below 0"),
    "minus_seats": gettext_lazy("1 stroke less for every seat that plays"),
}


def outcome_words(ruleset: Ruleset, outcome: str) -> str:
    """How a closer came off and what follows from it, for one hole."""
    if outcome == "success":
        found, lowest = BONUSES.get(ruleset.closer_bonus), _("Closed as the lowest")
    else:
        found, lowest = FAILS.get(ruleset.closer_fails), _("Closed without being the lowest")
    if found is None:
        return _("%(outcome)s: nothing changes") % {"outcome": lowest}
    return _("%(outcome)s: %(what)s") % {"outcome": lowest, "what": found}

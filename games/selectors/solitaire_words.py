"""The toggles of Golf Solitaire in words (rules, section 8)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.solitaire import DealWhen, SolitaireRules


def toggles_line(rules: SolitaireRules) -> str:
    """What differs from the plain game, in a line; that it is the plain one, if nothing does."""
    told = [
        (rules.queens_on_kings, _("queens on kings")),
        (rules.turn_the_corner, _("aces and kings meet")),
        (rules.deal_when is DealWhen.STUCK, _("the stock only when stuck")),
        (rules.packs == 2, _("two packs")),
        (rules.winnable_only, _("deals that can be cleared")),
    ]
    words = ", ".join(words for holds, words in told if holds)
    return words[:1].upper() + words[1:] if words else _("Plain rules")


def against_par(strokes: int, par: int) -> str:
    """Strokes held against par as golfers say it: "2 over par", "level with par", "3 under par"."""
    if strokes == par:
        return _("level with par")
    over = abs(strokes - par)
    if strokes > par:
        return ngettext("%d over par", "%d over par", over) % over
    return ngettext("%d under par", "%d under par", over) % over

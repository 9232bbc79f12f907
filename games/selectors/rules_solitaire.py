"""The rules of Golf Solitaire in sentences, as a ruleset has them (rules, section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.solitaire import DealWhen, SolitaireRules


def deal(rules: SolitaireRules) -> Iterator[str]:
    """How the cards lie at first."""
    yield _(
        "%(cards)d cards lie face up in %(columns)d columns of %(length)d. The last card of a "
        "column, its end card, may be played."
    ) % {
        "cards": rules.columns * rules.column_length,
        "columns": rules.columns,
        "length": rules.column_length,
    }
    yield _("One card starts the pile; the other %d are the stock, face down.") % rules.stock_size
    if rules.packs == 2:
        yield _("Two packs are shuffled together.")
    if rules.winnable_only:
        yield _("A deal that can't be cleared, proved by search, is dealt again.")


def play(rules: SolitaireRules) -> Iterator[str]:
    """What may be done."""
    yield _("An end card goes on the pile if it is one rank higher or lower; suits don't matter.")
    if rules.queens_on_kings:
        yield _("Queens go on kings.")
    if rules.turn_the_corner:
        yield _("Aces and kings are neighbours: either goes on the other.")
    if not rules.queens_on_kings:
        other = _("Nothing else goes on a king.") if rules.turn_the_corner else ""
        yield other or _("Nothing goes on a king.")
    if rules.deal_when is DealWhen.STUCK:
        yield _("When no card can be played, the next card of the stock is turned onto the pile.")
    else:
        yield _("At any time the next card of the stock may be turned onto the pile.")
    yield _("The stock is gone through once.")
    if rules.undo:
        yield _("This is practice: actions are taken back as often as one likes.")


def scoring(rules: SolitaireRules) -> Iterator[str]:
    """When a hole is over, and what it counts."""
    yield _(
        "A hole is over when the columns are clear, or when the stock is out and nothing goes on "
        "the pile."
    )
    yield _("Every card that is left in the columns is a stroke.")
    yield _("Where they are clear, every card that is left in the stock is a stroke less.")
    par = engine.par(rules) or 0
    text = ngettext(
        "There is %(holes)d hole, and its par is %(par)d.",
        "There are %(holes)d holes of par %(par)d, %(total)d in all.",
        rules.holes,
    )
    yield text % {"holes": rules.holes, "par": par, "total": par * rules.holes}
    yield _("The fewest strokes are best; zero or lower is perfect.")
    yield _("The time taken is told and never scored.")

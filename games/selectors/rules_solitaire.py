"""The rules of Golf Solitaire in sentences, as a ruleset has them (rules, section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import number_format
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


CLEARABLE: dict[tuple[bool, bool, DealWhen], float] = {
    (False, False, DealWhen.ANY_TIME): 26.2,
    (True, False, DealWhen.ANY_TIME): 45.5,
    (False, True, DealWhen.ANY_TIME): 72.5,
    (True, True, DealWhen.ANY_TIME): 92.7,
    (False, False, DealWhen.STUCK): 13.7,
    (True, False, DealWhen.STUCK): 24.5,
    (True, True, DealWhen.STUCK): 79.5,
}
"""Percent of deals of one pack that can be cleared: queens on kings, turn the corner, dealing."""


def chances(rules: SolitaireRules) -> Iterator[str]:
    """How many deals can be cleared by these rules, as far as that was measured."""
    share = CLEARABLE.get((rules.queens_on_kings, rules.turn_the_corner, rules.deal_when))
    if rules.packs != 1 or rules.winnable_only or share is None:
        return
    yield _(
        "Of 20,000 deals %(share)s %% could be cleared by these rules, by whoever knew the order "
        "of the stock."
    ) % {"share": number_format(share, 1)}


def choices() -> Iterator[str]:
    """The toggles, which are independent of each other, with what they do to the plain game."""
    yield _("Queens on kings: a queen may be played on a king.")
    yield _("Turn the corner: an ace goes on a king, and a king on an ace.")
    yield _("Only when stuck: the stock is turned only when no card can be played.")
    yield _("Two packs: 9 columns of 7 cards, and 40 cards in the stock.")
    yield _("Only deals that can be cleared: any other, proved by search, is dealt again.")
    shares = {
        "queens": number_format(CLEARABLE[True, False, DealWhen.ANY_TIME], 1),
        "corner": number_format(CLEARABLE[False, True, DealWhen.ANY_TIME], 1),
        "both": number_format(CLEARABLE[True, True, DealWhen.ANY_TIME], 1),
        "stuck": number_format(CLEARABLE[False, False, DealWhen.STUCK], 1),
    }
    yield (
        _(
            "With queens on kings %(queens)s %% of the deals can be cleared, turning the corner "
            "%(corner)s %%, with both %(both)s %%; by the plain rules but only when stuck it is "
            "%(stuck)s %%."
        )
        % shares
    )

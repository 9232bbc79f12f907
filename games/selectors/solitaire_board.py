"""The board of Golf Solitaire as everybody knows it: columns, the pile, what is left to turn."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.solitaire import DEAL, PlayColumn
from games.engine.solitaire.observation import SolitaireView
from games.selectors.board import card_view
from games.selectors.table_view import CardView
from games.selectors.wording import card_words, the_card


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column, its end card last; ``action`` is the text form of playing that, where it fits.

    ``number`` counts from 1, as its key does. ``label`` says nothing of what fits: that is for whom
    the aid is on. ``covered_label`` names the cards under the end card, the deepest first.
    """

    number: int
    cards: tuple[CardView, ...]
    label: str
    covered_label: str
    action: str | None

    @property
    def is_playable(self) -> bool:
        """Whether its end card may be played now."""
        return self.action is not None

    @property
    def press(self) -> str:
        """The text form of playing its end card, whether it fits or not."""
        return PlayColumn(self.number - 1).text

    @property
    def covered(self) -> tuple[CardView, ...]:
        """The cards under the end card, the deepest first."""
        return self.cards[:-1]

    @property
    def end(self) -> CardView | None:
        """The card that may be played, None where the column is empty."""
        return self.cards[-1] if self.cards else None


@dataclass(frozen=True, slots=True)
class SolitaireBoard:
    """The board at a moment.

    ``foundation`` is the card on top, ``run`` how many were played since the stock was turned last,
    ``length`` the cards of a column when dealt. ``deal_action`` is the text form of turning the
    stock, None where that may not be done. ``strokes`` is what the hole counts as it stands.
    """

    columns: tuple[ColumnView, ...]
    length: int
    foundation: CardView | None
    foundation_label: str
    stock_count: int
    stock_label: str
    deal_action: str | None
    run: int
    run_label: str
    cards_left: int
    strokes: int | None

    @property
    def deal_press(self) -> str:
        """The text form of turning the stock, whether it may be done or not."""
        return DEAL.text


def solitaire_board(seen: SolitaireView) -> SolitaireBoard:
    """The board of a match as its viewer knows it; who doesn't play has nothing to press."""
    lawful = set(seen.legal)
    return SolitaireBoard(
        columns=tuple(
            _column(at, cards, is_lawful=PlayColumn(at) in lawful)
            for at, cards in enumerate(seen.columns)
        ),
        length=seen.ruleset.column_length,
        foundation=None if seen.foundation is None else _open(seen.foundation),
        foundation_label=_foundation_label(seen),
        stock_count=seen.stock_count,
        stock_label=_stock_label(seen.stock_count),
        deal_action=DEAL.text if DEAL in lawful else None,
        run=seen.run,
        run_label=ngettext("Run of %d card", "Run of %d cards", seen.run) % seen.run,
        cards_left=sum(map(len, seen.columns)),
        strokes=seen.strokes,
    )


def _open(face: str) -> CardView:
    return card_view(engine.SeenCard(face, is_up=True))


def _column(at: int, cards: tuple[str, ...], *, is_lawful: bool) -> ColumnView:
    number = at + 1
    values = {"number": number, "count": len(cards)}
    if cards:
        one = _("Column %(number)d, one card: %(card)s")
        many = _("Column %(number)d, %(count)d cards: %(card)s")
        label = (one if len(cards) == 1 else many) % {**values, "card": the_card(cards[-1])}
    else:
        label = _("Column %(number)d is empty") % values
    under = ", ".join(map(card_words, cards[:-1]))
    covered = _("Column %(number)d, under its end card: %(cards)s") % {**values, "cards": under}
    return ColumnView(
        number=number,
        cards=tuple(map(_open, cards)),
        label=label,
        covered_label=covered if under else "",
        action=PlayColumn(at).text if is_lawful else None,
    )


def _foundation_label(seen: SolitaireView) -> str:
    if seen.foundation is None:
        return _("The pile is empty")
    return _("Pile: %(card)s") % {"card": the_card(seen.foundation)}


def _stock_label(count: int) -> str:
    if not count:
        return _("The stock is empty")
    return ngettext("Stock: %d card", "Stock: %d cards", count) % count

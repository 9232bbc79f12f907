"""A past moment through somebody's eyes: what they knew then, and nothing they may not know now.

While a hole is played, whoever looks back sees through their own eyes alone, and with
``memory=unassisted`` no face that lies hidden now (rules, section 6). Once it is over its cards are
open: then anybody may look through anybody's eyes, or at the cards themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.selectors.board import Board, card_view
from games.selectors.log import Told
from games.selectors.past import Past
from games.selectors.table_view import CardView, PileView
from games.selectors.wording import the_card

OPEN = "open"
"""In place of a seat: the cards themselves, whoever had seen them."""


@dataclass(frozen=True)
class Sight:
    """A moment as the seat ``eyes`` knew it, as everybody did (None), or open."""

    then: Past
    eyes: int | str | None = None

    def observation(self) -> engine.Observation:
        """What lay where. Raises ``ValueError`` for open cards of a hole that is still played."""
        state = engine.as_grid(self.then.state)
        if self.eyes != OPEN:
            seat = self.eyes if isinstance(self.eyes, int) else None
            return self._without_what_is_gone(engine.observe(state, seat))
        if self.then.is_running:
            raise ValueError("the cards of this hole are not open yet")
        seen, hole = engine.observe(state, None), state.hole
        if hole is None:
            return seen
        drawn = None if hole.drawn is None else engine.face_of(hole.drawn)
        return seen._replace(
            drawn=drawn,
            layouts=tuple(
                tuple(
                    shown._replace(face=engine.face_of(card))
                    for card, shown in zip(cards, row, strict=True)
                )
                for cards, row in zip(hole.layouts, seen.layouts, strict=True)
            ),
        )

    def _without_what_is_gone(self, seen: engine.Observation) -> engine.Observation:
        hole, gone = engine.as_grid(self.then.state).hole, self.then.gone
        if hole is None or not gone:
            return seen
        return seen._replace(
            drawn=None if hole.drawn in gone else seen.drawn,
            layouts=tuple(
                tuple(
                    shown._replace(face=None) if card in gone else shown
                    for card, shown in zip(cards, row, strict=True)
                )
                for cards, row in zip(hole.layouts, seen.layouts, strict=True)
            ),
        )

    def stock(self, board: Board) -> PileView:
        """The stock; open, with the face of the next card."""
        pile, hole = board.stock(), engine.as_grid(self.then.state).hole
        if self.eyes != OPEN or hole is None or not hole.stock:
            return pile
        top = engine.SeenCard(engine.face_of(hole.stock[-1]), is_up=False)
        card = card_view(top, board.known)
        values = {"pile": pile.label, "card": card.label}
        return replace(pile, card=card, label=_("%(pile)s. Next: %(card)s") % values)

    def discard(self, board: Board) -> PileView:
        """The discard pile, without a face that lies hidden now."""
        pile, hole = board.discard(), engine.as_grid(self.then.state).hole
        if hole is None or not hole.discard or hole.discard[-1] not in self.then.gone:
            return pile
        hidden = card_view(engine.SeenCard(None, is_up=True))
        return replace(
            pile, card=hidden, label=_("Discard pile: %(card)s") % {"card": hidden.label}
        )

    def told(self) -> Told:
        """What everybody could read of the hole's actions then, latest first."""
        then = self.then
        if not then.state.ruleset.is_forgetful:
            return [(row.sequence, row.facts) for row in then.played[: then.count]][::-1]
        facts = engine.retell(engine.as_grid(then.start), then.grid_actions[: then.count], None)
        if then.is_running:
            now = engine.retell(engine.as_grid(then.start), then.grid_actions, None)
            facts = tuple(map(_known_to_both, facts, now))
        return [(then.first + at, list(entries)) for at, entries in enumerate(facts)][::-1]


def _known_to_both(
    then: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]
) -> tuple[dict[str, Any], ...]:
    """The facts of one action without what is not told any more."""
    return tuple(
        {key: None if later.get(key) is None else value for key, value in facts.items()}
        for facts, later in zip(then, now, strict=True)
    )


def drawn_view(seen: engine.Observation) -> CardView | None:
    """The drawn card as its viewer knows it."""
    if seen.drawn_by is None:
        return None
    return card_view(engine.SeenCard(seen.drawn, is_up=seen.drawn is not None))


def drawn_label(seen: engine.Observation, names: Sequence[str]) -> str:
    """Who holds which card: "You drew the queen of spades"."""
    if seen.drawn_by is None:
        return ""
    if seen.drawn_by == seen.viewer and seen.drawn is not None:
        return _("You drew %(card)s") % {"card": the_card(seen.drawn)}
    return _("%(name)s drew %(card)s") % {
        "name": names[seen.drawn_by],
        "card": the_card(seen.drawn),
    }

"""Who has seen which hidden card: knowledge belongs to the card and follows it (rules 6 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.engine.cards import Card
    from games.engine.ruleset import Ruleset
    from games.engine.state import HoleState, MatchState


def reveal(
    rules: Ruleset, hole: HoleState, card: Card, seats: Collection[int], *, to_all: bool = False
) -> HoleState:
    """Let some seats know a card that lies hidden, or all and every spectator."""
    bit = 1 << card
    if to_all:
        seats = range(len(hole.seen))
        hole = hole._replace(public=hole.public | bit)
    hole = hole._replace(seen=_with(hole.seen, bit, seats))
    if rules.memory == "assisted":
        return hole
    fresh_public = hole.fresh_public | bit if to_all else hole.fresh_public
    return hole._replace(fresh=_with(hole.fresh, bit, seats), fresh_public=fresh_public)


def forget(hole: HoleState, cards: Collection[Card]) -> HoleState:
    """Nobody knows any more where these cards are: they are shuffled.

    What the latest action revealed lies in a layout, so it is not among them.
    """
    gone = ~sum(1 << card for card in cards)
    return hole._replace(
        seen=tuple(mask & gone for mask in hole.seen),
        public=hole.public & gone,
    )


def fade(state: MatchState) -> MatchState:
    """Before an action of a seat: what the one before it revealed is no longer shown."""
    hole = state.hole
    if hole is None:
        return state
    return state._replace(hole=hole._replace(fresh=(0,) * state.seats, fresh_public=0))


def known_cards(
    rules: Ruleset, hole: HoleState, viewer: int | None, *, recalls: bool = False
) -> int:
    """Return, as bits, the hidden cards whose faces a viewer is shown; None is a spectator.

    One who ``recalls`` knows all that it was ever shown.
    """
    if recalls or rules.memory == "assisted":
        return hole.public if viewer is None else hole.seen[viewer]
    return hole.fresh_public if viewer is None else hole.fresh[viewer]


def _with(masks: tuple[int, ...], bit: int, seats: Collection[int]) -> tuple[int, ...]:
    return tuple(mask | bit if seat in seats else mask for seat, mask in enumerate(masks))

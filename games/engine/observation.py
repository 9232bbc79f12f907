"""What one viewer knows: built up card by card from what that viewer has seen (rules 9).

Nothing is taken out of a full state: a card comes in only by a reason to be known, so that two
states that differ in cards a viewer hasn't seen give equal observations.

>>> from games.engine.actions import Deal
>>> from games.engine.ruleset import Ruleset
>>> from games.engine.state import new_match
>>> from games.engine.transitions import apply
>>> rules = Ruleset(openers_mode="fixed")
>>> state = apply(new_match(rules, 2), Deal(rules.pack_cards(2))).state
>>> seen = observe(state, viewer=None)
>>> [card.face for card in seen.layouts[0]]
['AC', '2C', None, None, None, None]
>>> seen.shown_strokes(0)
-1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.engine.cards import Face, face_of
from games.engine.knowledge import known_cards
from games.engine.legality import seats_to_act, usual_actions
from games.engine.scoring import score_layout
from games.engine.state import HolePhase
from games.engine.undoing import may_undo

if TYPE_CHECKING:
    from games.engine.actions import SeatAction
    from games.engine.ruleset import Ruleset
    from games.engine.state import HoleState, MatchPhase, MatchState


class SeenCard(NamedTuple):
    """A card as its viewer knows it: ``face`` is None where it has not been seen."""

    face: Face | None
    is_up: bool


class Observation(NamedTuple):
    """A match as one viewer knows it; ``viewer`` is None for a spectator.

    ``discard`` has every face of the discard pile, top last: all of them were public. ``drawn`` is
    the face of a drawn card for its drawer alone. ``layouts``, ``discard`` and what else belongs
    to a hole are empty before the first deal. ``legal`` is what the viewer may do now, but for
    taking its last action back, which ``can_undo`` tells. ``players``
    are the seats that play the hole, all but in an extra hole. With ``memory=unassisted`` a hidden
    card has a face only for those to whom the latest action showed it. ``knowers`` has, by slot,
    the seats as bits that have looked at the hidden card there: who looks is always told, so that
    everybody can know it.
    """

    ruleset: Ruleset
    seats: int
    viewer: int | None
    sequence: int
    hole_index: int
    match_phase: MatchPhase
    hole_phase: HolePhase | None
    to_act: tuple[int, ...]
    starter: int
    closer: int | None
    last_turns_left: int
    passes: int
    stock_count: int
    discard: tuple[Face, ...]
    drawn: Face | None
    drawn_by: int | None
    layouts: tuple[tuple[SeenCard, ...], ...]
    turns: tuple[int, ...]
    totals: tuple[int, ...]
    scored: tuple[tuple[int, ...], ...]
    dismissed: tuple[bool, ...]
    legal: tuple[SeatAction, ...]
    players: tuple[int, ...]
    knocked: bool
    is_extra_turn: bool
    extra_scored: tuple[tuple[int | None, ...], ...]
    openers_left: tuple[int, ...]
    can_undo: bool
    knowers: tuple[tuple[int, ...], ...]

    def shown_strokes(self, seat: int) -> int:
        """Return the strokes of what lies face up in a seat's layout, complete lines counted."""
        faces = [card.face if card.is_up else None for card in self.layouts[seat]]
        return score_layout(self.ruleset, faces) if faces else 0


def observe(state: MatchState, viewer: int | None, *, recalls: bool = False) -> Observation:
    """Return the match as the seat ``viewer`` knows it, or anybody at all when it is None.

    Whoever ``recalls`` still knows what it has seen under ``memory=unassisted``, as a player with
    a good memory does.
    """
    hole = state.hole
    is_drawn = hole is not None and hole.drawn is not None
    return Observation(
        ruleset=state.ruleset,
        seats=state.seats,
        viewer=viewer,
        sequence=state.sequence,
        hole_index=state.hole_index,
        match_phase=state.phase,
        hole_phase=hole.phase if hole else None,
        to_act=seats_to_act(state),
        starter=hole.starter if hole else state.starter,
        closer=hole.closer if hole else None,
        last_turns_left=hole.last_turns_left if hole else 0,
        passes=hole.passes if hole else 0,
        stock_count=len(hole.stock) if hole else 0,
        discard=tuple(face_of(card) for card in hole.discard) if hole else (),
        drawn=_drawn(hole, viewer),
        drawn_by=hole.to_move if hole and is_drawn else None,
        layouts=_layouts(state.ruleset, hole, viewer, recalls=recalls),
        turns=hole.turns if hole else (0,) * state.seats,
        totals=state.totals,
        scored=state.scored,
        dismissed=state.dismissed,
        legal=() if viewer is None else usual_actions(state, viewer),
        players=hole.players if hole else state.players,
        knocked=hole.knocked if hole else False,
        is_extra_turn=hole.is_extra_turn if hole else False,
        extra_scored=state.extra_scored,
        openers_left=_openers_left(state, hole),
        can_undo=viewer is not None and may_undo(state, viewer),
        knowers=_knowers(hole),
    )


def _openers_left(state: MatchState, hole: HoleState | None) -> tuple[int, ...]:
    if hole is None or hole.phase is not HolePhase.OPENERS:
        return (0,) * state.seats
    return tuple(
        state.ruleset.openers - opened.bit_count() if seat in hole.players else 0
        for seat, opened in enumerate(hole.opened)
    )


def _drawn(hole: HoleState | None, viewer: int | None) -> Face | None:
    if hole is None or hole.drawn is None or viewer != hole.to_move:
        return None
    return face_of(hole.drawn)


def _layouts(
    rules: Ruleset, hole: HoleState | None, viewer: int | None, *, recalls: bool
) -> tuple[tuple[SeenCard, ...], ...]:
    if hole is None:
        return ()
    seen = known_cards(rules, hole, viewer, recalls=recalls)
    return tuple(
        tuple(
            SeenCard(face_of(card) if up >> slot & 1 or seen >> card & 1 else None, _bit(up, slot))
            for slot, card in enumerate(cards)
        )
        for cards, up in zip(hole.layouts, hole.up, strict=True)
    )


def _bit(mask: int, index: int) -> bool:
    return bool(mask >> index & 1)


def _knowers(hole: HoleState | None) -> tuple[tuple[int, ...], ...]:
    if hole is None:
        return ()
    if not any(hole.seen):
        return tuple((0,) * len(cards) for cards in hole.layouts)
    return tuple(
        tuple(
            0
            if up >> slot & 1
            else sum((mask >> card & 1) << n for n, mask in enumerate(hole.seen))
            for slot, card in enumerate(cards)
        )
        for cards, up in zip(hole.layouts, hole.up, strict=True)
    )

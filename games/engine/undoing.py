"""Taking back: offered exactly while nobody has learnt anything.

One's own ``take`` into a slot that lay open shows nobody a card that was not open before. Until
any other action happens its seat may take it back, once in a turn. It is an action like others:
it is kept in the history, and the sequence goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.cards import face_of
from games.engine.events import Event
from games.engine.state import HolePhase

if TYPE_CHECKING:
    from games.engine.actions import Take
    from games.engine.state import MatchState


def may_undo(state: MatchState, seat: int) -> bool:
    """Whether the seat may take its last action back."""
    before = state.undo_to
    return before is not None and before.hole is not None and before.hole.to_move == seat


def settled(state: MatchState) -> MatchState:
    """Return the state with nothing to take back: something else is about to happen."""
    if state.undo_to is None and not state.has_undone:
        return state
    return state._replace(undo_to=None, has_undone=False)


def remembered(before: MatchState, action: Take, after: MatchState) -> MatchState:
    """Return ``after`` with the way back to ``before``, where the take showed nobody anything."""
    hole, next_hole = before.hole, after.hole
    assert hole is not None  # noqa: S101 - narrows the type; a take is within a hole
    assert next_hole is not None  # noqa: S101 - narrows the type; a hole that is over stays
    was_shown = hole.up[action.seat] >> action.slot & 1
    goes_on = next_hole.phase is HolePhase.TURN
    if before.has_undone or not (was_shown and goes_on):
        return after
    return after._replace(undo_to=settled(before))


def undo(state: MatchState) -> tuple[MatchState, list[Event]]:
    """Return the state before the take, one action later, and what is told of it."""
    before = state.undo_to
    assert before is not None  # noqa: S101 - narrows the type; lawful only with a way back
    old, new = before.hole, state.hole
    assert old is not None  # noqa: S101 - narrows the type; the take was within a hole
    assert new is not None  # noqa: S101 - narrows the type; and that one goes on
    seat = old.to_move
    slot = next(n for n, card in enumerate(old.layouts[seat]) if card != new.layouts[seat][n])
    facts = {
        "slot": slot,
        "card": face_of(new.layouts[seat][slot]),
        "discarded": face_of(old.layouts[seat][slot]),
    }
    after = before._replace(sequence=state.sequence + 1, has_undone=True)
    return after, [Event("undone", seat, facts)]

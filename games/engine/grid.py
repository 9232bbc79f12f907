"""The grid game behind the protocol of ``games``: a layout of hidden cards for every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.absent import default_action
from games.engine.actions import parse_action
from games.engine.chance import chance_action, chance_cards
from games.engine.codec import (
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
)
from games.engine.legality import is_concurrent, is_current, legal_actions, seats_to_act
from games.engine.observation import observe
from games.engine.standings import final_standings
from games.engine.state import HolePhase, MatchPhase, MatchState, new_match
from games.engine.transitions import apply
from games.engine.undoing import may_undo

if TYPE_CHECKING:
    from games.engine.games import Stint
    from games.engine.ruleset import Ruleset

NAME = "grid"

__all__ = [
    "NAME",
    "apply",
    "before_hole",
    "chance_action",
    "chance_cards",
    "decode_action",
    "decode_ruleset",
    "decode_state",
    "default_action",
    "encode_action",
    "encode_ruleset",
    "encode_state",
    "final_standings",
    "is_concurrent",
    "is_current",
    "legal_actions",
    "may_undo",
    "new_match",
    "observe",
    "par",
    "parse_action",
    "seats_to_act",
    "stint",
]


def stint(state: MatchState, seat: int) -> Stint:
    """Return what the seat is asked for, the same from the first to the last action of a turn."""
    if seat not in seats_to_act(state) or state.hole is None:
        return None
    if state.phase is MatchPhase.SCORE_CARD:
        return ("score card", state.hole_index)
    if state.hole.phase is HolePhase.OPENERS:
        return ("openers", state.hole_index)
    return ("turn", state.hole_index, state.hole.turns[seat])


def par(ruleset: Ruleset) -> None:
    """No par is set: it is what a hole of a ruleset is expected to come to."""


def before_hole(now: MatchState, hole: int, first: int) -> MatchState:
    """Return the state that waited for the deal ``first`` of a hole.

    A deal starts everything else anew, and all holes that count for totals come before all extra
    ones (rules, section 5).
    """
    scored = now.scored[:hole]
    return new_match(now.ruleset, now.seats)._replace(
        sequence=first - 1,
        hole_index=hole,
        dismissed=(hole > 0,) * now.seats,
        totals=tuple(sum(strokes[seat] for strokes in scored) for seat in range(now.seats)),
        scored=scored,
        extra_scored=now.extra_scored[: max(0, hole - len(now.scored))],
    )

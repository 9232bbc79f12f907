"""How a turn, a hole and a match end (rules 2.5 to 2.8, 4 and 5)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from games.engine.cards import face_of
from games.engine.events import Event
from games.engine.scoring import score_hole, standings
from games.engine.state import (
    HOLE_LIMIT,
    TURN_LIMIT,
    HolePhase,
    HoleState,
    MatchPhase,
    MatchState,
)

if TYPE_CHECKING:
    from games.engine.ruleset import Ruleset

Change = tuple[MatchState, list[Event]]


class EndReason(StrEnum):
    """Why a hole ended."""

    WENT_OUT = "went_out"
    CALLED_OFF = "called_off"
    TURN_LIMIT = "turn_limit"
    NO_STOCK = "no_stock"


def end_turn(state: MatchState, hole: HoleState, events: list[Event]) -> Change:
    """End a turn, already counted: going out, called off, stock, then pass on (rules 2.8)."""
    seat = hole.to_move
    if hole.closer is None and hole.up[seat] == state.ruleset.full:
        left = state.ruleset.last_turns * (state.seats - 1)
        hole = hole._replace(closer=seat, last_turns_left=left + 1)
        events.append(Event("went_out", seat))
    reason = _called_off(state.ruleset, hole)
    if reason is not None:
        events.append(Event("called_off"))
        return end_hole(state, hole, events, reason)
    if hole.stock:
        return pass_on(state, hole, events)
    if len(hole.discard) < 2:
        return end_hole(state, hole, events, EndReason.NO_STOCK)
    hole = hole._replace(phase=HolePhase.AWAIT_RESHUFFLE)
    return state._replace(hole=hole, sequence=state.sequence + 1), events


def _called_off(rules: Ruleset, hole: HoleState) -> EndReason | None:
    if hole.passes >= rules.stall_laps * len(hole.turns):
        return EndReason.CALLED_OFF
    if min(hole.turns) >= TURN_LIMIT:
        return EndReason.TURN_LIMIT
    return None


def pass_on(state: MatchState, hole: HoleState, events: list[Event]) -> Change:
    """After the stock is seen to: count a last turn, then score the hole or move to the next."""
    seat, closer = hole.to_move, hole.closer
    left = hole.last_turns_left
    if closer is not None:
        left -= 1
        if left == 0:
            hole = hole._replace(last_turns_left=0)
            return end_hole(state, hole, events, EndReason.WENT_OUT)
    following = (seat + 1) % state.seats
    if following == closer:
        following = (following + 1) % state.seats
    hole = hole._replace(to_move=following, last_turns_left=left, phase=HolePhase.TURN)
    return state._replace(hole=hole, sequence=state.sequence + 1), events


def end_hole(state: MatchState, hole: HoleState, events: list[Event], reason: EndReason) -> Change:
    """Turn everything up, score it, and show the score card or finish the match."""
    strokes = score_hole(state.ruleset, hole.layouts)
    totals = tuple(total + extra for total, extra in zip(state.totals, strokes, strict=True))
    hole = hole._replace(
        up=(state.ruleset.full,) * state.seats, phase=HolePhase.OVER, last_turns_left=0
    )
    sequence = state.sequence + 1
    state = state._replace(
        hole=hole,
        sequence=sequence,
        phase=MatchPhase.SCORE_CARD,
        totals=totals,
        scored=(*state.scored, strokes),
        dismissed=(False,) * state.seats,
        current_from=(sequence,) * state.seats,
    )
    events.append(Event("hole_ended", facts={"reason": reason.value}))
    events.append(_scored_event(state, hole, strokes))
    if _is_last_hole(state):
        state = state._replace(phase=MatchPhase.FINISHED)
        events.append(Event("match_finished", facts={"places": _places(totals)}))
    return state, events


def _scored_event(state: MatchState, hole: HoleState, strokes: tuple[int, ...]) -> Event:
    facts = {
        "hole": state.hole_index,
        "strokes": list(strokes),
        "layouts": [[face_of(card) for card in cards] for cards in hole.layouts],
        "closer": hole.closer,
        "totals": list(state.totals),
    }
    return Event("hole_scored", facts=facts)


def _is_last_hole(state: MatchState) -> bool:
    rules = state.ruleset
    if rules.limit and max(state.totals) >= rules.limit:
        return True
    return len(state.scored) >= (rules.holes or HOLE_LIMIT)


def _places(totals: tuple[int, ...]) -> list[int]:
    by_seat = sorted(standings(totals), key=lambda row: row.seat)
    return [row.place for row in by_seat]

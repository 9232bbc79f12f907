"""How a turn, a hole and a match end (rules 2.5 to 2.8, 4 and 5)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from games.engine.cards import face_of
from games.engine.events import Event
from games.engine.judging import HoleScore, score_hole, winners_at_once
from games.engine.standings import final_standings
from games.engine.state import (
    EXTRA_HOLES,
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
        hole = close(state.ruleset, hole, seat)
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


def close(rules: Ruleset, hole: HoleState, closer: int) -> HoleState:
    """Make a seat the closer: every other one gets its last turns, after this turn has ended."""
    left = rules.last_turns * (len(hole.players) - 1)
    return hole._replace(closer=closer, last_turns_left=left + 1)


def _called_off(rules: Ruleset, hole: HoleState) -> EndReason | None:
    if hole.passes >= rules.stall_laps * len(hole.players):
        return EndReason.CALLED_OFF
    if hole.turns[hole.to_move] < TURN_LIMIT:
        return None
    if all(hole.turns[seat] >= TURN_LIMIT for seat in hole.players):
        return EndReason.TURN_LIMIT
    return None


def pass_on(state: MatchState, hole: HoleState, events: list[Event]) -> Change:
    """After the stock is seen to: count a last turn, then score the hole or move to the next."""
    left = hole.last_turns_left
    if hole.closer is not None:
        left -= 1
        if left == 0:
            hole = hole._replace(last_turns_left=0)
            return end_hole(state, hole, events, EndReason.WENT_OUT)
    following = _following(hole, hole.to_move)
    hole = hole._replace(to_move=following, last_turns_left=left, phase=HolePhase.TURN)
    return state._replace(hole=hole, sequence=state.sequence + 1), events


def _following(hole: HoleState, seat: int) -> int:
    """Return the next seat in turn order that may act; the closer acts no more."""
    players = hole.players
    following = players[(players.index(seat) + 1) % len(players)]
    return _following(hole, following) if following == hole.closer else following


def end_hole(state: MatchState, hole: HoleState, events: list[Event], reason: EndReason) -> Change:
    """Turn everything up, score it, and show the score card or finish the match."""
    rules, players = state.ruleset, hole.players
    faces = [[face_of(card) for card in hole.layouts[seat]] for seat in players]
    closer = None if hole.closer is None else players.index(hole.closer)
    score = score_hole(rules, faces, closer, knocked=hole.knocked)
    won = winners_at_once(rules, faces, [state.totals[seat] for seat in players])
    is_extra = state.has_played_its_holes
    hole = hole._replace(
        up=tuple(rules.full if cards else 0 for cards in hole.layouts),
        phase=HolePhase.OVER,
        last_turns_left=0,
    )
    sequence = state.sequence + 1
    state = _counted(state, hole, score)._replace(
        hole=hole,
        sequence=sequence,
        phase=MatchPhase.SCORE_CARD,
        dismissed=(False,) * state.seats,
        current_from=(sequence,) * state.seats,
        winners=tuple(players[at] for at in won),
    )
    events.append(Event("hole_ended", facts={"reason": reason.value}))
    events.append(_scored_event(state, hole, score, is_extra=is_extra))
    if state.winners:
        events.append(Event("won_at_once", facts={"seats": list(state.winners)}))
    if _is_over(state):
        state = state._replace(phase=MatchPhase.FINISHED)
        events.append(Event("match_finished", facts={"places": _places(state)}))
    return state, events


def _counted(state: MatchState, hole: HoleState, score: HoleScore) -> MatchState:
    if state.has_played_its_holes:
        extra = _by_seat(state, hole, score.strokes)
        return state._replace(extra_scored=(*state.extra_scored, extra))
    totals = tuple(map(sum, zip(state.totals, score.strokes, strict=True)))
    return state._replace(totals=totals, scored=(*state.scored, score.strokes))


def _by_seat(state: MatchState, hole: HoleState, values: tuple[int, ...]) -> tuple[int | None, ...]:
    found = dict(zip(hole.players, values, strict=True))
    return tuple(found.get(seat) for seat in range(state.seats))


def _scored_event(state: MatchState, hole: HoleState, score: HoleScore, *, is_extra: bool) -> Event:
    facts: dict[str, Any] = {
        "hole": state.hole_index,
        "strokes": list(_by_seat(state, hole, score.strokes)),
        "layouts": [[face_of(card) for card in cards] for cards in hole.layouts],
        "closer": hole.closer,
        "totals": list(state.totals),
    }
    if state.ruleset.changes_strokes_of_layouts:
        facts["layout_strokes"] = list(_by_seat(state, hole, score.layouts))
        facts["charges"] = list(_by_seat(state, hole, score.charges))
        facts["outcome"] = score.outcome
        facts["correction"] = score.correction
    if is_extra:
        facts["is_extra"] = True
    return Event("hole_scored", facts=facts)


def _is_over(state: MatchState) -> bool:
    if state.winners:
        return True
    if not state.has_played_its_holes:
        return False
    may_go_on = state.ruleset.tie == "extra_hole" and len(state.extra_scored) < EXTRA_HOLES
    return not may_go_on or len(state.players) == 1


def _places(state: MatchState) -> list[int]:
    by_seat = sorted(final_standings(state), key=lambda row: row.seat)
    return [row.place for row in by_seat]

"""How a turn, a hole and a match end (rules 2.5 to 2.8, 4 and 5)."""

from __future__ import annotations

from enum import StrEnum
from operator import add
from typing import TYPE_CHECKING, Any

from games.engine.cards import face_of, rank_of
from games.engine.events import Event
from games.engine.geometry import columns_of
from games.engine.judging import HoleScore, score_hole, winners_at_once
from games.engine.scoring import common_rank
from games.engine.standings import final_standings
from games.engine.state import (
    EXTRA_HOLES,
    TURN_LIMIT,
    HolePhase,
    HoleState,
    MatchPhase,
    MatchState,
)
from games.engine.tuples import changed, counted

if TYPE_CHECKING:
    from games.engine.geometry import Line
    from games.engine.ruleset import Ruleset

# Members of an enum are looked up by a function of Python: once is enough for all actions.
_TURN = HolePhase.TURN

Change = tuple[MatchState, list[Event]]


class EndReason(StrEnum):
    """Why a hole ended."""

    WENT_OUT = "went_out"
    KNOCKED = "knocked"
    CALLED_OFF = "called_off"
    TURN_LIMIT = "turn_limit"
    NO_STOCK = "no_stock"


def end_turn(
    state: MatchState, hole: HoleState, events: list[Event], touched: tuple[int, ...] = ()
) -> Change:
    """End a turn, already counted, in the order of rules 2.8.

    ``touched`` are the seats whose layouts changed, where it isn't just the one to move. ``state``
    is as the turn found it, ``hole`` as the turn left it.
    """
    rules, seat = state.ruleset, hole.to_move
    for owner in touched or (seat,):
        if hole.closer is None and hole.up[owner] == rules.full:
            hole = close(rules, hole, owner)
            events.append(Event("went_out", owner))
    if rules.golf_call and _calls_golf(state, hole):
        hole = hole._replace(is_extra_turn_due=True)
    reason = _called_off(rules, hole)
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


def _calls_golf(state: MatchState, hole: HoleState) -> bool:
    """Whether a turn that gives an extra one has newly completed a column (rules 6)."""
    seat = hole.to_move
    if seat == hole.closer or hole.is_extra_turn or state.hole is None:
        return False
    before = _complete_columns(state.ruleset, state.hole, seat)
    return bool(_complete_columns(state.ruleset, hole, seat) - before)


def _complete_columns(rules: Ruleset, hole: HoleState, seat: int) -> set[Line]:
    up = hole.up[seat]
    marks = [
        rules.marks[face_of(card)] if up >> slot & 1 else None
        for slot, card in enumerate(hole.layouts[seat])
    ]
    columns = columns_of(rules.layout)
    return {column for column in columns if common_rank(marks, column) is not None}


def pass_on(state: MatchState, hole: HoleState, events: list[Event]) -> Change:
    """After the stock is seen to: extra turn, last turn, skipped turn; then score or go on."""
    seat, closer, left = hole.to_move, hole.closer, hole.last_turns_left
    sequence = state.sequence + 1
    if hole.is_extra_turn_due:
        events.append(Event("golf_called", seat))
        hole = hole._replace(is_extra_turn_due=False, is_extra_turn=True, phase=_TURN)
        return state._replace(hole=hole, sequence=sequence), events
    if closer is not None:
        left -= 1
    following = _following(hole, seat)
    if state.ruleset.jack_skips and (closer is None or left) and _threw_a_jack(hole):
        # A lost turn counts among the turns of its seat, or a hole might never be called off.
        events.append(Event("turn_skipped", following))
        hole = hole._replace(turns=counted(hole.turns, following))
        following = _following(hole, following)
        if closer is not None:
            left -= 1
    hole = changed(hole, to_move=following, last_turns_left=left, phase=_TURN, is_extra_turn=False)
    if closer is not None and left == 0:
        reason = EndReason.KNOCKED if hole.knocked else EndReason.WENT_OUT
        return end_hole(state, hole, events, reason)
    return changed(state, hole=hole, sequence=sequence), events


def _threw_a_jack(hole: HoleState) -> bool:
    # Every turn puts a card on the discard pile but a knock, after which the closer is to move.
    is_knock = hole.knocked and hole.closer == hole.to_move
    return not is_knock and rank_of(hole.discard[-1]) == "J"


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
    totals = tuple(map(add, state.totals, score.strokes))
    return state._replace(totals=totals, scored=(*state.scored, score.strokes))


def _by_seat(state: MatchState, hole: HoleState, values: tuple[int, ...]) -> tuple[int | None, ...]:
    players = hole.players
    return tuple(
        values[players.index(seat)] if seat in players else None for seat in range(state.seats)
    )


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
    # A row starts with its seat.
    return [row.place for row in sorted(final_standings(state))]

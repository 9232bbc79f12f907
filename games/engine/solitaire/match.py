"""A match of Golf Solitaire: nine holes of one seat, moved on as a match of the grid game is.

It waits for a deal, for its seat, or for its score card to be put away; ``apply`` takes the same
``Deal`` and ``Dismiss`` as there and gives the same kind of ``Event``. Its events:

==============  ==================================================================
hole_dealt      hole, starter, columns of faces with end cards last, foundation, stock (cards)
card_played     column, card
card_turned     card, stock (cards left)
hole_scored     hole, strokes and totals of the one seat, closer (None)
undone          column (None where a card of the stock went back), card
hole_reopened   hole: its strokes don't count any more
dismissed       nothing
match_finished  places
==============  ==================================================================

The match is over with its last hole: there is nobody who would have to see its score card first.
With ``undo``, which is for practice, the last action of a hole is taken back as often as one likes,
from its score card too, so that this one is put away before the match is over. Taking back is an
action like others, and the sequence goes on.

>>> from random import Random
>>> state = new_match(SolitaireRules(), 1)
>>> state = apply(state, chance_action(state, Random(1))).state
>>> state.phase.value, seats_to_act(state), par(SolitaireRules())
('hole', (0,), 45)
>>> [action.text for action in legal_actions(state, seat=0)]
['play 7', 'deal']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.engine.actions import Deal, Dismiss, Undo
from games.engine.cards import face_of
from games.engine.errors import IllegalAction, MalformedAction, RulesetError
from games.engine.events import Event, Transition
from games.engine.solitaire import hole as holes
from games.engine.solitaire.board import board_of
from games.engine.solitaire.hole import DealNext, Hole, PlayColumn, new_hole
from games.engine.solitaire.rules import SolitaireRules
from games.engine.state import MatchPhase

if TYPE_CHECKING:
    from random import Random

    from games.engine.cards import Card

SEAT = 0
PAR = 5
"""The par of a hole, by which nine holes are par 45 (rules 8)."""

_FINISHED = Event("match_finished", facts={"places": [1]})

SeatAction = PlayColumn | DealNext | Dismiss | Undo
MatchAction = SeatAction | Deal


class SolitaireMatch(NamedTuple):
    """A match after ``sequence`` actions, chance included.

    ``hole`` is None before the first deal, and stays while its score card is shown; ``way`` are the
    actions that led there from its deal. ``scored`` has the strokes of every hole that is over, of
    the one seat.
    """

    ruleset: SolitaireRules
    sequence: int = 0
    phase: MatchPhase = MatchPhase.AWAIT_DEAL
    hole_index: int = 0
    hole: Hole | None = None
    way: tuple[holes.Action, ...] = ()
    scored: tuple[tuple[int], ...] = ()

    @property
    def seats(self) -> int:
        """How many play: it is a game for one."""
        return 1

    @property
    def total(self) -> int:
        """The strokes of all holes that are over; zero or lower is perfect (rules 8)."""
        return sum(strokes for (strokes,) in self.scored)

    @property
    def totals(self) -> tuple[int]:
        """The total, as the seat's."""
        return (self.total,)

    @property
    def extra_scored(self) -> tuple[tuple[int], ...]:
        """No hole is ever played off."""
        return ()

    @property
    def has_played_its_holes(self) -> bool:
        """Whether every hole of the match is over."""
        return len(self.scored) >= self.ruleset.holes

    @property
    def run(self) -> int:
        """How many cards were played since the stock was last turned."""
        turned = [at for at, action in enumerate(self.way) if isinstance(action, DealNext)]
        return len(self.way) - (turned[-1] + 1 if turned else 0)


def par(rules: SolitaireRules, count: int | None = None) -> int:
    """Return the par of so many holes, of the whole match if ``count`` is left out."""
    return PAR * (rules.holes if count is None else count)


def new_match(ruleset: SolitaireRules, seats: int) -> SolitaireMatch:
    """Return a match that waits for its first deal; RulesetError for more seats than one."""
    if seats != 1:
        raise RulesetError("seats", seats, "1")
    return SolitaireMatch(ruleset)


def seats_to_act(state: SolitaireMatch) -> tuple[int, ...]:
    """Return the one seat, unless the match waits for a deal or is over."""
    return (SEAT,) if state.phase in {MatchPhase.HOLE, MatchPhase.SCORE_CARD} else ()


def chance_cards(state: SolitaireMatch) -> tuple[Card, ...] | None:
    """Return the cards to shuffle, by id, when the match waits for a deal; else None."""
    return state.ruleset.pack_cards() if state.phase is MatchPhase.AWAIT_DEAL else None


def chance_action(state: SolitaireMatch, rng: Random) -> Deal | None:
    """Return the deal that ``rng`` makes, None when none is due.

    Only as shuffled: a deal of ``winnable_only`` comes from whoever can prove that it is one.
    """
    cards = chance_cards(state)
    if cards is None:
        return None
    order = list(cards)
    rng.shuffle(order)
    return Deal(tuple(order))


def legal_actions(state: SolitaireMatch, seat: int) -> tuple[SeatAction, ...]:
    """Return every action that the seat may do now, cards first; none when it is not to act."""
    if seat not in seats_to_act(state) or state.hole is None:
        return ()
    taken_back = (Undo(SEAT),) if may_undo(state, seat) else ()
    if state.phase is MatchPhase.SCORE_CARD:
        return (Dismiss(SEAT), *taken_back)
    return (*holes.legal_actions(state.hole), *taken_back)


def may_undo(state: SolitaireMatch, seat: int) -> bool:
    """Whether the seat may take its last action back."""
    return state.ruleset.undo and bool(state.way) and seat in seats_to_act(state)


def apply(state: SolitaireMatch, action: MatchAction) -> Transition[SolitaireMatch]:
    """Do an action, by the seat or by chance.

    Raises ``IllegalAction`` when it may not be done now, with the codes of ``hole.apply`` and
    ``match_over``, ``waiting_for_chance``, ``not_waiting_for_chance``, ``not_lawful``, and
    ``MalformedAction`` when it means nothing here; the state is never changed.
    """
    if isinstance(action, Deal):
        return _deal(state, action)
    if action.seat != SEAT:
        raise MalformedAction(f"there is no seat {action.seat}")
    if state.phase is MatchPhase.FINISHED:
        raise IllegalAction("match_over", "the match is over")
    if state.hole is None or state.phase is MatchPhase.AWAIT_DEAL:
        raise IllegalAction("waiting_for_chance", "the cards are being shuffled")
    if isinstance(action, Undo):
        return _undo(state, action)
    if isinstance(action, Dismiss) is not (state.phase is MatchPhase.SCORE_CARD):
        raise IllegalAction("not_lawful", f"{action.text!r} may not be done now")
    if isinstance(action, Dismiss):
        return _dismiss(state)
    return _play(state, state.hole, action)


def _deal(state: SolitaireMatch, action: Deal) -> Transition[SolitaireMatch]:
    if state.phase is MatchPhase.FINISHED:
        raise IllegalAction("match_over", "the match is over")
    if state.phase is not MatchPhase.AWAIT_DEAL:
        raise IllegalAction("not_waiting_for_chance", "no deal is due now")
    hole = new_hole(board_of(action.order, state.ruleset), state.ruleset)
    facts = {
        "hole": state.hole_index,
        "starter": SEAT,
        "columns": [[face_of(card) for card in column] for column in hole.board.columns],
        "foundation": face_of(hole.top),
        "stock": hole.stock_left,
    }
    after = state._replace(sequence=state.sequence + 1, phase=MatchPhase.HOLE, hole=hole, way=())
    return Transition(after, (Event("hole_dealt", facts=facts),))


def _play(
    state: SolitaireMatch, hole: Hole, action: PlayColumn | DealNext
) -> Transition[SolitaireMatch]:
    hole = holes.apply(hole, action)
    facts = {"card": face_of(hole.top)}
    if isinstance(action, PlayColumn):
        event = Event("card_played", SEAT, {"column": action.column, **facts})
    else:
        event = Event("card_turned", SEAT, {"stock": hole.stock_left, **facts})
    after = state._replace(sequence=state.sequence + 1, hole=hole, way=(*state.way, action))
    if not hole.is_over:
        return Transition(after, (event,))
    scored = (*state.scored, (hole.strokes,))
    is_over = len(scored) == state.ruleset.holes and not state.ruleset.undo
    phase = MatchPhase.FINISHED if is_over else MatchPhase.SCORE_CARD
    after = after._replace(scored=scored, phase=phase)
    told = {
        "hole": state.hole_index,
        "strokes": [hole.strokes],
        "totals": [after.total],
        "closer": None,
    }
    ends = (_FINISHED,) if is_over else ()
    return Transition(after, (event, Event("hole_scored", facts=told), *ends))


def _undo(state: SolitaireMatch, action: Undo) -> Transition[SolitaireMatch]:
    if action not in legal_actions(state, SEAT) or state.hole is None:
        raise IllegalAction("not_lawful", f"{action.text!r} may not be done now")
    hole = new_hole(state.hole.board, state.ruleset)
    for earlier in state.way[:-1]:
        hole = holes.apply(hole, earlier)
    last = state.way[-1]
    facts = {
        "column": last.column if isinstance(last, PlayColumn) else None,
        "card": face_of(state.hole.top),
    }
    events = [Event("undone", SEAT, facts)]
    after = state._replace(sequence=state.sequence + 1, hole=hole, way=state.way[:-1])
    if state.phase is MatchPhase.SCORE_CARD:
        after = after._replace(phase=MatchPhase.HOLE, scored=state.scored[:-1])
        events.append(Event("hole_reopened", facts={"hole": state.hole_index}))
    return Transition(after, tuple(events))


def _dismiss(state: SolitaireMatch) -> Transition[SolitaireMatch]:
    events = [Event("dismissed", SEAT)]
    is_last = len(state.scored) == state.ruleset.holes
    if is_last:
        events.append(_FINISHED)
    after = state._replace(
        sequence=state.sequence + 1,
        phase=MatchPhase.FINISHED if is_last else MatchPhase.AWAIT_DEAL,
        hole_index=state.hole_index + (not is_last),
    )
    return Transition(after, tuple(events))

"""A match of Golf Solitaire: nine holes of one seat, moved on as a match of the grid game is.

It waits for a deal, for its seat, or for its score card to be put away; ``apply`` takes the same
``Deal`` and ``Dismiss`` as there and gives the same kind of ``Event``. Its events:

==============  ==================================================================
hole_dealt      hole, columns of faces with end cards last, foundation, stock (cards)
card_played     column, card
card_turned     card, stock (cards left)
hole_scored     hole, strokes, totals, each of the one seat
dismissed       nothing
match_finished  places
==============  ==================================================================

>>> from random import Random
>>> state = new_match(SolitaireRules())
>>> state = apply(state, chance_action(state, Random(1))).state
>>> state.phase.value, seats_to_act(state), par(SolitaireRules())
('hole', (0,), 45)
>>> [action.text for action in legal_actions(state, seat=0)]
['play 7', 'deal']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.engine.actions import Deal, Dismiss
from games.engine.cards import face_of
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.events import Event
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

SeatAction = PlayColumn | DealNext | Dismiss
MatchAction = SeatAction | Deal


class SolitaireMatch(NamedTuple):
    """A match after ``sequence`` actions, chance included.

    ``hole`` is None before the first deal, and stays while its score card is shown. ``scored``
    has the strokes of every hole that is over.
    """

    rules: SolitaireRules
    sequence: int = 0
    phase: MatchPhase = MatchPhase.AWAIT_DEAL
    hole_index: int = 0
    hole: Hole | None = None
    scored: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The strokes of all holes that are over; zero or lower is perfect (rules 8)."""
        return sum(self.scored)


class SolitaireTransition(NamedTuple):
    """The state after an action, and what happened on the way, in order."""

    state: SolitaireMatch
    events: tuple[Event, ...]


def par(rules: SolitaireRules, count: int | None = None) -> int:
    """Return the par of so many holes, of the whole match if ``count`` is left out."""
    return PAR * (rules.holes if count is None else count)


def new_match(rules: SolitaireRules) -> SolitaireMatch:
    """Return a match that waits for its first deal."""
    return SolitaireMatch(rules)


def seats_to_act(state: SolitaireMatch) -> tuple[int, ...]:
    """Return the one seat, unless the match waits for a deal or is over."""
    return (SEAT,) if state.phase in {MatchPhase.HOLE, MatchPhase.SCORE_CARD} else ()


def chance_cards(state: SolitaireMatch) -> tuple[Card, ...] | None:
    """Return the cards to shuffle, by id, when the match waits for a deal; else None."""
    return state.rules.pack_cards() if state.phase is MatchPhase.AWAIT_DEAL else None


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
    if state.phase is MatchPhase.SCORE_CARD:
        return (Dismiss(SEAT),)
    return holes.legal_actions(state.hole)


def apply(state: SolitaireMatch, action: MatchAction) -> SolitaireTransition:
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
    if isinstance(action, Dismiss) is not (state.phase is MatchPhase.SCORE_CARD):
        raise IllegalAction("not_lawful", f"{action.text!r} may not be done now")
    if isinstance(action, Dismiss):
        return _dismiss(state)
    return _play(state, state.hole, action)


def _deal(state: SolitaireMatch, action: Deal) -> SolitaireTransition:
    if state.phase is MatchPhase.FINISHED:
        raise IllegalAction("match_over", "the match is over")
    if state.phase is not MatchPhase.AWAIT_DEAL:
        raise IllegalAction("not_waiting_for_chance", "no deal is due now")
    hole = new_hole(board_of(action.order, state.rules), state.rules)
    facts = {
        "hole": state.hole_index,
        "columns": [[face_of(card) for card in column] for column in hole.board.columns],
        "foundation": face_of(hole.top),
        "stock": hole.stock_left,
    }
    after = state._replace(sequence=state.sequence + 1, phase=MatchPhase.HOLE, hole=hole)
    return SolitaireTransition(after, (Event("hole_dealt", facts=facts),))


def _play(state: SolitaireMatch, hole: Hole, action: PlayColumn | DealNext) -> SolitaireTransition:
    hole = holes.apply(hole, action)
    facts = {"card": face_of(hole.top)}
    if isinstance(action, PlayColumn):
        event = Event("card_played", SEAT, {"column": action.column, **facts})
    else:
        event = Event("card_turned", SEAT, {"stock": hole.stock_left, **facts})
    after = state._replace(sequence=state.sequence + 1, hole=hole)
    if not hole.is_over:
        return SolitaireTransition(after, (event,))
    scored = (*state.scored, hole.strokes)
    after = after._replace(scored=scored, phase=MatchPhase.SCORE_CARD)
    told = {"hole": state.hole_index, "strokes": [hole.strokes], "totals": [after.total]}
    return SolitaireTransition(after, (event, Event("hole_scored", facts=told)))


def _dismiss(state: SolitaireMatch) -> SolitaireTransition:
    events = [Event("dismissed", SEAT)]
    is_last = len(state.scored) == state.rules.holes
    if is_last:
        events.append(Event("match_finished", facts={"places": [1]}))
    after = state._replace(
        sequence=state.sequence + 1,
        phase=MatchPhase.FINISHED if is_last else MatchPhase.AWAIT_DEAL,
        hole_index=state.hole_index + (not is_last),
    )
    return SolitaireTransition(after, tuple(events))

"""What may be done: the only list, for pages, bots, interfaces and refusals alike (rules 2)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from games.engine.actions import (
    Discard,
    Dismiss,
    Draw,
    Exchange,
    Knock,
    Peek,
    SeatAction,
    Swap,
    Take,
    TurnUp,
    Undo,
)
from games.engine.cards import rank_of
from games.engine.state import HolePhase, HoleState, MatchPhase, MatchState
from games.engine.undoing import may_undo

# Members of an enum are looked up by a function of Python: once is enough for all actions.
_DRAWN = HolePhase.DRAWN
_TURN = HolePhase.TURN
_OPENERS = HolePhase.OPENERS
_AWAIT_RESHUFFLE = HolePhase.AWAIT_RESHUFFLE
_SCORE_CARD = MatchPhase.SCORE_CARD
_HOLE = MatchPhase.HOLE

NO_ACTIONS: tuple[SeatAction, ...] = ()


def legal_actions(state: MatchState, seat: int) -> tuple[SeatAction, ...]:
    """Every action that the seat may do now, in a fixed order.

    Empty when it is not to act, but for taking its last action back, which comes first.

    >>> from games.engine.ruleset import Ruleset
    >>> from games.engine.state import new_match
    >>> legal_actions(new_match(Ruleset(), seats=2), seat=0)
    ()
    """
    if state.undo_to is not None and may_undo(state, seat):
        return (Undo(seat), *usual_actions(state, seat))
    return usual_actions(state, seat)


def usual_actions(state: MatchState, seat: int) -> tuple[SeatAction, ...]:
    """Every lawful action of the seat but taking back; empty when it is not to act."""
    hole = state.hole
    if hole is None:
        return NO_ACTIONS
    if hole.phase is _DRAWN:
        if seat != hole.to_move:
            return NO_ACTIONS
        rules = state.ruleset
        usual = _placings(seat, rules.cards, hole.up[seat], rules.refuse, rules.final_putt)
        return usual + _powers(state, hole, seat)
    if hole.phase is _TURN:
        if seat != hole.to_move:
            return NO_ACTIONS
        may_knock = state.ruleset.knock and hole.closer is None
        return _turn_starts(seat, state.ruleset.cards, bool(hole.stock), may_knock)
    if seat not in seats_to_act(state):
        return NO_ACTIONS
    if hole.phase is _OPENERS:
        return _openers(seat, state.ruleset.cards, hole.opened[seat])
    return _dismissal(seat)


def seats_to_act(state: MatchState) -> tuple[int, ...]:
    """Return the seats that are waited for; empty when chance is next or the match is over."""
    hole = state.hole
    if state.phase is _SCORE_CARD:
        return tuple(seat for seat in range(state.seats) if not state.dismissed[seat])
    if state.phase is not _HOLE or hole is None:
        return ()
    if hole.phase is _AWAIT_RESHUFFLE:
        return ()
    if hole.phase is _OPENERS and state.ruleset.openers_order == "at_once":
        return seats_to_open(hole, state.ruleset.openers)
    return (hole.to_move,)


def seats_to_open(hole: HoleState, openers: int) -> tuple[int, ...]:
    """Return the seats that have openers left to choose, in turn order from the starter."""
    at = hole.players.index(hole.starter)
    order = (*hole.players[at:], *hole.players[:at])
    return tuple([seat for seat in order if hole.opened[seat].bit_count() < openers])


def is_concurrent(state: MatchState) -> bool:
    """Whether several seats act independently: openers at once, or a score card."""
    if state.phase is _SCORE_CARD:
        return True
    return (
        state.hole is not None
        and state.hole.phase is _OPENERS
        and state.ruleset.openers_order == "at_once"
    )


def is_current(state: MatchState, seat: int, based_on: int) -> bool:
    """Whether an action based on the sequence ``based_on`` is not stale.

    It is current on the present sequence, and, while several seats act independently, on every
    one since which nothing but other seats' independent actions happened (rules 2.3 and 5).
    """
    is_independent = is_concurrent(state) and 0 <= seat < state.seats
    oldest = state.current_from[seat] if is_independent else state.sequence
    return oldest <= based_on <= state.sequence


def _powers(state: MatchState, hole: HoleState, seat: int) -> tuple[SeatAction, ...]:
    """What the drawn card may be used for when it is thrown away (rules 6)."""
    rules, card = state.ruleset, hole.drawn
    assert card is not None  # noqa: S101 - narrows the type; a card is drawn in this phase
    effect = rules.powers.get(rank_of(card))
    if effect is None:
        return NO_ACTIONS
    if effect == "swap_any":
        seats = tuple(other for other in hole.players if other != hole.closer)
        return _exchanges(seat, seats, rules.cards)
    owners = (seat,) if effect == "peek_own" else (o for o in hole.players if o != seat)
    return sum((_peeks(seat, owner, rules.cards, hole.up[owner]) for owner in owners), NO_ACTIONS)


@lru_cache(maxsize=1024)
def _turn_starts(seat: int, cards: int, has_stock: bool, may_knock: bool) -> tuple[SeatAction, ...]:
    # No turn begins without a discard pile: one card starts it, and every turn leaves one.
    draws = (Draw(seat),) if has_stock else ()
    takes = tuple(Take(seat, slot) for slot in range(cards))
    return (*draws, *takes, *((Knock(seat),) if may_knock else ()))


@lru_cache(maxsize=65536)
def _peeks(seat: int, owner: int, cards: int, up: int) -> tuple[SeatAction, ...]:
    return tuple(Peek(seat, owner, slot) for slot in range(cards) if not up >> slot & 1)


@lru_cache(maxsize=256)
def _exchanges(seat: int, owners: tuple[int, ...], cards: int) -> tuple[SeatAction, ...]:
    places = [(owner, slot) for owner in owners for slot in range(cards)]
    return tuple(Exchange(seat, first, second) for first, second in combinations(places, 2))


@lru_cache(maxsize=65536)
def _placings(
    seat: int, cards: int, up: int, refuse: str, final_putt: bool
) -> tuple[SeatAction, ...]:
    hidden = [slot for slot in range(cards) if not up >> slot & 1]
    may_pass = refuse != "flip" or not hidden or (final_putt and len(hidden) == 1)
    flips = hidden if refuse != "no_flip" else ()
    return (
        *(Swap(seat, slot) for slot in range(cards)),
        *(Discard(seat, slot) for slot in flips),
        *((Discard(seat),) if may_pass else ()),
    )


@lru_cache(maxsize=65536)
def _openers(seat: int, cards: int, opened: int) -> tuple[SeatAction, ...]:
    return tuple(TurnUp(seat, slot) for slot in range(cards) if not opened >> slot & 1)


@lru_cache(maxsize=64)
def _dismissal(seat: int) -> tuple[SeatAction, ...]:
    return (Dismiss(seat),)

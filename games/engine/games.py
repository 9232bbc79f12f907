"""Every game of the site behind one protocol: who stores, sends or replays knows none by name.

A game is a module with the functions of ``Game``; which one a match is of, its state or its ruleset
says, and in JSON the key ``game`` (the grid game, which was there first, has none). The functions
below take what any game has and hand it on.

>>> from games.engine import Ruleset
>>> from games.engine.solitaire import SolitaireRules
>>> [game_of(rules).NAME for rules in (Ruleset(), SolitaireRules())]
['grid', 'solitaire']
>>> state = new_match(SolitaireRules(), 1)
>>> decode_state(encode_state(state)) == state
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, overload

from games.engine import actions, grid
from games.engine.errors import CodecError
from games.engine.observation import Observation
from games.engine.ruleset import Ruleset
from games.engine.solitaire import game as solitaire
from games.engine.solitaire.match import MatchAction as SolitaireAction
from games.engine.solitaire.match import SeatAction as SolitaireSeatAction
from games.engine.solitaire.match import SolitaireMatch
from games.engine.solitaire.observation import SolitaireView
from games.engine.solitaire.rules import SolitaireRules
from games.engine.state import MatchState

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from games.engine.cards import Card
    from games.engine.events import Transition
    from games.engine.standings import Standing

AnyRuleset: TypeAlias = Ruleset | SolitaireRules
AnyMatch: TypeAlias = MatchState | SolitaireMatch
AnyObservation: TypeAlias = Observation | SolitaireView
AnySeatAction: TypeAlias = actions.SeatAction | SolitaireSeatAction
AnyAction: TypeAlias = actions.Action | SolitaireAction
Stint: TypeAlias = tuple[str | int, ...] | None
"""What a seat is asked for: it stays the same from the first to the last action of a turn."""

R = TypeVar("R")
M = TypeVar("M")
A = TypeVar("A")
O_co = TypeVar("O_co", covariant=True)
AM = TypeVar("AM", bound=AnyMatch)


class Game(Protocol[R, M, A, O_co]):
    """What a game is made of: rulesets ``R``, matches ``M``, actions ``A``, observations ``O_co``.

    Matches have ``ruleset, seats, sequence, phase, hole_index, hole, scored, extra_scored, totals``
    as ``state.MatchState`` has them, whatever a hole is. Actions have ``kind``, ``seat`` (None for
    chance) and ``text``. Events tell ``hole_dealt`` with ``hole`` and ``starter``, ``hole_scored``
    with ``hole``, ``strokes`` by seat, ``closer`` and ``totals``, ``hole_reopened`` with ``hole``
    where that is taken back, and ``match_finished``.
    """

    NAME: str

    def new_match(self, ruleset: R, seats: int) -> M: ...
    def apply(self, state: M, action: A) -> Transition[M]: ...
    def chance_cards(self, state: M) -> tuple[Card, ...] | None: ...
    def chance_action(self, state: M, rng: Random) -> A | None: ...
    def legal_actions(self, state: M, seat: int) -> tuple[A, ...]: ...
    def seats_to_act(self, state: M) -> tuple[int, ...]: ...
    def is_concurrent(self, state: M) -> bool: ...
    def is_current(self, state: M, seat: int, based_on: int) -> bool: ...
    def may_undo(self, state: M, seat: int) -> bool: ...
    def stint(self, state: M, seat: int) -> Stint: ...
    def default_action(self, legal: Sequence[A]) -> A: ...
    def parse_action(self, text: str, seat: int | None) -> A: ...
    def observe(self, state: M, viewer: int | None, *, recalls: bool = False) -> O_co: ...
    def final_standings(self, state: M) -> tuple[Standing, ...]: ...
    def par(self, ruleset: R) -> int | None: ...
    def before_hole(self, now: M, hole: int, first: int) -> M: ...
    def encode_ruleset(self, ruleset: R) -> dict[str, Any]: ...
    def decode_ruleset(self, data: object) -> R: ...
    def encode_action(self, action: A) -> dict[str, Any]: ...
    def decode_action(self, data: object) -> A: ...
    def encode_state(self, state: M) -> dict[str, Any]: ...
    def decode_state(self, data: object) -> M: ...


GRID: Game[Ruleset, MatchState, actions.Action, Observation] = grid
SOLITAIRE: Game[SolitaireRules, SolitaireMatch, SolitaireAction, SolitaireView] = solitaire

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
_BY_TYPE: dict[type, AnyGame] = {
    Ruleset: GRID,
    MatchState: GRID,
    SolitaireRules: SOLITAIRE,
    SolitaireMatch: SOLITAIRE,
}
_BY_NAME: dict[str, AnyGame] = {game.NAME: game for game in (GRID, SOLITAIRE)}


def game_of(one: AnyMatch | AnyRuleset) -> AnyGame:
    """Return the game of a match or of a ruleset."""
    return _BY_TYPE[type(one)]


def game_named_in(data: object) -> AnyGame:
    """Return the game that stored JSON is of; ``CodecError`` for one that isn't played here."""
    name = data.get("game", grid.NAME) if isinstance(data, dict) else grid.NAME
    try:
        return _BY_NAME[name]
    except (KeyError, TypeError):
        raise CodecError(f"game: {name!r} is not played here") from None


@overload
def new_match(ruleset: Ruleset, seats: int) -> MatchState: ...
@overload
def new_match(ruleset: SolitaireRules, seats: int) -> SolitaireMatch: ...
@overload
def new_match(ruleset: AnyRuleset, seats: int) -> AnyMatch: ...
def new_match(ruleset: AnyRuleset, seats: int) -> AnyMatch:
    """Return a match that waits for its first deal; RulesetError if it can't be played by so many.

    >>> new_match(Ruleset(), 2).seats
    2
    """
    match: AnyMatch = game_of(ruleset).new_match(ruleset, seats)
    return match


def apply(state: AM, action: AnyAction) -> Transition[AM]:
    """Do an action, by a seat or by chance.

    Raises IllegalAction when it may not be done now and MalformedAction when it means nothing in
    this match; the state is never changed. ``sequence`` grows by one.
    """
    return _BY_TYPE[type(state)].apply(state, action)


def chance_cards(state: AnyMatch) -> tuple[Card, ...] | None:
    """Return the cards to shuffle, by id, when the state waits for chance; else None."""
    return game_of(state).chance_cards(state)


@overload
def chance_action(state: MatchState, rng: Random) -> actions.ChanceAction | None: ...
@overload
def chance_action(state: SolitaireMatch, rng: Random) -> actions.Deal | None: ...
@overload
def chance_action(state: AnyMatch, rng: Random) -> actions.ChanceAction | None: ...
def chance_action(state: AnyMatch, rng: Random) -> actions.ChanceAction | None:
    """Return the deal or reshuffle that ``rng`` makes, None when the state waits for a seat."""
    shuffle: actions.ChanceAction | None = game_of(state).chance_action(state, rng)
    return shuffle


@overload
def legal_actions(state: MatchState, seat: int) -> tuple[actions.SeatAction, ...]: ...
@overload
def legal_actions(state: SolitaireMatch, seat: int) -> tuple[SolitaireSeatAction, ...]: ...
@overload
def legal_actions(state: AnyMatch, seat: int) -> tuple[AnySeatAction, ...]: ...
def legal_actions(state: AnyMatch, seat: int) -> tuple[AnySeatAction, ...]:
    """Every action that the seat may do now, in a fixed order: the only list there is."""
    return _BY_TYPE[type(state)].legal_actions(state, seat)


def seats_to_act(state: AnyMatch) -> tuple[int, ...]:
    """Return the seats that are waited for; empty when chance is next or the match is over."""
    return _BY_TYPE[type(state)].seats_to_act(state)


def is_concurrent(state: AnyMatch) -> bool:
    """Whether several seats act independently."""
    return game_of(state).is_concurrent(state)


def is_current(state: AnyMatch, seat: int, based_on: int) -> bool:
    """Whether an action of the seat that is based on the sequence ``based_on`` is not stale."""
    return game_of(state).is_current(state, seat, based_on)


def may_undo(state: AnyMatch, seat: int) -> bool:
    """Whether the seat may take its last action back."""
    return game_of(state).may_undo(state, seat)


def stint(state: AnyMatch, seat: int) -> Stint:
    """Return what the seat is asked for now; None when it is not to act."""
    return game_of(state).stint(state, seat)


def read_action(state: AnyMatch, text: str, seat: int | None) -> AnyAction:
    """Return the action that a text names for a seat; MalformedAction where it names none."""
    action: AnyAction = game_of(state).parse_action(text, seat)
    return action


def action_in_absence(state: AnyMatch, seat: int) -> AnySeatAction:
    """Return what is done for a seat in its player's absence (rules 4.3).

    Raises ValueError for a seat that is not to act.
    """
    game = game_of(state)
    action: AnySeatAction = game.default_action(game.legal_actions(state, seat))
    return action


@overload
def observe(state: MatchState, viewer: int | None, *, recalls: bool = False) -> Observation: ...
@overload
def observe(
    state: SolitaireMatch, viewer: int | None, *, recalls: bool = False
) -> SolitaireView: ...
@overload
def observe(state: AnyMatch, viewer: int | None, *, recalls: bool = False) -> AnyObservation: ...
def observe(state: AnyMatch, viewer: int | None, *, recalls: bool = False) -> AnyObservation:
    """Return what the seat ``viewer`` knows of the match, or anybody at all when it is None.

    Whoever ``recalls`` still knows what it has seen where a game would have it forget.
    """
    seen: AnyObservation = game_of(state).observe(state, viewer, recalls=recalls)
    return seen


def final_standings(state: AnyMatch) -> tuple[Standing, ...]:
    """Seats by place as the match stands, lowest first; equal ones share a place."""
    return game_of(state).final_standings(state)


def par(ruleset: AnyRuleset) -> int | None:
    """Return the par of a hole where the rules set one, None where it is a matter of reckoning."""
    return game_of(ruleset).par(ruleset)


def as_grid(state: AnyMatch) -> MatchState:
    """Return the match for what knows the grid game alone; TypeError for one of another."""
    if isinstance(state, MatchState):
        return state
    raise TypeError(f"not a match of the grid game: {game_of(state).NAME}")


def before_hole(now: AM, hole: int, first: int) -> AM:
    """Return the state that waited for the deal of a hole, which is the action ``first``."""
    before: AM = game_of(now).before_hole(now, hole, first)
    return before


def encode_ruleset(ruleset: AnyRuleset) -> dict[str, Any]:
    """Every field of a ruleset."""
    return game_of(ruleset).encode_ruleset(ruleset)


def decode_ruleset(data: object) -> AnyRuleset:
    """Return the ruleset of whichever game; RulesetError for a value that it refuses."""
    ruleset: AnyRuleset = game_named_in(data).decode_ruleset(data)
    return ruleset


def encode_action(action: AnyAction) -> dict[str, Any]:
    """Return an action by kind; a seat's with its seat, chance's with its order."""
    return (
        solitaire.encode_action(action)
        if isinstance(action, _OF_SOLITAIRE)
        else (grid.encode_action(action))
    )


_OF_SOLITAIRE = (solitaire.PlayColumn, solitaire.DealNext)


def decode_action(data: object) -> AnyAction:
    """Return the action; whether it may be done is for ``apply`` to say."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind in [action.kind for action in _OF_SOLITAIRE]:
        return solitaire.decode_action(data)
    return grid.decode_action(data)


def encode_state(state: AnyMatch) -> dict[str, Any]:
    """Return a whole match state, every secret included: for the server's own store alone."""
    return game_of(state).encode_state(state)


def decode_state(data: object) -> AnyMatch:
    """Return the match; ``CodecError`` for damaged data."""
    state: AnyMatch = game_named_in(data).decode_state(data)
    return state

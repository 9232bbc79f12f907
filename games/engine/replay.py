"""A match again from its actions alone; no random generator is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.state import MatchState, new_match
from games.engine.transitions import apply

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.engine.actions import Action
    from games.engine.events import Transition
    from games.engine.ruleset import Ruleset


def states(
    ruleset: Ruleset, seats: int, actions: Iterable[Action]
) -> Iterator[Transition[MatchState]]:
    """Every transition of a match, one per action, in order."""
    state = new_match(ruleset, seats)
    for action in actions:
        transition = apply(state, action)
        yield transition
        state = transition.state


def replay(ruleset: Ruleset, seats: int, actions: Iterable[Action]) -> MatchState:
    """Return the state after the last action; raises what ``apply`` raises.

    >>> from games.engine import Ruleset
    >>> replay(Ruleset(), 2, []) == new_match(Ruleset(), 2)
    True
    """
    state = new_match(ruleset, seats)
    for transition in states(ruleset, seats, actions):
        state = transition.state
    return state

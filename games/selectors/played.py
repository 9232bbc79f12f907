"""A hole that is over, as it was played: its actions and the states that they led through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games import engine
from games.models import Match
from games.selectors.past import past


@dataclass(frozen=True, slots=True)
class PlayedHole:
    """A hole from its deal, the action ``first`` of the match, to the action that scored it.

    ``start`` is the state that waits for the deal. In an extra hole only those who are tied play.
    """

    number: int
    first: int
    start: engine.MatchState
    actions: tuple[engine.Action, ...]
    is_extra: bool

    @property
    def last(self) -> int:
        """The sequence of the action that ended the hole."""
        return self.first + len(self.actions) - 1

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that played it."""
        return self.start.players

    def states(self) -> Iterator[tuple[int, engine.Action, engine.MatchState, engine.MatchState]]:
        """Every action with its sequence, and the state before and after it."""
        state = self.start
        for sequence, action in enumerate(self.actions, self.first):
            before, state = state, engine.apply(state, action).state
            yield sequence, action, before, state


def played_hole(match: Match, number: int) -> PlayedHole | None:
    """The hole of that number (0 is the first); None if there is none or it is not over."""
    if not match.holes.filter(number=number, ended_at__isnull=False).exists():
        return None
    first = match.actions.filter(hole__number=number).order_by("sequence").values_list("sequence")
    then = past(match, first[0][0], number)
    return PlayedHole(
        number=number,
        first=then.first,
        start=engine.as_grid(then.start),
        # A score card that was put away is kept as an action of the hole before.
        actions=tuple(one for one in then.grid_actions if not isinstance(one, engine.Dismiss)),
        is_extra=number >= len(then.now.scored),
    )

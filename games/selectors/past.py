"""A match as it stood after one of its actions, replayed from the deal of that hole alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, cast

from games import engine
from games.engine.retelling import hidden_cards
from games.models import Action, Match, Position


class Played(NamedTuple):
    """A stored action: ``facts`` are what everybody could read of it, ``seat`` whose it was."""

    sequence: int
    body: Any
    facts: list[dict[str, Any]]
    seat: int | None
    played_by: str
    at: datetime


@dataclass(frozen=True)
class Past:
    """A moment of a match: ``state`` after the action ``sequence``, ``before`` it, and ``now``.

    ``actions`` are those of the hole, to its end or to the latest one, and ``played`` the same as
    they are stored: the first is its deal, ``first`` its sequence, and ``start`` what waited for
    it. That a score card was put away changes nothing that lies on the table: such an action stands
    for the moment at which the card was read.
    """

    sequence: int
    first: int
    start: engine.AnyMatch
    played: tuple[Played, ...]
    actions: tuple[engine.AnyAction, ...]
    before: engine.AnyMatch
    state: engine.AnyMatch
    now: engine.AnyMatch

    @property
    def count(self) -> int:
        """How many actions of the hole had happened."""
        return self.sequence - self.first + 1

    @property
    def grid_actions(self) -> tuple[engine.Action, ...]:
        """The actions, of a match of the grid game."""
        engine.as_grid(self.now)
        return tuple(cast("engine.Action", action) for action in self.actions)

    @property
    def is_at_score_card(self) -> bool:
        """Whether the score card is read at this moment."""
        return isinstance(self.actions[self.count - 1], engine.Dismiss)

    @property
    def has_ended_hole(self) -> bool:
        """Whether the hole is over, and was not before the latest action on the table."""
        was, phase = self.before.phase, self.state.phase
        return was is engine.MatchPhase.HOLE and phase is not engine.MatchPhase.HOLE

    @property
    def is_latest(self) -> bool:
        """Whether nothing but a shuffle happened since."""
        later = self.actions[self.count :]
        is_all = self.now.sequence == self.played[-1].sequence
        return is_all and all(isinstance(action, engine.Reshuffle) for action in later)

    @property
    def is_running(self) -> bool:
        """Whether the hole is still being played now."""
        is_of_this_hole = self.now.hole_index == self.state.hole_index
        return is_of_this_hole and self.now.phase is engine.MatchPhase.HOLE

    @property
    def played_for(self) -> dict[int, str]:
        """Who played those actions of the hole that no person and no bot did, by sequence."""
        others = (Action.PlayedBy.CLOCK, Action.PlayedBy.ORDER)
        return {row.sequence: row.played_by for row in self.played if row.played_by in others}

    @cached_property
    def gone(self) -> frozenset[engine.Card]:
        """Cards whose faces nobody may be reminded of: they lie hidden now (rules, section 6)."""
        is_forgotten = self.state.ruleset.is_forgetful and not self.is_latest
        if not (is_forgotten and self.is_running):
            return frozenset()
        return hidden_cards(engine.as_grid(self.now))


def past(match: Match, sequence: int, hole: int) -> Past:
    """The moment after the action ``sequence``, which belongs to the hole number ``hole``.

    Costs what that hole costs, however long the match.
    """
    rows = match.actions.filter(hole__number=hole).order_by("sequence")
    columns = ("sequence", "body", "facts", "seat__number", "played_by", "at")
    played = tuple(Played(*row) for row in rows.values_list(*columns))
    first = played[0].sequence
    actions = tuple(engine.decode_action(row.body) for row in played)
    now = engine.decode_state(Position.objects.only("state").get(match=match).state)
    count = sequence - first + 1
    while isinstance(actions[count - 1], engine.Dismiss):
        count -= 1
    start = before = state = engine.before_hole(now, hole, first)
    for action in actions[:count]:
        before, state = state, engine.apply(state, action).state
    return Past(sequence, first, start, played, actions, before, state, now)

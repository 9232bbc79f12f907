"""A match as it stood after one of its actions, replayed from the deal of that hole alone."""

from __future__ import annotations

from dataclasses import dataclass

from games import engine
from games.engine import codec
from games.models import Match, Position


@dataclass(frozen=True, slots=True)
class Past:
    """A moment of a match: ``state`` after the action ``sequence``, ``before`` it, and ``now``.

    ``actions`` are those of the hole, to its end or to the latest one: the first is its deal,
    ``first`` its sequence, and ``start`` what waited for it. That a score card was put away changes
    nothing that lies on the table: such an action stands for the moment at which the card was read.
    """

    sequence: int
    first: int
    start: engine.MatchState
    actions: tuple[engine.Action, ...]
    before: engine.MatchState
    state: engine.MatchState
    now: engine.MatchState

    @property
    def is_at_score_card(self) -> bool:
        """Whether the score card is read at this moment."""
        return isinstance(self.actions[self.sequence - self.first], engine.Dismiss)

    @property
    def has_ended_hole(self) -> bool:
        """Whether the hole is over, and was not before the latest action on the table."""
        was, phase = self.before.phase, self.state.phase
        return was is engine.MatchPhase.HOLE and phase is not engine.MatchPhase.HOLE

    @property
    def is_latest(self) -> bool:
        """Whether nothing but a shuffle happened since."""
        later = self.actions[self.sequence - self.first + 1 :]
        is_of_this_hole = self.now.hole_index == self.state.hole_index
        return is_of_this_hole and all(isinstance(action, engine.Reshuffle) for action in later)


def past(match: Match, sequence: int, hole: int) -> Past:
    """The moment after the action ``sequence``, which belongs to the hole number ``hole``.

    Costs what that hole costs, however long the match.
    """
    bodies = match.actions.filter(hole__number=hole).order_by("sequence")
    rows = list(bodies.values_list("sequence", "body"))
    first = rows[0][0]
    actions = tuple(codec.decode_action(body) for _sequence, body in rows)
    now = codec.decode_state(Position.objects.only("state").get(match=match).state)
    count = sequence - first + 1
    while isinstance(actions[count - 1], engine.Dismiss):
        count -= 1
    start = before = state = _before_hole(now, hole, first)
    for action in actions[:count]:
        before, state = state, engine.apply(state, action).state
    return Past(sequence, first, start, actions, before, state, now)


def _before_hole(now: engine.MatchState, hole: int, first: int) -> engine.MatchState:
    """The state that waited for the deal ``first`` of a hole; a deal starts everything else anew.

    All holes that count for totals come before all extra ones (rules, section 5).
    """
    scored = now.scored[:hole]
    return engine.new_match(now.ruleset, now.seats)._replace(
        sequence=first - 1,
        hole_index=hole,
        dismissed=(hole > 0,) * now.seats,
        totals=tuple(sum(strokes[seat] for strokes in scored) for seat in range(now.seats)),
        scored=scored,
        extra_scored=now.extra_scored[: max(0, hole - len(now.scored))],
    )

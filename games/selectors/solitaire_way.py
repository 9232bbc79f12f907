"""A hole of Golf Solitaire as it was played in the end, and what could be reached on the way.

Judging takes the solver, which is loaded where it is asked first; what it says of a hole that is
over is kept, because nothing can change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.core.cache import cache

from games import engine
from games.engine.solitaire import (
    DEAL,
    PlayColumn,
    SolitaireRules,
    apply,
    board_of,
    new_hole,
    parse,
)
from games.engine.solitaire.match import SolitaireMatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.solitaire import Action, Hole
    from games.engine.solitaire.observation import SolitaireView
    from games.models import Match

BUDGET = 60_000
"""Places that are visited at each position of two packs: a page has some seconds, not minutes."""

GLANCE = 15_000
"""The same where nine holes are judged for one page."""

KEPT_FOR = 24 * 60 * 60
VERSION = 1


@dataclass(frozen=True)
class FinalWay:
    """The actions of a hole without those that were taken back, each with its sequence.

    ``end`` is the sequence of the last action of the hole: a hole that was opened again and played
    otherwise has another.
    """

    start: Hole
    steps: tuple[tuple[int, Action], ...]
    end: int

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """The hole before every action, and after the last one."""
        found = [self.start]
        for _sequence, action in self.steps:
            found.append(apply(found[-1], action))
        return tuple(found)

    def observed(self, at: int) -> SolitaireView:
        """What everybody saw after so many of its actions."""
        way = tuple(action for _sequence, action in self.steps[:at])
        match = SolitaireMatch(
            self.start.rules, phase=engine.MatchPhase.HOLE, hole=self.holes[at], way=way
        )
        return engine.observe(match, None)


class Held(NamedTuple):
    """What could be reached from a position: ``solvable`` is None where that is not decided.

    ``strokes`` are the fewest that were found, the fewest there are if ``is_best``, and ``line``
    leads there: a digit for each column, from 0, and a dash for a card of the stock.
    """

    solvable: bool | None
    strokes: int
    is_best: bool
    line: str

    @property
    def actions(self) -> tuple[Action, ...]:
        """The line as actions."""
        return tuple(DEAL if sign == "-" else PlayColumn(int(sign)) for sign in self.line)


@dataclass(frozen=True, slots=True)
class Judged:
    """What could be reached before every action of a hole, and after the last."""

    held: tuple[Held, ...]
    strokes: int

    @property
    def start(self) -> Held:
        """What the deal held."""
        return self.held[0]

    @property
    def given_away(self) -> int | None:
        """Strokes given away in all; None where the best is not proved."""
        return self.strokes - self.start.strokes if self.start.is_best else None

    def given_away_at(self, at: int) -> int | None:
        """Strokes that the action cost; None where that is not proved."""
        before, after = self.held[at], self.held[at + 1]
        return after.strokes - before.strokes if before.is_best and after.is_best else None

    @property
    def lost(self) -> tuple[int, int] | None:
        """The first and the last action with which the way to clear it may have been lost.

        They are the same one where all is decided; None where it was never there or never lost.
        """
        could = [at for at, held in enumerate(self.held) if held.solvable]
        cannot = [at for at, held in enumerate(self.held) if held.solvable is False]
        return (could[-1], cannot[0] - 1) if could and cannot else None


def final_way(match: Match, number: int) -> FinalWay | None:
    """The hole of that number, 0 is the first, as it was played; None if it is not over."""
    hole = match.holes.filter(number=number, ended_at__isnull=False).first()
    rules = engine.decode_ruleset(match.ruleset)
    if hole is None or not isinstance(rules, SolitaireRules):
        return None
    rows = list(hole.actions.order_by("sequence").values_list("sequence", "body"))
    start: Hole | None = None
    steps: list[tuple[int, Action]] = []
    for sequence, body in rows:
        action = engine.decode_action(body)
        if isinstance(action, engine.Deal):
            start = new_hole(board_of(action.order, rules), rules)
        elif isinstance(action, engine.Undo):
            steps.pop()
        elif not isinstance(action, engine.Dismiss):
            steps.append((sequence, parse(action.text)))
    if start is None:
        raise LookupError(f"hole {hole} was never dealt")
    return FinalWay(start, tuple(steps), rows[-1][0])


def judged(match: Match, number: int, way: FinalWay, *, is_glance: bool = False) -> Judged:
    """What could be reached at every position of the hole; kept for a day.

    A glance makes do with less where two packs are searched, and takes more where it is there.
    """
    found = kept(match, number, way)
    if found is not None:
        return found
    is_quick = is_glance and way.start.rules.packs != 1
    name = _name(match, number, way, is_quick=is_quick)
    held: Judged | None = cache.get(name)
    if held is None:
        held = _judge(way, GLANCE if is_quick else BUDGET)
        cache.set(name, held, KEPT_FOR)
    return held


def kept(match: Match, number: int, way: FinalWay) -> Judged | None:
    """What was judged of the hole before, None if nothing is kept of it."""
    found: Judged | None = cache.get(_name(match, number, way))
    return found


def _name(match: Match, number: int, way: FinalWay, *, is_quick: bool = False) -> str:
    return f"solitaire:{VERSION}:{match.pk}:{number}:{way.end}:{int(is_quick)}"


def _sign(action: Action) -> str:
    return str(action.column) if isinstance(action, PlayColumn) else "-"


def _judge(way: FinalWay, budget: int) -> Judged:
    # Loads compiled code: only who asks for a review waits for it.
    from games.analysis.solitaire.solver import solve

    found = []
    for hole in way.holes:
        solution = solve(hole, budget)
        line = "".join(map(_sign, solution.moves))
        found.append(Held(solution.solvable, solution.strokes, solution.is_best, line))
    return Judged(_agreed(way, found), way.holes[-1].strokes)


def _agreed(way: FinalWay, found: Sequence[Held]) -> tuple[Held, ...]:
    """Have what is known of one position told of those where it decides what a search left open.

    What can be reached later can be reached before, and what can't be any more stays so.
    """
    held = list(found)
    for at in reversed(range(len(way.steps))):
        later = held[at + 1]
        if not held[at].is_best and later.strokes < held[at].strokes:
            line = _sign(way.steps[at][1]) + later.line
            held[at] = Held(later.solvable, later.strokes, False, line)
    for at in range(1, len(held)):
        if held[at - 1].solvable is False and held[at].solvable is None:
            held[at] = held[at]._replace(solvable=False)
    return tuple(held)

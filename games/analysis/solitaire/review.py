"""A hole of Golf Solitaire looked at afterwards: where the way to clear it was lost, and strokes.

Everything is measured against what could still be reached with all cards known, the order of the
stock included: it tells what the deal held, and not what the player could know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.analysis.solitaire.solver import BUDGET, Solution, solve
from games.engine.solitaire import apply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.engine.solitaire import Action, Hole


@dataclass(frozen=True, slots=True)
class Step:
    """One action: what could be reached before it and after it, in strokes of the hole.

    ``given_away`` is the difference, and None where one of the two is not the proved best.
    """

    action: Action
    before: Solution
    after: Solution

    @property
    def given_away(self) -> int | None:
        """Strokes that this action cost against the best that was there: zero or more."""
        if not (self.before.is_best and self.after.is_best):
            return None
        return self.after.strokes - self.before.strokes

    @property
    def loses_the_way(self) -> bool:
        """Whether the tableau could be cleared before this action, and certainly not after it."""
        return bool(self.before.solvable) and self.after.solvable is False


@dataclass(frozen=True, slots=True)
class SolitaireReview:
    """A whole hole: ``start`` is what the deal held, ``strokes`` what was made of it."""

    start: Solution
    steps: tuple[Step, ...]
    strokes: int

    @property
    def lost_at(self) -> int | None:
        """The place in ``steps`` of the action after which it could not be cleared any more.

        ``steps[lost_at].before.moves`` clear the tableau from there.
        """
        return next((at for at, step in enumerate(self.steps) if step.loses_the_way), None)

    @property
    def given_away(self) -> int | None:
        """Strokes given away in all: what the hole counts less the best there was, if proved."""
        return self.strokes - self.start.strokes if self.start.is_best else None


def review(hole: Hole, actions: Iterable[Action], budget: int = BUDGET) -> SolitaireReview:
    """Return the review of actions from a hole on; ``budget`` as for ``solve``, each time.

    Raises what ``apply`` raises for an action that may not be done.
    """
    start = before = solve(hole, budget)
    steps = []
    for action in actions:
        hole = apply(hole, action)
        after = solve(hole, budget)
        steps.append(Step(action, before, after))
        before = after
    return SolitaireReview(start, tuple(steps), hole.strokes)


def hint(hole: Hole, budget: int = BUDGET) -> Action | None:
    """Return the next action on a best way from here; None where nothing more can be gained."""
    return next(iter(solve(hole, budget).moves), None)

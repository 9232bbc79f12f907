"""A hint in practice: the next action on a best way, with the order of the stock known."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import engine
from games.engine.solitaire import Action, Hole, PlayColumn
from games.selectors.solitaire_way import BUDGET
from games.selectors.wording import the_card


@dataclass(frozen=True, slots=True)
class HintView:
    """What to do next, and what can still be reached; a sentence each."""

    action: str
    outlook: str


def solitaire_hint(hole: Hole) -> HintView:
    """A hint for a practice hole as it stands; ``services.hints`` says who may have one."""
    # Loads compiled code: only who asks for a hint waits for it.
    from games.analysis.solitaire.solver import solve

    found = solve(hole, BUDGET)
    if found.solvable is None:
        outlook = _("Whether the tableau can still be cleared is not decided.")
    elif found.solvable:
        outlook = _("The tableau can still be cleared.")
    else:
        outlook = _("The tableau can't be cleared any more.")
    return HintView(_words(hole, found.moves), outlook)


def _words(hole: Hole, moves: tuple[Action, ...]) -> str:
    if not moves:
        return _("Nothing more can be gained here.")
    action = moves[0]
    if not isinstance(action, PlayColumn):
        return _("Turn the stock.")
    card = hole.end_card(action.column)
    face = None if card is None else engine.face_of(card)
    return _("Play %(card)s from column %(column)d.") % {
        "card": the_card(face),
        "column": action.column + 1,
    }

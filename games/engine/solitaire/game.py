"""Golf Solitaire behind the protocol of ``games``: a game for one seat, and for no clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import actions
from games.engine.actions import Deal, Dismiss, Undo
from games.engine.errors import MalformedAction
from games.engine.solitaire import hole as holes
from games.engine.solitaire.codec import GAME as NAME
from games.engine.solitaire.codec import (
    decode_action,
    decode_ruleset,
    decode_state,
    encode_action,
    encode_ruleset,
    encode_state,
)
from games.engine.solitaire.hole import DEAL, DealNext, PlayColumn
from games.engine.solitaire.match import (
    PAR,
    SEAT,
    MatchAction,
    SolitaireMatch,
    apply,
    chance_action,
    chance_cards,
    legal_actions,
    may_undo,
    new_match,
    seats_to_act,
)
from games.engine.solitaire.observation import observe
from games.engine.standings import Standing, standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.games import Stint
    from games.engine.solitaire.rules import SolitaireRules

__all__ = [
    "NAME",
    "DealNext",
    "PlayColumn",
    "apply",
    "before_hole",
    "chance_action",
    "chance_cards",
    "decode_action",
    "decode_ruleset",
    "decode_state",
    "default_action",
    "encode_action",
    "encode_ruleset",
    "encode_state",
    "final_standings",
    "is_concurrent",
    "is_current",
    "legal_actions",
    "may_undo",
    "new_match",
    "observe",
    "par",
    "parse_action",
    "seats_to_act",
    "stint",
]

_WITHOUT_COLUMN: dict[str, MatchAction] = {"dismiss": Dismiss(SEAT), "undo": Undo(SEAT)}


def is_concurrent(state: SolitaireMatch) -> bool:  # noqa: ARG001  the protocol's signature
    """Whether several seats act independently: there is one."""
    return False


def is_current(state: SolitaireMatch, seat: int, based_on: int) -> bool:
    """Whether an action that is based on the sequence ``based_on`` is not stale."""
    return seat == SEAT and based_on == state.sequence


def stint(state: SolitaireMatch, seat: int) -> Stint:
    """Return what the seat is asked for: a hole, or to put a score card away."""
    return (state.phase.value, state.hole_index) if seat in seats_to_act(state) else None


def default_action(legal: Sequence[MatchAction]) -> MatchAction:
    """Return what is done in the player's absence: the score card, the stock, the first card.

    Raises ValueError when nothing may be done.
    """
    for wanted in (Dismiss(SEAT), DEAL, *legal):
        if wanted in legal:
            return wanted
    raise ValueError("the seat is not to act")


def parse_action(text: str, seat: int | None) -> MatchAction:
    """Return the action of the one seat that a text names, or of chance when ``seat`` is None.

    Raises MalformedAction where it names none.

    >>> parse_action("play 3", 0), parse_action("undo", 0)
    (PlayColumn(column=2), Undo(seat=0))
    """
    if seat is None and isinstance(deal := actions.parse_action(text, None), Deal):
        return deal
    if seat != SEAT:
        raise MalformedAction(f"there is no seat {seat}")
    return _WITHOUT_COLUMN[text] if text in _WITHOUT_COLUMN else holes.parse(text)


def par(ruleset: SolitaireRules) -> int:  # noqa: ARG001  the protocol's signature
    """Return the par of a hole, which the rules set."""
    return PAR


def final_standings(state: SolitaireMatch) -> tuple[Standing, ...]:
    """Return the one seat, which is first."""
    return standings(state.totals)


def before_hole(now: SolitaireMatch, hole: int, first: int) -> SolitaireMatch:
    """Return the match that waited for the deal of a hole, which is the action ``first``."""
    start = new_match(now.ruleset, now.seats)
    return start._replace(sequence=first - 1, hole_index=hole, scored=now.scored[:hole])

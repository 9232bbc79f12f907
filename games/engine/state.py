"""The whole truth about a match, immutable; never shown to a player or a bot (see observation).

>>> from games.engine import Ruleset
>>> state = new_match(Ruleset(), seats=2)
>>> state.phase.value, state.sequence, state.hole
('await_deal', 0, None)
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.engine.cards import Card
    from games.engine.ruleset import Ruleset

TURN_LIMIT = 200
"""Turns of every seat after which a hole is called off (rules 2.6)."""

HOLE_LIMIT = 200
"""Holes after which a match without a number of holes ends (rules 5)."""


class MatchPhase(StrEnum):
    """What a match waits for."""

    AWAIT_DEAL = "await_deal"
    HOLE = "hole"
    SCORE_CARD = "score_card"
    FINISHED = "finished"


class HolePhase(StrEnum):
    """What a hole waits for; ``OVER`` once it has been scored."""

    OPENERS = "openers"
    TURN = "turn"
    DRAWN = "drawn"
    AWAIT_RESHUFFLE = "await_reshuffle"
    OVER = "over"


class HoleState(NamedTuple):
    """One hole; tuples by seat, slots and cards of a mask as bits.

    ``up`` has a bit per slot that lies face up, ``opened`` one per slot chosen as an opener.
    ``seen`` has a bit per card id that the seat has seen in private: knowledge belongs to the card
    and moves with it; it ends when the card is shuffled into a new stock. ``stock`` and
    ``discard`` have their top last. ``passes`` is the run of ``discard()`` turns.
    ``last_turns_left`` counts the turns that have still to end before the hole is scored: from the
    moment of going out until that very turn has ended this one is counted too.
    """

    layouts: tuple[tuple[Card, ...], ...]
    up: tuple[int, ...]
    opened: tuple[int, ...]
    seen: tuple[int, ...]
    stock: tuple[Card, ...]
    discard: tuple[Card, ...]
    drawn: Card | None
    phase: HolePhase
    starter: int
    to_move: int
    closer: int | None
    last_turns_left: int
    passes: int
    turns: tuple[int, ...]


class MatchState(NamedTuple):
    """A match after ``sequence`` actions, chance included.

    ``hole`` is None before the first deal and stays, with everything turned up, while its score
    card is shown. ``scored`` has the strokes of every seat for every hole scored so far.
    ``current_from`` has, for each seat, the oldest sequence from which its action is not stale
    while several seats may act (see ``legality.is_current``).
    """

    ruleset: Ruleset
    seats: int
    sequence: int
    phase: MatchPhase
    hole_index: int
    hole: HoleState | None
    totals: tuple[int, ...]
    scored: tuple[tuple[int, ...], ...]
    dismissed: tuple[bool, ...]
    current_from: tuple[int, ...]

    @property
    def starter(self) -> int:
        """The seat that starts the hole (rules 2.1)."""
        return self.hole_index % self.seats


def new_match(ruleset: Ruleset, seats: int) -> MatchState:
    """Return a match that waits for its first deal; RulesetError if the packs can't serve it."""
    ruleset.validate(seats)
    zeros = (0,) * seats
    return MatchState(
        ruleset=ruleset,
        seats=seats,
        sequence=0,
        phase=MatchPhase.AWAIT_DEAL,
        hole_index=0,
        hole=None,
        totals=zeros,
        scored=(),
        dismissed=(False,) * seats,
        current_from=zeros,
    )

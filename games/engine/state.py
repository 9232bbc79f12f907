"""The whole truth about a match, immutable; never shown to a player or a bot (see observation).

>>> from games.engine import Ruleset
>>> state = new_match(Ruleset(), seats=2)
>>> state.phase.value, state.sequence, state.hole
('await_deal', 0, None)
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from games.engine.standings import final_standings

if TYPE_CHECKING:
    from games.engine.cards import Card
    from games.engine.ruleset import Ruleset

TURN_LIMIT = 200
"""Turns of every seat after which a hole is called off (rules 2.6)."""

HOLE_LIMIT = 200
"""Holes after which a match without a number of holes ends (rules 5)."""

EXTRA_HOLES = 3
"""The most extra holes that tied leaders play (rules 5)."""


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
    and moves with it; it ends when the card is shuffled into a new stock. ``public`` has those
    that everybody saw go face down, so that spectators know them too. ``fresh`` and
    ``fresh_public`` are what of both the latest action revealed; only ``memory=unassisted`` keeps
    them. ``stock`` and ``discard`` have their top last. ``passes`` is the run of ``discard()``
    turns. ``last_turns_left`` counts the turns that have still to end before the hole is scored:
    from the moment of closing until that very turn has ended this one is counted too.
    ``players`` are the seats that play the hole, all but in an extra hole; the others have empty
    layouts. ``is_extra_turn_due`` is true from a golf call until the stock is seen to,
    ``is_extra_turn`` during the turn it gave.
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
    players: tuple[int, ...]
    knocked: bool
    public: int
    fresh: tuple[int, ...]
    fresh_public: int
    is_extra_turn_due: bool
    is_extra_turn: bool


class MatchState(NamedTuple):
    """A match after ``sequence`` actions, chance included.

    ``hole`` is None before the first deal and stays, with everything turned up, while its score
    card is shown. ``scored`` has the strokes of every seat for every hole scored so far,
    ``extra_scored`` the same for extra holes, None for seats that had no part in one; these enter
    no total. ``winners`` are the seats that won at once by four of a kind.
    ``current_from`` has, for each seat, the oldest sequence from which its action is not stale
    while several seats may act (see ``legality.is_current``). ``undo_to`` is the state before a
    take that may be taken back, ``has_undone`` whether the seat to move has done so in this turn
    (see undoing).
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
    extra_scored: tuple[tuple[int | None, ...], ...] = ()
    winners: tuple[int, ...] = ()
    undo_to: MatchState | None = None
    has_undone: bool = False

    @property
    def starter(self) -> int:
        """The seat that starts the hole (rules 2.1), or the next one that plays it."""
        first = self.hole_index % self.seats
        return min(self.players, key=lambda seat: (seat - first) % self.seats)

    @property
    def has_played_its_holes(self) -> bool:
        """Whether the match is over but for extra holes (rules 5)."""
        rules = self.ruleset
        if rules.limit and max(self.totals) >= rules.limit:
            return True
        return len(self.scored) >= (rules.holes or HOLE_LIMIT)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that play the next hole: all, or the tied leaders when it is an extra one."""
        if not self.has_played_its_holes:
            return tuple(range(self.seats))
        return tuple(row.seat for row in final_standings(self) if row.place == 1)


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

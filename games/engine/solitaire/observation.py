"""What anybody knows of a match of Golf Solitaire: all but the stock, its order and its cards.

Built up from the columns and what was turned; no card of the stock comes near it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.engine.cards import Face, face_of
from games.engine.solitaire.hole import Hole, PlayColumn
from games.engine.solitaire.match import SEAT, legal_actions, seats_to_act

if TYPE_CHECKING:
    from games.engine.solitaire.match import SeatAction, SolitaireMatch
    from games.engine.solitaire.rules import SolitaireRules
    from games.engine.state import MatchPhase


class SolitaireView(NamedTuple):
    """A match as ``viewer`` knows it, None for a spectator; everybody knows the same.

    ``columns`` hold the faces that are left, end cards last; ``foundation`` is the face on top,
    ``stock_count`` the cards still to be turned. ``playable`` are the columns whose end card may
    be played now. ``strokes`` is what the hole counts as it stands, ``run`` how many cards
    were played since the stock was last turned. Before the first deal there
    are no columns and no foundation. ``legal`` is what the viewer may do.
    """

    ruleset: SolitaireRules
    viewer: int | None
    sequence: int
    hole_index: int
    match_phase: MatchPhase
    to_act: tuple[int, ...]
    columns: tuple[tuple[Face, ...], ...]
    foundation: Face | None
    stock_count: int
    playable: tuple[int, ...]
    strokes: int | None
    run: int
    scored: tuple[tuple[int], ...]
    total: int
    legal: tuple[SeatAction, ...]


def observe(
    state: SolitaireMatch,
    viewer: int | None,
    *,
    recalls: bool = False,  # noqa: ARG001  nothing is ever forgotten here
) -> SolitaireView:
    """Return the match as the seat ``viewer`` knows it, or anybody at all when it is None."""
    hole = state.hole
    acts = legal_actions(state, SEAT)
    return SolitaireView(
        ruleset=state.ruleset,
        viewer=viewer,
        sequence=state.sequence,
        hole_index=state.hole_index,
        match_phase=state.phase,
        to_act=seats_to_act(state),
        columns=_columns(hole) if hole else (),
        foundation=face_of(hole.top) if hole else None,
        stock_count=hole.stock_left if hole else state.ruleset.stock_size,
        playable=tuple(act.column for act in acts if isinstance(act, PlayColumn)),
        strokes=hole.strokes if hole else None,
        run=state.run,
        scored=state.scored,
        total=state.total,
        legal=acts if viewer == SEAT else (),
    )


def _columns(hole: Hole) -> tuple[tuple[Face, ...], ...]:
    return tuple(
        tuple(map(face_of, column[:height]))
        for column, height in zip(hole.board.columns, hole.heights, strict=True)
    )

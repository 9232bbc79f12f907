"""What lies on the table at a moment of a replay: a view object of the match's own game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games import engine
from games.engine.solitaire.match import SolitaireMatch
from games.models import Seat
from games.selectors.board import Board, Recent, card_view
from games.selectors.sight import OPEN, Sight, drawn_label, drawn_view
from games.selectors.solitaire_board import SolitaireBoard, solitaire_board
from games.selectors.table_view import CardView, PileView, SeatView
from games.selectors.wording import the_card


@dataclass(frozen=True, slots=True)
class GridMoment:
    """Layouts around the piles; ``template`` prints it, ``aim`` is there for those of seats."""

    template: ClassVar[str] = "games/includes/_replay_layouts.html"

    seats: tuple[SeatView, ...]
    rows: int
    columns: int
    stock: PileView
    discard: PileView
    drawn: CardView | None
    drawn_label: str
    aim: str = "never"


@dataclass(frozen=True, slots=True)
class SolitaireMoment:
    """The columns, the pile and the stock; open, with the card that would be turned next."""

    template: ClassVar[str] = "games/includes/_replay_columns.html"

    board: SolitaireBoard
    next_card: CardView | None = None
    next_label: str = ""


MomentBoard = GridMoment | SolitaireMoment


@dataclass(frozen=True)
class Onlooker:
    """Who looks back: the ``seat`` they play (None for any other) and what they were told then."""

    seat: int | None
    trace: Recent
    known: str = ""


def board_of(sight: Sight, seats: Sequence[Seat], onlooker: Onlooker) -> MomentBoard:
    """The board of a moment through whatever eyes it is looked at."""
    state = sight.then.state
    if isinstance(state, SolitaireMatch):
        return _columns(sight, state)
    return _layouts(sight, seats, onlooker)


def _layouts(sight: Sight, seats: Sequence[Seat], onlooker: Onlooker) -> GridMoment:
    seen = sight.observation()._replace(legal=(), can_undo=False)
    is_in_play = seen.match_phase is engine.MatchPhase.HOLE
    # Nobody acts here, so that "your turn" is nobody's.
    plain = seen._replace(viewer=None, to_act=seen.to_act if is_in_play else ())
    board = Board(plain, seats, "", trace=onlooker.trace, known=onlooker.known)
    own = onlooker.seat if sight.eyes == onlooker.seat else None
    return GridMoment(
        seats=tuple(board.seat(number) for number in range(len(seats))),
        rows=seen.ruleset.rows,
        columns=seen.ruleset.columns,
        stock=sight.stock(board),
        discard=sight.discard(board),
        drawn=drawn_view(seen),
        drawn_label=drawn_label(seen._replace(viewer=own), [seat.name for seat in seats]),
    )


def _columns(sight: Sight, state: SolitaireMatch) -> SolitaireMoment:
    board, hole = solitaire_board(engine.observe(state, None)), state.hole
    if sight.eyes != OPEN or hole is None or not hole.stock_left:
        return SolitaireMoment(board)
    if sight.then.is_running:
        raise ValueError("the stock of this hole is not open yet")
    face = engine.face_of(hole.board.stock[hole.dealt])
    label = _("Next in the stock: %(card)s") % {"card": the_card(face)}
    return SolitaireMoment(board, card_view(engine.SeenCard(face, is_up=True)), label)

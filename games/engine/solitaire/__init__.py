"""Golf Solitaire: one hole at a time, every card of the tableau in sight (rules, section 8)."""

from games.engine.solitaire.board import Board, board_of, order_of
from games.engine.solitaire.boards import BoardError, read_boards, write_board
from games.engine.solitaire.hole import (
    DEAL,
    Action,
    DealNext,
    Hole,
    PlayColumn,
    apply,
    legal_actions,
    new_hole,
    parse,
)
from games.engine.solitaire.numbered import LAST_NUMBER, numbered_board
from games.engine.solitaire.rules import DealWhen, SolitaireRules, rank_number

__all__ = [
    "DEAL",
    "LAST_NUMBER",
    "Action",
    "Board",
    "BoardError",
    "DealNext",
    "DealWhen",
    "Hole",
    "PlayColumn",
    "SolitaireRules",
    "apply",
    "board_of",
    "legal_actions",
    "new_hole",
    "numbered_board",
    "order_of",
    "parse",
    "rank_number",
    "read_boards",
    "write_board",
]

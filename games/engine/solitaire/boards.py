"""Boards as text, in the form that solvers of Golf read and PySol's dealers write.

``Foundations:`` and ``Talon:``, in either order, then a line per column with its end card last;
a ten is ``T`` or ``10``; a blank line stands between boards, and ``#`` begins a remark.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.engine.cards import CARDS_PER_PACK, face_of
from games.engine.solitaire.board import Board

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.engine.cards import Card
    from games.engine.solitaire.rules import SolitaireRules

LONGEST_LINE = 1_000
HEADS = ("Foundations", "Talon")
_CARDS = {face_of(card).replace("10", "T"): card for card in range(52)} | {
    face_of(card): card for card in range(52)
}
Line = tuple[int, str]


class BoardError(ValueError):
    """A board that can't be read: ``line`` counts from 1 over the whole input.

    >>> str(BoardError(3, "QX is not a card"))
    'line 3: QX is not a card'
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


def read_boards(lines: Iterable[str], rules: SolitaireRules) -> Iterator[Board | BoardError]:
    """Give each board of a text in order, or what is wrong with it; the next ones are read on.

    >>> from games.engine.solitaire.numbered import numbered_board
    >>> from games.engine.solitaire.rules import SolitaireRules
    >>> board = numbered_board(1, SolitaireRules())
    >>> list(read_boards(write_board(board).splitlines(), SolitaireRules())) == [board]
    True
    """
    # A line more than a board has says what is wrong; none after it needs to be kept.
    for group in _groups(lines, len(HEADS) + rules.columns + 1):
        try:
            yield _board(group, rules)
        except BoardError as error:
            yield error


def write_board(board: Board) -> str:
    """Return a board as text, with an end of line after each line.

    >>> from games.engine.solitaire.numbered import numbered_board
    >>> from games.engine.solitaire.rules import SolitaireRules
    >>> print(write_board(numbered_board(1, SolitaireRules())).splitlines()[0])
    Foundations: TH
    """
    lines = [
        f"Foundations: {_name(board.foundation)}",
        f"Talon: {' '.join(map(_name, board.stock))}",
        *(" ".join(map(_name, column)) for column in board.columns),
    ]
    return "".join(f"{line}\n" for line in lines)


def _name(card: Card) -> str:
    return face_of(card).replace("10", "T")


def _groups(lines: Iterable[str], longest: int) -> Iterator[list[Line]]:
    group: list[Line] = []
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("#"):
            continue
        if line.strip():
            if len(group) < longest:
                group.append((number, line.strip()))
        elif group:
            yield group
            group = []
    if group:
        yield group


def _board(group: list[Line], rules: SolitaireRules) -> Board:
    seen: Counter[Card] = Counter()
    heads: dict[str, tuple[Card, ...]] = {}
    columns: list[tuple[Card, ...]] = []
    for number, line in group:
        if len(line) > LONGEST_LINE:
            raise BoardError(number, f"a line has at most {LONGEST_LINE} characters")
        head, colon, rest = line.partition(":")
        head = head.strip().capitalize()
        if colon:
            _check_head(number, head, heads, has_columns=bool(columns))
            heads[head] = _cards(number, rest, rules, seen, head)
        elif len(columns) == rules.columns:
            raise BoardError(number, f"there are {rules.columns} columns, and this is one more")
        else:
            columns.append(_cards(number, line, rules, seen, f"column {len(columns) + 1}"))
    end = group[-1][0]
    for head in HEADS:
        if head not in heads:
            raise BoardError(end, f"the board has no line of {head}")
    if len(columns) != rules.columns:
        raise BoardError(end, f"there are {rules.columns} columns, and here are {len(columns)}")
    return Board(tuple(columns), heads["Talon"], heads["Foundations"][0])


def _check_head(
    number: int, head: str, heads: dict[str, tuple[Card, ...]], *, has_columns: bool
) -> None:
    if head not in HEADS:
        raise BoardError(number, f"{head[:40]!r} is neither Foundations nor Talon")
    if head in heads:
        raise BoardError(number, f"a second line of {head}")
    if has_columns:
        raise BoardError(number, f"{head} stands before the columns")


def _cards(
    number: int, text: str, rules: SolitaireRules, seen: Counter[Card], where: str
) -> tuple[Card, ...]:
    wanted = {"Foundations": 1, "Talon": rules.stock_size}.get(where, rules.column_length)
    found = []
    for name in text.split():
        if (card := _CARDS.get(name.upper())) is None:
            raise BoardError(number, f"{name[:40]!r} is not a card")
        if seen[card] == rules.packs:
            raise BoardError(number, f"{_name(card)} is here once too often")
        found.append(seen[card] * CARDS_PER_PACK + card)
        seen[card] += 1
    if len(found) != wanted:
        raise BoardError(number, f"{where}: {len(found)} cards instead of {wanted}")
    return tuple(found)

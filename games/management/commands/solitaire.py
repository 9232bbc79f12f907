"""``manage.py solitaire``: what can be reached on boards of Golf Solitaire."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from typing import TYPE_CHECKING, Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from games.analysis.solitaire.solver import BUDGET, solve
from games.engine.solitaire import (
    LAST_NUMBER,
    BoardError,
    DealWhen,
    SolitaireRules,
    new_hole,
    numbered_board,
    read_boards,
)
from games.engine.solitaire.boards import LONGEST_LINE
from games.management.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine.solitaire import Board

RULES = {
    "strict": (False, False),
    "queens_on_kings": (True, False),
    "turn_the_corner": (False, True),
    "both": (True, True),
}


class Command(BaseCommand):
    """Prints a line of JSON for each board, in order, as soon as it is solved."""

    help = "Say of boards of Golf Solitaire whether they can be cleared, how, and the best score."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        solver = acts.add_parser(
            "solve", help="boards on standard input, or --deals; one line of JSON each"
        )
        solver.add_argument("--rule", choices=RULES, default="strict")
        solver.add_argument(
            "--deal-when", choices=[when.value for when in DealWhen], default="any_time"
        )
        solver.add_argument("--packs", type=int, choices=[1, 2], default=1)
        solver.add_argument("--deals", type=deals, metavar="FROM-TO", help="numbered as by PySol")
        solver.add_argument(
            "--budget", type=budget, default=BUDGET, help="places to visit with two packs"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        queens, corner = RULES[options["rule"]]
        rules = SolitaireRules(queens, corner, DealWhen(options["deal_when"]), options["packs"])
        numbers = options["deals"]
        boards = numbered(numbers, rules) if numbers else read_boards(lines_of(sys.stdin), rules)
        progress = Progress()
        # What is compiled is loaded before any board's time is taken.
        solve(new_hole(numbered_board(1, rules), rules), 1)
        bad = 0
        for done, board in enumerate(boards, 1):
            if isinstance(board, BoardError):
                bad += 1
                self.stderr.write(str(board))
                self.stdout.write(json.dumps({"error": board.message, "line": board.line}))
            else:
                self.stdout.write(json.dumps(answer(board, rules, options["budget"])))
            if numbers:
                progress.tell("deals", done, len(numbers))
        if bad:
            raise CommandError(f"boards that can't be read: {bad}", returncode=2)


def answer(board: Board, rules: SolitaireRules, budget: int) -> dict[str, Any]:
    """Return the line of a board: ``solvable`` is null when the budget was used up before.

    ``best_score`` is the best that was found, and the best there is if ``is_best``.
    """
    started = time.perf_counter()
    solution = solve(new_hole(board, rules), budget)
    seconds = time.perf_counter() - started
    return {
        "solvable": solution.solvable,
        "moves": [action.text for action in solution.moves],
        "best_score": solution.strokes,
        "is_best": solution.is_best,
        "states": solution.states,
        "seconds": round(seconds, 6),
    }


def numbered(numbers: range, rules: SolitaireRules) -> Iterator[Board]:
    """Give the boards of these numbers."""
    return (numbered_board(number, rules) for number in numbers)


def lines_of(stream: TextIO) -> Iterator[str]:
    """Give the lines of a stream, of those that are too long no more than tells that they are.

    What is no text is read as characters that no board has.
    """
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8-sig", errors="replace", newline=None)
    while line := stream.readline(LONGEST_LINE + 2):
        yield line
        while line and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE + 2)


def deals(text: str) -> range:
    """Return the numbers of deals that a text like ``1-100`` or ``7`` names."""
    found = re.fullmatch(r"(\d{1,21})(?:-(\d{1,21}))?", text, re.ASCII)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= LAST_NUMBER:
        raise ArgumentTypeError(f"{text!r} is no range of deals, such as 1-100")
    return range(first, last + 1)


def budget(text: str) -> int:
    """Return a number of places to visit: at least one, and as many as the memory is for."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not 1 <= int(text) <= 50 * BUDGET:
        raise ArgumentTypeError(f"{text!r} is no number from 1 to {50 * BUDGET}")
    return int(text)

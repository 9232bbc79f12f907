"""The computing of reviews in a process of its own: it loads compiled code and takes long.

The clerk may be a thread of the very server.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import IO, Any, Protocol

from games import engine
from games.analysis import review as analysis
from games.engine import codec
from games.services.line_process import Facts, LineProcess, answer_lines, own_output

REST_SECONDS = 60.0

Tell = Callable[[int, int], None]


class Compute(Protocol):
    """What ``games.analysis.review.review_hole`` takes and returns."""

    def __call__(
        self,
        start: engine.MatchState,
        actions: Sequence[engine.Action],
        *,
        tell: Tell,
    ) -> analysis.HoleReview:
        """Return the review; ``tell`` is called with decisions done and all of them."""


class ReviewProcess(LineProcess):
    """Works holes out, one after another."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        own = [sys.executable, "-m", "games.services.review_process"]
        super().__init__(command or own, REST_SECONDS)

    def __call__(
        self,
        start: engine.MatchState,
        actions: Sequence[engine.Action],
        *,
        tell: Tell,
    ) -> analysis.HoleReview:
        """Work a hole out; ``tell`` is called at least once in a second or so.

        What ``tell`` raises ends the process, as does a fault. Raises ``ProcessFailed``.
        """
        question = {
            "start": codec.encode_state(start),
            "actions": [codec.encode_action(action) for action in actions],
        }
        done, total = 0, 0

        def hear(told: Facts) -> None:
            nonlocal done, total
            done, total = told.get("done", done), told.get("total", total)
            tell(done, total)

        return analysis.read_review(self.ask(question, hear))


def work(compute: Compute, questions: IO[str], answers: IO[str]) -> None:
    """Answer every question until there are no more."""

    def answer(question: Facts, say: Callable[[Facts], None]) -> Any:
        found = compute(
            codec.decode_state(question["start"]),
            [codec.decode_action(action) for action in question["actions"]],
            tell=lambda done, total: say({"done": done, "total": total}),
        )
        return found.as_json()

    answer_lines(answer, questions, answers)


def main() -> None:
    """Answer on standard output, with what the site leaves of the processor."""
    os.nice(10)
    review_hole: Compute = import_module("games.analysis.review").review_hole
    work(review_hole, sys.stdin, own_output())


if __name__ == "__main__":
    main()

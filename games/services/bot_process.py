"""The thinking of bots that compute in bulk, in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from games import engine
from games.analysis.kernel.folder import is_compiled
from games.bots import BOTS
from games.engine import codec
from games.services.line_process import Facts, LineProcess, answer_lines, own_output

REST_SECONDS = 1200.0
"""Loading takes seconds for which a table would wait, so the process stays a good while."""

PREPARE: Facts = {"prepare": True}


class Think(Protocol):
    """How a bot's answer comes about."""

    def __call__(
        self, bot: str, state: engine.MatchState, seat: int, seed: int, wait: Callable[[], None]
    ) -> str:
        """Return the text of its action; ``wait`` is called meanwhile, and may raise to give up."""


class BotProcess(LineProcess):
    """Has bots choose, one after another."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        own = [sys.executable, "-m", "games.services.bot_process"]
        super().__init__(command or own, REST_SECONDS)

    def __call__(
        self, bot: str, state: engine.MatchState, seat: int, seed: int, wait: Callable[[], None]
    ) -> str:
        """Return the text of the bot's action. Raises ``ProcessFailed``, and what ``wait`` does."""
        question = {
            "bot": bot,
            "state": codec.encode_state(state),
            "seat": seat,
            "seed": seed,
        }
        return str(self.ask(question, lambda _told: wait()))

    def prepare(self, wait: Callable[[], None]) -> None:
        """Compile what has not been compiled on this machine yet, before anybody waits for it.

        Raises ``ProcessFailed``, and what ``wait`` does.
        """
        if not is_compiled():
            self.ask(PREPARE, lambda _told: wait())


def answer(question: Facts, _say: Callable[[Facts], None]) -> str:
    """Return the text of the action that a bot chooses, by what its seat has seen."""
    # Numbers in bulk are loaded here alone, not by the site that asks.
    if question == PREPARE:
        from games.analysis.preparing import prepare

        prepare()
        return ""
    rng = Random(question["seed"])  # noqa: S311 - the seed comes from the system's own
    state, bot = codec.decode_state(question["state"]), BOTS[question["bot"]]
    return bot.answer(state, question["seat"], rng).text


def main() -> None:
    """Answer on standard output; people wait for it, but the site itself comes first."""
    os.nice(5)
    answer_lines(answer, sys.stdin, own_output())


if __name__ == "__main__":
    main()

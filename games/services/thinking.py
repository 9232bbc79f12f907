"""Turns of bots that think for long: asked of another thread, carried out when the answer is there.

The thread has the thinking done in another process. It touches no database and no socket: whoever
asked takes the answers and carries them out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock

from games import engine
from games.services.bot_process import Think

logger = logging.getLogger(__name__)

SLOW_BOTS = frozenset({"pro"})
"""Bots that load and compute in bulk: never in the site's own process."""

WAIT_SECONDS = 0.5


class _Stopped(Exception):
    """The worker is to end."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that a bot is to act for: ``state`` is the match as it stands."""

    match_id: int
    number: int
    bot: str
    state: engine.MatchState
    seed: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The same for whoever asks for this turn again."""
        return self.match_id, self.state.sequence, self.number


@dataclass(frozen=True, slots=True)
class Thought:
    """The text of the action that was chosen; None where the bot could not be asked."""

    turn: Turn
    text: str | None


@dataclass(slots=True)
class Thinker:
    """What one thread asks and another answers."""

    _asked: SimpleQueue[Turn] = field(default_factory=SimpleQueue)
    _answered: SimpleQueue[Thought] = field(default_factory=SimpleQueue)
    _known: set[tuple[int, int, int]] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def ask(self, turn: Turn) -> None:
        """Have a turn thought about, unless it is already."""
        with self._lock:
            if turn.key in self._known:
                return
            self._known.add(turn.key)
        self._asked.put(turn)

    def answers(self) -> list[Thought]:
        """Take what has been thought out since."""
        found: list[Thought] = []
        while not self._answered.empty():
            found.append(self._answered.get())
        with self._lock:
            self._known -= {thought.turn.key for thought in found}
        return found

    def think_next(self, think: Think, should_stop: Callable[[], bool]) -> bool:
        """Answer the turn that has waited longest, or wait a moment for one; whether one came."""
        try:
            turn = self._asked.get(timeout=WAIT_SECONDS)
        except Empty:
            return False

        def wait() -> None:
            if should_stop():
                raise _Stopped

        try:
            text = think(turn.bot, turn.state, turn.number, turn.seed, wait)
        except _Stopped:
            return True
        except Exception:
            logger.exception("The bot %s could not be asked in match %s", turn.bot, turn.match_id)
            self._answered.put(Thought(turn, None))
        else:
            self._answered.put(Thought(turn, text))
        return True

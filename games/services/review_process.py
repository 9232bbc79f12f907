"""The computing of reviews in a process of its own, which takes no time from the site's.

It loads compiled code and keeps a processor busy; the clerk may be a thread of the very server.
``ReviewProcess`` starts the program below, writes a hole to it as a line of JSON and reads lines
until the review comes. The program knows no database; it ends when its input does.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol

from games import engine
from games.analysis import review as analysis
from games.engine import codec

ROOT = Path(__file__).resolve().parents[2]
TELL_SECONDS = 1.0
REST_SECONDS = 60.0
SILENCE_SECONDS = 300.0
"""A process that says nothing for so long is given up; the first hole may compile for a minute."""

Tell = Callable[[int, int], None]


class Compute(Protocol):
    """What ``games.analysis.review.review_hole`` takes and returns."""

    def __call__(
        self,
        start: engine.MatchState,
        actions: Sequence[engine.Action],
        *,
        expected: float,
        tell: Tell,
    ) -> analysis.HoleReview:
        """Return the review; ``tell`` is called with decisions done and all of them."""


class ReviewFailed(Exception):
    """The process could not work a hole out; the text says what it said last."""


class ReviewProcess:
    """Works holes out, one after another, in a process that is started when it is needed."""

    def __init__(self, command: Sequence[str] = ()) -> None:
        self.command = command or [sys.executable, "-m", "games.services.review_process"]
        self.process: subprocess.Popen[bytes] | None = None
        self.worked_at = 0.0

    def __call__(
        self,
        start: engine.MatchState,
        actions: Sequence[engine.Action],
        *,
        expected: float,
        tell: Tell,
    ) -> analysis.HoleReview:
        """Work a hole out; ``tell`` is called at least once in a second or so.

        What ``tell`` raises ends the process, as does a fault. Raises ``ReviewFailed``.
        """
        question = {
            "start": codec.encode_state(start),
            "actions": [codec.encode_action(action) for action in actions],
            "expected": expected,
        }
        try:
            found = self._ask(question, tell)
        except BaseException:
            self.close()
            raise
        self.worked_at = time.monotonic()
        return found

    def rest(self) -> None:
        """End a process that has had nothing to do for a while."""
        if self.process is not None and time.monotonic() - self.worked_at > REST_SECONDS:
            self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _ask(self, question: dict[str, Any], tell: Tell) -> analysis.HoleReview:
        process = self._running()
        assert process.stdin is not None  # noqa: S101 - narrows the type
        assert process.stdout is not None  # noqa: S101 - narrows the type
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise ReviewFailed("the process has ended") from None
        progress = (0, 0)
        for line in _lines(process.stdout):
            answer = {} if line is None else json.loads(line)
            if "review" in answer:
                return analysis.read_review(answer["review"])
            if "fault" in answer:
                raise ReviewFailed(answer["fault"])
            progress = (answer.get("done", progress[0]), answer.get("total", progress[1]))
            tell(*progress)
        raise ReviewFailed("the process has ended")

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is not None and self.process.poll() is not None:
            self.close()
        if self.process is None:
            self.process = subprocess.Popen(  # noqa: S603 - this very program
                self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self.process


def _lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Lines as they come, and None for every second or so without one. Raises ``ReviewFailed``."""
    kept, heard_at = b"", time.monotonic()
    while True:
        ready, _, _ = select.select([stream], [], [], TELL_SECONDS)
        if not ready:
            if time.monotonic() - heard_at > SILENCE_SECONDS:
                raise ReviewFailed("the process says nothing any more")
            yield None
            continue
        heard_at = time.monotonic()
        more = os.read(stream.fileno(), 1 << 16)
        if not more:
            return
        *lines, kept = (kept + more).split(b"\n")
        yield from lines


def work(compute: Compute, questions: IO[str], answers: IO[str]) -> None:
    """Answer every question until there are no more."""

    def say(**answer: Any) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    for line in questions:
        question = json.loads(line)
        try:
            found = compute(
                codec.decode_state(question["start"]),
                [codec.decode_action(action) for action in question["actions"]],
                expected=question["expected"],
                tell=lambda done, total: say(done=done, total=total),
            )
        except BrokenPipeError:
            return
        except Exception as fault:
            say(fault=f"{type(fault).__name__}: {fault}")
        else:
            say(review=found.as_json())


def main() -> None:
    """Answer on standard output, with what the site leaves of the processor."""
    os.nice(10)
    review_hole: Compute = import_module("games.analysis.review").review_hole
    # Whatever else is printed must not be taken for an answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    work(review_hole, sys.stdin, answers)


if __name__ == "__main__":
    main()

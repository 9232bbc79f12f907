"""Computing in a process of its own, which takes no time from the site's.

``LineProcess`` starts a program, writes a question to it as a line of JSON and reads lines until
the answer comes; ``answer_lines`` is the program's side. Such programs know no database and end
when their input does.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
TELL_SECONDS = 1.0
SILENCE_SECONDS = 300.0
"""A process that says nothing for so long is given up; its first answer may take a minute."""

Facts = dict[str, Any]


class ProcessFailed(Exception):
    """The process could not answer; the text says what it said last."""


class LineProcess:
    """Answers questions, one after another, in a process that is started when it is needed."""

    def __init__(self, command: Sequence[str], rest_seconds: float) -> None:
        self.command = command
        self.rest_seconds = rest_seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.worked_at = 0.0

    def ask(self, question: Facts, hear: Callable[[Facts], None]) -> Any:
        """Return the answer; ``hear`` gets what is told on the way, nothing once in a second or so.

        What ``hear`` raises ends the process, as does a fault. Raises ``ProcessFailed``.
        """
        try:
            found = self._ask(question, hear)
        except BaseException:
            self.close()
            raise
        self.worked_at = time.monotonic()
        return found

    def rest(self) -> None:
        """End a process that has had nothing to do for a while."""
        if self.process is not None and time.monotonic() - self.worked_at > self.rest_seconds:
            self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _ask(self, question: Facts, hear: Callable[[Facts], None]) -> Any:
        process = self._running()
        assert process.stdin is not None  # noqa: S101 - narrows the type
        assert process.stdout is not None  # noqa: S101 - narrows the type
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise ProcessFailed("the process has ended") from None
        for line in _lines(process.stdout):
            told: Facts = {} if line is None else json.loads(line)
            if "answer" in told:
                return told["answer"]
            if "fault" in told:
                raise ProcessFailed(told["fault"])
            hear(told)
        raise ProcessFailed("the process has ended")

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is not None and self.process.poll() is not None:
            self.close()
        if self.process is None:
            self.process = subprocess.Popen(  # noqa: S603 - this very program
                self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self.process


def _lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Lines as they come, and None for every second or so without one. Raises ``ProcessFailed``."""
    kept, heard_at = b"", time.monotonic()
    while True:
        ready, _, _ = select.select([stream], [], [], TELL_SECONDS)
        if not ready:
            if time.monotonic() - heard_at > SILENCE_SECONDS:
                raise ProcessFailed("the process says nothing any more")
            yield None
            continue
        heard_at = time.monotonic()
        more = os.read(stream.fileno(), 1 << 16)
        if not more:
            return
        *lines, kept = (kept + more).split(b"\n")
        yield from lines


def answer_lines(
    answer: Callable[[Facts, Callable[[Facts], None]], Any],
    questions: IO[str],
    answers: IO[str],
) -> None:
    """Answer every question until there are no more; a fault is told, and is no end."""

    def say(told: Facts) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    for line in questions:
        try:
            found = answer(json.loads(line), say)
        except BrokenPipeError:
            return
        except Exception as fault:
            say({"fault": f"{type(fault).__name__}: {fault}"})
        else:
            say({"answer": found})


def own_output() -> IO[str]:
    """Standard output for answers alone: whatever else is printed must not be taken for one."""
    answers, sys.stdout = sys.stdout, sys.stderr
    return answers

"""How far a command is, on a terminal; nothing where nobody watches."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TextIO

WIDTH = 30
SECONDS = 0.2


@dataclass(slots=True)
class Progress:
    """A bar on standard error that is drawn again a few times a second."""

    stream: TextIO = field(default_factory=lambda: sys.stderr)
    drawn_at: float = 0.0

    def tell(self, what: str, done: int, count: int) -> None:
        """Say that so many of ``count`` are done."""
        now = time.monotonic()
        if not self.stream.isatty() or (now - self.drawn_at < SECONDS and done < count):
            return
        self.drawn_at = now
        share = done / count if count else 1.0
        bar = "#" * round(WIDTH * share)
        self.stream.write(f"\r{what:<14} [{bar:<{WIDTH}}] {done} of {count} ")
        if done >= count:
            self.stream.write("\n")
        self.stream.flush()

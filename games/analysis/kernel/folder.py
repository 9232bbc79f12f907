"""Where compiled code is kept, and whether all of it is there; loads no compiler."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
SOLITAIRE = HERE.parent / "solitaire"


@cache
def compiled_folder() -> Path:
    """Return the folder of what these very sources are compiled to, there yet or not."""
    digest = sha256(version("numba").encode())
    for source in [*sorted(HERE.glob("*.py")), *sorted(SOLITAIRE.glob("*.py"))]:
        digest.update(source.read_bytes())
    return HERE / "__pycache__" / f"compiled-{digest.hexdigest()[:16]}"


def is_compiled() -> bool:
    """Whether everything that bots and reviews use has been compiled."""
    return _mark().exists()


def keep_mark() -> None:
    """Note that everything has been compiled."""
    _mark().touch()


def _mark() -> Path:
    return compiled_folder() / "whole"

"""The key that signs sessions and links, made when the site is started for the first time."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def load_or_make_key(path: Path) -> str:
    """Return the key kept at ``path``, after making it, readable by its owner only.

    Processes that start together agree on one key: each writes a whole file of its own, and the
    first to link it to ``path`` wins. Raises ``OSError`` when the folder can't be written.
    """
    with contextlib.suppress(FileNotFoundError):
        return path.read_text(encoding="ascii").strip()
    # mkstemp makes the file with mode 0600, so the key is never readable by others.
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()

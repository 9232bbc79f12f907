"""The site's own keys, made when it is started for the first time.

One signs sessions and links; another, a private key on the curve P-256, tells push services whose
messages they are (VAPID, RFC 8292).
"""

from __future__ import annotations

import base64
import contextlib
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

# The order of P-256 (FIPS 186-4, D.1.2.3): private keys are the numbers from 1 to one less.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def signing_key() -> str:
    """A new key for signatures: 512 bits."""
    return secrets.token_urlsafe(64)


def push_key() -> str:
    """A new private key for push messages: 32 bytes in base64url, as VAPID libraries read it."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def load_or_make_key(path: Path, make: Callable[[], str] = signing_key) -> str:
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
            file.write(make() + "\n")
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()

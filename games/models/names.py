"""Names and secrets that addresses hold."""

from __future__ import annotations

import secrets

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_slug() -> str:
    """A table's public name: 12 symbols that are hard to mix up, about 59 bits."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(12))


def new_invite() -> str:
    """An invite link's secret: 128 bits."""
    return secrets.token_urlsafe(16)

"""Numbers as they are printed."""

from __future__ import annotations

MINUS = "\u2212"


def number(value: int) -> str:
    """A number with a proper minus sign, not a hyphen."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """A number that is added, with its sign: "+10", "+0"."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"

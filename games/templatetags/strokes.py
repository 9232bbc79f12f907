"""Strokes as they are printed: with a minus sign, never a hyphen."""

from __future__ import annotations

from django import template

from games.selectors.numbers import number

register = template.Library()


@register.filter
def strokes(value: int | None) -> str:
    """A number of strokes; nothing for none."""
    return "" if value is None else number(value)

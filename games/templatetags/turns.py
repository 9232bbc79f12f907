"""The icon of a page: the club's mark, with the number of tables that wait."""

from __future__ import annotations

from django import template
from django.templatetags.static import static

register = template.Library()

MOST = 9


@register.simple_tag
def mark(count: int = 0) -> str:
    """Return the address of the icon for so many tables; more than nine are many."""
    name = "mark" if not count else f"mark-{count}" if count <= MOST else "mark-many"
    return static(f"games/img/{name}.svg")


@register.simple_tag
def marks() -> str:
    """Return the addresses of all icons by count: none, one to nine, many."""
    return " ".join(mark(count) for count in range(MOST + 2))

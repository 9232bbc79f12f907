"""Print cards as pictures: the only place that knows how the art files are named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from games.selectors.table_view import CardView

register = template.Library()

FACE = re.compile(r"(?:A|[2-9]|10|J|Q|K)[CDHS]|X[12]")

PICTURE_FACES = ("QS", "", "4D", "QH", "", "AC", "", "9C", "2S", "KD", "", "7H")


@register.simple_tag
def card(view: CardView, size: str = "full") -> SafeString:
    """Return the picture of a card as its viewer knows it; its words belong to the place it is in.

    ``size`` is "full", or "small" for layouts that are narrow on a phone, where an index alone
    stays legible. Every card without a face gives the same text.
    """
    art = _picture(view.face, size)
    if view.face is None:
        return format_html('<span class="card is-back">{}</span>', art)
    if not view.is_up:
        return format_html('<span class="card is-known">{}</span>', art)
    return format_html('<span class="card">{}</span>', art)


@register.simple_tag
def card_face(face: str, size: str = "full") -> SafeString:
    """Return the picture of one face ("QS", "10H", "X1"), or of the back for "back"."""
    return format_html('<span class="card">{}</span>', _picture(face, size))


@register.simple_tag
def layout_picture(layout: str) -> SafeString:
    """Return cards for a picture of a layout such as "2x3", some of them face up."""
    rows, columns = (int(part) for part in layout.split("x"))
    faces = PICTURE_FACES[: rows * columns]
    return format_html_join("", "{}", ((card_face(face),) for face in faces))


def _picture(face: str | None, size: str) -> SafeString:
    name = face if face is not None and FACE.fullmatch(face) else "back"
    full = static(f"games/cards/{name}.svg")
    if size != "small":
        return format_html('<img src="{}" alt="" width="240" height="336" draggable="false">', full)
    return format_html(
        '<picture><source media="(min-width: 64rem)" srcset="{}">'
        '<img src="{}" alt="" width="50" height="70" draggable="false"></picture>',
        full,
        static(f"games/cards/mini/{name}.svg"),
    )

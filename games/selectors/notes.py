"""A player's own notes on a match: read by their writer and by nobody else."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from games.models import Match, Notebook
from games.selectors.access import Viewer


@dataclass(frozen=True, slots=True)
class NotesView:
    """What is kept, and the mark that tells a later change what it was made from."""

    text: str
    mark: str
    url: str
    length_max: int
    table_url: str


def notes(match: Match, viewer: Viewer) -> NotesView | None:
    """The viewer's notes on a match; None for whoever has no seat in it."""
    book = Notebook.objects.filter(match=OuterRef("match"), player=OuterRef("player"))
    seats = match.seats.filter(player_id=viewer.player_id or 0)
    found = list(seats.values_list(Subquery(book.values("text")[:1]), flat=True))
    if not found:
        return None
    text = found[0] or ""
    return NotesView(
        text=text,
        mark=mark_of(text),
        url=reverse("games:notes", args=[match.slug]),
        length_max=Notebook.LENGTH_MAX,
        table_url=match.get_absolute_url(),
    )


def mark_of(text: str) -> str:
    """A short mark of a text, the same for the same text only."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]

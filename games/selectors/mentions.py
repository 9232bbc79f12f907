"""Who is named in a line of table talk: ``@Name``, as people type it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.names import key_of
from games.models import Seat


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text from ``start`` (the sign before it) up to ``end``, and whose it is."""

    start: int
    end: int
    player_id: int


def mentioned_in(text: str, seats: Iterable[Seat]) -> tuple[Mention, ...]:
    """The seated players named in ``text``, in order; bots and people who are gone have no name.

    Case doesn't matter, and the longest name counts: with Ann and Ann Lee at the table,
    ``@ann lee`` is Ann Lee alone.
    """
    people = [
        (seat.player.name, seat.player.pk)
        for seat in seats
        if seat.player and seat.player.user and not seat.player.user.is_closed
    ]
    people.sort(key=lambda person: -len(person[0]))
    found: list[Mention] = []
    at = text.find("@")
    while at >= 0:
        mention = None if at and text[at - 1].isalnum() else _mention_at(text, at, people)
        if mention is not None:
            found.append(mention)
        at = text.find("@", at + 1 if mention is None else mention.end)
    return tuple(found)


def _mention_at(text: str, at: int, people: list[tuple[str, int]]) -> Mention | None:
    for name, player_id in people:
        end = at + 1 + len(name)
        is_whole = end >= len(text) or not (text[end].isalnum() or text[end] == "_")
        if is_whole and key_of(text[at + 1 : end]) == key_of(name):
            return Mention(at, end, player_id)
    return None

"""The addresses of a replay: whose eyes and which manner go with every step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from games.selectors.sight import OPEN


@dataclass(frozen=True, slots=True)
class Way:
    """How somebody goes through a replay.

    ``eyes`` is a seat's number, "open" for the cards themselves, None for what everybody saw.
    """

    slug: str
    eyes: int | str | None = None
    is_spoiler_free: bool = False

    @property
    def query(self) -> str:
        """What of an address remembers the way, "" for the usual one."""
        asked = {} if self.eyes is None else {"as": str(self.eyes)}
        if self.is_spoiler_free:
            asked["spoilers"] = "off"
        return f"?{urlencode(asked)}" if asked else ""

    def at(self, sequence: int) -> str:
        """The address of the moment after an action."""
        return reverse("games:replay-at", args=[self.slug, sequence]) + self.query

    def news(self, sequence: int) -> str:
        """The address that tells whether something has happened since an action."""
        return reverse("games:replay-news", args=[self.slug, sequence]) + self.query

    def hole(self, number: int) -> str:
        """The address that leads to the deal of a hole, from 1: it tells no sequence."""
        return reverse("games:replay-hole", args=[self.slug, number]) + self.query

    def through(self, eyes: int | str | None) -> Way:
        """The same way through other eyes."""
        return replace(self, eyes=eyes)

    def with_spoilers(self, *, are_on: bool) -> Way:
        """The same way in the other manner."""
        return replace(self, is_spoiler_free=not are_on)


def way_asked(slug: str, seats: int, eyes: str, spoilers: str) -> Way:
    """The way that an address asks for. Raises ``LookupError`` for one that does not exist."""
    if spoilers not in ("", "on", "off"):
        raise LookupError(spoilers)
    return Way(slug, _eyes_asked(eyes, seats), is_spoiler_free=spoilers == "off")


def _eyes_asked(text: str, seats: int) -> int | str | None:
    if text in ("", OPEN):
        return text or None
    is_number = text.isascii() and text.isdigit() and len(text) < 3
    # In a game for one everybody sees what its seat sees.
    if seats == 1 or not (is_number and int(text) < seats):
        raise LookupError(text)
    return int(text)

"""A player's private notes on a match: nobody else reads them, organisers included."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Match, Notebook, Player, Seat
from games.selectors.notes import mark_of
from games.services.refusals import Refused

# Line ends and tabs stay; a database of text holds no NUL, and half a character is none.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def save_notes(
    match: Match, player: Player, text: str, *, based_on: str, replace: bool = False, now: datetime
) -> Notebook:
    """Keep ``text`` as the player's notes on a match.

    ``based_on`` is the mark (``mark_of``) of the notes that were changed into ``text``: where
    others are kept meanwhile, from another tab, nothing is lost unless ``replace`` says so.
    Raises ``Refused``: no seat, too long, or changed meanwhile.
    """
    words = _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(words) > Notebook.LENGTH_MAX:
        detail = _("Notes have at most %(most)d characters; these have %(count)d.")
        raise Refused("notes_too_long", detail % {"most": Notebook.LENGTH_MAX, "count": len(words)})
    with transaction.atomic():
        # Locked, so that two tabs that save at once come one after the other.
        seats = Seat.objects.select_for_update().filter(match=match, player=player)
        if seats.first() is None:
            raise Refused("not_seated")
        kept, _made = Notebook.objects.get_or_create(
            match=match, player=player, defaults={"at": now}
        )
        if kept.text != words:
            if not replace and mark_of(kept.text) != based_on:
                raise Refused("notes_changed")
            kept.text, kept.at = words, now
            kept.save(update_fields=["text", "at"])
        return kept


def hand_over(old: Player, new: Player) -> None:
    """Give a guest's notes to the account of the same person, below those it has already."""
    kept = {book.match_id: book for book in Notebook.objects.filter(player=new)}
    for book in Notebook.objects.filter(player=old):
        own = kept.get(book.match_id)
        if own is None:
            book.player = new
            book.save(update_fields=["player"])
            continue
        own.text = "\n\n".join(text for text in (own.text, book.text) if text)
        own.save(update_fields=["text"])
        book.delete()


def forget_all(player: Player) -> None:
    """Throw a player's notes away, when the account is closed."""
    Notebook.objects.filter(player=player).delete()

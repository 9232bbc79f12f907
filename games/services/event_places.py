"""The places of an event: who plays, and who waits for one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games.models import Entry, Event
from games.services import club_messages

if TYPE_CHECKING:
    from accounts.models import User


def lock_event(event_id: int) -> Event:
    """The event's row, locked until the transaction ends. Raises ``Event.DoesNotExist``."""
    events = Event.objects.select_for_update(of=["self"]).select_related("club", "preset")
    return events.get(pk=event_id)


def fill_places(
    event: Event, now: datetime, actor: User | None = None, *, tells: bool = True
) -> None:
    """Have alternates take the places that are free, in the order in which they entered.

    They are told, unless it is their own doing, or ``tells`` says that something else will.
    """
    waiting = event.entries.filter(withdrawn_at__isnull=True, is_alternate=True)
    line = list(waiting.select_related("player").order_by("entered_at", "pk"))
    moved = line if event.places is None else line[: max(0, event.places - _taken(event))]
    if not moved:
        return
    Entry.objects.filter(pk__in=[entry.pk for entry in moved]).update(is_alternate=False)
    if tells:
        club_messages.places_given(event, moved, actor, now)


def has_free_place(event: Event) -> bool:
    """Whether somebody who enters now plays."""
    return event.places is None or _taken(event) < event.places


def _taken(event: Event) -> int:
    return event.entries.filter(withdrawn_at__isnull=True, is_alternate=False).count()

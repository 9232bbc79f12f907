"""The places of an event: who plays, and who waits for one."""

from __future__ import annotations

from games.models import Entry, Event


def lock_event(event_id: int) -> Event:
    """The event's row, locked until the transaction ends. Raises ``Event.DoesNotExist``."""
    events = Event.objects.select_for_update(of=["self"]).select_related("club", "preset")
    return events.get(pk=event_id)


def fill_places(event: Event) -> None:
    """Have alternates take the places that are free, in the order in which they entered."""
    waiting = event.entries.filter(withdrawn_at__isnull=True, is_alternate=True)
    line = list(waiting.order_by("entered_at", "pk"))
    moved = line if event.places is None else line[: max(0, event.places - _taken(event))]
    Entry.objects.filter(pk__in=[entry.pk for entry in moved]).update(is_alternate=False)


def has_free_place(event: Event) -> bool:
    """Whether somebody who enters now plays."""
    return event.places is None or _taken(event) < event.places


def _taken(event: Event) -> int:
    return event.entries.filter(withdrawn_at__isnull=True, is_alternate=False).count()

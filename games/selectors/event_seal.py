"""Tables that share their cards with others that still play: for their own players alone.

Until all tables of such a round are over, one that finished a hole earlier must tell nobody what
the others are dealt. So nobody but its players sees it (``Match.allows_spectators``), and of what
looks at cards that lay hidden, replays, reviews and playing on, nobody has anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import EventTable, Match


def is_sealed(match: Match) -> bool:
    """Whether other tables still play with the cards of this match; one query at a club's."""
    return match.club_id is not None and _sealed().filter(match=match).exists()


def sealed_among(matches: Iterable[Match]) -> frozenset[int]:
    """Those of some matches of which it is so, by their ids; one query if it may be of any."""
    doubtful = [m.pk for m in matches if m.club_id is not None and not m.allows_spectators]
    return frozenset(sealed_matches().filter(match__in=doubtful)) if doubtful else frozenset()


@dataclass(frozen=True, slots=True)
class EventPlace:
    """Where in an event a match is played: in words, with the event's address."""

    words: str
    url: str
    is_sealed: bool


def event_place(match: Match) -> EventPlace | None:
    """The event that a match belongs to, None for any other; one query at a club's."""
    if match.club is None:
        return None
    tables = EventTable.objects.select_related("round__event")
    table = tables.defer("round__event__ruleset").filter(match=match).first()
    if table is None:
        return None
    event = table.round.event
    event.club = match.club
    return EventPlace(
        words=_("%(event)s, round %(n)d") % {"event": event.title, "n": table.round.number},
        url=event.get_absolute_url(),
        is_sealed=event.same_deals and table.round.ended_at is None,
    )


def sealed_matches() -> QuerySet[EventTable, int]:
    """The ids of all matches of which that is so."""
    return _sealed().values_list("match_id", flat=True)


def _sealed() -> QuerySet[EventTable]:
    return EventTable.objects.filter(round__ended_at__isnull=True, round__event__same_deals=True)

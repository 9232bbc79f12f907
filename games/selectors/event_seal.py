"""Matches that share their cards with others that still play: whoever looks sees nothing of them.

Until all tables of such a round are over, one that finished a hole earlier must tell nobody what
the others are dealt. So nobody but its players sees it (``Match.allows_spectators``), and of what
looks at cards that lay hidden, replays, reviews and playing on, nobody has anything. A day's nine
holes are the same for everybody, and are sealed like this until the clerk has closed the day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import DailyEntry, EventTable, Match


def is_sealed(match: Match) -> bool:
    """Whether others still play with the cards of this match; a query where that may be."""
    if match.seat_count == 1:
        return _days().filter(match=match).exists()
    return match.club_id is not None and _rounds().filter(match=match).exists()


def sealed_among(matches: Iterable[Match]) -> frozenset[int]:
    """Those of some matches of which it is so, by their ids; one query if it may be of any."""
    doubtful = [
        match.pk
        for match in matches
        if (match.club_id is not None or match.seat_count == 1) and not match.allows_spectators
    ]
    if not doubtful:
        return frozenset()
    found = Match.objects.filter(pk__in=doubtful).filter(_is_sealed())
    return frozenset(found.values_list("pk", flat=True))


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


def sealed_matches() -> QuerySet[Match, int]:
    """The ids of all matches of which that is so, for ``pk__in`` and ``match__in``."""
    return Match.objects.filter(_is_sealed()).order_by().values_list("pk", flat=True)


def _is_sealed() -> Q:
    return Q(pk__in=_rounds().values("match_id")) | Q(pk__in=_days().values("match_id"))


def _rounds() -> QuerySet[EventTable]:
    return EventTable.objects.filter(round__ended_at__isnull=True, round__event__same_deals=True)


def _days() -> QuerySet[DailyEntry]:
    return DailyEntry.objects.filter(nine__closed_at__isnull=True)

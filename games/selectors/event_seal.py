"""Tables that share their cards with others that still play: for their own players alone.

Until all tables of such a round are over, one that finished a hole earlier must tell nobody what
the others are dealt. So nobody but its players sees it (``Match.allows_spectators``), and of what
looks at cards that lay hidden, replays, reviews and playing on, nobody has anything.
"""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import EventTable, Match


def is_sealed(match: Match) -> bool:
    """Whether other tables still play with the cards of this match; one query at a club's."""
    return match.club_id is not None and _sealed().filter(match=match).exists()


def sealed_matches() -> QuerySet[EventTable, int]:
    """The ids of all matches of which that is so."""
    return _sealed().values_list("match_id", flat=True)


def _sealed() -> QuerySet[EventTable]:
    return EventTable.objects.filter(round__ended_at__isnull=True, round__event__same_deals=True)

"""What leaderboards wait for: ratings to go on, costs to be measured, a week to begin."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Board, ExpectedStrokes, Result
from games.services import handicaps, lines, ratings
from games.services.results import record_results

MATCHES_AT_ONCE = 200
PLAYERS_AT_ONCE = 100


def keep_up(now: datetime) -> None:
    """Do a bounded part of what waits; called again and again by the clerk."""
    ratings.catch_up(MATCHES_AT_ONCE)
    settle_publicity()
    settle_differentials()
    begin_week(now)


def settle_differentials() -> int:
    """Give results their differentials once it is known what they cost; returns to how many.

    A batch of players at once, the same whoever comes first.
    """
    waiting = Result.objects.filter(
        differential__isnull=True, ended_by_bot=False, holes__gte=Result.HOLES_FOR_HANDICAP
    )
    measured = ExpectedStrokes.objects.measured().values("key")
    players = waiting.filter(rules_key__in=measured).order_by().values_list("player", flat=True)
    found = list(players.distinct()[:PLAYERS_AT_ONCE])
    if not found:
        return 0
    with transaction.atomic():
        ratings.hold()
        changed = handicaps.redo(found)
        lines.change(changed)
    return len(changed)


def settle_publicity() -> int:
    """Have results follow their clubs into the open, or out of it; returns how many matches did."""
    shown = Q(match__is_listed=True, match__allows_spectators=True, club__is_listed=True)
    wrong = Q(is_public=True, club__is_listed=False) | (Q(is_public=False) & shown)
    rows = Result.objects.filter(wrong).order_by().values_list("match", flat=True)
    found = list(rows.distinct()[:MATCHES_AT_ONCE])
    if found:
        with transaction.atomic():
            record_results(found)
    return len(found)


def begin_week(now: datetime) -> int:
    """Keep the places of boards whose week has begun since; returns of how many."""
    boards = Board.objects.select_related("season", "club").filter(season__closed_at=None)
    return sum(lines.mark_week(board, now) for board in boards)

"""What leaderboards wait for: ratings to go on, costs to be measured, a week to begin."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Club
from games.leaderboards.days import week_start
from games.models import Board, ExpectedStrokes, Result
from games.services import handicaps, lines, ratings
from games.services.results import record_results

MATCHES_AT_ONCE = 200
PLAYERS_AT_ONCE = 100
BOARDS_AT_ONCE = 50


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
    # One after the other: for either alone an index knows the few results to look at.
    told = Result.objects.filter(is_public=True, club__in=Club.objects.filter(is_listed=False))
    kept = Result.objects.filter(
        is_public=False,
        club__in=Club.objects.filter(is_listed=True),
        match__is_listed=True,
        match__allows_spectators=True,
    )
    found = _matches_of(told) or _matches_of(kept)
    if found:
        with transaction.atomic():
            record_results(found)
    return len(found)


def _matches_of(results: QuerySet[Result]) -> list[int]:
    """The matches of the first results; told apart here, because DISTINCT would read them all."""
    return sorted(set(results.order_by().values_list("match", flat=True)[:MATCHES_AT_ONCE]))


def begin_week(now: datetime) -> int:
    """Keep the places of boards whose week has begun, of some at once; returns of how many."""
    rows = Board.objects.filter(season__closed_at=None).order_by("pk")
    starts: dict[str, datetime] = {}
    due = []
    for board, week_at, zone in rows.values_list("pk", "week_at", "club__time_zone"):
        zone = zone or "UTC"
        if zone not in starts:
            starts[zone] = week_start(now, zone)
        if week_at != starts[zone]:
            due.append(board)
    boards = Board.objects.select_related("season", "club").in_bulk(due[:BOARDS_AT_ONCE])
    return sum(lines.mark_week(board, now) for board in boards.values())

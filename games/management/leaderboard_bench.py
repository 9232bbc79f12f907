"""How long pages of leaderboards take, and what one more finished match costs.

Measures the site's own database, as it was filled by ``make_clubs``, and leaves it as it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from games.models import Board, Line, Match, Result, Season
from games.services.results import record_results

RUNS = 7


def measure_leaderboards() -> dict[str, Any]:
    """Time every page of leaderboards, its queries included, as a stranger sees it."""
    pages = {name: _measured(url) for name, url in _pages()}
    return {
        "database": connection.vendor,
        "players": Line.objects.filter(board__key="all").count(),
        "boards": Board.objects.count(),
        "matches": Match.objects.finished().count(),
        "results": Result.objects.count(),
        "pages": pages,
        "slowest_milliseconds": max(page["milliseconds"] for page in pages.values()),
        "one_match": _one_match(),
    }


def _pages() -> Iterator[tuple[str, str]]:
    result = Result.objects.filter(club__isnull=False).select_related("club", "preset").first()
    if result is None or result.club is None:
        raise AssertionError("there are no matches of clubs: run make_clubs first")
    club, player = result.club, result.player_id
    everybody = reverse("games:leaderboards")
    yield "everybody", everybody
    yield "everybody, net", f"{everybody}?by=net"
    yield "everybody, last page", f"{everybody}?page=9999"
    yield "a kind of game", f"{everybody}?preset={result.preset.slug}"
    yield "a club", reverse("games:club-leaderboard", args=[club.slug])
    yield "a club's page", club.get_absolute_url()
    for season in Season.objects.filter(club=club).order_by("pk"):
        found = season.board.lines.first()
        yield f"season by {season.scoring}", season.get_absolute_url()
        if found is not None:
            url = reverse("games:season-player", args=[club.slug, season.pk, found.player_id])
            yield f"a player of the season by {season.scoring}", url
    yield "a player's matches", reverse("games:leaderboard-player", args=["all", player])
    yield "a handicap", reverse("games:handicap", args=[player])


def _measured(url: str) -> dict[str, Any]:
    client, taken = Client(), []
    with override_settings(ALLOWED_HOSTS=[*settings.ALLOWED_HOSTS, "testserver"]):
        with _counted() as queries:
            answer = client.get(url)
        if answer.status_code != 200:
            raise AssertionError(f"{url} answers {answer.status_code}")
        for _run in range(RUNS):
            started = time.perf_counter()
            client.get(url)
            taken.append(1000 * (time.perf_counter() - started))
    return {
        "milliseconds": round(median(taken), 1),
        "queries": len(queries),
        "bytes": len(answer.content),
    }


def _one_match() -> dict[str, Any]:
    """Forget the results of the last match and record them again: its rows and queries."""
    last = Result.objects.order_by("finished_at", "match_id").last()
    if last is None:
        raise AssertionError("there are no results")
    with transaction.atomic():
        Match.objects.filter(pk=last.match_id).update(status=Match.Status.CANCELLED)
        record_results([last.match_id])
        Match.objects.filter(pk=last.match_id).update(status=Match.Status.FINISHED)
        started = time.perf_counter()
        with _counted() as queries:
            record_results([last.match_id])
        taken = time.perf_counter() - started
        written = [sql for sql in queries if sql.startswith(("INSERT", "UPDATE", "DELETE"))]
        transaction.set_rollback(True)
    return {
        "seats": last.seats,
        "milliseconds": round(1000 * taken, 1),
        "queries": len(queries),
        "writes": len(written),
    }


@contextmanager
def _counted() -> Iterator[list[str]]:
    """The statements that are sent to the database meanwhile."""
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        found.append(sql)
        return execute(sql, *arguments)

    with connection.execute_wrapper(note):
        yield found

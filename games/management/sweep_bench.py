"""How long the clerk takes to find what is due among very many open matches."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, Player, Preset
from games.services.due import due_matches
from games.services.presets import load_presets

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
INDEX = "match_clerk_due"
BATCH = 2000


def measure_sweep(matches: int, due: int) -> dict[str, Any]:
    """Fill an empty database with matches and look once for those that are due.

    Nine in ten wait for a deadline that is still ahead, the others for a player without a clock.
    """
    load_presets()
    host, preset = Player.objects.create(), Preset.objects.of_tables().first()
    if preset is None:
        raise AssertionError("presets were loaded")
    rows = (_match(number, due, host, preset) for number in range(matches))
    while batch := [row for _n, row in zip(range(BATCH), rows, strict=False)]:
        Match.objects.bulk_create(batch)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as queries:
        started = time.process_time(), time.perf_counter()
        found = due_matches(NOW, limit=2 * due)
        cpu, wall = time.process_time() - started[0], time.perf_counter() - started[1]
    plan = Match.objects.due(NOW).order_by("clerk_due_at").explain()
    return {
        "matches": matches,
        "due": len(found),
        "queries": len(queries),
        "cpu_milliseconds": round(1000 * cpu, 2),
        "milliseconds": round(1000 * wall, 2),
        "uses_index": INDEX in plan,
        "plan": " ".join(plan.split()),
    }


def _match(number: int, due: int, host: Player, preset: Preset) -> Match:
    ahead: timedelta | None = timedelta(minutes=1 + number % 9000)
    if number % 10 == 0:
        ahead = None
    if number < due:
        ahead = -timedelta(seconds=number)
    return Match(
        host=host,
        preset=preset,
        ruleset={},
        seat_count=2,
        status=Match.Status.RUNNING,
        created_at=NOW,
        started_at=NOW,
        clerk_due_at=None if ahead is None else NOW + ahead,
    )

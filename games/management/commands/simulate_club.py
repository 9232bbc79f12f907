"""``manage.py simulate_club``: months of a club in minutes, to see that all ends well."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.management.club.simulation import Club
from games.management.scratch import scratch_database

# Summer time ends in Paris and New York in the first sixty days, and begins on Lord Howe Island.
START = datetime(2026, 9, 20, 6, 0, tzinfo=UTC)


class Command(BaseCommand):
    """Exit status 1 if anything happened that ought not to have."""

    help = (
        "Play a club's matches in fake time, in a database of its own that is thrown away: people "
        "who sleep, travel or vanish, two clerks that are killed at random, every message counted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--matches", type=int, default=30)
        parser.add_argument("--days", type=int, default=60)
        parser.add_argument("--tick", type=int, default=10, help="minutes of a step (10)")
        parser.add_argument("--seed", default="1")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(
        self,
        *args: Any,  # noqa: ARG002 - Django's signature
        matches: int,
        days: int,
        tick: int,
        seed: str,
        as_json: bool,
        **options: Any,  # noqa: ARG002 - Django's signature
    ) -> None:
        with scratch_database():
            rng = Random(seed)  # noqa: S311 - a simulation is to be repeated
            told = Club(START, rng, matches, days, timedelta(minutes=tick)).run()
        if as_json:
            self.stdout.write(json.dumps(told, indent=2))
        else:
            for key, value in told.items():
                self.stdout.write(f"{key}: {value}")
        if told["problems"]:
            sys.exit(1)

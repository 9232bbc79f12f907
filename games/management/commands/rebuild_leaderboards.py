"""``manage.py rebuild_leaderboards``: makes leaderboards anew, or tells whether they are right."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress
from games.services.rebuilding import differences, rebuild

MOST_TOLD = 50


class Command(BaseCommand):
    """Says how far it is where somebody watches; with ``--check`` it only compares."""

    help = "Make results, handicaps, ratings and leaderboards anew from matches and corrections."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing; list what is stored otherwise, with exit status 1 if anything is",
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:  # noqa: ARG002
        if not check:
            rebuild(Progress().tell)
            self.stdout.write("Leaderboards are made anew.")
            return
        count = 0
        for count, difference in enumerate(differences(), 1):
            if count <= MOST_TOLD:
                self.stdout.write(difference)
        if count:
            raise CommandError(f"{count} differences", returncode=1)
        self.stdout.write("Leaderboards are right.")

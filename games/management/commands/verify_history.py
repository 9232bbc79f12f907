"""``manage.py verify_history``: replay every match and compare with everything stored."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.services.history import verify_match


class Command(BaseCommand):
    """Prints each discrepancy; exit status 1 if there is any."""

    help = "Replay every match from its actions and compare with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", help="tables to check; all of them by default")

    def handle(self, *args: Any, slugs: list[str], **options: Any) -> None:  # noqa: ARG002
        matches = Match.objects.filter(status__in=["running", "finished"]).order_by("pk")
        if slugs:
            matches = matches.filter(slug__in=slugs)
        checked = actions = faults = 0
        for match in matches.iterator():
            checked += 1
            actions += match.sequence
            for discrepancy in verify_match(match):
                faults += 1
                self.stderr.write(str(discrepancy))
        summary = f"{checked} matches, {actions} actions replayed: {faults} discrepancies"
        if faults:
            raise CommandError(summary, returncode=1)
        self.stdout.write(summary)

"""``manage.py load_presets``: the published presets, without touching what organisers changed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.services.presets import load_presets


class Command(BaseCommand):
    """Adds missing presets."""

    help = "Add the published presets that are missing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reset", action="store_true", help="undo organisers' changes too")

    def handle(self, *args: Any, reset: bool, **options: Any) -> None:  # noqa: ARG002
        written = load_presets(reset=reset)
        if written or options["verbosity"] > 1:
            self.stdout.write(f"Presets written: {written}")

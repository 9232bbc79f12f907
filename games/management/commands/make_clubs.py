"""``manage.py make_clubs``: clubs, players, seasons and finished matches, many at once."""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.club_maker import Maker, Size
from games.management.progress import Progress
from games.models import Preset
from games.services.presets import load_presets


class Command(BaseCommand):
    """Fills the site's own database, for trials: nothing takes it away again."""

    help = (
        "Make clubs with players, seasons and finished matches (holes and strokes; actions for a "
        "sample) into the site's database, and their leaderboards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--clubs", type=int, default=Size.clubs)
        parser.add_argument("--players", type=int, default=Size.players)
        parser.add_argument("--matches", type=int, default=Size.matches)
        parser.add_argument("--sample", type=int, default=Size.sample)
        parser.add_argument("--seed", default="1")

    def handle(self, *args: Any, seed: str, **options: Any) -> None:  # noqa: ARG002
        wanted = Size(*(options[name] for name in ("clubs", "players", "matches", "sample")))
        if wanted.clubs < 1 or wanted.players < 4 * wanted.clubs:
            raise CommandError("A club has four players at least.")
        if not Preset.objects.exists():
            load_presets()
        rng = Random(seed)  # noqa: S311 - the same again for the same seed
        Maker(wanted, rng, timezone.now(), Progress().tell).make()
        self.stdout.write(f"Made {wanted.clubs} clubs with {wanted.matches} matches.")

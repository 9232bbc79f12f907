"""``manage.py make_demo``: an organiser's log-in and something to look at, on the first start."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.demo import make_demo, make_organiser


class Command(BaseCommand):
    """Does nothing on a site that has them already."""

    help = "Make the organiser's account, demo players and finished matches, once."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        log_in = make_organiser()
        made = make_demo(timezone.now(), secrets.SystemRandom())
        if made:
            self.stdout.write(f"Made demo players and {made} finished matches.")
        if log_in is not None:
            self.stdout.write(
                f"The organiser's log-in, shown this once: {log_in.name} / {log_in.password}"
                f" (the desk is at {settings.SITE_ORIGINS[0]}/admin/)"
            )

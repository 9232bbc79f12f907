"""``manage.py clerk``: the background worker in a process of its own."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import clerk


class Command(BaseCommand):
    """Works until Ctrl-C or SIGTERM; several may run at once."""

    help = (
        "Play bots' turns and deadlines and send messages, beside servers that run with "
        "GOLF_CLERK_INSIDE=0. Sockets hear of it at once where GOLF_REDIS_URL is set."
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Run until told to stop, and end what is being done first."""
        asyncio.run(self.work())

    async def work(self) -> None:
        """Run the clerk as a task that a signal cancels."""
        task = asyncio.ensure_future(clerk.run())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, task.cancel)
        self.stdout.write("The clerk is at work (Ctrl-C stops it).")
        self.stdout.flush()
        try:
            await task
        except asyncio.CancelledError:
            self.stdout.write("The clerk has stopped.")

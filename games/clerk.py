"""The clerk: the background worker that acts where no visitor does."""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.utils import timezone

from games.services.bots import play_due_bots

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 0.2


def sweep() -> int:
    """Do everything that is due now; returns how many actions were taken."""
    close_old_connections()
    try:
        return play_due_bots(timezone.now(), secrets.SystemRandom())
    except Exception:
        logger.exception("A sweep failed; the next one tries again")
        return 0
    finally:
        close_old_connections()


async def run() -> None:
    """Sweep for ever, in one thread of its own, until cancelled."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="clerk") as thread:
        due = sync_to_async(sweep, thread_sensitive=False, executor=thread)
        while True:
            await due()
            await asyncio.sleep(SWEEP_SECONDS)

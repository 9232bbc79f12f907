"""The clerk: the background worker that acts where no visitor does."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.utils import timezone

from games.services.due import carry_out_due
from games.services.overdue import beat
from games.services.pars import measure_pars

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 0.2
# At most this long of each sweep in which nothing else is due.
PAR_SECONDS = 0.04
LAST_SWEEP_SECONDS = 5


def sweep(stopping: threading.Event) -> int:
    """Do everything that is due now, until told to stop; returns at how many tables."""
    close_old_connections()
    try:
        now = timezone.now()
        beat(now)
        taken = carry_out_due(now, secrets.SystemRandom(), should_stop=stopping.is_set)
        if not taken and not stopping.is_set():
            measure_pars(PAR_SECONDS)
        return taken
    except Exception:
        logger.exception("A sweep failed; the next one tries again")
        return 0
    finally:
        close_old_connections()


async def run() -> None:
    """Sweep for ever, in one thread of its own, until cancelled.

    A sweep tells sockets through this very loop, so the loop has to go on until it has ended.
    """
    stopping = threading.Event()
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="clerk")
    due = sync_to_async(partial(sweep, stopping), thread_sensitive=False, executor=thread)
    sweeping: asyncio.Future[int] | None = None
    try:
        while True:
            sweeping = asyncio.ensure_future(due())
            await asyncio.shield(sweeping)
            await asyncio.sleep(SWEEP_SECONDS)
    finally:
        stopping.set()
        if sweeping is not None:
            await asyncio.wait([sweeping], timeout=LAST_SWEEP_SECONDS)
        thread.shutdown(wait=False, cancel_futures=True)

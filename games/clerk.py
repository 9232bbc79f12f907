"""The clerk: the background worker that acts where no visitor does."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from functools import partial

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from games.services.bot_process import BotProcess
from games.services.daily import close_days, forget_origins
from games.services.due import carry_out_due
from games.services.event_rounds import carry_out_events
from games.services.line_process import ProcessFailed
from games.services.messages import forget_old
from games.services.overdue import beat
from games.services.pars import measure_pars
from games.services.review_process import Compute, ReviewProcess
from games.services.reviewing import review_next
from games.services.sending import send_due
from games.services.standing import keep_up
from games.services.thinking import Thinker

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 0.2
SEND_SECONDS = 2
REVIEW_SECONDS = 1
FORGET_SECONDS = 3600
STANDING_SECONDS = 20
LAST_SWEEP_SECONDS = 5


def sweep(stopping: threading.Event, thinker: Thinker | None = None) -> int:
    """Do everything that is due now, until told to stop; returns for how many tables and events."""
    close_old_connections()
    try:
        now = timezone.now()
        beat(now)
        rng = secrets.SystemRandom()
        taken = carry_out_due(now, rng, should_stop=stopping.is_set, thinker=thinker)
        # In this thread, because new tables are told through the loop that waits for it.
        taken += carry_out_events(now, rng, should_stop=stopping.is_set)
        taken += close_days(now, should_stop=stopping.is_set)
        if settings.PAR_SECONDS and not taken and not stopping.is_set():
            measure_pars(settings.PAR_SECONDS)
        return taken
    except Exception:
        logger.exception("A sweep failed; the next one tries again")
        return 0
    finally:
        close_old_connections()


def send(stopping: threading.Event) -> int:
    """Send the messages that are due, until told to stop; returns how many letters went out."""
    close_old_connections()
    try:
        return send_due(timezone.now(), should_stop=stopping.is_set)
    except Exception:
        logger.exception("Sending failed; the next one tries again")
        return 0
    finally:
        close_old_connections()


def keep_sending(stopping: threading.Event) -> None:
    """Send until told to stop; now and then see to leaderboards and throw away old messages."""
    forgotten_at = stood_at = 0.0
    while not stopping.wait(SEND_SECONDS):
        send(stopping)
        if time.monotonic() - forgotten_at > FORGET_SECONDS:
            forgotten_at = time.monotonic()
            forget(timezone.now())
        if time.monotonic() - stood_at > STANDING_SECONDS:
            stood_at = time.monotonic()
            keep_standing(timezone.now())


def keep_reviewing(stopping: threading.Event) -> None:
    """Work out reviews until told to stop, a hole after another."""
    with closing(ReviewProcess()) as process:
        is_busy = False
        while not stopping.wait(0 if is_busy else REVIEW_SECONDS):
            is_busy = review(stopping, process)
            process.rest()


def keep_thinking(stopping: threading.Event, thinker: Thinker) -> None:
    """Answer for bots that think for long until told to stop; first of all, be ready to."""
    with closing(BotProcess()) as process:
        prepare(stopping, process)
        while not stopping.is_set():
            if not thinker.think_next(process, stopping.is_set):
                process.rest()


def prepare(stopping: threading.Event, process: BotProcess) -> None:
    """Have all compiled that bots and reviews compute with, unless told to stop."""

    def wait() -> None:
        if stopping.is_set():
            raise ProcessFailed("the clerk ends")

    try:
        process.prepare(wait)
    except ProcessFailed:
        if not stopping.is_set():
            logger.exception("Bots and reviews are not ready; each will see to it when asked")


def review(stopping: threading.Event, compute: Compute) -> bool:
    """Work out a hole that waits, if there is one; returns whether there was."""
    close_old_connections()
    try:
        return review_next(compute, should_stop=stopping.is_set)
    except Exception:
        logger.exception("A review could not be taken up or kept; trying again later")
        return False
    finally:
        close_old_connections()


def keep_standing(now: datetime) -> None:
    """Do what leaderboards wait for."""
    close_old_connections()
    try:
        keep_up(now)
    except Exception:
        logger.exception("Leaderboards could not be brought up to date; trying again later")
    finally:
        close_old_connections()


def forget(now: datetime) -> None:
    """Throw away messages that ended long ago, and where daily nines were once started from."""
    try:
        forget_old(now)
        forget_origins(now)
    except Exception:
        logger.exception("What is old could not be thrown away; trying again later")
    finally:
        close_old_connections()


async def run() -> None:
    """Sweep for ever, in one thread of its own, until cancelled; send, review, think in others.

    A sweep tells sockets through this very loop, so the loop has to go on until it has ended. A
    mail server that hangs, a long review or a bot that loads must hold up neither the clocks nor
    the end of the process.
    """
    stopping, thinker = threading.Event(), Thinker()
    for work, arguments in (
        (keep_sending, [stopping]),
        (keep_reviewing, [stopping]),
        (keep_thinking, [stopping, thinker]),
    ):
        threading.Thread(target=work, args=arguments, name=work.__name__, daemon=True).start()
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="clerk")
    due = sync_to_async(partial(sweep, stopping, thinker), thread_sensitive=False, executor=thread)
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

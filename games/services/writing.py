"""The one way to open a write transaction, the same on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

# SQLite admits one writer. Its busy handler polls and starves somebody when many wait, so the
# writers of this process queue here, in order, before they ask the database.
_ONE_WRITER = threading.RLock()


@contextmanager
def write() -> Iterator[None]:
    """Run the block in one transaction; on SQLite as this process's only writer."""
    queue = _ONE_WRITER if connection.vendor == "sqlite" else nullcontext()
    with queue, transaction.atomic():
        yield

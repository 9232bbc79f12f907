"""SQLite admits one writer; here the writers of this process queue for it in order.

SQLite's own busy handler polls, and starves somebody when many wait. The queue stands where a
transaction begins, so that whoever opens one, this site or a library, takes the queue before
the database and no two can wait for each other.
"""

from __future__ import annotations

import threading
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

_ONE_WRITER = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that has its turn from BEGIN until COMMIT, ROLLBACK or its end.

    The methods it extends are Django's own hooks for back ends, which its type stubs leave out.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        timeout = self.settings_dict["OPTIONS"].get("timeout", 5)
        if not self.has_turn and not _ONE_WRITER.acquire(timeout=timeout):
            raise OperationalError("other writers kept the database busy for too long")
        self.has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.has_turn:
            self.has_turn = False
            _ONE_WRITER.release()

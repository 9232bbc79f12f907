"""The clerk in a process of its own: it sweeps, and ends when it is told to."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

from tests.site.process import ROOT, bare_environment, manage

if TYPE_CHECKING:
    from pathlib import Path


def beats(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM games_heartbeat").fetchone()
    return int(count)


def test_the_clerk_sweeps_on_its_own_until_it_is_told_to_stop(tmp_path):
    env = bare_environment(tmp_path)
    assert manage("migrate", "-v0", environment=env).returncode == 0
    (database,) = tmp_path.glob("*.sqlite3")
    command = [sys.executable, str(ROOT / "manage.py"), "clerk"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as clerk:
        try:
            assert clerk.stdout is not None
            assert clerk.stdout.readline() == "The clerk is at work (Ctrl-C stops it).\n"
            deadline = time.monotonic() + 30
            while not beats(database) and time.monotonic() < deadline:
                time.sleep(0.1)
            assert beats(database) == 1
        finally:
            clerk.send_signal(signal.SIGTERM)
            said, _ = clerk.communicate(timeout=20)
    assert (said, clerk.returncode) == ("The clerk has stopped.\n", 0)

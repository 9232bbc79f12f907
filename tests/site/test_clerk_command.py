"""The clerk in a process of its own: it sweeps, and ends when it is told to."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "GOLF_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "golfsite.settings",
        "GOLF_DATABASE_URL": "",
        "GOLF_REDIS_URL": "",
    }


def beats(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM games_heartbeat").fetchone()
    return int(count)


def test_the_clerk_sweeps_on_its_own_until_it_is_told_to_stop(tmp_path):
    manage = [sys.executable, str(ROOT / "manage.py")]
    env = environment(tmp_path)
    subprocess.run([*manage, "migrate", "-v", "0"], env=env, check=True)
    (database,) = tmp_path.glob("*.sqlite3")
    with subprocess.Popen([*manage, "clerk"], env=env, stdout=subprocess.PIPE, text=True) as clerk:
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

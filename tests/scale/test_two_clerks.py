"""Two clerks in processes of their own on one PostgreSQL do everything once."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.site.process import ROOT, bare_environment, manage

MATCHES = 40
CLERK = [sys.executable, str(ROOT / "manage.py"), "clerk"]

# Each match with how many actions the clock did, and how many turns they are for its seats.
FIRED = """
    SELECT (SELECT count(*) FROM games_action a WHERE a.match_id = m.id AND played_by = 'clock'),
           (SELECT sum(missed) FROM games_seat s WHERE s.match_id = m.id)
    FROM games_match m
"""


@pytest.fixture
def database():
    """The address of a database of its own on the servers' PostgreSQL."""
    address = urlsplit(os.environ["GOLF_DATABASE_URL"])
    with psycopg.connect(address.geturl(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE clerks")
    return address._replace(path="/clerks").geturl()


@contextlib.contextmanager
def working(environment):
    """A clerk in a process of its own, from when it is at work."""
    with subprocess.Popen(CLERK, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert "at work" in process.stdout.readline()
            yield process
        finally:
            process.kill()


def fired(database):
    with psycopg.connect(database) as connection:
        return connection.execute(FIRED).fetchall()


def wait_until(holds):
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "it did not come to it"
        time.sleep(0.05)


def test_two_clerks_of_which_one_is_killed_fire_every_deadline_once(tmp_path, database):
    servers = {"GOLF_DATABASE_URL": database, "GOLF_REDIS_URL": os.environ["GOLF_REDIS_URL"]}
    env = bare_environment(tmp_path, GOLF_PAR_SECONDS="0", **servers)
    assert manage("migrate", "-v0", environment=env).returncode == 0
    deal = [sys.executable, "-m", "tests.scale.overdue_tables", str(MATCHES)]
    with working(env) as first, working(env) as second:
        dealing = {**env, "DJANGO_SETTINGS_MODULE": "golfsite.settings"}
        assert subprocess.run(deal, env=dealing, cwd=ROOT).returncode == 0
        wait_until(lambda: sum(turns for _count, turns in fired(database)) >= MATCHES // 4)
        first.send_signal(signal.SIGKILL)
        wait_until(lambda: all(turns for _count, turns in fired(database)))
        # Whoever would fire once more has the time for it.
        time.sleep(1)
        second.send_signal(signal.SIGTERM)
        assert second.wait(20) == 0
    # One turn each: its two openers.
    assert fired(database) == [(2, 1)] * MATCHES
    assert "0 discrepancies" in manage("verify_history", environment=env).stdout

"""Runs every part of the test suite, and says which part was left out and why.

The parts, each a pytest run of its own:

- ``unit``: everything but the browser, on SQLite and in random order;
- ``next``: pages, forms, mails, sockets and accounts, on the newer Django, where a Python that it
  needs is present;
- ``postgres``: what is about rows, locks and texts on PostgreSQL and Redis, then two servers and
  two clerks, processes that share them, where their programs are present;
- ``browser``: real browsers against a real server process.

``long``, a hole of every preset and more shapes of tables in a browser, the leaderboards of 10,000
matches, and unseen cards before every viewer, takes minutes and runs only when it is named.
``tests/run.py unit browser`` runs only those named. The first part that fails ends the run, so the
last line is always pytest's summary of the part that decided.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
NEXT_VENV = ROOT / ".venv-6.1"
LOCK = ROOT / "requirements-dev.txt"
# Without windows a browser takes half the time of a whole one.
BROWSER = "chromium-headless-shell"
# What is about Django itself: pages, forms, mails, sockets, the admin.
OF_DJANGO = [
    "tests/accounts",
    "tests/games/test_admin.py",
    "tests/games/test_consumers.py",
    "tests/games/test_house_rules.py",
    "tests/games/test_mail_server.py",
    "tests/games/test_new_table.py",
    "tests/games/test_pages.py",
    "tests/games/test_sending.py",
    "tests/games/test_talk_live.py",
    "tests/games/test_views_tables.py",
]
# What is about the database itself: locks, constraints, orders of rows, texts it can't hold.
OF_THE_DATABASE = [
    "tests/accounts/test_bad_input.py::test_no_address_breaks_a_page",
    "tests/accounts/test_closing.py",
    "tests/accounts/test_clubs_passing.py",
    "tests/accounts/test_clubs_races.py",
    "tests/accounts/test_clubs_record.py",
    "tests/accounts/test_merging.py",
    "tests/games/test_clock.py",
    "tests/games/test_daily.py",
    "tests/games/test_daily_rebuilding.py",
    "tests/games/test_due.py",
    "tests/games/test_history.py",
    "tests/games/test_insights.py",
    "tests/games/test_invitations.py",
    "tests/games/test_lobby.py",
    "tests/games/test_lock_order.py",
    "tests/games/test_messages.py",
    "tests/games/test_orders.py",
    "tests/games/test_pairing.py",
    "tests/games/test_pars.py",
    "tests/games/test_play.py",
    "tests/games/test_proposals.py",
    "tests/games/test_races.py",
    "tests/games/test_rebuilding.py",
    "tests/games/test_reviews.py",
    "tests/games/test_sending.py",
    "tests/games/test_solitaire.py",
    "tests/games/test_turns.py",
    "tests/leaderboards/test_daily.py",
]
Environment = dict[str, str]
# Random searches were made in full before; here they look for what differs.
AGAIN: Environment = {"HYPOTHESIS_PROFILE": "again"}
INSTALLING = threading.Lock()
IN_A_BROWSER: Environment = {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"}


def main(names: list[str]) -> int:
    """Run the named parts, or all, until one fails; return 0 when none did."""
    usual = {"unit": unit, "next": next_django, "postgres": postgres, "browser": browser}
    parts = {**usual, "long": long}
    if unknown := set(names) - set(parts):
        print(f"There is no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}.")
        return 2
    chosen = [parts[name] for name in (names or usual)]
    if {browser, postgres, long} & set(chosen):
        # First, so that a machine that can't have a browser says so at once.
        bring_chromium()
    collect_static_files()
    if {unit, next_django} <= set(chosen) and (python := newer_python()):
        # Beside the first tests; what it can't install is said when its own are due.
        threading.Thread(target=install_next, args=[python], daemon=True).start()
    return 0 if all(part() for part in chosen) else 1


def unit() -> bool:
    """Run everything but the browser on SQLite."""
    announce("unit", "everything but the browser, on SQLite")
    others = ["--ignore=tests/browser", "--ignore=tests/scale"]
    # Tables are made from the models, which takes less; the sites that tests start, browsers and
    # PostgreSQL get theirs by the migrations.
    return pytest(Path(sys.executable), {}, "--no-migrations", "-m", "not long", *others)


def next_django() -> bool:
    """Run what knows Django on the newer one."""
    python = newer_python()
    if python is None:
        return leave_out("next", "no Python 3.12 or later was found, which Django 6.1 needs")
    announce("next", f"what is about Django, on Django 6.1 with {python}")
    install_next(python)
    # What is pure knows no Django and was tested above.
    python = NEXT_VENV / "bin/python"
    texts = "--ignore=tests/accounts/test_bad_input.py"
    # Migrations were run above; here tables are made from the models, which takes less.
    only = ["--no-migrations", "-m", "not heavy and not long"]
    games = pytest(python, AGAIN, *only, "-m", "django_db and not heavy", texts, *OF_DJANGO)
    return games and pytest(python, AGAIN, *only, "tests/site")


def install_next(python: Path) -> None:
    """Install what the newer Django's tests need, unless it is there."""
    stamp = NEXT_VENV / ".installed-dev"
    with INSTALLING:
        if stamp.exists() and stamp.stat().st_mtime >= LOCK.stat().st_mtime:
            return
        run([python, "-m", "venv", "--clear", NEXT_VENV])
        pip: list[str | Path] = [NEXT_VENV / "bin/python", "-m", "pip", "install", "--quiet"]
        run([*pip, "--disable-pip-version-check", "--no-compile", "--require-hashes", "-r", LOCK])
        stamp.touch()


def postgres() -> bool:
    """Run what touches the database on PostgreSQL and Redis."""
    initdb, server, redis = (
        find_postgres("initdb"),
        find_postgres("postgres"),
        which("redis-server"),
    )
    if not (initdb and server and redis):
        return leave_out("postgres", "PostgreSQL's programs or redis-server were not found")
    announce("postgres", f"what is about the database, on PostgreSQL ({server.parent}) and Redis")
    with (
        tempfile.TemporaryDirectory(prefix="golf-servers-", ignore_cleanup_errors=True) as folder,
        running_redis(redis) as redis_url,
        running_postgres(initdb, server, Path(folder)) as database_url,
    ):
        servers = {"GOLF_DATABASE_URL": database_url, "GOLF_REDIS_URL": redis_url, **AGAIN}
        python = Path(sys.executable)
        # The cluster goes with its databases, so none of them is dropped before.
        only = ["--reuse-db", "-m", "django_db and not heavy and not long"]
        games = pytest(python, servers, *only, *OF_THE_DATABASE)
        return games and pytest(python, {**servers, **IN_A_BROWSER}, "tests/scale")


def browser() -> bool:
    """Run the browser tests: Playwright's loop needs a run apart from the asynchronous tests."""
    announce("browser", "real browsers against a real server")
    return pytest(Path(sys.executable), IN_A_BROWSER, "-m", "not long", "tests/browser")


def long() -> bool:
    """Run what takes minutes: every preset and more tables in browsers, thousands of matches."""
    announce("long", "10,000 matches, every viewer, every preset and more tables in a browser")
    python = Path(sys.executable)
    matches = pytest(python, {}, "-m", "long", "tests/games")
    return matches and pytest(python, IN_A_BROWSER, "-m", "long", "tests/browser")


def collect_static_files() -> None:
    """Gather what server processes need, as ``make run`` does; once, before tests run at once."""
    run([Path(sys.executable), ROOT / "manage.py", "collectstatic", "--no-input", "-v", "0"])


def announce(name: str, what: str) -> None:
    print(f"\n--- {name}: {what}", flush=True)


def leave_out(name: str, why: str) -> bool:
    announce(name, f"left out, because {why}")
    return True


def pytest(python: Path, environment: Environment, *arguments: str) -> bool:
    """Run pytest, a process a core, and return whether it succeeded."""
    command: list[str | Path] = [python, "-m", "pytest", "--numprocesses=auto", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode == 0


def run(command: list[str | Path]) -> None:
    subprocess.run(command, check=True)


def which(name: str) -> Path | None:
    found = shutil.which(name)
    return Path(found) if found else None


def newer_python() -> Path | None:
    """Return a Python that Django 6.1 runs on: in the path, or kept by pyenv."""
    stub = which("python3")
    homes = [Path.home() / ".pyenv", *([stub.parent.parent] if stub else [])]
    kept = [python for home in homes for python in home.glob("versions/3.1[2-4].*/bin/python")]
    named = [which(f"python3.{minor}") for minor in (14, 13, 12)]
    check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))"
    for python in [*named, *sorted(kept, reverse=True)]:
        # pyenv puts a stub for every version in the path, which fails where it isn't selected.
        if python and subprocess.run([python, "-c", check], capture_output=True).returncode == 0:
            return python
    return None


def bring_chromium() -> None:
    """Install a Chromium where none is found: Debian's as root, else Playwright's own."""
    if which(BROWSER) or which("chromium") or which("google-chrome"):
        return
    if os.geteuid() == 0 and which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=quiet)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", BROWSER]
        if subprocess.run(install, env=quiet, stdout=subprocess.DEVNULL).returncode == 0:
            return
    run([Path(sys.executable), "-m", "playwright", "install", "chromium"])


def find_postgres(name: str) -> Path | None:
    """Return a program of PostgreSQL, from the path or from where Debian keeps its versions."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return debian[0] if debian else which(name)


def free_port() -> int:
    """Return a free port below those that the system hands out to outgoing connections."""
    for port in range(20000 + os.getpid() % 5000, 32768):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port below 32768 is free")


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until something listens on the port; raises RuntimeError when it doesn't."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise RuntimeError(f"{process.args!r} did not start")


@contextlib.contextmanager
def running(command: list[str | Path], port: int) -> Iterator[None]:
    """Run a server until the block ends, and end that very process."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port, process)
            yield
        finally:
            process.terminate()
            process.wait(20)


@contextlib.contextmanager
def running_redis(program: Path) -> Iterator[str]:
    """Run a Redis that keeps nothing and yield its address."""
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with running([program, *options], port):
        yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def running_postgres(initdb: Path, server: Path, folder: Path) -> Iterator[str]:
    """Run a throw-away PostgreSQL cluster in the folder and yield its address."""
    # PostgreSQL refuses to run as root.
    user: list[str | Path] = []
    if os.geteuid() == 0:
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        shutil.chown(folder, "postgres", "postgres")
    cluster, port = folder / "cluster", free_port()
    options = ["--username=golf", "--auth=trust", "--encoding=UTF8", "--no-sync", "--pgdata"]
    subprocess.run([*user, initdb, *options, cluster], check=True, stdout=subprocess.DEVNULL)
    settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={folder}"]
    # Nothing here has to outlive the machine.
    settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
    flags = [part for setting in settings for part in ("-c", setting)]
    with running([*user, server, "-D", cluster, "-p", str(port), *flags], port):
        yield f"postgres://golf@127.0.0.1:{port}/postgres"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

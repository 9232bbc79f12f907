"""Run the site as its users do: as a process of its own, on a free port and a fresh folder."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Site:
    """A site that runs: where it is and the process it runs in."""

    address: str
    process: subprocess.Popen[str]

    @property
    def netloc(self) -> tuple[str, int]:
        """Host and port."""
        parts = urlsplit(self.address)
        return parts.hostname or "", parts.port or 0

    def connection(self) -> contextlib.closing[HTTPConnection]:
        return contextlib.closing(HTTPConnection(urlsplit(self.address).netloc, timeout=10))

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return answer.read().decode()


def bare_environment(data: Path, **more: str) -> dict[str, str]:
    """Return an environment that sets nothing but where data goes, and ``more``."""
    return {"PATH": os.environ["PATH"], "HOME": "", "GOLF_DATA": str(data), **more}


def manage(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", *arguments],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )


def free_port() -> int:
    """Return a free port below those that the system hands out to outgoing connections."""
    for port in range(10000 + os.getpid() % 10000, 32768):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port below 32768 is free")


@contextlib.contextmanager
def running_site(data: Path, port: int | None = None, **more: str) -> Iterator[Site]:
    """Serve the site from ``data`` until the block ends; yields when it answers."""
    port = port or free_port()
    environment = bare_environment(data, PORT=str(port), **more)
    with subprocess.Popen(
        [sys.executable, ROOT / "manage.py", "serve"],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        site = Site(f"http://127.0.0.1:{port}", process)
        try:
            wait_until_it_answers(site)
            yield site
        finally:
            process.kill()


def wait_until_it_answers(site: Site) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and site.process.poll() is None:
        with contextlib.suppress(OSError):
            site.get("/healthz")
            return
        time.sleep(0.1)
    site.process.kill()
    raise AssertionError(f"the site did not start: {site.process.communicate()}")

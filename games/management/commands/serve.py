"""Start the site: Daphne and the clerk in one process."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Importing Daphne's server installs its reactor, so it comes before anything of Twisted.
import daphne.server  # isort: skip
from daphne.server import Server, reactor, twisted_loop  # isort: skip
from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string
from twisted.internet.defer import Deferred

from games.management.bodies import LimitedHTTPFactory

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable

# Daphne's server makes its factory itself; this is where it looks the class up.
daphne.server.HTTPFactory = LimitedHTTPFactory

# Larger by far than any lawful action; what a socket accepts is decided by its consumer.
LARGEST_FRAME = 64 * 1024


class SiteServer(Server):
    """Daphne's server, which tells when it listens and keeps the reason when it can't."""

    def __init__(self, *args: Any, greet: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.greet = greet
        self.failure = ""

    def listen_success(self, port: Any) -> None:
        """Say where the site is."""
        super().listen_success(port)
        self.greet()

    def listen_error(self, failure: Any) -> None:
        """Keep the reason and end the run."""
        self.failure = failure.getErrorMessage()
        self.stop()


class Command(BaseCommand):
    """``manage.py serve``: listen on HOST and PORT until Ctrl-C or SIGTERM."""

    help = "Serve the site, its sockets and its background worker from one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address from the command line too."""
        parser.add_argument("--host", help="address to listen on (default: HOST or 127.0.0.1)")
        parser.add_argument("--port", help="port to listen on (default: PORT or 8000)")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        """Run the server; raises CommandError when it can't start."""
        if options["host"] or options["port"]:
            self.start_again(options)
        self.check_static_files()
        # Until Daphne sets its own handlers, a signal ends the start as quietly as it ends the run.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        try:
            self.serve(options["verbosity"])
        except KeyboardInterrupt:
            sys.exit(0)

    def start_again(self, options: dict[str, Any]) -> None:
        """Run once more with HOST and PORT set: the settings derive the origins from them."""
        os.environ["HOST"] = options["host"] or settings.HOST
        os.environ["PORT"] = options["port"] or str(settings.PORT)
        command = [sys.executable, sys.argv[0], "serve", "-v", str(options["verbosity"])]
        os.execv(sys.executable, command)  # noqa: S606 - the same program, without a shell

    def check_static_files(self) -> None:
        """Refuse to serve pages whose style sheets and scripts are missing."""
        if not settings.DEBUG and not Path(settings.STATIC_ROOT, "staticfiles.json").exists():
            raise CommandError(
                "The static files aren't collected yet: run 'manage.py collectstatic', "
                "or 'make run', which does."
            )

    def serve(self, verbosity: int) -> None:
        """Run Daphne until it is told to stop; raises CommandError when it can't listen."""
        application = import_string(settings.ASGI_APPLICATION)
        server = SiteServer(
            application,
            endpoints=build_endpoint_description_strings(settings.HOST, settings.PORT),
            action_logger=self.log_action if verbosity > 1 else None,
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            greet=self.greet,
        )
        if settings.CLERK_INSIDE:
            twisted_loop.call_soon(application.start_clerk)
            reactor.addSystemEventTrigger(
                "before",
                "shutdown",
                lambda: Deferred.fromFuture(twisted_loop.create_task(application.stop_clerk())),
            )
        server.run()
        if server.failure:
            raise CommandError(
                f"The site can't listen on {settings.HOST} port {settings.PORT}: "
                f"{server.failure.rstrip('.')}. "
                "Stop the program that does, or set PORT to another number."
            )

    def greet(self) -> None:
        """Say where the site is."""
        self.stdout.write(f"Golf is served at {settings.SITE_ORIGINS[0]}/ (Ctrl-C stops it).")
        if settings.HOST in ("0.0.0.0", "::") and not os.environ.get("GOLF_ORIGINS"):  # noqa: S104
            self.stdout.write(
                "Other machines are answered only at an address that GOLF_ORIGINS names, "
                f"such as http://192.0.2.7:{settings.PORT}."
            )
        self.stdout.flush()

    def log_action(self, protocol: str, action: str, details: dict[str, Any]) -> None:
        """Print a line for every finished request and every socket that comes or goes."""
        if action in {"complete", "connected", "disconnected"}:
            self.stdout.write(f"{protocol} {action} {details['path']} {details.get('status', '')}")

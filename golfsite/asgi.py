"""The ASGI application: pages, sockets with checked origins, and the clerk beside them."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any

from django.core.asgi import get_asgi_application

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    Scope = dict[str, Any]
    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Send = Callable[[dict[str, Any]], Awaitable[None]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "golfsite.settings")

# Django's set-up has to come before the imports of consumers and models.
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import OriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from games import clerk  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

logger = logging.getLogger("games.clerk")

SECONDS_BEFORE_RESTART = 2
LONGEST_GOODBYE = 6


class WithClerk:
    """An ASGI application that runs the background worker in its own event loop.

    Daphne has no lifespan events, so the worker starts with the first request, or earlier when
    the ``serve`` command calls ``start_clerk``.
    """

    def __init__(self, application: Any, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.application = application
        self.work = work
        self.task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if settings.CLERK_INSIDE:
            self.start_clerk()
        await self.application(scope, receive, send)

    def start_clerk(self) -> None:
        """Start the worker in the running loop, once."""
        if self.task is None or self.task.get_loop().is_closed():
            self.task = asyncio.get_running_loop().create_task(self._keep_working())

    async def stop_clerk(self) -> None:
        """Cancel the worker and wait until it has ended."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task], timeout=LONGEST_GOODBYE)

    async def _keep_working(self) -> None:
        while True:
            try:
                await self.work()
            except Exception:
                # Bots and clocks depend on the worker: one fault must not end it for good.
                logger.exception("The clerk failed and starts again.")
            await asyncio.sleep(SECONDS_BEFORE_RESTART)


application = WithClerk(
    ProtocolTypeRouter(
        {
            "http": pages,
            "websocket": OriginValidator(
                AuthMiddlewareStack(URLRouter(websocket_urlpatterns)), settings.SITE_ORIGINS
            ),
        }
    ),
    clerk.run,
)

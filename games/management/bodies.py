"""Requests with large bodies are ended while they arrive: Daphne would keep them whole first."""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest

# Twice what Django takes, so that forms which are just too large get a page that says so.
LARGEST_BODY = 128 * 1024
TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class LimitedRequest(WebRequest):
    """A request that is answered with 413, and its connection closed, past ``LARGEST_BODY``."""

    received = 0
    is_refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Refuse by the length that was declared, before a byte of the body."""
        super().gotLength(min(length or 0, LARGEST_BODY))
        if length is not None and length > LARGEST_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Refuse by what has arrived: a chunked body declares no length."""
        self.received += len(data)
        if self.received > LARGEST_BODY:
            self.refuse()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, *line: Any) -> None:  # noqa: N802 - Twisted's name
        """Hand a whole request to the site, unless it was refused on its way."""
        if not self.is_refused:
            super().requestReceived(*line)

    def refuse(self) -> None:
        """Answer once and close the connection, whatever else is on its way."""
        if not self.is_refused:
            self.is_refused = True
            self.channel.transport.write(TOO_LARGE)
            self.channel.loseConnection()


class LimitedHTTPFactory(HTTPFactory):
    """Daphne's factory, making limited requests."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        """Return the protocol of one connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        return protocol

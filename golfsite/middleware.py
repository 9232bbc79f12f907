"""Middleware of the site as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse, HttpResponseBadRequest
from django.utils.decorators import sync_only_middleware
from whitenoise.middleware import WhiteNoiseMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, answering with whole files.

    Its streamed answers are synchronous iterators, which Django warns about and reads into memory
    anyway when an ASGI server asks.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return the file in the encoding that the request accepts, with WhiteNoise's headers."""
        answer = static_file.get_response(request.method, request.META)
        content = b""
        if answer.file is not None:
            with answer.file:
                content = answer.file.read()
        response = HttpResponse(content, status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response


def utf8_forms(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse a request that says it is written in anything but UTF-8.

    No browser sends one to this site, and Django would decode it, or fail to, with whatever codec
    Python has by that name: UTF-7 makes text that neither a database nor a page can hold.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in {"utf-8", "utf8"}:
            return HttpResponseBadRequest("Send UTF-8.", content_type="text/plain; charset=utf-8")
        return get_response(request)

    return respond


@sync_only_middleware
def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Say in every answer which of the browser's devices the site does without."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return respond

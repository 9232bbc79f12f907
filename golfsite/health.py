"""The page that tells a supervisor whether the site can answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

if TYPE_CHECKING:
    from django.http import HttpRequest


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's signature
    """Answer 200 ``ok`` when the database answers, 503 otherwise."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")

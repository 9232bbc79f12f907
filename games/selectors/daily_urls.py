"""The addresses of the pages of the daily nine: the site's, and each club's."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode

from django.urls import reverse

from accounts.models import Club


def daily_url(club: Club | None, page: str = "", day: date | None = None, /, **query: str) -> str:
    """Where a page is: ``page`` is the end of its name, such as "start", "day" or "day-csv".

    What is empty is left out of the query.
    """
    name = "daily" if club is None else "club-daily"
    arguments: list[object] = [] if club is None else [club.slug]
    if day is not None:
        arguments.append(day.isoformat())
    url = reverse(f"games:{name}-{page}" if page else f"games:{name}", args=arguments)
    asked = urlencode({key: value for key, value in query.items() if value})
    return f"{url}?{asked}" if asked else url

"""Until when a seat may act, in words that hold whenever they are read."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _


def due_words(due: datetime) -> str:
    """A deadline by the one clock that all share; the page's script says how long that is.

    >>> due_words(datetime(2026, 12, 3, 18, 5, tzinfo=UTC))
    'until December 3, 18:05 UTC'
    """
    at = due.astimezone(UTC)
    values = {"day": date_format(at, "MONTH_DAY_FORMAT"), "time": at.strftime("%H:%M")}
    return _("until %(day)s, %(time)s UTC") % values

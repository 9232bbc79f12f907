"""The clocks of tables: how long a seat has, and when that runs out by its player's hours.

Pure arithmetic on aware datetimes in UTC; what time it is now comes in as an argument.

>>> from datetime import UTC, datetime, timedelta
>>> clock = Clock.parse("5d+12h<7d")
>>> clock.bank.days, clock.increment, clock.cap.days
(5, datetime.timedelta(seconds=43200), 7)
>>> clock.after_turn(clock.bank, timedelta(hours=6)) == timedelta(days=5, hours=6)
True
>>> start = datetime(2026, 12, 4, 20, 0, tzinfo=UTC)  # a Friday
>>> deadline(start, timedelta(hours=5), Hours(weekend_off=True))
datetime.datetime(2026, 12, 7, 1, 0, tzinfo=datetime.timezone.utc)
"""

from games.clocks.clock import Clock, ClockError, duration_text, parse_duration
from games.clocks.hours import (
    ALWAYS_AWAKE,
    Hours,
    awake_between,
    awake_spans,
    deadline,
    warning_at,
)

__all__ = [
    "ALWAYS_AWAKE",
    "Clock",
    "ClockError",
    "Hours",
    "awake_between",
    "awake_spans",
    "deadline",
    "duration_text",
    "parse_duration",
    "warning_at",
]

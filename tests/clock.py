"""The moment at which every test begins, whatever day it is."""

from __future__ import annotations

from datetime import UTC, datetime

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)

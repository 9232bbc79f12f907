"""Addresses of the daily nine: the same pages for the site and for each club."""

from __future__ import annotations

from datetime import date

from django.urls import path, register_converter

from games.views import club_daily, daily


class DayConverter:
    """A day as ISO 8601 writes it; what is no day has no address."""

    regex = "2[0-9]{3}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        return str(value)


register_converter(DayConverter, "day")

daily_patterns = [
    *(
        path(f"{address}{tail}", view, name=f"{name}{ending}")
        for address, name in (("daily/", "daily"), ("clubs/<slug:slug>/daily/", "club-daily"))
        for tail, view, ending in (
            ("", daily.show_today, ""),
            ("start", daily.start, "-start"),
            ("leaderboard/", daily.show_leaderboard, "-leaderboard"),
            ("<day:day>/", daily.show_day, "-day"),
        )
    ),
    *(
        path(f"{address}{tail}.{form}", view, {"form": form}, name=f"{name}{ending}-{form}")
        for address, name in (("daily/", "daily"), ("clubs/<slug:slug>/daily/", "club-daily"))
        for tail, view, ending in (
            ("leaderboard", daily.carry_leaderboard, "-leaderboard"),
            ("<day:day>", daily.carry_day, "-day"),
        )
        for form in ("csv", "json")
    ),
    path("clubs/<slug:slug>/daily/rules/", club_daily.choose_rules, name="club-daily-rules"),
    path(
        "clubs/<slug:slug>/daily/<day:day>/entries/",
        club_daily.show_entries,
        name="club-daily-entries",
    ),
]

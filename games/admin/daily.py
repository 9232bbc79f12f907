"""Daily nines at the desk, to read. What their deals are made of never comes here."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.desk import DeskAdmin, OnlyServicesWrite
from games.models import ClubDaily, DailyEntry, DailyNine
from games.selectors.daily import daily_of
from games.selectors.daily_entries import marks_of, outcome_words

SHOWN_MAX = 500


@admin.register(DailyNine)
class DailyNineAdmin(OnlyServicesWrite, DeskAdmin):
    """Days with how many started; each tells which entries look alike, as organisers read it."""

    list_display = ("day", "club", "starts_at", "ends_at", "closed_at", "started")
    list_select_related = ("club",)
    search_fields = ("club__name",)
    date_hierarchy = "day"
    fields = ("day", "club", "ruleset", "starts_at", "ends_at", "closed_at", "remarkable")
    readonly_fields = ("remarkable",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[DailyNine]:
        return super().get_queryset(request).annotate(entered=Count("entries"))

    @admin.display(description=_("started"))
    def started(self, nine: DailyNine) -> int:
        return int(nine.entered)  # type: ignore[attr-defined]  # annotated

    @admin.display(description=_("what looks alike"))
    def remarkable(self, nine: DailyNine) -> str:
        found = list(
            nine.entries.select_related("player__user", "match")
            .defer("match__ruleset")
            .order_by("started_at", "pk")
        )
        marks = marks_of(daily_of(nine), found)
        rows = [
            (
                entry.player.name,
                f"{entry.started_at:%H:%M}",
                outcome_words(entry),
                "; ".join(marks[entry.pk]),
            )
            for entry in found
            if entry.pk in marks
        ]
        told = format_html_join("", "<li>{} ({} UTC, {}): {}</li>", rows[:SHOWN_MAX])
        if not rows:
            return gettext("Nothing.")
        about = gettext(
            "Seen, and no proof of anything: a household or a club room shares a network."
        )
        return format_html("<p>{}</p><ul>{}</ul>", about, told)


@admin.register(DailyEntry)
class DailyEntryAdmin(OnlyServicesWrite, DeskAdmin):
    """Who started which day's nine; strokes once the day is closed, fingerprints never."""

    list_display = ("nine", "player", "started_at", "finished_at", "strokes_by_then", "seconds")
    list_select_related = ("nine", "player__user")
    search_fields = ("player__user__username", "match__slug")
    date_hierarchy = "started_at"
    fields = ("nine", "player", "match", "started_at", "finished_at", "strokes_by_then", "seconds")
    readonly_fields = ("strokes_by_then",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[DailyEntry]:
        return super().get_queryset(request).defer("network", "browser")

    @admin.display(description=_("strokes"))
    def strokes_by_then(self, entry: DailyEntry) -> int | None:
        return None if entry.nine.closed_at is None else entry.strokes


@admin.register(ClubDaily)
class ClubDailyAdmin(OnlyServicesWrite, DeskAdmin):
    """Clubs with a daily nine of their own; organisers choose it on the club's pages."""

    list_display = ("club", "is_on", "choices")
    list_filter = ("is_on",)
    list_select_related = ("club",)
    search_fields = ("club__name",)
    fields = ("club", "is_on", "choices")

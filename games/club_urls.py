"""Addresses of what organisers and hosts do in a club."""

from __future__ import annotations

from django.urls import path

from games.views import club_reports, club_rules, club_tables, corrections, seasons

club_patterns = [
    path("clubs/<slug:slug>/seasons/new/", seasons.new_season, name="season-new"),
    path("clubs/<slug:slug>/seasons/<int:pk>/change/", seasons.change_season, name="season-change"),
    path("clubs/<slug:slug>/seasons/<int:pk>/close", seasons.close_season, name="season-close"),
    path("clubs/<slug:slug>/seasons/<int:pk>/delete", seasons.delete_season, name="season-delete"),
    path("clubs/<slug:slug>/rules/", club_rules.show_rules, name="club-rules"),
    path("clubs/<slug:slug>/rules/change/", club_rules.change_rules, name="club-rules-change"),
    path(
        "clubs/<slug:slug>/rules/change/<slug:preset>/",
        club_rules.change_preset,
        name="club-rules-preset",
    ),
    path("clubs/<slug:slug>/tables/", club_tables.show_tables, name="club-tables"),
    path("clubs/<slug:slug>/tables/<slug:table>/end", club_tables.end_table, name="club-table-end"),
    path(
        "clubs/<slug:slug>/tables/<slug:table>/replace",
        club_tables.replace_player,
        name="club-table-replace",
    ),
    path("clubs/<slug:slug>/reports/", club_reports.show_reports, name="club-reports"),
    path(
        "clubs/<slug:slug>/reports/<int:pk>/decide",
        club_reports.decide_report,
        name="club-report-decide",
    ),
    path("matches/<slug:slug>/correct/", corrections.correct_match, name="match-correct"),
]

"""Addresses of what organisers and hosts do in a club."""

from __future__ import annotations

from django.urls import path

from games.views import club_rules

club_patterns = [
    path("clubs/<slug:slug>/rules/", club_rules.show_rules, name="club-rules"),
    path("clubs/<slug:slug>/rules/change/", club_rules.change_rules, name="club-rules-change"),
    path(
        "clubs/<slug:slug>/rules/change/<slug:preset>/",
        club_rules.change_preset,
        name="club-rules-preset",
    ),
]

"""Addresses of the site: the game's pages, accounts, the admin and the health check."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from golfsite.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]

"""Addresses of the site: the game's pages, accounts, the admin and the health check."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from accounts.messages_views import push_worker
from golfsite.health import healthz

admin.site.site_header = _("Golf Club: the organiser's desk")
admin.site.site_title = admin.site.index_title = _("Organiser's desk")

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("push-worker.js", push_worker, name="push-worker"),
    path("", include("games.urls")),
]

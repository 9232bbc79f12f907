"""Socket addresses."""

from __future__ import annotations

from django.urls import path, re_path

from games.consumers import NothingHereConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
    re_path("", NothingHereConsumer.as_asgi()),
]

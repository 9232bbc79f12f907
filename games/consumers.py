"""The socket of a table: it says "this is how it stands now", and nothing else.

Join the group first, then send a snapshot, then send again whenever something changed. Actions
go over HTTP; a client only says which version it has (``{"type": "have", "version": n}``) and
is answered with the table, or with a pong when it is up to date.
"""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

from asgiref.sync import async_to_sync
from channels.generic.websocket import WebsocketConsumer
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.models import Match, Player
from games.notifications import person_group, table_group
from games.selectors.access import Viewer, can_view
from games.selectors.table import table

FRAME_BYTES_MAX = 8 * 1024
WATCHED_SECONDS = 60
TOO_LARGE, NOT_FOUND, LOGGED_OUT, MALFORMED = 4413, 4404, 4401, 4400


class TableConsumer(WebsocketConsumer):
    """One viewer's socket of one table; every frame is read again for that viewer."""

    match_id: int | None = None
    version = -1

    def connect(self) -> None:
        self.accept()
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.match_id = Match.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if self.match_id is None:
            self.close(NOT_FOUND)
            return
        for group in self._groups(self.match_id):
            async_to_sync(self.channel_layer.group_add)(group, self.channel_name)
        self._send_if_newer()

    def disconnect(self, code: int) -> None:  # noqa: ARG002  Channels' signature
        if self.match_id is not None:
            for group in self._groups(self.match_id):
                async_to_sync(self.channel_layer.group_discard)(group, self.channel_name)

    def _groups(self, match_id: int) -> list[str]:
        user = self.scope["user"]
        own = [person_group(user.pk)] if user.is_authenticated else []
        return [table_group(match_id), *own]

    def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if len((text_data or "").encode()) + len(bytes_data or b"") > FRAME_BYTES_MAX:
            self.close(TOO_LARGE)
            return
        version = _version_in(text_data)
        if version is None:
            self.close(MALFORMED)
            return
        self.version = min(self.version, version)
        if not self._send_if_newer():
            self.send(json.dumps({"type": "pong"}))

    def table_changed(self, event: dict[str, Any]) -> None:  # noqa: ARG002  a hint: read again
        self._send_if_newer()

    def person_changed(self, event: dict[str, Any]) -> None:  # noqa: ARG002  a hint: look again
        if self._viewer() is None:
            self.close(LOGGED_OUT)

    def _send_if_newer(self) -> bool:
        """Send the table if it is newer than what this socket was sent; False if it is not."""
        viewer = self._viewer()
        if viewer is None:
            self.close(LOGGED_OUT)
            return True
        rows = Match.objects.select_related("host__user", "preset")
        match = None if self.match_id is None else rows.filter(pk=self.match_id).first()
        if match is None or not can_view(match, viewer):
            self.close(NOT_FOUND)
            return True
        if match.version <= self.version:
            return False
        self.send(_frame(match, viewer))
        self.version = match.version
        return True

    def _viewer(self) -> Viewer | None:
        """Who looks, by session and account as they are now; None once that person is gone.

        A log-out, a new password and a suspension all end what this socket may see.
        """
        session = SessionStore(self.scope["session"].session_key)
        invites = frozenset(session.get("invites", ()))
        if not self.scope["user"].is_authenticated:
            return Viewer(None, invites)
        user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
        if user.pk is None or user.pk != self.scope["user"].pk:
            return None
        player = Player.objects.filter(user_id=user.pk).values_list("pk", flat=True).first()
        return Viewer(player, invites)


def _frame(match: Match, viewer: Viewer) -> str:
    """The table's fragment; all who only watch get the same, so it is rendered once for them."""
    is_seated = viewer.player_id is not None and (
        match.seats.filter(player_id=viewer.player_id).exists()
    )
    if is_seated:
        return _rendered(match, viewer)
    key = f"table:{match.pk}:{match.version}:{get_language()}"
    return str(cache.get_or_set(key, lambda: _rendered(match, Viewer()), WATCHED_SECONDS))


def _rendered(match: Match, viewer: Viewer) -> str:
    context = {"table": table(match, viewer), "is_push": True}
    return render_to_string("games/includes/_table.html", context)


def _version_in(text: str | None) -> int | None:
    """The version of a "have" message, or None if it is anything else."""
    try:
        message = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("type") != "have":
        return None
    version = message.get("version")
    return version if type(version) is int and version >= -1 else None


class NothingHereConsumer(WebsocketConsumer):
    """Answers sockets at addresses where nothing is; browsers retry a refused handshake."""

    def connect(self) -> None:
        self.accept()
        self.close(NOT_FOUND)

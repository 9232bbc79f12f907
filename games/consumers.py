"""The socket of a table: it says "this is how it stands now", and nothing else.

Join the group first, then send a snapshot, then send again whenever something changed. Actions
go over HTTP; a client only says which version it has (``{"type": "have", "version": n}``, and
``"talk": stamp`` if it shows the talk) and is answered with the table and the talk where they are
others, or with a pong when it is up to date. Whoever is waited for at another table is told of
that too: ``{"type": "turns", "count": n, "next": address}``.
"""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.generic.websocket import WebsocketConsumer
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from accounts.club_looks import seen_as_member
from games.models import Match, Player
from games.notifications import person_group, table_group
from games.selectors.access import Viewer, can_view
from games.selectors.table import table
from games.selectors.talk import talk, talk_stamp
from games.selectors.turns import turns_of
from games.services.looking import look

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
        if (seen := self._look()) is not None:
            self._send_if_newer(*seen)

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
        had = _had_in(text_data)
        if had is None:
            self.close(MALFORMED)
            return
        self.version = min(self.version, had.version)
        if (seen := self._look()) is None:
            return
        is_sent = self._send_if_newer(*seen)
        if had.is_seen and not is_sent:
            self._note_look(*seen)
        if had.talk is not None and had.talk != talk_stamp(seen[0].pk):
            self.send(_talk_frame(*seen))
        elif not is_sent:
            self.send(json.dumps({"type": "pong"}))

    def table_changed(self, event: dict[str, Any]) -> None:  # noqa: ARG002  a hint: read again
        if (seen := self._look()) is not None:
            self._send_if_newer(*seen)

    def talk_changed(self, event: dict[str, Any]) -> None:  # noqa: ARG002  a hint: read again
        if (seen := self._look()) is not None:
            self.send(_talk_frame(*seen))

    def turns_changed(self, event: dict[str, Any]) -> None:  # noqa: ARG002  a hint: count again
        if (seen := self._look()) is not None:
            self.send(_turns_frame(self.scope["user"].pk, seen[0]))

    def person_changed(self, event: dict[str, Any]) -> None:  # noqa: ARG002  a hint: look again
        if self._viewer() is None:
            self.close(LOGGED_OUT)

    def _look(self) -> tuple[Match, Viewer] | None:
        """The table and who looks, both as they are now; None once this socket had to close."""
        viewer = self._viewer()
        if viewer is None:
            self.close(LOGGED_OUT)
            return None
        rows = Match.objects.select_related("host__user", "preset", "club")
        match = None if self.match_id is None else rows.filter(pk=self.match_id).first()
        if match is None or not can_view(match, viewer):
            self.close(NOT_FOUND)
            return None
        return match, viewer

    def _send_if_newer(self, match: Match, viewer: Viewer) -> bool:
        """Send the table if it is newer than what this socket was sent; say whether it was."""
        if match.version <= self.version:
            return False
        self.send(_frame(match, viewer))
        self.version = match.version
        return True

    def _note_look(self, match: Match, viewer: Viewer) -> None:
        """Note that the page that shows this table is before somebody's eyes."""
        if viewer.player_id is not None:
            look(match.pk, viewer.player_id, match.sequence, timezone.now())

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
        return Viewer(player, invites, as_member_in=seen_as_member(session, user))


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
    view = table(match, viewer)
    return render_to_string(view.push_template, {"table": view})


def _talk_frame(match: Match, viewer: Viewer) -> str:
    """The talk's fragment; strangers, who have muted nobody, share one rendering."""
    if viewer.player_id is not None:
        return _rendered_talk(match, viewer)
    key = f"talk:{match.pk}:{talk_stamp(match.pk)}:{get_language()}"
    return str(cache.get_or_set(key, lambda: _rendered_talk(match, Viewer()), WATCHED_SECONDS))


def _rendered_talk(match: Match, viewer: Viewer) -> str:
    return render_to_string("games/includes/_talk_push.html", {"talk": talk(match, viewer)})


def _turns_frame(user_id: int, match: Match) -> str:
    turns = turns_of(user_id, match.slug)
    return json.dumps({"type": "turns", "count": turns.count, "next": turns.next_url})


class Had(NamedTuple):
    """What a page says that it shows, and whether it is visible."""

    version: int
    talk: int | None
    is_seen: bool


def _had_in(text: str | None) -> Had | None:
    """What a "have" message says, or None if it is anything else."""
    try:
        message = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("type") != "have":
        return None
    version, stamp = message.get("version"), message.get("talk")
    if type(version) is not int or version < -1 or type(stamp) not in (int, type(None)):
        return None
    return Had(version, stamp, message.get("seen") is True)


class NothingHereConsumer(WebsocketConsumer):
    """Answers sockets at addresses where nothing is; browsers retry a refused handshake."""

    def connect(self) -> None:
        self.accept()
        self.close(NOT_FOUND)

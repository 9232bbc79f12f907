"""What leaves the write path after a commit: ids and versions, never cards."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction


def table_group(match_id: int) -> str:
    """The channel group of everybody who looks at a table."""
    return f"table.{match_id}"


def person_group(user_id: int) -> str:
    """The channel group of all sockets of one person."""
    return f"person.{user_id}"


def table_changed_on_commit(match_id: int, version: int) -> None:
    """Tell a table's sockets, once this transaction is committed, that there is a new version."""
    message = {"type": "table.changed", "match": match_id, "version": version}
    _send_on_commit(table_group(match_id), message)


def person_changed_on_commit(user_id: int) -> None:
    """Tell a person's sockets, after the commit, to look again who they are."""
    _send_on_commit(person_group(user_id), {"type": "person.changed", "user": user_id})


def turns_changed_on_commit(user_id: int) -> None:
    """Tell a person's sockets, after the commit, that other tables wait for this person."""
    _send_on_commit(person_group(user_id), {"type": "turns.changed", "user": user_id})


def talk_changed_on_commit(match_id: int) -> None:
    """Tell a table's sockets, after the commit, that there is other talk to read."""
    _send_on_commit(table_group(match_id), {"type": "talk.changed", "match": match_id})


def talk_changed_for_person_on_commit(user_id: int) -> None:
    """Tell a person's sockets, after the commit, that talk reads differently for this person."""
    _send_on_commit(person_group(user_id), {"type": "talk.changed", "match": None})


def _send_on_commit(group: str, message: dict[str, Any]) -> None:
    transaction.on_commit(lambda: _send(group, message), robust=True)


def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        async_to_sync(layer.group_send)(group, message)

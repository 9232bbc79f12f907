"""What leaves the write path after a commit: ids and versions, never cards."""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)


def table_group(match_id: int) -> str:
    """The channel group of everybody who looks at a table."""
    return f"table.{match_id}"


def table_changed_on_commit(match_id: int, version: int) -> None:
    """Tell a table's sockets, once this transaction is committed, that there is a new version."""
    transaction.on_commit(lambda: _table_changed(match_id, version), robust=True)


def _table_changed(match_id: int, version: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    message = {"type": "table.changed", "match": match_id, "version": version}
    async_to_sync(layer.group_send)(table_group(match_id), message)

"""A page before somebody's eyes says so over its socket; one in a hidden tab does not."""

from __future__ import annotations

import json

import pytest
from channels.db import database_sync_to_async as in_thread

from games.models import Match, Seat
from tests.factories import start_match
from tests.games.test_consumers import connect, frame

pytestmark = pytest.mark.django_db(transaction=True)


def noted(match):
    return Seat.objects.filter(match=match, looked_at__isnull=False).values_list(
        "player", "seen_sequence"
    )


@pytest.mark.parametrize(
    ("more", "is_noted"),
    [({"seen": True}, True), ({"seen": False}, False), ({}, False), ({"seen": 1}, False)],
)
async def test_only_a_page_that_is_seen_counts(more, is_noted):
    match = await in_thread(start_match)()
    version = (await in_thread(Match.objects.get)(pk=match.pk)).version
    socket = await connect(match, match.host)
    await frame(socket)
    await socket.send_to(json.dumps({"type": "have", "version": version, **more}))
    assert json.loads(await frame(socket)) == {"type": "pong"}
    found = await in_thread(lambda: list(noted(match)))()
    assert found == ([(match.host.pk, 1)] if is_noted else [])
    await socket.disconnect()


async def test_a_page_that_shows_an_older_table_has_not_seen_the_newer():
    match = await in_thread(start_match)()
    socket = await connect(match, match.host)
    await frame(socket)
    await socket.send_to(json.dumps({"type": "have", "version": 0, "seen": True}))
    assert 'data-sequence="1"' in await frame(socket)
    assert not await in_thread(lambda: list(noted(match)))()
    await socket.disconnect()

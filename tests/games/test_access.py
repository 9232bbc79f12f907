"""Tables without spectators: everything about them is for those who sit there."""

from __future__ import annotations

import random

import pytest
from channels.db import database_sync_to_async as in_thread
from channels.layers import get_channel_layer
from django.urls import reverse

from games.models import Invitation, Match
from games.selectors.access import Viewer, can_view
from games.selectors.players import player_page
from games.services import lobby, play
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, open_table, start_match
from tests.games.test_consumers import closed_with, connect, frame

UNWATCHED = Terms("3d", allows_spectators=False)


def addresses(match):
    names = ("table", "talk", "table-rules", "replay")
    return [
        *(reverse(f"games:{name}", args=[match.slug]) for name in names),
        reverse("games:hole", args=[match.slug, 1]),
        reverse("games:replay-at", args=[match.slug, 3]),
    ]


def finished(**more):
    match = start_match(terms=UNWATCHED, **more)
    drivers.play_on(match, drivers.is_finished)
    return Match.objects.get(pk=match.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize("has_link", [False, True])
def test_strangers_see_nothing_of_it(client, is_known, has_link):
    match = finished()
    if is_known:
        log_in(client, make_player())
    if has_link:
        answer = client.get(reverse("games:invite", args=[match.invite]))
        assert "Only those who play see its table." in answer.text
        assert match.slug not in answer.text
    assert [client.get(address).status_code for address in addresses(match)] == [404] * 6
    for name in ("join", "leave", "actions", "rematch"):
        assert client.post(f"/tables/{match.slug}/{name}").status_code == 404


@pytest.mark.django_db
def test_those_who_play_see_all_of_it(client):
    match = finished()
    for seat in match.seats.select_related("player__user"):
        log_in(client, seat.player)
        assert 404 not in [client.get(address).status_code for address in addresses(match)]


@pytest.mark.django_db
def test_lists_of_others_leave_it_out(client):
    running, over = start_match(terms=UNWATCHED), finished()
    home = client.get("/")
    assert home.context["running_tables"] == ()
    page = client.get(over.host.get_absolute_url())
    assert page.context["player"].matches == ()
    log_in(client, over.host)
    assert len(client.get(over.host.get_absolute_url()).context["player"].matches) == 1
    assert running.slug not in client.get("/").text


@pytest.mark.django_db
def test_who_was_removed_or_left_still_sees_the_own_match():
    host, guest = make_player(), make_player()
    match = start_match(host, guest, terms=UNWATCHED)
    seat = match.seats.get(player=guest)
    play.remove_player(match.pk, host, seat.number or 0, now=NOW, rng=random.Random(1))
    assert can_view(match, Viewer(guest.pk))


@pytest.mark.django_db
def test_an_open_table_is_seen_by_those_who_may_join_it():
    stranger, guest = make_player(), make_player()
    listed = open_table(terms=UNWATCHED)
    private = open_table(terms=UNWATCHED, is_listed=False)
    Invitation.objects.create(match=private, player=guest, invited_by=private.host, at=NOW)
    assert can_view(listed, Viewer(stranger.pk))
    assert not can_view(private, Viewer(stranger.pk))
    assert can_view(private, Viewer(stranger.pk, frozenset({private.slug})))
    assert can_view(private, Viewer(guest.pk))
    Invitation.objects.update(declined_at=NOW)
    assert not can_view(private, Viewer(guest.pk))


@pytest.mark.django_db
def test_who_was_invited_and_stayed_away_does_not_watch():
    guest = make_player()
    match = open_table(terms=UNWATCHED, is_listed=False)
    Invitation.objects.create(match=match, player=guest, invited_by=match.host, at=NOW)
    lobby.add_bot(match.pk, match.host, now=NOW, rng=random.Random(1))
    match.refresh_from_db()
    assert not can_view(match, Viewer(guest.pk))
    assert not can_view(match, Viewer(guest.pk, frozenset({match.slug})))
    assert can_view(match, Viewer(match.host_id))


@pytest.mark.django_db
def test_a_players_figures_count_it_for_those_who_sat_there_alone():
    match = finished()
    for viewer, matches in ((None, 0), (make_player().pk, 0), (match.host_id, 1)):
        for seat in match.seats.all():
            figures = player_page(seat.player, Viewer(viewer)).figures
            assert (figures.matches, figures.holes) == (matches, 3 * matches)


@pytest.mark.django_db(transaction=True)
async def test_its_socket_is_for_those_who_play():
    match = await in_thread(start_match)(terms=UNWATCHED)
    for player in (None, await in_thread(make_player)()):
        assert await closed_with(await connect(match, player)) == 4404
    socket = await connect(match, match.host)
    assert 'id="table"' in await frame(socket)
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_who_looked_in_is_sent_away_when_it_starts():
    match = await in_thread(open_table)(terms=UNWATCHED)
    socket = await connect(match)
    assert "Free seat" in await frame(socket)
    await in_thread(lobby.add_bot)(match.pk, match.host, now=NOW, rng=random.Random(1))
    assert await closed_with(socket) == 4404
    assert get_channel_layer() is not None

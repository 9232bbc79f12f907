"""What a host does about a table: prolong it, hand others' seats to a bot; what closing tells."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import hours
from games.models import Match
from games.services import lobby
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.refusals import Refused
from tests.factories import NOW, log_in, make_player, open_table, start_match, user_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_the_room_says_when_it_closes_in_ones_own_time(client):
    match = open_table()
    hours.set_hours(
        user_of(match.host), time_zone="Europe/Paris", sleep=None, weekend_off=False, now=NOW
    )
    page = log_in(client, match.host).get(match.get_absolute_url()).text
    assert "It closes on Dec. 7, 2026 at 7 p.m. (Europe/Paris) if it does not fill." in page
    client.logout()
    assert "Dec. 7, 2026 at 6 p.m. (UTC)" in client.get(match.get_absolute_url()).text


def test_the_host_keeps_a_table_open_for_longer(client):
    match = open_table(seats=3, terms=Terms(expires_after=DAY))
    lobby.prolong(match.pk, match.host, now=NOW + DAY / 2)
    match.refresh_from_db()
    assert match.expires_at == match.clerk_due_at == NOW + 7 * DAY + DAY / 2
    assert carry_out_due(NOW + DAY, random.Random(1)) == 0
    assert carry_out_due(NOW + 8 * DAY, random.Random(1)) == 1
    page = log_in(client, match.host).get(match.get_absolute_url()).text
    assert "This table was closed because it did not fill in time." in page


def test_only_the_host_prolongs_and_only_what_waits(client):
    match, guest = open_table(seats=3), make_player()
    lobby.join_table(match.pk, guest, has_invite=False, now=NOW, rng=random.Random(1))
    with pytest.raises(Refused, match="not_host"):
        lobby.prolong(match.pk, guest, now=NOW)
    running = start_match()
    with pytest.raises(Refused, match="already_started"):
        lobby.prolong(running.pk, running.host, now=NOW)
    assert "Keep it open" not in log_in(client, guest).get(match.get_absolute_url()).text
    page = log_in(client, match.host).get(match.get_absolute_url()).text
    assert reverse("games:table-prolong", args=[match.slug]) in page
    soon = timezone.now() + DAY
    Match.objects.update(expires_at=soon)
    client.post(reverse("games:table-prolong", args=[match.slug]))
    assert Match.objects.filter(pk=match.pk, expires_at__gt=soon + 5 * DAY).exists()


def test_the_host_hands_a_seat_to_a_bot_from_the_menu(client):
    host, guest = make_player("Ann"), make_player("Ben")
    match = start_match(host, guest)
    address = reverse("games:table-seats", args=[match.slug])
    assert address in log_in(client, host).get(match.get_absolute_url()).text
    page = client.get(address).text
    assert "Hand the seat of Ben to a bot" in page
    number = match.seats.get(player=guest).number
    answer = client.post(address, {"seat": str(number)})
    assert answer.headers["Location"] == match.get_absolute_url()
    assert match.seats.get(player=guest).bot == "club"
    assert address not in client.get(match.get_absolute_url()).text
    assert "There is no seat of another player" in client.get(address).text


@pytest.mark.parametrize("seat", ["", "x", "-1", "7", "999", "own"])
def test_no_other_seat_is_handed_over(client, seat):
    match = start_match()
    own = str(match.seats.get(player=match.host).number)
    address = reverse("games:table-seats", args=[match.slug])
    sent = {"seat": own if seat == "own" else seat}
    answer = log_in(client, match.host).post(address, sent, follow=True)
    assert "Only another player&#x27;s seat can be handed to a bot." in answer.text
    assert not match.seats.exclude(bot="").exists()


def test_nobody_but_the_host_finds_that_page(client):
    host, guest = make_player(), make_player()
    match = start_match(host, guest)
    address = reverse("games:table-seats", args=[match.slug])
    assert client.get(address).status_code == 404
    log_in(client, guest)
    assert client.post(address, {"seat": "0"}).status_code == 404
    assert address not in client.get(match.get_absolute_url()).text

"""Levels of bots: chosen where a bot is seated, kept, named, and played."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.urls import reverse

from games.bots import LEVELS
from games.models import Match, Seat
from games.selectors.access import Viewer
from games.selectors.bot_levels import levels
from games.selectors.table import table
from games.services import lobby, play
from games.services.due import carry_out_due
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, make_preset, open_table, start_match

pytestmark = pytest.mark.django_db


def seat_bots(match, *chosen):
    for level in chosen:
        lobby.add_bot(match.pk, match.host, level=level, now=NOW, rng=random.Random(1))


def names_of(match):
    return [seat.name for seat in match.seats.filter(player=None).order_by("chair")]


def test_a_bots_name_says_what_it_is_and_which():
    match = open_table(seats=6)
    seat_bots(match, "club", "beginner", "club", "steady", "pro")
    assert names_of(match) == ["Club bot", "Beginner bot", "Club bot 2", "Steady bot", "Pro bot"]


@pytest.mark.parametrize(("bot", "name"), [("random", "Random bot"), ("of-long-ago", "Bot")])
def test_bots_that_nobody_can_choose_any_more_have_names_too(bot, name):
    match = open_table()
    seat = Seat.objects.create(match=match, bot=bot, chair=1, joined_at=NOW)
    assert seat.name == name


@pytest.mark.parametrize("level", ["", "random", "Pro", "club\x00", "grand master"])
def test_a_level_that_does_not_exist_is_refused(client, level):
    match = open_table(seats=3)
    with pytest.raises(Refused, match="unknown_level"):
        seat_bots(match, level)
    page = log_in(client, match.host).post(
        reverse("games:table-bot", args=[match.slug]), {"level": level}
    )
    assert (page.status_code, page.headers["X-Refusal"]) == (422, "unknown_level")
    assert "There is no bot of this level. Choose one of the list." in page.text
    assert match.seats.count() == 1


def test_the_host_chooses_a_level_and_gets_the_usual_one_without(client):
    match = open_table(seats=4)
    address = reverse("games:table-bot", args=[match.slug])
    page = log_in(client, match.host).get(match.get_absolute_url()).text
    assert '<option value="club" title="Works for pairs' in page
    client.post(address)
    client.post(address, {"level": "pro"})
    assert names_of(match) == ["Club bot", "Pro bot"]
    offered = client.get(match.get_absolute_url()).context["table"].waiting.levels
    assert [level.value for level in offered if level.is_chosen] == ["pro"]


def test_others_are_offered_no_levels(client):
    match = open_table(seats=4)
    assert "bot-level" not in client.get(match.get_absolute_url()).text


def test_every_level_has_a_name_and_a_line_about_it(client):
    assert [level.name for level in levels()] == [
        "Beginner bot",
        "Steady bot",
        "Club bot",
        "Pro bot",
    ]
    assert [level.value for level in levels() if level.is_chosen] == ["club"]
    page = client.get(reverse("games:rules")).text
    for level in levels():
        assert level.about in page


def test_a_rematch_seats_bots_of_the_same_levels():
    match = open_table(seats=4, holes=3)
    seat_bots(match, "beginner", "pro", "beginner")
    drivers.play_out(match, random.Random(2))
    again = lobby.offer_rematch(match.pk, match.host, now=NOW, rng=random.Random(1))
    assert names_of(again) == ["Beginner bot", "Pro bot", "Beginner bot 2"]


def test_a_rematch_seats_the_usual_bot_for_one_that_is_offered_no_more():
    match = open_table()
    seat_bots(match, "steady")
    match.seats.filter(player=None).update(bot="of-long-ago")
    drivers.play_out(match, random.Random(2))
    again = lobby.offer_rematch(match.pk, match.host, now=NOW, rng=random.Random(1))
    assert names_of(again) == ["Club bot"]


def test_the_host_chooses_who_plays_a_seat_that_is_handed_over(client):
    host, guest = make_player("Ann"), make_player("Ben")
    match = start_match(host, guest)
    address, number = reverse("games:table-seats", args=[match.slug]), match.seats.get(player=guest)
    answer = log_in(client, host).post(address, {"seat": number.number, "level": "x"}, follow=True)
    assert "There is no bot of this level." in answer.text
    client.post(address, {"seat": number.number, "level": "beginner"})
    seat = match.seats.get(player=guest)
    assert (seat.bot, seat.name) == ("beginner", "Ben")


def test_who_leaves_is_played_for_by_the_club_bot():
    match = start_match()
    play.leave_match(match.pk, match.host, now=NOW, rng=random.Random(1))
    assert match.seats.get(player=match.host).bot == "club"


def test_practice_is_against_the_level_that_was_chosen():
    make_preset()
    match = lobby.open_practice(make_player(), level="beginner", now=NOW, rng=random.Random(1))
    assert names_of(match) == ["Beginner bot"]
    with pytest.raises(Refused, match="unknown_level"):
        lobby.open_practice(make_player(), level="x", now=NOW, rng=random.Random(1))
    assert Match.objects.count() == 1


def test_the_home_page_offers_practice_with_every_level(client):
    make_preset()
    page = client.get("/").text
    assert '<option value="club"' in page
    assert '<option value="pro"' in page
    assert client.post(reverse("games:practice"), {"level": "pro"}).status_code == 302
    assert names_of(Match.objects.get()) == ["Pro bot"]
    answer = client.post(reverse("games:practice"), {"level": "x"}, follow=True)
    assert "There is no bot of this level." in answer.text
    assert Match.objects.count() == 1


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "pro"])
def test_a_bot_of_each_level_plays_a_whole_hole(level):
    match = open_table(seats=2, holes=3)
    seat_bots(match, level)
    play.leave_match(match.pk, match.host, now=NOW, rng=random.Random(1))
    match.seats.filter(player=match.host).update(bot=level)
    rng = random.Random(3)
    for step in range(400):
        if match.holes.filter(ended_at__isnull=False).exists():
            break
        carry_out_due(NOW + timedelta(minutes=step), rng)
    assert match.holes.filter(ended_at__isnull=False).exists()


def test_the_log_names_the_bot():
    match = open_table(seats=2)
    seat_bots(match, "steady")
    play.leave_match(match.pk, match.host, now=NOW, rng=random.Random(1))
    for step in range(1, 9):
        carry_out_due(NOW + timedelta(minutes=step), random.Random(3))
    lines = [line.text for line in table(Match.objects.get(pk=match.pk), Viewer()).log]
    assert any("Steady bot" in line for line in lines)

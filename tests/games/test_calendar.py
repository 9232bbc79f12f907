"""The private calendar of deadlines, read line by line as the standard says."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest

from accounts import closing, reaching
from accounts.models import Preferences
from games.engine import FACES
from games.models import Match
from games.selectors.calendar import escape, fold
from games.services import play
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, make_player, start_match, user_of

pytestmark = pytest.mark.django_db


def address_of(player):
    reaching.renew_calendar(user_of(player))
    token = Preferences.objects.get(user=user_of(player)).calendar_token
    return f"/calendar/{token}.ics"


def whose_turn(clock="8h", names=("Ann", "Ben")):
    match = start_match(*(make_player(name) for name in names), terms=Terms(clock))
    return match, drivers.to_move(match)


def unfolded(answer):
    text = answer.content.decode()
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return re.sub(r"\r\n[ \t]", "", text).split("\r\n")[:-1]


def test_a_deadline_is_an_event_with_an_alarm(client):
    match, player = whose_turn()
    other = match.seats.exclude(player=player).get().player
    answer = client.get(address_of(player))
    link = f"http://127.0.0.1:8000/tables/{match.slug}/mine/"
    number = match.seats.get(player=player).number
    assert unfolded(answer) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Golf Club//Deadlines//EN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Golf Club",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "BEGIN:VEVENT",
        f"UID:{match.slug}-{number}@127.0.0.1",
        "DTSTAMP:20261130T180000Z",
        f"SEQUENCE:{match.version}",
        "DTSTART:20261201T020000Z",
        "SUMMARY:Golf: your turn ends",
        f"DESCRIPTION:Clubhouse with {other.name}\\n{link}",
        f"URL:{link}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:Clubhouse with {other.name}",
        "TRIGGER:-PT120M",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]


def test_it_is_plain_text_that_nobody_else_keeps(client):
    _match, player = whose_turn()
    answer = client.get(address_of(player))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    kept = answer.headers["Cache-Control"]
    assert {"private", "no-store", "no-cache"} <= set(kept.split(", "))
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "golf_session" not in answer.cookies


def test_the_next_deadline_at_a_table_is_the_same_event_anew(client):
    match, player = whose_turn()
    address = address_of(player)
    first = unfolded(client.get(address))
    for slot in range(2):
        drivers.act(match, f"turn {slot}", now=NOW + timedelta(hours=1))
    assert "BEGIN:VEVENT" not in unfolded(client.get(address))
    for slot in range(2):
        drivers.act(match, f"turn {slot}", now=NOW + timedelta(hours=2))
    drivers.play_on(match, lambda _state: drivers.to_move(match) == player)
    again = unfolded(client.get(address))
    assert first[7] == again[7]
    counts = [int(lines[9].removeprefix("SEQUENCE:")) for lines in (first, again)]
    assert counts[0] < counts[1]


@pytest.mark.parametrize("how", ["live", "left", "paused", "over", "theirs"])
def test_only_ones_own_running_deadlines_are_in_it(client, how):
    match, player = whose_turn("live 1m" if how == "live" else "8h")
    if how == "left":
        play.leave_match(match.pk, player, now=NOW, rng=random.Random(1))
    elif how == "paused":
        match.seats.update(due_at=None, clock_started_at=None)
    elif how == "over":
        Match.objects.update(status="finished", finished_at=NOW)
    elif how == "theirs":
        player = match.seats.exclude(player=player).get().player
    assert "BEGIN:VEVENT" not in unfolded(client.get(address_of(player)))


def test_no_card_is_in_it(client):
    _match, player = whose_turn()
    words = set(re.findall(r"\w+", client.get(address_of(player)).content.decode()))
    assert words & set(FACES) == set()


def test_a_new_address_ends_the_old_one(client):
    _match, player = whose_turn()
    old = address_of(player)
    new = address_of(player)
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200


def test_closing_the_account_ends_the_address(client):
    _match, player = whose_turn()
    address = address_of(player)
    closing.close(user_of(player))
    assert client.get(address).status_code == 404


def test_many_deadlines_take_a_constant_number_of_queries(client, django_assert_max_num_queries):
    ann, ben = make_player("Ann"), make_player("Ben")
    for seed in range(4):
        start_match(ann, ben, terms=Terms("8h"), seed=seed)
    address = address_of(ann)
    with django_assert_max_num_queries(6):
        client.get(address)


def test_signs_that_mean_something_are_escaped():
    assert escape("a\\b;c,d\ne") == "a\\\\b\\;c\\,d\\ne"


def test_lines_are_folded_at_75_octets_between_characters():
    pieces = list(fold("X" * 74 + "ä" * 60))
    assert pieces == ["X" * 74, " " + "ä" * 37, " " + "ä" * 23]
    assert list(fold("short")) == ["short"]


def test_the_link_of_a_mail_leads_through_log_in_to_the_very_table(client):
    match, player = whose_turn()
    Match.objects.update(is_listed=False)
    answer = client.get(f"/tables/{match.slug}/mine/")
    login = f"/accounts/login/?next=/tables/{match.slug}/mine/"
    assert answer.headers["Location"] == login
    fields = {"login": player.name, "password": "a long password"}
    answer = client.post(login, {**fields, "next": f"/tables/{match.slug}/mine/"}, follow=True)
    assert answer.redirect_chain[-1][0] == match.get_absolute_url()
    assert answer.status_code == 200


def test_a_foreign_address_is_not_gone_to_after_the_log_in(client):
    _match, player = whose_turn()
    fields = {"login": player.name, "password": "a long password", "next": "https://evil.example/"}
    answer = client.post("/accounts/login/", fields)
    assert answer.headers["Location"] == "/"


def test_a_guest_who_may_not_see_the_table_is_asked_to_log_in(client):
    match, _player = whose_turn()
    Match.objects.update(is_listed=False)
    client.post("/accounts/guest/")
    answer = client.get(f"/tables/{match.slug}/mine/")
    assert answer.headers["Location"] == f"/accounts/login/?next=/tables/{match.slug}/"

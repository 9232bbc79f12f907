"""One's own tables in order: my turn by urgency, those that wait for others, what ended last."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Preferences
from games.models import Action, Match, Seat
from games.selectors.access import Viewer
from games.selectors.due import left_words
from games.selectors.lobby import result_words
from games.selectors.my_tables import my_active_matches, my_matches
from games.services.lobby import Terms
from tests import drivers
from tests.factories import NOW, log_in, make_player, open_table, start_match, user_of

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def my_turn_at(player, clock="", since=NOW):
    """A match in which it is the player's turn, since a moment."""
    match = start_match(player, make_player(), terms=Terms(clock))
    match.seats.update(is_to_act=False, due_at=None)
    due = None if not clock else since + {"3d": 3 * DAY, "live 45s": timedelta(seconds=45)}[clock]
    match.seats.filter(player=player).update(is_to_act=True, due_at=due)
    Action.objects.filter(match=match).update(at=since)
    return match


def titles(rows, **named):
    names = {match.slug: name for name, match in named.items()}
    return [names[row.slug] for row in rows]


def test_the_most_urgent_clock_comes_first_then_who_waits_longest():
    me = make_player()
    named = {
        "since noon": my_turn_at(me, since=NOW - 6 * HOUR),
        "no hurry": my_turn_at(me, "3d", since=NOW),
        "for a week": my_turn_at(me, since=NOW - 7 * DAY),
        "soon": my_turn_at(me, "3d", since=NOW - 2 * DAY),
        "live": my_turn_at(me, "live 45s", since=NOW),
    }
    mine = my_active_matches(Viewer(me.pk), NOW)
    expected = ["live", "soon", "no hurry", "for a week", "since noon"]
    assert titles(mine.my_turn, **named) == expected
    assert [row.due.left if row.due else "" for row in mine.my_turn] == [
        "45 s left",
        "1 d left",
        "3 d left",
        "",
        "",
    ]
    assert mine.turns == 5


def test_those_that_wait_for_others_say_for_whom_and_how_long():
    me, other = make_player(), make_player("Rowan")
    match = start_match(me, other, terms=Terms("3d"))
    match.seats.update(is_to_act=False, due_at=None)
    match.seats.filter(player=other).update(is_to_act=True, due_at=NOW + 50 * HOUR)
    open_table(me)
    running, waiting = my_active_matches(Viewer(me.pk), NOW).waiting
    assert (running.slug, running.waits_for) == (match.slug, "Rowan")
    assert running.due.left == "2 d 2 h left"
    assert (waiting.waits_for, waiting.due) == ("", None)


def test_a_paused_match_waits_for_nobody():
    me = make_player()
    match = my_turn_at(me)
    Match.objects.filter(pk=match.pk).update(paused_at=NOW)
    mine = my_active_matches(Viewer(me.pk), NOW)
    assert (mine.my_turn, mine.turns) == ((), 0)
    assert [row.is_paused for row in mine.waiting] == [True]


def test_what_ended_last_comes_first_and_the_home_page_shows_five(client):
    me = make_player()
    ended = [start_match(me, make_player()) for _match in range(6)]
    for at, match in enumerate(ended):
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.FINISHED, finished_at=NOW + at * HOUR
        )
    latest = [match.slug for match in reversed(ended)]
    finished = my_active_matches(Viewer(me.pk), NOW).finished
    assert [row.slug for row in finished] == latest[:5]
    assert [row.slug for row in my_matches(Viewer(me.pk), NOW).finished] == latest
    assert 'class="more" href="/matches/"' in log_in(client, me).get("/").text


def test_a_result_is_not_told_to_one_who_has_not_seen_the_end(client):
    match = start_match()
    drivers.play_on(match, drivers.is_finished)
    match.refresh_from_db()
    me = match.host
    Seat.objects.filter(match=match, player=me).update(looked_at=NOW, seen_sequence=3)
    [row] = my_active_matches(Viewer(me.pk), NOW).finished
    assert (row.is_news, row.result, row.replay_url) == (True, "", None)
    assert "See how it ended" in log_in(client, me).get("/").text
    drivers.catch_up(client, match)
    [row] = my_active_matches(Viewer(me.pk), NOW).finished
    assert row.result.startswith("1. ")


def test_a_total_below_zero_has_a_minus_sign_in_a_result():
    seats = [
        Seat(place=2, number=0, total=4, bot="club"),
        Seat(place=1, number=1, total=-3, bot="pro"),
    ]
    assert result_words(seats) == "1. Pro bot: \N{MINUS SIGN}3, 2. Club bot: 4"


def test_deadlines_are_told_in_the_persons_own_zone(client):
    me = make_player()
    my_turn_at(me, "3d")
    Preferences.objects.update_or_create(
        user=user_of(me), defaults={"time_zone": "Australia/Lord_Howe"}
    )
    [row] = my_active_matches(Viewer(me.pk), NOW).my_turn
    # 18:00 UTC on 3 December is five o'clock on the next morning there.
    assert row.due.words == "until December 4, 5 a.m. (Australia/Lord_Howe)"
    assert row.due.at == "2026-12-04T05:00:00+11:00"
    assert 'datetime="2026-12-04T05:00:00+11:00"' in log_in(client, me).get("/").text


def test_whoever_has_set_no_zone_reads_utc_until_the_browser_knows_better(client):
    me = make_player()
    my_turn_at(me, "3d")
    [row] = my_active_matches(Viewer(me.pk), NOW).my_turn
    assert row.due.words == "until December 3, 6 p.m. (UTC)"
    page = log_in(client, me).get("/matches/").text
    assert 'datetime="2026-12-03T18:00:00+00:00" data-local="until {}"' in page


@pytest.mark.parametrize(
    ("left", "is_live", "words"),
    [
        (timedelta(days=2, hours=4, minutes=30), False, "2 d 4 h left"),
        (timedelta(days=2, minutes=30), False, "2 d left"),
        (timedelta(minutes=12, seconds=40), False, "12 min left"),
        (timedelta(minutes=12, seconds=40), True, "12 min 40 s left"),
        (timedelta(seconds=40), False, "less than a minute left"),
        (timedelta(milliseconds=300), True, "less than a second left"),
        (timedelta(), True, "time is up"),
        (-DAY, False, "time is up"),
    ],
)
def test_time_left_is_told_in_its_two_largest_units(left, is_live, words):
    assert left_words(left, is_live=is_live) == words

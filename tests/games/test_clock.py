"""The clock of a table: who has how long, and what happens when it runs out."""

from __future__ import annotations

import random
from datetime import date, time, timedelta

import pytest

from accounts.models import Preferences, Vacation
from games import engine
from games.models import Action, Heartbeat, Match, News
from games.services import lobby, overdue, play
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.refusals import Refused
from tests import drivers
from tests.factories import NOW, log_in, make_player, open_table, start_match, user_of

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def start(clock="3d", *players, missed_max=2, **choices):
    return start_match(*players, terms=Terms(clock, missed_max=missed_max), **choices)


def seat_to_move(match):
    return match.seats.get(number=engine.seats_to_act(drivers.state_of(match))[0])


def sweep(now):
    return carry_out_due(now, random.Random(1))


def test_only_the_seat_to_act_has_a_running_clock():
    match = start("3d")
    running = match.seats.get(is_to_act=True)
    assert (running.due_at, running.time_left) == (NOW + 3 * DAY, 3 * DAY)
    assert match.seats.get(is_to_act=False).due_at is None
    assert match.clerk_due_at == NOW + 3 * DAY


def test_a_turn_goes_on_through_the_draw_and_stops_with_its_last_action():
    match = start("5d+12h<7d")
    drivers.open_cards(match)
    seat = seat_to_move(match)
    assert seat.time_left == 5 * DAY + 12 * HOUR  # its openers were a turn of their own
    drivers.act(match, "draw", now=NOW + HOUR)
    seat.refresh_from_db()
    assert (seat.clock_started_at, seat.due_at) == (NOW, NOW + 5 * DAY + 12 * HOUR)
    drivers.act(match, "swap 0", now=NOW + 6 * HOUR)
    seat.refresh_from_db()
    assert (seat.clock_started_at, seat.due_at) == (None, None)
    assert seat.time_left == 5 * DAY + 18 * HOUR
    assert seat_to_move(match).clock_started_at == NOW + 6 * HOUR


def test_a_table_without_a_clock_waits_for_ever():
    match = start("")
    assert match.clerk_due_at is None
    assert sweep(NOW + 400 * DAY) == 0


def test_at_the_deadline_the_whole_turn_is_played_and_marked():
    match = start("3d")
    drivers.open_cards(match)
    number = seat_to_move(match).number
    assert sweep(NOW + 3 * DAY - timedelta(seconds=1)) == 0
    assert sweep(NOW + 3 * DAY) == 1
    rows = list(match.actions.order_by("sequence"))[-2:]
    state = drivers.state_of(match)
    assert [row.text.split()[0] for row in rows] == ["draw", "discard"]
    assert rows[1].text == f"discard {2}"
    assert {row.played_by for row in rows} == {Action.PlayedBy.CLOCK}
    assert engine.seats_to_act(state) != (number,)
    seat = match.seats.get(number=number)
    assert (seat.missed, seat.bot, seat.time_left) == (1, "", 3 * DAY)


def test_openers_are_chosen_from_the_first_slot_by_the_clock():
    match = start("1h")
    number = seat_to_move(match).number
    sweep(NOW + HOUR)
    texts = match.actions.filter(seat__number=number).order_by("sequence")
    assert list(texts.values_list("text", flat=True)) == ["turn 0", "turn 1"]


def test_two_workers_never_fire_one_deadline_twice():
    match = start("1h")
    assert overdue.play_overdue(match.pk, NOW + HOUR, random.Random(1)) == 1
    before = match.actions.count()
    assert overdue.play_overdue(match.pk, NOW + HOUR, random.Random(2)) == 0
    assert match.actions.count() == before


def test_after_the_chosen_number_of_turns_a_bot_takes_the_seat():
    match = start("1h", missed_max=2)
    number = seat_to_move(match).number
    sweep(NOW + HOUR)
    assert match.seats.get(number=number).bot == ""
    other = seat_to_move(match).number
    assert other != number
    for _step in range(2):
        drivers.act(match, f"turn {_step}", now=NOW + HOUR)
    sweep(NOW + 2 * HOUR)
    seat = match.seats.get(number=number)
    assert (seat.bot, seat.missed) == ("club", 2)
    assert match.news.get().kind == News.Kind.BOT_TOOK_OVER
    assert match.news.get().seat == seat


def test_an_action_of_ones_own_ends_the_row_of_missed_turns():
    match = start("1h", missed_max=3)
    first = seat_to_move(match)
    sweep(NOW + HOUR)
    drivers.play_on(match, lambda state: engine.seats_to_act(state) == (first.number,))
    drivers.act(match, "draw", now=NOW + HOUR)
    first.refresh_from_db()
    assert first.missed == 0


def test_the_seat_is_taken_back_with_the_time_it_had():
    match = start("5d+12h<7d")
    drivers.open_cards(match)
    player = drivers.to_move(match)
    play.leave_match(match.pk, player, now=NOW + DAY, rng=random.Random(1))
    seat = match.seats.get(player=player)
    assert (seat.due_at, seat.time_left) == (None, 4 * DAY + 12 * HOUR)
    play.return_to_match(match.pk, player, now=NOW + 2 * DAY)
    seat.refresh_from_db()
    assert seat.due_at == NOW + 6 * DAY + 12 * HOUR


def test_a_match_of_absent_people_ends_by_itself():
    match = start("1h", holes=3)
    now = NOW
    for _step in range(3000):
        now += HOUR
        if not sweep(now):
            break
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.clerk_due_at is None
    assert not match.seats.filter(due_at__isnull=False).exists()


def test_sleeping_hours_move_a_deadline_and_live_clocks_know_none():
    players = [make_player(), make_player()]
    for player in players:
        Preferences.objects.create(
            user=user_of(player),
            time_zone="Europe/Paris",
            sleep_from=time(20),
            sleep_until=time(8),
        )
    # NOW is 19:00 in Paris: an hour before bedtime, and on from 08:00.
    slow = start("2h", *players)
    assert seat_to_move(slow).due_at == NOW + 14 * HOUR
    quick = start("live 1h", *players)
    assert seat_to_move(quick).due_at == NOW + HOUR


def test_days_of_vacation_do_not_count():
    players = [make_player(), make_player()]
    for player in players:
        Vacation.objects.create(
            user=user_of(player),
            first_day=date(2026, 12, 1),
            last_day=date(2026, 12, 3),
            announced_at=NOW,
        )
    assert seat_to_move(start("1d", *players)).due_at == NOW + 4 * DAY


def test_a_standstill_of_the_site_gives_a_grace_period_and_says_so(caplog):
    match = start("1h")
    overdue.beat(NOW + 50 * timedelta(minutes=1))
    back = NOW + 80 * timedelta(minutes=1)
    assert overdue.beat(back) == 1
    assert seat_to_move(match).due_at == back + 30 * timedelta(minutes=1)
    assert match.news.get().facts == {"minutes": 30}
    assert sweep(back) == 0
    assert "standstill" in caplog.text


def test_a_second_clerk_that_comes_back_gives_no_grace_again():
    match = start("1h")
    overdue.beat(NOW)
    back = NOW + 90 * timedelta(minutes=1)
    assert (overdue.beat(back), overdue.beat(back)) == (1, 0)
    assert match.news.count() == 1


def test_without_a_standstill_nothing_is_given_back():
    match = start("1h")
    for minute in range(59):
        overdue.beat(NOW + minute * timedelta(seconds=59))
    assert overdue.beat(NOW + 59 * timedelta(seconds=59)) == 0
    assert seat_to_move(match).due_at == NOW + HOUR
    assert Heartbeat.objects.count() == 1


def test_a_paused_match_has_no_deadline_and_takes_no_action():
    match = start("1h")
    Match.objects.filter(pk=match.pk).update(paused_at=NOW)
    assert overdue.play_overdue(match.pk, NOW + DAY, random.Random(1)) == 0
    with pytest.raises(Refused) as refused:
        drivers.act(match, "turn 0")
    assert refused.value.code == "is_paused"


@pytest.mark.parametrize(
    "terms", [{"clock_text": "soon"}, {"clock_text": "99d"}, {"missed_max": 0}, {"missed_max": 11}]
)
def test_terms_that_no_table_can_have_are_refused(terms):
    with pytest.raises(Refused) as refused:
        Terms(**terms)
    assert refused.value.code == "bad_clock"


def test_an_unfilled_table_closes_after_its_time():
    match = open_table(terms=Terms(expires_after=DAY))
    assert sweep(NOW + DAY - timedelta(seconds=1)) == 0
    assert sweep(NOW + DAY) == 1
    match.refresh_from_db()
    assert (match.status, match.clerk_due_at) == (Match.Status.CANCELLED, None)
    assert match.news.get().kind == News.Kind.EXPIRED


def test_a_table_that_filled_does_not_expire():
    match = open_table(terms=Terms(expires_after=DAY))
    lobby.join_table(match.pk, make_player(), has_invite=True, now=NOW, rng=random.Random(1))
    assert sweep(NOW + DAY) == 0
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_the_host_hands_anothers_seat_to_a_bot_and_its_player_comes_back():
    host, guest = make_player(), make_player()
    match = start("1h", host, guest)
    number = match.seats.get(player=guest).number
    play.remove_player(match.pk, host, number, now=NOW, rng=random.Random(1))
    assert match.seats.get(number=number).bot == "club"
    play.return_to_match(match.pk, guest, now=NOW)
    assert match.seats.get(number=number).bot == ""
    assert [news.kind for news in match.news.all()] == ["removed", "came_back"]


@pytest.mark.parametrize(
    ("who", "whom", "code"),
    [
        ("guest", "host", "not_host"),
        ("host", "host", "not_removable"),
        ("host", 7, "not_removable"),
    ],
)
def test_who_may_not_remove_whom(who, whom, code):
    people = {"host": make_player(), "guest": make_player()}
    match = start("1h", people["host"], people["guest"])
    number = whom if isinstance(whom, int) else match.seats.get(player=people[whom]).number
    with pytest.raises(Refused) as refused:
        play.remove_player(match.pk, people[who], number, now=NOW, rng=random.Random(1))
    assert refused.value.code == code


def test_taking_back_gives_back_the_clock_to_both():
    match = start("5d+12h<7d")
    drivers.open_cards(match)
    first = seat_to_move(match)
    drivers.act(match, "take 0", now=NOW + DAY)
    second = seat_to_move(match)
    drivers.submit(match, first.player, "undo", now=NOW + 3 * DAY)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.time_left == 4 * DAY + 12 * HOUR
    assert first.due_at == NOW + 7 * DAY + 12 * HOUR
    assert (second.due_at, second.time_left) == (None, 5 * DAY + 12 * HOUR)
    assert match.actions.order_by("sequence").last().text == "undo"


def open_jack():
    """A match of two by whose rules jacks skip, its first seat to move, and where its jack lies."""
    for seed in range(60):
        match = start("5d+12h<7d", preset="house", jack_skips=True, seed=seed)
        drivers.open_cards(match)
        seat = seat_to_move(match)
        faces = engine.observe(drivers.state_of(match), None).layouts[seat.number]
        slots = [n for n, shown in enumerate(faces) if shown.is_up and shown.face[0] == "J"]
        if slots:
            return match, seat, slots[0]
    raise AssertionError("no jack lay open")


def test_leaving_for_a_while_does_not_add_to_the_clock_that_is_given_back():
    match, seat, slot = open_jack()
    drivers.act(match, f"take {slot}", now=NOW + DAY)
    assert seat_to_move(match) == seat
    play.leave_match(match.pk, seat.player, now=NOW + DAY, rng=random.Random(1))
    play.return_to_match(match.pk, seat.player, now=NOW + DAY)
    drivers.submit(match, seat.player, "undo", now=NOW + DAY)
    seat.refresh_from_db()
    # What was left at its take, without the twelve hours that its end brought.
    assert seat.time_left == 4 * DAY + 12 * HOUR


def test_the_page_offers_taking_back_to_its_seat_alone(client):
    match = start("")
    drivers.open_cards(match)
    first = drivers.to_move(match)
    drivers.act(match, "take 0")
    own = log_in(client, first).get(match.get_absolute_url()).content.decode()
    assert 'value="undo"' in own
    other = log_in(client, drivers.to_move(match)).get(match.get_absolute_url()).content.decode()
    assert 'value="undo"' not in other


def test_turns_by_the_clock_are_marked_in_replay_and_counted_for_their_player(client):
    match = start("1h", missed_max=10, holes=3)
    drivers.open_cards(match)
    late = drivers.to_move(match)
    sweep(NOW + HOUR)
    drivers.play_out(match, random.Random(3))
    at = match.actions.get(played_by="clock", kind="draw").sequence
    page = client.get(f"/matches/{match.slug}/replay/{at}/").content.decode()
    assert f"{late.name} drew a card from the stock. (By the clock.)" in page
    figures = client.get(late.get_absolute_url()).context["player"].figures
    assert figures.by_the_clock == 1


def test_a_replay_tells_news_with_the_step_that_follows_them(client):
    match = start("1h", holes=3)
    drivers.open_cards(match)
    at = drivers.state_of(match).sequence
    leaver = drivers.to_move(match)
    play.leave_match(match.pk, leaver, now=NOW, rng=random.Random(1))
    play.return_to_match(match.pk, leaver, now=NOW)
    drivers.play_out(match, random.Random(3))
    pages = [
        client.get(f"/matches/{match.slug}/replay/{n}/").content.decode() for n in (at, at + 1)
    ]
    assert [f"{leaver.name} came back." in page for page in pages] == [False, True]


def test_leaving_and_coming_back_at_the_deadline_gains_no_time():
    match = start("1h")
    drivers.open_cards(match)
    player = drivers.to_move(match)
    play.leave_match(match.pk, player, now=NOW + HOUR, rng=random.Random(1))
    play.return_to_match(match.pk, player, now=NOW + HOUR)
    seat = match.seats.get(player=player)
    assert (seat.due_at, seat.time_left) == (NOW + HOUR, timedelta())
    assert sweep(NOW + HOUR) == 1
    assert match.actions.order_by("sequence").last().played_by == "clock"


def test_whom_a_bot_replaced_comes_back_to_the_increment_of_the_turn_that_ended():
    match = start("5d+12h<7d", missed_max=1)
    drivers.open_cards(match)
    late = drivers.to_move(match)
    sweep(NOW + 6 * DAY)
    assert match.seats.get(player=late).bot == "club"
    play.return_to_match(match.pk, late, now=NOW + 6 * DAY)
    assert match.seats.get(player=late).time_left == 12 * HOUR

"""Changes of people's hours at running tables; instants are worked out by hand."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts import hours
from accounts.models import User
from games.models import Match, News
from games.services import lobby, play
from games.services.due import carry_out_due
from games.services.lobby import Terms
from games.services.players import player_of
from tests import drivers
from tests.factories import NOW, make_player, open_table, start_match, user_of

pytestmark = pytest.mark.django_db

NIGHT = (time(23), time(7))
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def running_seat(match):
    return match.seats.get(is_to_act=True)


def set_hours(player, zone, now, sleep=NIGHT, *, weekend_off=False):
    hours.set_hours(user_of(player), time_zone=zone, sleep=sleep, weekend_off=weekend_off, now=now)


def start_at(start, clock="1d", **terms):
    """A match whose seat to move has had a running clock since ``start``."""
    match = start_match(terms=Terms(clock, **terms))
    drivers.open_cards(match)
    drivers.act(match, "draw", now=NOW)
    drivers.act(match, "swap 0", now=utc(start))
    match.refresh_from_db()
    return match


@pytest.mark.parametrize(
    ("zone", "start", "changed", "end"),
    [
        # Until 29 March 2026, 04:00 in Paris, 16 hours of 24 are used and 8 left. The clocks have
        # gone forward: the night ends at 05:00 UTC, eight hours later it is 13:00 UTC.
        ("Europe/Paris", "2026-03-28T10:00", "2026-03-29T02:00", "2026-03-29T13:00"),
        # 8 hours are left on 24 October at 22:00 in Paris (20:00 UTC): one until 23:00, and seven
        # from 07:00 on, which is 06:00 UTC after the change.
        ("Europe/Paris", "2026-10-24T04:00", "2026-10-24T20:00", "2026-10-25T13:00"),
        # 22:00 in New York on 7 March (03:00 UTC): one hour, then seven from 07:00 (11:00 UTC).
        ("America/New_York", "2026-03-07T11:00", "2026-03-08T03:00", "2026-03-08T18:00"),
        # 22:00 in New York on 31 October (02:00 UTC): one hour, then seven from 12:00 UTC on.
        ("America/New_York", "2026-10-31T10:00", "2026-11-01T02:00", "2026-11-01T19:00"),
        # 22:00 on Lord Howe on 4 April (11:00 UTC): one hour, then seven from 07:00 at +10:30.
        ("Australia/Lord_Howe", "2026-04-03T19:00", "2026-04-04T11:00", "2026-04-05T03:30"),
        # 22:00 on Lord Howe on 3 October (11:30 UTC): one hour, then seven from 07:00 at +11.
        ("Australia/Lord_Howe", "2026-10-02T19:30", "2026-10-03T11:30", "2026-10-04T03:00"),
    ],
)
def test_a_running_clock_goes_on_by_the_new_hours(zone, start, changed, end):
    match = start_at(start)
    seat = running_seat(match)
    assert seat.due_at == utc(start) + DAY
    set_hours(seat.player, zone, utc(changed))
    seat.refresh_from_db()
    assert (seat.time_left, seat.clock_started_at) == (8 * HOUR, utc(changed))
    assert seat.due_at == utc(end)
    after = Match.objects.get(pk=match.pk)
    assert after.clerk_due_at == utc(end)
    assert after.version == match.version + 1
    assert after.sequence == match.sequence


def test_what_the_old_hours_used_stays_used():
    match = start_at("2026-12-01T08:00")
    seat = running_seat(match)
    set_hours(seat.player, "UTC", utc("2026-12-01T20:00"), sleep=None, weekend_off=True)
    set_hours(seat.player, "UTC", utc("2026-12-02T20:00"), sleep=None)
    seat.refresh_from_db()
    # Overdue since 08:00: hours that come later give nothing back.
    assert seat.due_at == utc("2026-12-02T08:00")
    assert carry_out_due(utc("2026-12-02T20:00"), random.Random(1)) == 1


def test_other_peoples_clocks_and_other_tables_stay():
    match, elsewhere = start_at("2026-12-01T08:00"), start_at("2026-12-01T08:00")
    waiting = match.seats.get(is_to_act=False)
    set_hours(waiting.player, "UTC", utc("2026-12-01T10:00"))
    assert running_seat(match).due_at == utc("2026-12-02T08:00")
    assert running_seat(elsewhere).due_at == utc("2026-12-02T08:00")
    assert Match.objects.get(pk=elsewhere.pk).version == elsewhere.version


def test_live_tables_and_tables_without_a_clock_know_no_hours():
    live, free = start_at("2026-12-01T08:00", "live 1h"), start_at("2026-12-01T08:00", "")
    for match in (live, free):
        seat = running_seat(match)
        before = seat.due_at
        now = utc("2026-12-01T08:10")
        set_hours(seat.player, "UTC", now, sleep=(time(8), time(20)))
        hours.announce_vacation(user_of(seat.player), date(2026, 12, 1), date(2026, 12, 9), now=now)
        seat.refresh_from_db()
        assert seat.due_at == before
        assert not match.news.exists()


def test_a_vacation_is_announced_at_the_table_and_stops_the_clock():
    match = start_at("2026-12-01T08:00", "3d")
    seat = running_seat(match)
    hours.announce_vacation(
        user_of(seat.player), date(2026, 12, 2), date(2026, 12, 11), now=utc("2026-12-01T20:00")
    )
    seat.refresh_from_db()
    # Half a day is used, four hours are left of 1 December, and 56 from the 12th on.
    assert seat.due_at == utc("2026-12-14T08:00")
    news = match.news.get()
    assert (news.kind, news.seat, news.sequence) == (News.Kind.VACATION, seat, match.sequence)
    assert news.facts == {"first_day": "2026-12-02", "last_day": "2026-12-11"}


def test_a_vacation_that_is_called_off_starts_the_clock_again():
    match = start_at("2026-12-01T08:00", "3d")
    seat = running_seat(match)
    user = user_of(seat.player)
    days = (date(2026, 12, 2), date(2026, 12, 11))
    vacation = hours.announce_vacation(user, *days, now=utc("2026-12-01T20:00"))
    hours.cancel_vacation(user, vacation.pk, now=utc("2026-12-03T12:00"))
    seat.refresh_from_db()
    # 12 hours and then 4 more of 1 December are used; what has begun of 3 December stays off.
    assert seat.due_at == utc("2026-12-06T08:00")
    assert match.news.count() == 1


def test_a_vacation_is_announced_where_it_is_anothers_turn_too():
    match = start_at("2026-12-01T08:00", "3d")
    waiting = match.seats.get(is_to_act=False)
    hours.announce_vacation(
        user_of(waiting.player), date(2026, 12, 2), date(2026, 12, 11), now=utc("2026-12-01T20:00")
    )
    assert match.news.get().seat == waiting
    assert running_seat(match).due_at == utc("2026-12-04T08:00")


def test_who_left_a_table_announces_nothing_there():
    match = start_at("2026-12-01T08:00", "3d")
    seat = running_seat(match)
    play.leave_match(match.pk, seat.player, now=utc("2026-12-01T10:00"), rng=random.Random(1))
    hours.announce_vacation(
        user_of(seat.player), date(2026, 12, 2), date(2026, 12, 3), now=utc("2026-12-01T20:00")
    )
    assert [news.kind for news in match.news.all()] == [News.Kind.LEFT]


def test_a_paused_clock_keeps_its_time_and_goes_on_by_the_new_hours():
    match = start_at("2026-12-01T08:00", "3d")
    Match.objects.filter(pk=match.pk).update(paused_at=utc("2026-12-01T09:00"))
    seat = running_seat(match)
    seat.time_left, seat.clock_started_at, seat.due_at = 2 * DAY, None, None
    seat.save()
    set_hours(seat.player, "UTC", utc("2026-12-01T20:00"))
    seat.refresh_from_db()
    assert (seat.time_left, seat.clock_started_at, seat.due_at) == (2 * DAY, None, None)


def test_a_table_that_has_not_started_waits_for_its_start():
    match = open_table(terms=Terms("1d"))
    set_hours(match.host, "UTC", NOW, sleep=(time(18), time(4)))
    assert Match.objects.get(pk=match.pk).version == 0
    lobby.join_table(match.pk, make_player(), has_invite=True, now=NOW, rng=random.Random(3))
    seat = running_seat(match)
    # The host sleeps from 18:00 to 04:00, the other never.
    expected = {match.host: utc("2026-12-02T14:00")}
    assert seat.due_at == expected.get(seat.player, utc("2026-12-01T18:00"))


def test_a_guests_clocks_go_on_by_the_accounts_hours():
    guest, account = User.objects.create_guest(), make_player()
    set_hours(account, "UTC", NOW, sleep=(time(20), time(8)))
    match = next(
        match
        for match in (
            start_match(player_of(guest), make_player(), seed=seed, terms=Terms("1d"))
            for seed in range(20)
        )
        if running_seat(match).player.user_id == guest.pk
    )
    hours.hand_over(guest, user_of(account), now=NOW)
    # Two hours of 30 November are left, then twelve and ten of the days after.
    assert running_seat(match).due_at == utc("2026-12-02T18:00")

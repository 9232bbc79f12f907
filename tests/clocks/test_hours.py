"""Every expected instant is worked out by hand from the zone's published changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Hours, awake_between, deadline

NIGHT = (time(23), time(7))
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_without_rest_a_clock_runs_day_and_night():
    assert deadline(utc("2026-12-04T20:00"), 3 * DAY) == utc("2026-12-07T20:00")


def test_the_clock_stands_while_its_player_sleeps():
    hours = Hours(ZoneInfo("Europe/Paris"), NIGHT)
    # 21:00 in Paris: two hours until 23:00, then on from 07:00.
    assert deadline(utc("2026-12-01T20:00"), 3 * HOUR, hours) == utc("2026-12-02T07:00")


def test_a_clock_that_starts_in_the_night_waits_for_the_morning():
    hours = Hours(ZoneInfo("Europe/Paris"), NIGHT)
    assert deadline(utc("2026-12-02T01:00"), 1 * HOUR, hours) == utc("2026-12-02T07:00")


def test_sleep_within_a_day_is_an_afternoon_nap():
    hours = Hours(ZoneInfo("UTC"), (time(13), time(15)))
    assert deadline(utc("2026-12-02T12:00"), 2 * HOUR, hours) == utc("2026-12-02T16:00")


def test_time_that_ends_at_bedtime_ends_there_and_not_in_the_morning():
    hours = Hours(ZoneInfo("UTC"), NIGHT)
    assert deadline(utc("2026-12-02T22:00"), 1 * HOUR, hours) == utc("2026-12-02T23:00")


def test_a_weekend_off_is_the_local_saturday_and_sunday():
    hours = Hours(ZoneInfo("America/New_York"), weekend_off=True)
    # Friday 23:00 in New York; an hour is left of the day, and Monday begins at 05:00 UTC.
    assert deadline(utc("2026-12-05T04:00"), 2 * HOUR, hours) == utc("2026-12-07T06:00")


def test_days_of_a_vacation_count_nothing_both_ends_included():
    hours = Hours(ZoneInfo("UTC"), days_off=((date(2026, 12, 24), date(2026, 12, 26)),))
    assert deadline(utc("2026-12-23T12:00"), 1 * DAY, hours) == utc("2026-12-27T12:00")


@pytest.mark.parametrize(
    ("zone", "start", "left", "end"),
    [
        # Spring: the night of 29 March 2026 has an hour less in Paris (01:00 UTC).
        ("Europe/Paris", "2026-03-28T21:00", 2, "2026-03-29T06:00"),
        # Autumn: the night to 25 October 2026 has an hour more.
        ("Europe/Paris", "2026-10-24T20:00", 2, "2026-10-25T07:00"),
        # New York springs forward on 8 March 2026: 07:00 is 12:00 UTC before, 11:00 after.
        ("America/New_York", "2026-03-08T03:00", 2, "2026-03-08T12:00"),
        # And falls back on 1 November 2026.
        ("America/New_York", "2026-11-01T02:00", 2, "2026-11-01T13:00"),
        # Lord Howe moves by half an hour: to +10:30 on 5 April 2026, to +11 on 4 October 2026.
        ("Australia/Lord_Howe", "2026-04-04T11:00", 2, "2026-04-04T21:30"),
        ("Australia/Lord_Howe", "2026-10-03T11:30", 2, "2026-10-03T21:00"),
    ],
)
def test_both_changes_of_the_clocks_move_the_morning(zone, start, left, end):
    hours = Hours(ZoneInfo(zone), NIGHT)
    assert deadline(utc(start), left * HOUR, hours) == utc(end)


def test_waking_in_a_skipped_hour_is_read_by_the_offset_before_it():
    # 02:30 does not exist in Paris on 29 March 2026; by +01:00 it is 01:30 UTC.
    hours = Hours(ZoneInfo("Europe/Paris"), (time(22), time(2, 30)))
    assert deadline(utc("2026-03-28T22:00"), 1 * HOUR, hours) == utc("2026-03-29T02:30")


def test_bedtime_in_a_repeated_hour_is_its_first_occurrence():
    # 02:30 comes twice in Paris on 25 October 2026, first at 00:30 UTC.
    hours = Hours(ZoneInfo("Europe/Paris"), (time(2, 30), time(8)))
    assert deadline(utc("2026-10-25T00:00"), 1 * HOUR, hours) == utc("2026-10-25T07:30")


ZONES = ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
instants = st.timedeltas(timedelta(0), 730 * DAY).map(lambda since: utc("2026-01-01") + since)
hours_of_rest = st.builds(
    Hours,
    st.sampled_from(ZONES).map(ZoneInfo),
    st.one_of(st.none(), st.tuples(st.integers(20, 23), st.integers(0, 8))).map(
        lambda pair: pair and (time(pair[0]), time(pair[1], 30))
    ),
    st.booleans(),
    st.lists(
        st.dates(date(2026, 1, 1), date(2027, 12, 31)).map(lambda d: (d, d + 6 * DAY)), max_size=3
    ).map(tuple),
)


@given(instants, st.timedeltas(timedelta(seconds=1), timedelta(days=30)), hours_of_rest)
def test_what_is_used_until_the_deadline_is_what_was_left(start, left, hours):
    end = deadline(start, left, hours)
    assert end >= start + left
    assert awake_between(start, end, hours) == left


@given(instants, st.timedeltas(timedelta(0), timedelta(days=30)), st.floats(0, 1), hours_of_rest)
def test_a_pause_keeps_the_time_that_was_left(start, left, part, hours):
    end = deadline(start, left, hours)
    middle = start + (end - start) * part
    rest = left - awake_between(start, middle, hours)
    assert deadline(middle, rest, hours) == end or rest == timedelta()

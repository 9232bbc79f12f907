"""Every expected instant is worked out by hand from the zone's published changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leaderboards.days import local_day, occurrences, span, week_start

DAY, INSTANT = timedelta(days=1), timedelta.resolution
ZONES = (
    *("America/Bogota", "Pacific/Tongatapu", "Europe/Paris", "America/New_York"),
    *("Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "America/St_Johns"),
    *("America/Havana", "America/Toronto", "Asia/Kathmandu", "UTC"),
)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def day(text: str) -> date:
    return date.fromisoformat(text)


@pytest.mark.parametrize(
    ("zone", "first", "last", "start", "end"),
    [
        # Five hours behind, thirteen ahead: a season of one January.
        ("America/Bogota", "2026-01-01", "2026-01-31", "2026-01-01T05:00", "2026-02-01T05:00"),
        ("Pacific/Tongatapu", "2026-01-01", "2026-01-31", "2025-12-31T11:00", "2026-01-31T11:00"),
        # 23 and 25 hours, 23½ and 24½.
        ("Europe/Paris", "2026-03-29", "2026-03-29", "2026-03-28T23:00", "2026-03-29T22:00"),
        ("America/New_York", "2026-11-01", "2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"),
        ("Australia/Lord_Howe", "2026-10-04", "2026-10-04", "2026-10-03T13:30", "2026-10-04T13:00"),
        ("Australia/Lord_Howe", "2026-04-05", "2026-04-05", "2026-04-04T13:00", "2026-04-05T13:30"),
        # Samoa went from 29 December on to the 31st: no moment was on the 30th.
        ("Pacific/Apia", "2011-12-29", "2011-12-29", "2011-12-29T10:00", "2011-12-30T10:00"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30", "2011-12-30T10:00", "2011-12-30T10:00"),
        ("Pacific/Apia", "2011-12-31", "2011-12-31", "2011-12-30T10:00", "2011-12-31T10:00"),
        # No midnight: the day began at 01:00, and at 00:30.
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04", "2018-11-04T03:00", "2018-11-05T02:00"),
        ("America/Toronto", "1919-03-31", "1919-03-31", "1919-03-31T04:30", "1919-04-01T04:00"),
        # Midnight twice: the hour from it on, and some minutes on both of its sides.
        ("America/Havana", "2026-11-01", "2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"),
        ("America/St_Johns", "2010-11-06", "2010-11-06", "2010-11-06T02:30", "2010-11-07T03:30"),
    ],
)
def test_local_days_are_a_span_in_utc(zone: str, first: str, last: str, start: str, end: str):
    assert span(day(first), day(last), zone) == (utc(start), utc(end))


@pytest.mark.parametrize(
    ("zone", "moment", "expected"),
    [
        ("America/Bogota", "2026-02-01T04:59", "2026-01-31"),
        ("America/Bogota", "2026-02-01T05:00", "2026-02-01"),
        ("Pacific/Tongatapu", "2026-01-31T10:59", "2026-01-31"),
        ("Pacific/Tongatapu", "2026-01-31T11:00", "2026-02-01"),
        ("Pacific/Apia", "2011-12-30T09:59", "2011-12-29"),
        ("Pacific/Apia", "2011-12-30T10:00", "2011-12-31"),
        # 00:00:30, a minute before clocks showed 23:01 of the day before.
        ("America/St_Johns", "2010-11-07T02:30:30", "2010-11-06"),
    ],
)
def test_a_moment_is_on_one_local_day(zone: str, moment: str, expected: str):
    assert local_day(utc(moment), zone) == day(expected)


def test_a_season_of_no_day_and_a_moment_of_no_zone_are_refused():
    with pytest.raises(ValueError, match="before the first"):
        span(day("2026-02-01"), day("2026-01-31"), "UTC")
    with pytest.raises(ValueError, match="without a zone"):
        local_day(datetime(2026, 1, 1), "UTC")  # noqa: DTZ001
    with pytest.raises(ZoneInfoNotFoundError):
        span(day("2026-01-01"), day("2026-01-31"), "Europe/Atlantis")


def test_a_week_begins_with_the_local_monday():
    # In New York clocks change on Sunday 8 March: the Monday after begins an hour earlier.
    assert week_start(utc("2026-03-09T03:59"), "America/New_York") == utc("2026-03-02T05:00")
    assert week_start(utc("2026-03-09T04:00"), "America/New_York") == utc("2026-03-09T04:00")
    assert week_start(utc("2026-03-15T23:00"), "Pacific/Tongatapu") == utc("2026-03-15T11:00")


@pytest.mark.parametrize(
    ("zone", "first", "at", "every", "count", "expected"),
    [
        # 02:30 does not exist on the 29th, and begins with summer time, at 03:00.
        (
            *("Europe/Paris", "2026-03-22", "02:30", "week", 3),
            ["2026-03-22T01:30", "2026-03-29T01:00", "2026-04-05T00:30"],
        ),
        # 01:30 comes twice on 1 November: the first time.
        (
            *("America/New_York", "2026-10-18", "01:30", "fortnight", 3),
            ["2026-10-18T05:30", "2026-11-01T05:30", "2026-11-15T06:30"],
        ),
        # 02:15 on Lord Howe is skipped until 02:30.
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "week", 1, ["2026-10-03T15:30"]),
        # The Friday that Samoa skipped.
        ("Pacific/Apia", "2011-12-30", "19:00", "week", 1, ["2011-12-30T10:00"]),
        # Second Thursdays over the end of a year.
        (
            *("UTC", "2026-11-12", "19:30", "month", 3),
            ["2026-11-12T19:30", "2026-12-10T19:30", "2027-01-14T19:30"],
        ),
        # A fifth Friday stands for the last one, a fourth for itself.
        (
            *("UTC", "2026-01-30", "20:00", "month", 5),
            [f"2026-{one}T20:00" for one in ("01-30", "02-27", "03-27", "04-24", "05-29")],
        ),
        (
            *("UTC", "2026-01-23", "20:00", "month", 5),
            [f"2026-{one}T20:00" for one in ("01-23", "02-27", "03-27", "04-24", "05-22")],
        ),
    ],
)
def test_what_recurs_keeps_its_local_time(zone, first, at, every, count, expected):
    found = occurrences(day(first), time.fromisoformat(at), zone, every, count=count)
    assert found == tuple(utc(one) for one in expected)


def test_what_recurs_ends_with_its_last_day_or_its_number():
    def evenings(**end):
        return len(occurrences(day("2026-01-01"), time(23, 30), "America/Bogota", "week", **end))

    assert evenings(until=day("2026-01-29")) == 5
    assert evenings(until=day("2026-01-28")) == 4
    assert evenings(until=day("2026-01-28"), count=2) == 2
    assert evenings(until=day("2025-12-31")) == 0
    with pytest.raises(ValueError, match="some day"):
        evenings()
    with pytest.raises(ValueError, match="the zone"):
        occurrences(day("2026-01-01"), time(20, tzinfo=UTC), "UTC", "week", count=1)


zones = st.sampled_from(ZONES)
# With its odd days, and the moments about them.
days = st.dates(date(1915, 1, 1), date(2040, 1, 1)) | st.sampled_from(
    [day(one) for one in ("2011-12-30", "2010-11-07", "2018-11-04", "1919-03-31", "2026-10-04")]
)


@given(zones, days, st.integers(0, 3), st.integers(-30 * 3600, 60 * 3600))
def test_a_moment_is_in_a_span_if_its_day_is(zone, first, more, seconds):
    start, end = span(first, first + more * DAY, zone)
    moment = start + timedelta(seconds=seconds)
    assert (start <= moment < end) == (first <= local_day(moment, zone) <= first + more * DAY)
    assert span(first + (more + 1) * DAY, first + (more + 1) * DAY, zone)[0] == end


@given(zones, days, st.times())
def test_what_happens_once_is_at_its_time_or_just_after_a_gap(zone, first, at):
    at = at.replace(tzinfo=None)
    (moment,) = occurrences(first, at, zone, "week", count=1)
    shown = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    before = (moment - INSTANT).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    wanted = datetime.combine(first, at)
    assert shown == wanted or before < wanted < shown

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clocks import Clock, ClockError

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def test_three_days_a_turn_are_three_days_whatever_was_used():
    clock = Clock.parse("3d")
    assert clock.after_turn(3 * DAY, 1 * HOUR) == 3 * DAY
    assert clock.after_turn(3 * DAY, 3 * DAY) == 3 * DAY


def test_a_bank_grows_by_the_increment_and_never_over_the_cap():
    clock = Clock.parse("5d+12h<7d")
    assert clock.after_turn(5 * DAY, 1 * DAY) == 4 * DAY + 12 * HOUR
    assert clock.after_turn(7 * DAY, 1 * HOUR) == 7 * DAY


def test_a_seat_that_ran_out_has_the_increment_for_its_next_turn():
    assert Clock.parse("5d+12h<7d").after_turn(2 * HOUR, 9 * HOUR) == 12 * HOUR


@pytest.mark.parametrize("text", ["3d", "5d+12h<7d", "live 45s", "live 2m+10s<5m", "1d12h+6h<2d"])
def test_a_clock_reads_its_own_text(text):
    assert Clock.parse(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "3 days",
        "d",
        "-3d",
        "3d+",
        "3d+1h",
        "3d<4d",
        "live",
        "LIVE 30s",
        "3.5d",
        "٣d",
    ],
)
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(ClockError):
        Clock.parse(text)


@pytest.mark.parametrize(
    "text", ["59m", "61d", "live 9s", "live 61m", "5d+0s<7d", "5d+12h<4d", "1d+2d<1d", "live 3d"]
)
def test_times_out_of_range_are_refused(text):
    with pytest.raises(ClockError):
        Clock.parse(text)

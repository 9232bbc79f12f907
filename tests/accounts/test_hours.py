"""Hours of rest and vacations: what may be set when, and who is told."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts import closing, hours, merging
from accounts.models import Preferences, User, Vacation
from accounts.zones import is_offered, zone_named, zones_by_region
from tests.clock import NOW

pytestmark = pytest.mark.django_db

NIGHT = (time(23), time(7))
DAY = timedelta(days=1)


@pytest.fixture
def told(monkeypatch):
    changes: list[hours.Change] = []
    monkeypatch.setattr(hours, "_hooks", [changes.append])
    return changes


def set_hours(user, zone="Europe/Paris", sleep=NIGHT, *, weekend_off=False, now=NOW):
    hours.set_hours(user, time_zone=zone, sleep=sleep, weekend_off=weekend_off, now=now)


def announce(user, first, last, now=NOW):
    return hours.announce_vacation(
        user, date.fromisoformat(first), date.fromisoformat(last), now=now
    )


def refused(call, *arguments, **named):
    with pytest.raises(hours.HoursRefused) as caught:
        call(*arguments, **named)
    return caught.value.code


def test_zones_stand_under_their_regions():
    regions = dict(zones_by_region())
    assert "Australia/Lord_Howe" in regions["Australia"]
    assert is_offered("UTC")
    assert is_offered("America/Argentina/Buenos_Aires")
    assert not is_offered("Mars/Olympus")
    assert not is_offered("../etc/passwd")
    assert zone_named("Mars/Olympus").key == "UTC"


def test_whoever_set_nothing_has_no_rest(anna):
    assert hours.rest_of(anna) == hours.Rest("UTC", None, False, ())


def test_hours_are_kept_and_told(anna, told):
    set_hours(anna, weekend_off=True)
    after = hours.Rest("Europe/Paris", NIGHT, True, ())
    assert hours.rest_of(anna) == after
    assert told == [hours.Change(anna, hours.Rest(), after, NOW)]


def test_the_first_setting_is_free_and_the_next_comes_a_day_later(anna, told):
    set_hours(anna)
    almost = NOW + DAY - timedelta(seconds=1)
    assert hours.next_change_at(anna, almost) == NOW + DAY
    assert refused(set_hours, anna, "Asia/Tokyo", now=almost) == "too_soon"
    set_hours(anna, "Asia/Tokyo", now=NOW + DAY)
    assert hours.rest_of(anna).time_zone == "Asia/Tokyo"
    assert len(told) == 2


def test_the_same_hours_again_are_no_change(anna, told):
    set_hours(anna)
    set_hours(anna, now=NOW + timedelta(hours=1))
    assert len(told) == 1
    assert hours.next_change_at(anna, NOW + DAY) is None


@pytest.mark.parametrize(
    ("sleep", "code"),
    [
        ((time(20), time(8, 1)), "sleeps_long"),
        ((time(7), time(7)), "no_sleep"),
        ((time(7), time(6, 59)), "sleeps_long"),
    ],
)
def test_nobody_sleeps_longer_than_twelve_hours(anna, sleep, code):
    assert refused(set_hours, anna, sleep=sleep) == code
    set_hours(anna, sleep=(time(20), time(8)))


def test_a_zone_that_does_not_exist_is_refused(anna):
    assert refused(set_hours, anna, "Mars/Olympus") == "no_zone"


def test_a_vacation_is_kept_and_told(anna, told):
    announce(anna, "2026-12-24", "2026-12-26")
    assert told[0].announced == (date(2026, 12, 24), date(2026, 12, 26))
    assert told[0].after.vacations == (told[0].announced,)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2026-11-29", "2026-12-01", "day_past"),
        ("2026-12-05", "2026-12-04", "days_in_order"),
        ("2026-12-26", "2026-12-28", "days_twice"),
        ("2026-12-22", "2026-12-24", "days_twice"),
        ("2026-12-01", "2026-12-23", None),
        ("2027-02-01", "2027-03-03", "no_days_left"),
        ("2027-02-01", "2027-03-02", None),
        ("2028-01-01", "2028-01-02", "too_far"),
    ],
)
def test_which_days_may_be_taken(anna, first, last, code):
    announce(anna, "2026-12-24", "2026-12-26")
    if code is None:
        announce(anna, first, last)
    else:
        assert refused(announce, anna, first, last) == code
    assert Vacation.objects.count() == 1 + (code is None)


def test_each_calendar_year_has_its_own_thirty_days(anna):
    announce(anna, "2026-12-02", "2027-01-10")
    vacations = hours.rest_of(anna).vacations
    assert (hours.days_left(vacations, 2026), hours.days_left(vacations, 2027)) == (0, 20)
    assert refused(announce, anna, "2026-12-01", "2026-12-01") == "no_days_left"
    announce(anna, "2027-02-01", "2027-02-20")
    assert refused(announce, anna, "2027-03-01", "2027-03-01") == "no_days_left"


def test_a_vacation_may_begin_on_the_day_it_is_where_one_lives(anna):
    late = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)
    set_hours(anna, "America/New_York")
    assert hours.today_of(anna, late) == date(2026, 11, 30)
    announce(anna, "2026-11-30", "2026-11-30", now=late)


def test_what_has_not_begun_is_called_off_and_gives_its_days_back(anna, told):
    vacation = announce(anna, "2026-12-24", "2026-12-26")
    hours.cancel_vacation(anna, vacation.pk, now=NOW)
    assert not Vacation.objects.exists()
    assert told[-1].announced is None
    assert told[-1].after.vacations == ()


def test_what_is_left_of_a_running_one_is_given_back_from_tomorrow(anna):
    vacation = announce(anna, "2026-11-30", "2026-12-09")
    hours.cancel_vacation(anna, vacation.pk, now=NOW + 2 * DAY)
    assert hours.rest_of(anna).vacations == ((date(2026, 11, 30), date(2026, 12, 2)),)
    assert hours.days_left(hours.rest_of(anna).vacations, 2026) == 27
    later = NOW + 2 * DAY
    assert refused(hours.cancel_vacation, anna, vacation.pk, now=later) == "vacation_over"


def test_nobody_calls_off_anothers_vacation(anna, bruno):
    vacation = announce(anna, "2026-12-24", "2026-12-26")
    assert refused(hours.cancel_vacation, bruno, vacation.pk, now=NOW) == "vacation_over"


def test_what_a_hook_raises_cancels_the_change(anna, monkeypatch):
    def fail(change):
        raise RuntimeError

    monkeypatch.setattr(hours, "_hooks", [fail])
    with pytest.raises(RuntimeError):
        announce(anna, "2026-12-24", "2026-12-26")
    assert not Vacation.objects.exists()


def test_a_guests_hours_and_days_go_to_the_account(anna, told):
    guest = User.objects.create_guest()
    set_hours(guest)
    announce(guest, "2026-12-24", "2026-12-26")
    announce(guest, "2027-01-02", "2027-01-03")
    announce(anna, "2026-12-26", "2026-12-27")
    merging.merge(guest, anna)
    rest = hours.rest_of(anna)
    assert (rest.time_zone, rest.sleep) == ("Europe/Paris", NIGHT)
    assert rest.vacations == (
        (date(2026, 12, 26), date(2026, 12, 27)),
        (date(2027, 1, 2), date(2027, 1, 3)),
    )
    assert {change.user for change in told[-2:]} == {anna, guest}
    assert not Preferences.objects.filter(user=guest).exists()


def test_an_account_keeps_its_own_hours(anna):
    guest = User.objects.create_guest()
    set_hours(guest)
    set_hours(anna, "Asia/Tokyo")
    merging.merge(guest, anna)
    assert hours.rest_of(anna).time_zone == "Asia/Tokyo"


def test_guests_bring_no_more_vacation_than_an_account_may_take(anna):
    for first, last in (("2026-12-01", "2026-12-20"), ("2027-01-01", "2027-01-30")):
        guest = User.objects.create_guest()
        announce(guest, first, last)
        merging.merge(guest, anna)
        assert hours.rest_of(guest) == hours.Rest()
    too_much = User.objects.create_guest()
    enough = User.objects.create_guest()
    announce(too_much, "2027-02-01", "2027-02-10")
    announce(enough, "2026-12-22", "2026-12-31")
    merging.merge(too_much, anna)
    merging.merge(enough, anna)
    vacations = hours.rest_of(anna).vacations
    assert (hours.days_left(vacations, 2026), hours.days_left(vacations, 2027)) == (0, 0)


def test_a_closed_account_keeps_no_hours(anna):
    set_hours(anna)
    announce(anna, "2026-12-24", "2026-12-26")
    closing.close(anna)
    assert not Preferences.objects.exists()
    assert not Vacation.objects.exists()


def test_the_page_sets_hours_and_says_when_they_can_be_changed_again(client, anna):
    client.force_login(anna)
    sent = {"time_zone": "Australia/Lord_Howe", "sleep_from": "23:00", "sleep_until": "07:00"}
    answer = client.post("/accounts/hours/", sent, follow=True)
    assert "Your clocks run by these hours now." in answer.text
    assert "the next change is possible at" in answer.text
    assert hours.rest_of(anna).sleep == NIGHT
    answer = client.post("/accounts/hours/", {**sent, "time_zone": "UTC"})
    assert answer.status_code == 409
    assert "once in 24 hours" in answer.text


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"time_zone": "Mars/Olympus"}, "There is no such time zone."),
        ({"time_zone": "UTC", "sleep_from": "22:00"}, "Give both times, or neither."),
        ({"time_zone": "UTC", "sleep_from": "22:00", "sleep_until": "x"}, "Enter a valid time."),
        (
            {"time_zone": "UTC", "sleep_from": "10:00", "sleep_until": "23:00"},
            "Sleep lasts 12 hours at most.",
        ),
    ],
)
def test_the_page_says_what_is_wrong(client, anna, sent, sentence):
    client.force_login(anna)
    answer = client.post("/accounts/hours/", sent)
    assert answer.status_code in (409, 422)
    assert sentence in answer.text
    assert hours.rest_of(anna) == hours.Rest()


def test_vacations_are_announced_and_called_off_on_the_page(client, anna):
    client.force_login(anna)
    year = datetime.now(UTC).year + 1
    days = {"first_day": f"{year}-03-01", "last_day": f"{year}-03-10"}
    answer = client.post("/accounts/vacations/", days, follow=True)
    assert f"20 days left in {year}" in answer.text
    assert client.post("/accounts/vacations/", days).status_code == 409
    assert client.post("/accounts/vacations/", {"first_day": "x"}).status_code == 422
    vacation = Vacation.objects.get()
    answer = client.post(f"/accounts/vacations/{vacation.pk}/cancel", follow=True)
    assert f"30 days left in {year}" in answer.text
    answer = client.post(f"/accounts/vacations/{vacation.pk}/cancel", follow=True)
    assert "Nothing is left of this vacation." in answer.text


def test_strangers_log_in_first(client):
    for address in ("/accounts/hours/", "/accounts/vacations/", "/accounts/vacations/1/cancel"):
        assert client.post(address).headers["Location"].startswith("/accounts/login/")


def test_the_settings_lead_to_the_hours(client, guest):
    assert "/accounts/hours/" in client.get("/accounts/settings/").text
    assert client.get("/accounts/hours/").status_code == 200

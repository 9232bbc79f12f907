"""Hours of rest: where a person lives, when they sleep, weekends off and days of vacation.

An app whose clocks run by them registers a hook once, from its AppConfig.ready():

    hours.register(plan_clocks_anew)

The hook gets the ``Change``, inside the transaction that makes it. What it raises cancels it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Preferences, User, Vacation
from accounts.zones import is_offered, zone_named

ASLEEP_MAX = timedelta(hours=12)
CHANGE_EVERY = timedelta(hours=24)
VACATION_DAYS_A_YEAR = 30

_DAY = timedelta(days=1)
_HOURS = ("time_zone", "sleep_from", "sleep_until", "weekend_off", "hours_changed_at")

Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class Rest:
    """A person's hours as they stand: asleep from one local time until another, days off.

    ``vacations`` are first and last days, both included, in the time zone of this name.
    """

    time_zone: str = "UTC"
    sleep: tuple[time, time] | None = None
    weekend_off: bool = False
    vacations: tuple[Days, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What a person's rest was and is from ``at`` on; ``announced`` is a new vacation."""

    user: User
    before: Rest
    after: Rest
    at: datetime
    announced: Days | None = None


Hook = Callable[[Change], None]

_hooks: list[Hook] = []


class HoursRefused(Exception):
    """Hours or a vacation that can't be: a stable ``code``, and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(code)


def register(hook: Hook) -> Hook:
    """Call the hook at every change of anybody's rest. Returns it, to serve as a decorator."""
    if hook not in _hooks:
        _hooks.append(hook)
    return hook


def rest_of(user: User) -> Rest:
    """A person's hours; the defaults where nothing was ever set."""
    return _rest(Preferences.objects.filter(user=user).first(), user)


def rests_of(user_ids: Iterable[int]) -> dict[int, Rest]:
    """The hours of each of these people who has set any, in two queries."""
    ids = list(user_ids)
    days_off: dict[int, list[Days]] = {}
    for vacation in Vacation.objects.filter(user_id__in=ids):
        days = (vacation.first_day, vacation.last_day)
        days_off.setdefault(vacation.user_id, []).append(days)
    kept = {row.user_id: row for row in Preferences.objects.filter(user_id__in=ids)}
    return {
        user_id: _rest_with(kept.get(user_id), tuple(days_off.get(user_id, ())))
        for user_id in kept.keys() | days_off.keys()
    }


def today_of(user: User, now: datetime) -> date:
    """What day it is where the person lives."""
    return now.astimezone(zone_named(rest_of(user).time_zone)).date()


def next_change_at(user: User, now: datetime) -> datetime | None:
    """When the hours may be changed again; None if they may be now."""
    changed = Preferences.objects.filter(user=user).values_list("hours_changed_at", flat=True)
    last = changed.first()
    if last is None or now - last >= CHANGE_EVERY:
        return None
    return last + CHANGE_EVERY


def set_hours(
    user: User,
    *,
    time_zone: str,
    sleep: tuple[time, time] | None,
    weekend_off: bool,
    now: datetime,
) -> None:
    """Set zone, sleep and weekend, once in 24 hours; the first time is free.

    What is set already changes nothing and counts for nothing. Raises ``HoursRefused``.
    """
    if not is_offered(time_zone):
        raise HoursRefused("no_zone", _("There is no such time zone."))
    if sleep is not None:
        _check_sleep(*sleep)
    with transaction.atomic():
        kept = _locked(user)
        before = _rest(kept, user)
        after = Rest(time_zone, sleep, weekend_off, before.vacations)
        if after == before:
            return
        if next_change_at(user, now) is not None:
            raise HoursRefused("too_soon", _("Your hours can be changed once in 24 hours."))
        kept.time_zone, kept.weekend_off, kept.hours_changed_at = time_zone, weekend_off, now
        kept.sleep_from, kept.sleep_until = sleep or (None, None)
        kept.save(update_fields=_HOURS)
        _tell(Change(user, before, after, now))


def announce_vacation(user: User, first_day: date, last_day: date, *, now: datetime) -> Vacation:
    """Take days off, both ends included, in the person's own time zone.

    Raises ``HoursRefused``: days in the past, too far off, out of order, twice, or more than are
    left of a calendar year.
    """
    with transaction.atomic():
        kept = _locked(user)
        before = _rest(kept, user)
        _check_days(before, first_day, last_day, now)
        vacation = Vacation.objects.create(
            user=user, first_day=first_day, last_day=last_day, announced_at=now
        )
        announced = (first_day, last_day)
        _tell(Change(user, before, _rest(kept, user), now, announced))
    return vacation


def cancel_vacation(user: User, vacation_id: int, *, now: datetime) -> None:
    """Call off a vacation that has not begun, or what is left of it from tomorrow on.

    Raises ``HoursRefused`` where nothing is left of it.
    """
    with transaction.atomic():
        kept = _locked(user)
        before = _rest(kept, user)
        today = now.astimezone(zone_named(kept.time_zone)).date()
        vacation = Vacation.objects.filter(user=user, pk=vacation_id, last_day__gt=today).first()
        if vacation is None:
            raise HoursRefused("vacation_over", _("Nothing is left of this vacation."))
        if vacation.first_day > today:
            vacation.delete()
        else:
            vacation.last_day = today
            vacation.save(update_fields=["last_day"])
        _tell(Change(user, before, _rest(kept, user), now))


def hand_over(guest: User, user: User, *, now: datetime) -> None:
    """Give a guest's vacations to the account, and its hours if the account has never set any.

    Vacations that overlap the account's own, or are more than its allowance, are not taken over.
    """
    with transaction.atomic():
        # In one order, for two people who log in at once.
        rows = {person.pk: _locked(person) for person in sorted((guest, user), key=lambda p: p.pk)}
        theirs, kept = rows[guest.pk], rows[user.pk]
        was, before = _rest(theirs, guest), _rest(kept, user)
        if kept.hours_changed_at is None and theirs.hours_changed_at is not None:
            for name in _HOURS:
                setattr(kept, name, getattr(theirs, name))
            kept.save(update_fields=_HOURS)
        taken = before.vacations
        for vacation in Vacation.objects.filter(user=guest):
            days = (vacation.first_day, vacation.last_day)
            if _overlapping(taken, days) is None and _year_without_room(taken, days) is None:
                taken = (*taken, days)
                vacation.user = user
                vacation.save(update_fields=["user"])
        after = _rest(kept, user)
        if after != before:
            _tell(Change(user, before, after, now))
        if after != was:
            _tell(Change(guest, was, after, now))


def forget_all(user: User) -> None:
    """Throw away what was set and announced, when an account is closed or a guest retired."""
    Preferences.objects.filter(user=user).delete()
    Vacation.objects.filter(user=user).delete()


def days_left(vacations: tuple[Days, ...], year: int) -> int:
    """How many days of a calendar year's allowance are not taken.

    >>> days_left(((date(2026, 12, 30), date(2027, 1, 2)),), 2026)
    28
    """
    return VACATION_DAYS_A_YEAR - sum(_days_in(year, days) for days in vacations)


def _check_sleep(asleep: time, awake: time) -> None:
    minutes = (awake.hour - asleep.hour) * 60 + awake.minute - asleep.minute
    length = timedelta(minutes=minutes % (24 * 60))
    if not length:
        raise HoursRefused("no_sleep", _("Sleep ends at another time than it begins."))
    if length > ASLEEP_MAX:
        raise HoursRefused("sleeps_long", _("Sleep lasts 12 hours at most."))


def _check_days(rest: Rest, first_day: date, last_day: date, now: datetime) -> None:
    today = now.astimezone(zone_named(rest.time_zone)).date()
    if last_day < first_day:
        raise HoursRefused("days_in_order", _("The last day comes before the first."))
    if first_day < today:
        raise HoursRefused("day_past", _("A vacation can't begin in the past."))
    if last_day.year > today.year + 1:
        raise HoursRefused("too_far", _("Announce vacations up to the end of next year."))
    if away := _overlapping(rest.vacations, (first_day, last_day)):
        days = {"first": date_format(away[0]), "last": date_format(away[1])}
        words = _("You are away from %(first)s to %(last)s already.") % days
        raise HoursRefused("days_twice", words)
    if year := _year_without_room(rest.vacations, (first_day, last_day)):
        left = days_left(rest.vacations, year)
        words = ngettext(
            "You have %(left)d day of vacation left in %(year)s.",
            "You have %(left)d days of vacation left in %(year)s.",
            left,
        )
        raise HoursRefused("no_days_left", words % {"left": left, "year": year})


def _overlapping(vacations: tuple[Days, ...], days: Days) -> Days | None:
    """The first of the vacations that shares a day with ``days``."""
    return next((v for v in vacations if v[0] <= days[1] and days[0] <= v[1]), None)


def _year_without_room(vacations: tuple[Days, ...], days: Days) -> int | None:
    """The first calendar year of whose allowance less is left than ``days`` take."""
    years = range(days[0].year, days[1].year + 1)
    return next((year for year in years if _days_in(year, days) > days_left(vacations, year)), None)


def _days_in(year: int, days: Days) -> int:
    first, last = max(days[0], date(year, 1, 1)), min(days[1], date(year, 12, 31))
    return max((last - first) // _DAY + 1, 0)


def _locked(user: User) -> Preferences:
    """The person's row, made at its first need and locked, so that changes come one by one."""
    kept, _made = Preferences.objects.select_for_update().get_or_create(user=user)
    return kept


def _rest(kept: Preferences | None, user: User) -> Rest:
    days = Vacation.objects.filter(user=user).values_list("first_day", "last_day")
    return _rest_with(kept, tuple(days))


def _rest_with(kept: Preferences | None, vacations: tuple[Days, ...]) -> Rest:
    if kept is None:
        return Rest(vacations=vacations)
    sleep = None
    if kept.sleep_from is not None and kept.sleep_until is not None:
        sleep = (kept.sleep_from, kept.sleep_until)
    return Rest(kept.time_zone, sleep, kept.weekend_off, vacations)


def _tell(change: Change) -> None:
    for hook in _hooks:
        hook(change)

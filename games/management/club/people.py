"""The members of a simulated club: where they live, how they keep time, when they look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress

from accounts import hours
from accounts.models import MessageChoice, User
from games.models import Player
from games.services.players import player_of

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Habit:
    """How a member keeps time. ``looks`` is the chance to look in any ten minutes awake."""

    name: str
    looks: float
    gone: tuple[int, int] | None = None
    sleeps: bool = True
    weekend_off: bool = False
    vacation: tuple[int, int] | None = None
    your_turn: str = MessageChoice.Timing.AFTER_QUIET


HABITS = (
    Habit("prompt", 0.5),
    Habit("daily", 0.03),
    Habit("slow", 0.012, weekend_off=True),
    Habit("wakeful", 0.2, sleeps=False),
    Habit("travelling", 0.03, vacation=(8, 18)),
    Habit("absent", 0.0),
    Habit("vanishing", 0.3, gone=(6, 10_000)),
    Habit("returning", 0.1, gone=(4, 11)),
    Habit("digested", 0.04, your_turn=MessageChoice.Timing.DAILY),
    Habit("eager", 0.05, your_turn=MessageChoice.Timing.AT_ONCE),
    Habit("silent", 0.05, your_turn=MessageChoice.Timing.OFF),
    Habit("quiet", 0.03, weekend_off=True, vacation=(20, 24)),
)
ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
BEDTIME, MORNING = time(23), time(7)


@dataclass(slots=True)
class Member:
    """One member and their habit."""

    player: Player
    user: User
    habit: Habit
    zone: ZoneInfo
    start: datetime

    def is_there(self, now: datetime) -> bool:
        """Whether the member is awake, at home and not gone."""
        local, day = now.astimezone(self.zone), (now - self.start) // DAY
        if self.habit.gone and self.habit.gone[0] <= day < self.habit.gone[1]:
            return False
        if self.days_off and self.days_off[0] <= local.date() <= self.days_off[1]:
            return False
        if self.habit.weekend_off and local.weekday() >= 5:
            return False
        return not self.habit.sleeps or MORNING <= local.time() < BEDTIME

    def is_on_vacation(self, now: datetime) -> bool:
        """Whether it is a day of the member's vacation."""
        days, today = self.days_off, now.astimezone(self.zone).date()
        return days is not None and days[0] <= today <= days[1]

    def looks(self, now: datetime, rng: Random, tick: timedelta) -> bool:
        """Whether the member looks at the site in the time up to now."""
        never = (1 - self.habit.looks) ** (tick / timedelta(minutes=10))
        return rng.random() >= never and self.is_there(now)

    @property
    def days_off(self) -> tuple[date, date] | None:
        """First and last day of the vacation, both included."""
        if self.habit.vacation is None:
            return None
        first, last = (self.start + n * DAY for n in self.habit.vacation)
        return first.astimezone(self.zone).date(), last.astimezone(self.zone).date()


def make_member(number: int, start: datetime) -> Member:
    """A member with an account, a verified address, hours and choices."""
    habit = HABITS[number % len(HABITS)]
    zone = ZONES[(number + number // len(HABITS)) % len(ZONES)]
    user = User.objects.create_user(f"{habit.name.title()} {number}")
    EmailAddress.objects.create(
        user=user, email=f"member{number}@club.example", verified=True, primary=True
    )
    MessageChoice.objects.create(
        user=user, kind=MessageChoice.Kind.YOUR_TURN, timing=habit.your_turn
    )
    member = Member(player_of(user), user, habit, ZoneInfo(zone), start)
    sleep = (BEDTIME, MORNING) if habit.sleeps else None
    hours.set_hours(user, time_zone=zone, sleep=sleep, weekend_off=habit.weekend_off, now=start)
    return member

"""A club's events: announced, changed, cancelled, and announced again where they recur."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.club_rights import Right
from accounts.clubs.refusals import ClubRefused
from accounts.clubs.texts import clean_line, clean_text
from accounts.models import Club, User
from accounts.zones import zone_named
from games.clocks import Clock, ClockError
from games.engine import codec
from games.leaderboards.days import Every, local_day, occurrences
from games.models import SEATS_MAX, Event, Player, Preset
from games.selectors.event_words import PRIZES
from games.services import club_messages
from games.services.club_record import hold_club, record
from games.services.club_rules import require_table
from games.services.event_places import fill_places, lock_event
from games.services.lobby import MISSED_MAX
from games.services.refusals import Refused

OPEN_MAX = 24
ROUNDS_MAX = 20
PLACES = range(2, 401)
AHEAD_MAX = timedelta(days=731)

_AHEAD_OF: dict[str, timedelta] = {
    Event.Every.WEEK: timedelta(days=8),
    Event.Every.FORTNIGHT: timedelta(days=15),
    Event.Every.MONTH: timedelta(days=63),
}
"""Within how long there is another of a series for certain."""

ALWAYS = frozenset({"title", "about", "closes_at", "every"})
"""What may be changed of an event that runs."""


@dataclass(frozen=True, slots=True)
class EventForm:
    """What an organiser chooses; ``prizes`` are keys of ``event_words.PRIZES``.

    None in ``places`` takes everybody, in ``closes_at`` until the last round is drawn.
    """

    title: str
    preset: Preset
    starts_at: datetime
    about: str = ""
    choices: dict[str, Any] | None = None
    seats: int = 4
    seats_min: int = 2
    rounds: int = 3
    clock: str = ""
    missed_max: int = 2
    same_deals: bool = False
    places: int | None = None
    closes_at: datetime | None = None
    scoring: str = Event.Scoring.STROKES
    prizes: tuple[str, ...] = ()
    every: str = Event.Every.ONCE

    @property
    def columns(self) -> dict[str, Any]:
        """The fields by the names of the columns, in JSON's types."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return found | {"choices": dict(self.choices or {}), "prizes": list(self.prizes)}


def form_of(event: Event, **changes: Any) -> EventForm:
    """What was chosen of an event, with some changes."""
    chosen = {field.name: getattr(event, field.name) for field in fields(EventForm)}
    return EventForm(**chosen | {"prizes": tuple(event.prizes)} | changes)


def draft_of(club: Club, wanted: EventForm, *, now: datetime) -> Event:
    """The event that these choices would make, not written. Raises ``Refused``."""
    event = Event(club=club)
    _set(event, wanted, now)
    return event


def announce_event(club: Club, actor: User, wanted: EventForm, *, now: datetime) -> Event:
    """Announce an event that is to begin by itself at its time. Raises ``Refused``."""
    with transaction.atomic():
        club = hold_club(club, actor, Right.EVENTS)
        if Event.objects.open().filter(club=club).count() >= OPEN_MAX:
            raise Refused("too_many_events")
        event = Event(club=club, created_at=now)
        _set(event, wanted, now)
        event.save()
        record(club, "event_announced", actor, now=now, event=event.title, pk=event.pk)
        club_messages.event_announced(event, actor, now)
        return event


def change_event(event_id: int, actor: User, wanted: EventForm, *, now: datetime) -> Event:
    """Change an event; once it runs, only what ``ALWAYS`` names. Raises ``Refused``."""
    with transaction.atomic():
        event = lock_event(event_id)
        hold_club(event.club, actor, Right.EVENTS)
        _require_open(event)
        columns = wanted.columns
        before = {name: getattr(event, name) for name in columns}
        changed = sorted(name for name in before if before[name] != columns[name])
        if event.state == Event.State.RUNNING and not ALWAYS.issuperset(changed):
            raise Refused("event_runs")
        if changed:
            _set(event, wanted, now)
            event.save()
            fill_places(event, now, actor)
            if "starts_at" in changed:
                playing = Player.objects.filter(
                    entries__event=event,
                    entries__withdrawn_at__isnull=True,
                    entries__is_alternate=False,
                )
                club_messages.plan_start(event, playing, now, is_moved=True)
            told = ", ".join(changed)
            record(event.club, "event_changed", actor, now=now, event=event.title, what=told)
        return event


def cancel_event(event_id: int, actor: User, *, now: datetime) -> None:
    """Call an event off; tables that are being played go on as any others of the club.

    The next of a series is announced all the same. Raises ``Refused``.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        hold_club(event.club, actor, Right.EVENTS)
        _require_open(event)
        record(event.club, "event_cancelled", actor, now=now, event=event.title, pk=event.pk)
        end_event(event, Event.State.CANCELLED, now, actor)


def end_event(event: Event, state: Event.State, now: datetime, actor: User | None = None) -> None:
    """End a locked event, and announce the next of its series."""
    event.state, event.ended_at, event.changed_at = state, now, now
    event.save(update_fields=["state", "ended_at", "changed_at", "is_too_small"])
    if state == Event.State.CANCELLED and not event.club.is_closed:
        club_messages.event_called_off(event, actor, now)
    if event.every and not event.club.is_closed and not Event.objects.filter(follows=event):
        _announce_next(event, now, actor)


def next_start(event: Event, now: datetime) -> datetime | None:
    """When the next of an event's series begins, None where it doesn't recur."""
    if not event.every:
        return None
    zone, after = event.club.time_zone, max(now, event.starts_at)
    until = local_day(after + _AHEAD_OF[event.every], zone)
    every: Every = event.every  # type: ignore[assignment]  # the column's choices
    times = occurrences(event.first_day, event.local_time, zone, every, until=until)
    return next(at for at in times if at > after)


def _require_open(event: Event) -> None:
    if event.state not in (Event.State.ANNOUNCED, Event.State.RUNNING):
        raise Refused("event_over")


def _set(event: Event, wanted: EventForm, now: datetime) -> None:
    was_at = event.starts_at
    for name, value in wanted.columns.items():
        setattr(event, name, value)
    try:
        event.title = clean_line(event.title, Event.TITLE_MAX, is_needed=True)
        event.about = clean_text(event.about, Event.ABOUT_MAX)
    except ClubRefused as refusal:
        raise Refused("bad_event_title") from refusal
    if event.starts_at != was_at:
        if not now < event.starts_at <= now + AHEAD_MAX:
            raise Refused("bad_event_time")
        local = event.starts_at.astimezone(zone_named(event.club.time_zone))
        event.first_day = local_day(event.starts_at, event.club.time_zone)
        event.local_time, event.due_at = local.time(), event.starts_at
    if wanted.closes_at is not None and abs(wanted.closes_at - event.starts_at) > AHEAD_MAX:
        raise Refused("bad_event_time")
    if not _is_in_bounds(wanted):
        raise Refused("bad_event")
    if event.state == Event.State.ANNOUNCED:
        event.clock = _clock(wanted.clock)
        event.ruleset = _ruleset(event, wanted)
    event.changed_at = now


def _is_in_bounds(wanted: EventForm) -> bool:
    return (
        2 <= wanted.seats_min <= wanted.seats <= SEATS_MAX
        and 1 <= wanted.rounds <= ROUNDS_MAX
        and wanted.missed_max in MISSED_MAX
        and (wanted.places is None or wanted.places in PLACES)
        and wanted.scoring in Event.Scoring.values
        and wanted.every in Event.Every.values
        and len(set(wanted.prizes)) == len(wanted.prizes)
        and set(wanted.prizes) <= set(PRIZES)
    )


def _clock(text: str) -> str:
    try:
        return Clock.parse(text).text if text else ""
    except ClockError as error:
        raise Refused("bad_clock") from error


def _ruleset(event: Event, wanted: EventForm) -> Any:
    """What all tables play by, checked for every number of seats that the draw may make."""
    choices = wanted.columns["choices"]
    found = [
        require_table(event.club, wanted.preset, choices, seats, event.clock)
        for seats in range(wanted.seats_min, wanted.seats + 1)
    ]
    return codec.encode_ruleset(found[-1])


def _announce_next(event: Event, now: datetime, actor: User | None) -> None:
    starts_at = next_start(event, now)
    if starts_at is None:
        return
    closes_at = event.closes_at and starts_at + (event.closes_at - event.starts_at)
    copied = {field.name: getattr(event, field.name) for field in fields(EventForm)}
    following = Event(
        **copied | {"starts_at": starts_at, "closes_at": closes_at},
        club=event.club,
        ruleset=event.ruleset,
        first_day=event.first_day,
        local_time=event.local_time,
        follows=event,
        due_at=starts_at,
        created_at=now,
        changed_at=now,
    )
    following.save()
    club_messages.event_announced(following, actor, now)

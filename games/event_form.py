"""The organiser's form of an event: when, how it is entered, tables, the game, scoring, prizes."""

from __future__ import annotations

from copy import copy
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy

from accounts.models import Club
from accounts.zones import place_of, zone_named
from games.forms import FieldGroup, NewTableForm
from games.leaderboards.days import occurrences
from games.models import Event, Preset
from games.selectors.club_rules import terms_of
from games.selectors.event_words import PRIZES, moment_words, prize_words, rules_words
from games.services import events
from games.services.events import EventForm
from games.services.refusals import Refused

_ = gettext_lazy

_LOCAL = "%Y-%m-%dT%H:%M"
_USUAL_SEATS = 4
_ANOTHER = "another"
_NOT_HERE = ("is_listed", "allows_pauses", "allows_spectators", "rules_name")
_FIELD_OF = {
    "bad_event_title": "title",
    "bad_event_time": "starts_at",
    "bad_clock": "clock",
}
_PLAIN = ("title", "about", "seats_min", "rounds", "same_deals", "places", "scoring", "every")


class LocalMoment(forms.CharField):
    """A day and a time by the clocks of a zone; one that they skip is the first after it."""

    def __init__(self, **options: Any) -> None:
        self.zone = "UTC"
        widget = forms.DateTimeInput(format=_LOCAL, attrs={"type": "datetime-local"})
        super().__init__(max_length=32, widget=widget, **options)

    def clean(self, value: Any) -> datetime | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            local = datetime.fromisoformat(text)
            if local.tzinfo is not None:
                raise ValueError(text)
            days = occurrences(local.date(), local.time(), self.zone, "week", count=1)
        except (ValueError, OverflowError):
            sentence = gettext("Write a day and a time, as in 2026-12-03 19:30.")
            raise ValidationError(sentence) from None
        return days[0]


class EventFields(NewTableForm):
    """All that is set of an event; ``event`` is the one to change, none for a new one."""

    def __init__(
        self, club: Club, preset: Preset, data: Any = None, *, event: Event | None = None
    ) -> None:
        super().__init__(
            preset,
            data,
            saved=event.choices if event else None,
            seats=event.seats if event else min(_USUAL_SEATS, preset.seats_max),
            terms=terms_of(club),
        )
        self.club, self.event = club, event
        for name in _NOT_HERE:
            del self.fields[name]
        self.fields["seats"].label = gettext("Most seats at a table")
        self.fields["seats"].help_text = gettext("Tables are as few as can be, and as even.")
        self.fields |= _event_fields(preset)
        place = {"place": place_of(club.time_zone), "zone": club.time_zone}
        for name in ("starts_at", "closes_at"):
            self.fields[name].zone = club.time_zone  # type: ignore[attr-defined]
            self.fields[name].help_text %= place
        if event is not None:
            self.initial.update(_as_set(event))
            if event.clock not in dict(self.fields["clock"].choices):  # type: ignore[attr-defined]
                self.initial.update(clock=_ANOTHER, clock_text=event.clock)
        self.is_running = event is not None and event.state == Event.State.RUNNING
        if self.is_running:
            self.toggles = []
            self.fields = {n: f for n, f in self.fields.items() if n in events.ALWAYS}
        for name, field in self.fields.items():
            described = f"id_{name}_error"
            if field.help_text:
                described = f"id_{name}_helptext {described}"
            field.widget.attrs["aria-describedby"] = described

    def clean(self) -> dict[str, Any]:
        """Refuse what the preset doesn't offer, and tables that can't be drawn."""
        if self.is_running:
            return self.cleaned_data
        given = super().clean()
        low, high = given.get("seats_min"), given.get("seats")
        if low is not None and high is not None and low > high:
            self.add_error("seats_min", gettext("That is more than the most seats at a table."))
        return given

    @property
    def wanted(self) -> EventForm:
        """What is chosen, for the service; of a form that is valid. Raises ``Refused``."""
        given = self.cleaned_data
        if self.event is not None and self.is_running:
            return events.form_of(self.event, **{name: given[name] for name in events.ALWAYS})
        text = given["clock_text"] if given["clock"] == _ANOTHER else given["clock"]
        return EventForm(
            **{name: given[name] for name in _PLAIN},
            preset=self.preset,
            choices=self.choices,
            seats=self.seats,
            clock=text,
            missed_max=given["missed_max"] or 2,
            starts_at=given["starts_at"],
            closes_at=given["closes_at"],
            prizes=tuple(given["prizes"]),
        )

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What these choices come to, sentence by sentence; none where they don't fit."""
        if self.is_bound and not self.is_valid():
            return ()
        if not self.is_bound:
            return () if self.event is None else _told(self.event)
        if self.event is not None and self.is_running:
            draft = copy(self.event)
            for name in events.ALWAYS:
                setattr(draft, name, self.cleaned_data[name])
            return _told(draft)
        try:
            return _told(events.draft_of(self.club, self.wanted, now=timezone.now()))
        except Refused as refusal:
            self.refuse(refusal)
            return ()

    @property
    def toggle_groups(self) -> list[FieldGroup]:
        """The preset's own fields and facts, group by group."""
        own = {toggle.field for toggle in self.toggles}
        found = []
        for group in self.groups:
            fields = tuple(field for field in group.fields if field.name in own)
            if fields or group.facts:
                found.append(FieldGroup(group.key, group.title, fields, group.facts, group.is_open))
        return found

    @property
    def clock_fields(self) -> list[forms.BoundField]:
        """What is set of the clock."""
        names = ("clock", "clock_text", "missed_max")
        return [self[name] for name in names if name in self.fields]

    def refuse(self, refusal: Refused) -> None:
        """Show why a service refused these choices, at the field that is wrong."""
        if refusal.code in _FIELD_OF:
            self.add_error(_FIELD_OF[refusal.code], refusal.message)
        else:
            super().refuse(refusal)


def _event_fields(preset: Preset) -> dict[str, forms.Field]:
    counts = [(n, str(n)) for n in range(preset.seats_min, preset.seats_max + 1)]
    return {
        "title": forms.CharField(
            label=_("Title"),
            max_length=Event.TITLE_MAX,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        ),
        "about": forms.CharField(
            label=_("Description"),
            help_text=_("Where and how one meets, whom to ask, what there is to drink."),
            max_length=Event.ABOUT_MAX,
            required=False,
            widget=forms.Textarea(attrs={"rows": 4}),
        ),
        "starts_at": LocalMoment(
            label=_("Begins"),
            help_text=_(
                "In %(place)s (%(zone)s). The first round is drawn and dealt by itself then."
            ),
        ),
        "closes_at": LocalMoment(
            label=_("Entry closes"),
            help_text=_(
                "In %(place)s (%(zone)s). Empty: one can still come late, until the last round is "
                "drawn."
            ),
            required=False,
        ),
        "every": forms.ChoiceField(
            label=_("Repeats"),
            help_text=_("The next is announced when one is over or called off."),
            choices=Event.Every.choices,
            required=False,
        ),
        "places": forms.IntegerField(
            label=_("Places"),
            help_text=_("Empty takes everybody; else who comes later waits for a place."),
            min_value=events.PLACES.start,
            max_value=events.PLACES.stop - 1,
            required=False,
        ),
        "rounds": forms.IntegerField(
            label=_("Rounds"), min_value=1, max_value=events.ROUNDS_MAX, initial=3
        ),
        "seats_min": forms.TypedChoiceField(
            label=_("Fewest seats at a table"),
            help_text=_("Whoever fits at no table sits the round out."),
            choices=counts,
            coerce=int,
            initial=preset.seats_min,
        ),
        "same_deals": forms.BooleanField(
            label=_("The same cards at every table of a round"),
            help_text=_("Luck of the deal cancels out; nobody sees another table meanwhile."),
            required=False,
        ),
        "scoring": forms.ChoiceField(
            label=_("What ranks"),
            choices=Event.Scoring.choices,
            initial=Event.Scoring.STROKES,
        ),
        "prizes": forms.MultipleChoiceField(
            label=_("Prizes"),
            help_text=_("Worked out by their rules when the event is over; equals share."),
            choices=[(key, title) for key, (title, _rule) in PRIZES.items()],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        ),
    }


def _as_set(event: Event) -> dict[str, Any]:
    zone = zone_named(event.club.time_zone)
    known = {name: getattr(event, name) for name in (*_PLAIN, "prizes", "missed_max")}
    closes_at = event.closes_at.astimezone(zone).strftime(_LOCAL) if event.closes_at else ""
    return known | {
        "starts_at": event.starts_at.astimezone(zone).strftime(_LOCAL),
        "closes_at": closes_at,
        "clock": event.clock,
    }


def _told(event: Event) -> tuple[str, ...]:
    when = moment_words(event.starts_at, event.club.time_zone)
    prizes = (f"{title}: {rule}." for title, rule in prize_words(event))
    return (gettext("It begins on %(when)s.") % {"when": when}, *rules_words(event), *prizes)

"""A club's events: evenings and tournaments over some rounds, with tables drawn for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models.matches import Match
from games.models.players import Player
from games.models.presets import SEATS_MAX, Preset

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class EventQuerySet(models.QuerySet["Event"]):
    """Adjectives for events; chain them."""

    def open(self) -> EventQuerySet:
        """Those that are still to come, and those that run."""
        return self.filter(state__in=[Event.State.ANNOUNCED, Event.State.RUNNING])


class Event(models.Model):
    """A club evening or a tournament: its field plays ``rounds`` rounds at drawn tables.

    ``choices`` are what an organiser chose of the preset, ``ruleset`` what they came to when the
    event was announced: all its tables play by that. Tables have ``seats_min`` to ``seats`` seats.
    Null in ``places`` takes everybody; without ``closes_at`` one may enter until the last round is
    drawn. ``due_at`` is when the clerk looks first.

    An event that recurs has ``every``, and with it the local day and time of its series' first; one
    that came of another's end ``follows`` it.
    """

    class State(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Scoring(models.TextChoices):
        STROKES = "strokes", _("Strokes: the fewest in all rounds win")
        PLACES = "places", _("Places: the lowest sum of places at one's tables wins")
        WINS = "wins", _("Wins: the most tables won")

    class Every(models.TextChoices):
        ONCE = "", _("Once")
        WEEK = "week", _("Every week")
        FORTNIGHT = "fortnight", _("Every second week")
        MONTH = "month", _("Every month, on the same weekday of it")

    TITLE_MAX, ABOUT_MAX = 60, 2000

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    title = models.CharField(_("title"), max_length=TITLE_MAX)
    about = models.TextField(_("description"), max_length=ABOUT_MAX, blank=True)
    preset = models.ForeignKey(
        Preset, on_delete=models.PROTECT, related_name="+", verbose_name=_("kind of game")
    )
    choices: models.JSONField[Any, Any] = models.JSONField(_("choices"), default=dict)
    ruleset: models.JSONField[Any, Any] = models.JSONField(_("ruleset"))
    seats = models.PositiveSmallIntegerField(_("most seats at a table"))
    seats_min = models.PositiveSmallIntegerField(_("fewest seats at a table"), default=2)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    clock = models.CharField(_("clock"), max_length=40, blank=True)
    missed_max = models.PositiveSmallIntegerField(_("turns by the clock until a bot"), default=2)
    same_deals = models.BooleanField(_("the same cards at every table"), default=False)
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    starts_at = models.DateTimeField(_("begins"))
    closes_at = models.DateTimeField(_("entry closes"), null=True, blank=True)
    scoring = models.CharField(
        _("scoring"), max_length=8, choices=Scoring.choices, default=Scoring.STROKES
    )
    prizes: models.JSONField[Any, Any] = models.JSONField(_("prizes"), default=list, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.ANNOUNCED
    )
    is_too_small = models.BooleanField(_("too few players came"), default=False, editable=False)
    every = models.CharField(
        _("recurs"), max_length=10, choices=Every.choices, default=Every.ONCE, blank=True
    )
    first_day = models.DateField(editable=False)
    local_time = models.TimeField(editable=False)
    follows = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="next",
        editable=False,
    )
    created_at = models.DateTimeField(_("announced"))
    changed_at = models.DateTimeField(_("changed"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = EventQuerySet.as_manager()
    entries: RelatedManager[Entry]
    drawn: RelatedManager[EventRound]

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-starts_at", "-pk")
        indexes = [
            models.Index(fields=["club", "starts_at"], name="event_of_club"),
            models.Index(fields=["due_at"], name="event_due", condition=Q(state="announced")),
        ]
        constraints = [
            models.CheckConstraint(
                name="event_seats",
                condition=Q(seats_min__gte=2)
                & Q(seats_min__lte=F("seats"))
                & Q(seats__lte=SEATS_MAX),
            ),
            models.CheckConstraint(name="event_rounds", condition=Q(rounds__gte=1)),
            models.CheckConstraint(
                name="event_over_has_end",
                condition=Q(state__in=["announced", "running"]) | Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:event", args=[self.club.slug, self.pk])

    @property
    def is_open(self) -> bool:
        """Whether it is still to come, or runs."""
        return self.state in (Event.State.ANNOUNCED, Event.State.RUNNING)


class Entry(models.Model):
    """Somebody who entered an event; who withdrew keeps the row, and may enter again.

    ``order`` is that in which the draw counts the field: by lot at the first draw, and from then on
    as people enter. Alternates wait for a place.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="entries", verbose_name=_("player")
    )
    entered_at = models.DateTimeField(_("entered"))
    withdrawn_at = models.DateTimeField(_("withdrew"), null=True, blank=True)
    is_alternate = models.BooleanField(_("alternate"), default=False)
    order = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("event_id", "entered_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player_id}"


class EventRound(models.Model):
    """A round, drawn and dealt at one stroke; over when all its tables are."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveSmallIntegerField(_("number"))
    drawn_at = models.DateTimeField(_("drawn and begun"))
    ended_at = models.DateTimeField(_("over"), null=True, blank=True)

    tables: RelatedManager[EventTable]
    byes: RelatedManager[Bye]

    class Meta:
        verbose_name = _("round of an event")
        verbose_name_plural = _("rounds of events")
        ordering = ("event_id", "number")
        indexes = [
            models.Index(
                fields=["event"], name="event_round_open", condition=Q(ended_at__isnull=True)
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_round_drawn_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class DealSecret(models.Model):
    """What the shuffles of a round with the same cards at every table are made of.

    A row of its own, so that no list of rounds ever loads it: whoever knows it knows every card.
    """

    round = models.OneToOneField(
        EventRound, on_delete=models.CASCADE, primary_key=True, related_name="secret"
    )
    secret = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("secret of a round")
        verbose_name_plural = _("secrets of rounds")

    def __str__(self) -> str:
        return f"secret of {self.round_id}"


class EventTable(models.Model):
    """One of a round's tables, and the match that is played there."""

    round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="tables")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="event_table")
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
        ordering = ("round_id", "number")
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="event_table_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Bye(models.Model):
    """A player who sits a round out."""

    round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="byes")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        ordering = ("round_id", "pk")
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="bye_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.player_id}"

"""Players, matches, seats, holes and actions: the actions are the truth, the rest projections.

Only services write these rows. ``Position.state`` and ``Action.body`` hold hidden cards: nothing
outside ``games.services`` and ``games.selectors`` may read them.
"""

from __future__ import annotations

import hashlib
import json
import math
import secrets
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

SEATS_MAX = 8
SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_slug() -> str:
    """A table's public name: 12 symbols that are hard to mix up, about 59 bits."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(12))


def new_invite() -> str:
    """An invite link's secret: 128 bits."""
    return secrets.token_urlsafe(16)


class Player(models.Model):
    """Who plays: one row per account or guest; it outlives the account."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    house_rules: RelatedManager[HouseRules]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:player", args=[self.pk])

    @property
    def name(self) -> str:
        """The account's name, or a placeholder once the account is gone."""
        return self.user.display_name if self.user else gettext("Former player")


class Preset(models.Model):
    """A published description of Golf as the site offers it; organisers edit what hosts see."""

    slug = models.SlugField(unique=True)
    title = models.CharField(_("title"), max_length=60)
    summary = models.CharField(_("summary"), max_length=200)
    fixed = models.JSONField(_("what it fixes"), default=dict, blank=True)
    where = models.JSONField(
        _("what follows"),
        default=list,
        blank=True,
        help_text=_("A list of rules: when the choices have these values, then these fields."),
    )
    takes_any = models.BooleanField(
        _("takes any value"),
        default=False,
        help_text=_("Hosts may set every field, also to values that are not listed."),
    )
    seats_min = models.PositiveSmallIntegerField(_("fewest seats"), default=2)
    seats_max = models.PositiveSmallIntegerField(_("most seats"), default=6)
    minutes = models.PositiveSmallIntegerField(_("usual minutes"), default=20)
    difficulty = models.CharField(_("difficulty"), max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    is_offered = models.BooleanField(_("offered to hosts"), default=True)

    toggles: RelatedManager[PresetToggle]

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        ordering = ("position", "pk")
        constraints = [
            models.CheckConstraint(
                name="preset_seats_in_order",
                condition=Q(seats_min__gte=2)
                & Q(seats_max__lte=SEATS_MAX)
                & Q(seats_min__lte=F("seats_max")),
            ),
        ]

    def __str__(self) -> str:
        return self.title


class PresetToggle(models.Model):
    """A field or named choice that a preset offers to hosts: its values, its default, if locked.

    The default ``None`` is a value like others: no block score.
    """

    preset = models.ForeignKey(Preset, on_delete=models.CASCADE, related_name="toggles")
    field = models.CharField(_("field"), max_length=40)
    offered = models.JSONField(_("offered values"), default=list)
    default = models.JSONField(_("default"), null=True, blank=True)
    is_locked = models.BooleanField(
        _("locked"), default=False, help_text=_("Hosts get the default and can't change it.")
    )
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("toggle")
        verbose_name_plural = _("toggles")
        ordering = ("position", "pk")
        constraints = [
            models.UniqueConstraint(fields=["preset", "field"], name="toggle_once_per_preset"),
        ]

    def __str__(self) -> str:
        return self.field


class HouseRules(models.Model):
    """A host's choices under a name, to play by again; whoever has the link may use them."""

    owner = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="house_rules", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=40)
    token = models.CharField(max_length=32, unique=True, default=new_invite, editable=False)
    preset = models.ForeignKey(Preset, on_delete=models.CASCADE, verbose_name=_("preset"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    choices: models.JSONField[Any, Any] = models.JSONField(_("choices"))
    created_at = models.DateTimeField(_("kept"))

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ("name", "pk")
        constraints = [
            models.UniqueConstraint("owner", Lower("name"), name="house_rules_name_once_per_owner"),
            models.CheckConstraint(
                name="house_rules_seats", condition=Q(seats__gte=2) & Q(seats__lte=SEATS_MAX)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:house-rules", args=[self.token])


class MatchQuerySet(models.QuerySet["Match"]):
    """Adjectives for matches; chain them."""

    def waiting(self) -> MatchQuerySet:
        return self.filter(status=Match.Status.WAITING)

    def running(self) -> MatchQuerySet:
        return self.filter(status=Match.Status.RUNNING)

    def finished(self) -> MatchQuerySet:
        return self.filter(status=Match.Status.FINISHED)

    def active(self) -> MatchQuerySet:
        return self.filter(status__in=[Match.Status.WAITING, Match.Status.RUNNING])

    def listed(self) -> MatchQuerySet:
        return self.filter(is_listed=True)

    def for_player(self, player: Player) -> MatchQuerySet:
        return self.filter(seats__player=player)

    def due(self, now: datetime) -> MatchQuerySet:
        """Matches in which a seat that the clerk plays is to act by ``now``."""
        return self.filter(clerk_due_at__lte=now)


class Match(models.Model):
    """A contest of some holes: open table, running match and history are one row's life."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    slug = models.CharField(max_length=12, unique=True, default=new_slug, editable=False)
    invite = models.CharField(max_length=32, unique=True, default=new_invite, editable=False)
    host = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="hosted", verbose_name=_("host")
    )
    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, verbose_name=_("preset"))
    ruleset: models.JSONField[Any, Any] = models.JSONField(_("ruleset"))
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    is_listed = models.BooleanField(_("listed in the lobby"), default=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.WAITING
    )
    version = models.PositiveIntegerField(default=0)
    sequence = models.PositiveIntegerField(default=0)
    clerk_due_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(_("opened"))
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    rematch = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="rematch_of", editable=False
    )

    objects = MatchQuerySet.as_manager()
    seats: RelatedManager[Seat]
    holes: RelatedManager[Hole]
    actions: RelatedManager[Action]

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ("-created_at",)
        indexes = [
            models.Index(
                fields=["clerk_due_at"],
                name="match_clerk_due",
                condition=Q(clerk_due_at__isnull=False),
            ),
            models.Index(fields=["status", "-created_at"], name="match_status_created"),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_seat_count",
                condition=Q(seat_count__gte=2) & Q(seat_count__lte=SEATS_MAX),
            ),
            models.CheckConstraint(
                name="match_started_has_start",
                condition=Q(status__in=["waiting", "cancelled"]) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_finished_has_end",
                condition=~Q(status="finished") | Q(finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.slug])


class Position(models.Model):
    """The present state of a running match, in the engine codec's JSON, hidden cards and all.

    A row of its own, so that no list of matches ever loads it.
    """

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="position"
    )
    state: models.JSONField[Any, Any] = models.JSONField(editable=False)

    class Meta:
        verbose_name = _("position")
        verbose_name_plural = _("positions")

    def __str__(self) -> str:
        return f"position of {self.match_id}"


class Seat(models.Model):
    """A player's place in a match; ``number`` is drawn by lot at the start and never changes.

    ``bot`` names the bot that acts for the seat: a seat's own, or the one that took over when
    its player left. ``chair`` is the place taken while the table was open.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    chair = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(_("number"), null=True)
    total = models.IntegerField(_("total"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    is_to_act = models.BooleanField(_("to act"), default=False)
    joined_at = models.DateTimeField(_("joined"))
    left_at = models.DateTimeField(_("left"), null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("match_id", "number", "chair")
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="seat_once_per_player"),
            models.UniqueConstraint(fields=["match", "chair"], name="seat_one_per_chair"),
            models.UniqueConstraint(fields=["match", "number"], name="seat_one_per_number"),
            models.CheckConstraint(
                name="seat_is_held", condition=Q(player__isnull=False) | ~Q(bot="")
            ),
            models.CheckConstraint(name="seat_chair_exists", condition=Q(chair__lt=SEATS_MAX)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The player's name; a bot's says what it is."""
        if self.player is not None:
            return self.player.name
        return gettext("Bot %(letter)s") % {"letter": "ABCDEFGH"[self.chair]}

    @property
    def is_bot_held(self) -> bool:
        return self.bot != ""


class Hole(models.Model):
    """One deal of a match; its end is filled in when it is scored."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="holes")
    number = models.PositiveSmallIntegerField(_("number"))
    starter = models.PositiveSmallIntegerField(_("starter"))
    closer = models.PositiveSmallIntegerField(_("closer"), null=True)
    started_at = models.DateTimeField(_("dealt"))
    ended_at = models.DateTimeField(_("scored"), null=True)

    strokes: RelatedManager[HoleStrokes]

    class Meta:
        verbose_name = _("hole")
        verbose_name_plural = _("holes")
        ordering = ("match_id", "number")
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="hole_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number + 1}"


class HoleStrokes(models.Model):
    """A seat's strokes on one hole; may be negative."""

    hole = models.ForeignKey(Hole, on_delete=models.CASCADE, related_name="strokes")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="strokes")
    strokes = models.SmallIntegerField(_("strokes"))

    class Meta:
        verbose_name = _("strokes")
        verbose_name_plural = _("strokes")
        constraints = [
            models.UniqueConstraint(fields=["hole", "seat"], name="strokes_once_per_seat"),
        ]

    def __str__(self) -> str:
        return str(self.strokes)


class Action(models.Model):
    """One step of a match, for ever: a seat's action, or chance (deal, reshuffle).

    ``text`` is the engine's text form and ``body`` its codec's JSON, which may hold hidden cards;
    ``facts`` is what everybody may read of it, in the engine's words, one entry per event.
    """

    class PlayedBy(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        CHANCE = "chance", _("chance")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="actions")
    sequence = models.PositiveIntegerField(_("sequence"))
    hole = models.ForeignKey(Hole, on_delete=models.CASCADE, related_name="actions")
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, null=True, blank=True, related_name="actions"
    )
    kind = models.CharField(_("kind"), max_length=12)
    text = models.CharField(_("text"), max_length=40)
    body: models.JSONField[Any, Any] = models.JSONField(editable=False)
    facts: models.JSONField[Any, Any] = models.JSONField(_("facts"))
    key = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001  unique when given
    played_by = models.CharField(_("played by"), max_length=8, choices=PlayedBy.choices)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ("match_id", "sequence")
        constraints = [
            models.UniqueConstraint(fields=["match", "sequence"], name="action_once_per_sequence"),
            models.UniqueConstraint(fields=["match", "seat", "key"], name="action_once_per_key"),
            models.CheckConstraint(
                name="action_chance_has_no_seat",
                condition=Q(played_by="chance", seat__isnull=True)
                | (~Q(played_by="chance") & Q(seat__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.sequence} {self.kind}"


class ExpectedStrokes(models.Model):
    """What a hole costs by some rules with some seats: the strokes of a fixed bot, in sums.

    ``strokes`` and ``squares`` are summed over ``holes * seats`` results. Par is their mean,
    rounded; it is told once enough holes are in.
    """

    HOLES_TO_TELL = 400
    LENGTH_FIELDS = ("holes", "limit", "tie")

    key = models.CharField(max_length=64, unique=True, editable=False)
    ruleset: models.JSONField[Any, Any] = models.JSONField(_("ruleset"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    bot = models.CharField(_("bot"), max_length=20)
    bot_version = models.PositiveSmallIntegerField(_("bot version"))
    holes = models.PositiveIntegerField(_("holes"), default=0)
    strokes = models.BigIntegerField(_("strokes"), default=0)
    squares = models.BigIntegerField(_("squares of strokes"), default=0)

    class Meta:
        verbose_name = _("expected strokes")
        verbose_name_plural = _("expected strokes")

    def __str__(self) -> str:
        return self.key[:12]

    @classmethod
    def of(cls, ruleset: dict[str, Any]) -> dict[str, Any]:
        """The fields of a stored ruleset that a hole's strokes depend on."""
        return {name: ruleset[name] for name in ruleset if name not in cls.LENGTH_FIELDS}

    @classmethod
    def key_of(cls, ruleset: dict[str, Any], seats: int) -> str:
        """The same for every match whose holes cost the same."""
        text = json.dumps([cls.of(ruleset), seats], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def mean(self) -> float | None:
        """Mean strokes of a hole, None before the first one."""
        return self.strokes / (self.holes * self.seats) if self.holes else None

    @property
    def standard_error(self) -> float | None:
        """Of the mean, in strokes, with the seats of a hole taken as independent."""
        count = self.holes * self.seats
        if self.mean is None or count < 2:
            return None
        variance = (self.squares - count * self.mean**2) / (count - 1)
        return math.sqrt(max(variance, 0) / count)

    @property
    def par(self) -> int | None:
        """The mean rounded, halves up; None while too few holes are in to tell."""
        if self.mean is None or self.holes < self.HOLES_TO_TELL:
            return None
        return math.floor(self.mean + 0.5)

"""Tables and matches, their seats, and where they stand."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models.names import bot_name, new_invite, new_slug
from games.models.players import Player
from games.models.presets import SEATS_MAX, Preset

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from games.models.history import Action, Hole


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

    def real(self) -> MatchQuerySet:
        """Matches among players: nothing tried out (see ``what_if_of``), no game for one."""
        return self.filter(what_if_of__isnull=True, seat_count__gt=1)

    def listed(self) -> MatchQuerySet:
        return self.filter(is_listed=True)

    def for_player(self, player: Player) -> MatchQuerySet:
        return self.filter(seats__player=player)

    def due(self, now: datetime) -> MatchQuerySet:
        """Matches in which the clerk is to do something by ``now``: a bot's turn, a deadline."""
        return self.filter(clerk_due_at__lte=now)


class Match(models.Model):
    """A contest of some holes: open table, running match and history are one row's life.

    One that somebody plays on by themselves from a hole that is over has the match that it comes
    from in ``what_if_of``: it begins with that hole's deal and its actions up to ``what_if_at``,
    and counts nowhere. ``what_if_anew`` says that what its player had not seen was shuffled.
    """

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
    clock = models.CharField(
        _("clock"),
        max_length=40,
        blank=True,
        help_text=_("In the clock's text form, such as “3d” or “5d+12h<7d”; empty is no clock."),
    )
    missed_max = models.PositiveSmallIntegerField(_("turns by the clock until a bot"), default=2)
    allows_pauses = models.BooleanField(_("may be paused"), default=True)
    allows_spectators = models.BooleanField(_("others may watch"), default=True)
    paused_at = models.DateTimeField(_("paused"), null=True)
    expires_at = models.DateTimeField(_("closes if unfilled"), null=True)
    version = models.PositiveIntegerField(default=0)
    sequence = models.PositiveIntegerField(default=0)
    clerk_due_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(_("opened"))
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    club = models.ForeignKey(
        Club,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="matches",
        verbose_name=_("club"),
    )
    rematch = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="rematch_of", editable=False
    )

    what_if_of = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        related_name="what_ifs",
        editable=False,
        verbose_name=_("tried out from"),
    )
    what_if_at = models.PositiveIntegerField(_("after action"), null=True, editable=False)
    what_if_anew = models.BooleanField(_("hidden cards shuffled"), default=False, editable=False)

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
            models.Index(
                fields=["club", "-created_at"],
                name="match_of_club",
                condition=Q(club__isnull=False),
            ),
            # Whole, because SQLite uses no partial index for a value that is given apart.
            models.Index(
                fields=["club", "status", "-finished_at", "-id"], name="match_of_club_finished"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_seat_count",
                condition=Q(seat_count__gte=1) & Q(seat_count__lte=SEATS_MAX),
            ),
            models.CheckConstraint(
                name="match_started_has_start",
                condition=Q(status__in=["waiting", "cancelled"]) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_finished_has_end",
                condition=~Q(status="finished") | Q(finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_what_if_is_whole",
                condition=Q(what_if_of__isnull=True, what_if_at__isnull=True, what_if_anew=False)
                | Q(what_if_of__isnull=False, what_if_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.slug])

    @property
    def is_for_oneself(self) -> bool:
        """Whether nobody else has a part in it: a game for one, or something tried out."""
        return self.seat_count == 1 or self.what_if_of_id is not None

    @property
    def seats_needed(self) -> int:
        """The fewest seats that may be dealt: the preset's, unless the table has fewer."""
        return min(self.preset.seats_min, self.seat_count)


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
    its player left. ``bot_number`` tells a table's bots of one kind apart, from 1. ``chair`` is the
    place taken while the table was open.

    While its clock runs, ``time_left`` is what the seat had when it started and ``due_at`` when
    it runs out by the player's hours; ``time_before`` is what it had at its last stop, before the
    increment. ``seen_sequence`` is the last action that its player has looked at.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    bot_number = models.PositiveSmallIntegerField(default=0, editable=False)
    chair = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(_("number"), null=True)
    total = models.IntegerField(_("total"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    is_to_act = models.BooleanField(_("to act"), default=False)
    time_left = models.DurationField(_("time left"), null=True)
    time_before = models.DurationField(null=True, editable=False)
    clock_started_at = models.DateTimeField(_("clock started"), null=True)
    due_at = models.DateTimeField(_("to act by"), null=True)
    missed = models.PositiveSmallIntegerField(_("turns by the clock in a row"), default=0)
    seen_sequence = models.PositiveIntegerField(default=0)
    looked_at = models.DateTimeField(_("last looked"), null=True)
    talk_read = models.PositiveBigIntegerField(default=0)
    joined_at = models.DateTimeField(_("joined"))
    left_at = models.DateTimeField(_("left"), null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("match_id", "number", "chair")
        indexes = [
            models.Index(fields=["player"], name="seat_in_turn", condition=Q(is_to_act=True)),
        ]
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
        return bot_name(self.bot, self.bot_number)

    @property
    def is_bot_held(self) -> bool:
        return self.bot != ""


class Invitation(models.Model):
    """A player asked to a table by somebody who sits there; answered once."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("player")
    )
    invited_by = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("invited by")
    )
    at = models.DateTimeField(_("at"))
    declined_at = models.DateTimeField(_("declined"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="invited_once_per_table"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"

"""A club's seasons: which matches count, how they are counted, and what came of it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models.presets import SEATS_MAX, Preset


class SeasonQuerySet(models.QuerySet["Season"]):
    """Adjectives for seasons; chain them."""

    def open(self) -> SeasonQuerySet:
        """Those that are not closed, whether they have begun or not."""
        return self.filter(closed_at__isnull=True)


class Season(models.Model):
    """Some weeks of a club, from the first day to the last as its calendar has them.

    ``starts_at`` and ``ends_at`` are these days in UTC, the end not included. Null in ``preset``,
    ``seats`` and ``holes`` takes matches of any. Once closed its table is kept in ``archive`` as
    it then was, and nothing changes it.
    """

    class Scoring(models.TextChoices):
        AVERAGE = "average", _("Strokes a hole, over all matches")
        BEST = "best", _("Strokes a hole, over the best matches")
        POINTS = "points", _("Points for places")
        WINS = "wins", _("Matches won")
        NET = "net", _("Net strokes a hole, by handicap")

    NAME_MAX = 60

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=NAME_MAX)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    starts_at = models.DateTimeField(editable=False)
    ends_at = models.DateTimeField(editable=False)
    preset = models.ForeignKey(
        Preset,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("kind of game"),
    )
    seats = models.PositiveSmallIntegerField(_("seats"), null=True, blank=True)
    holes = models.PositiveSmallIntegerField(_("holes"), null=True, blank=True)
    holes_min = models.PositiveSmallIntegerField(_("fewest holes"), default=1)
    allows_bots = models.BooleanField(_("matches with bots count"), default=False)
    scoring = models.CharField(
        _("scoring"), max_length=8, choices=Scoring.choices, default=Scoring.AVERAGE
    )
    best_of = models.PositiveSmallIntegerField(_("best matches"), null=True, blank=True)
    points: models.JSONField[Any, Any] = models.JSONField(_("points"), default=list, blank=True)
    matches_min = models.PositiveSmallIntegerField(_("fewest matches"), default=1)
    tie_breaks: models.JSONField[Any, Any] = models.JSONField(
        _("tie-breaks"), default=list, blank=True
    )
    created_at = models.DateTimeField(_("made"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    archive: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True, editable=False)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("-first_day", "-pk")
        constraints = [
            models.CheckConstraint(
                name="season_days_in_order", condition=Q(first_day__lte=F("last_day"))
            ),
            models.CheckConstraint(
                name="season_seats",
                condition=Q(seats__isnull=True) | (Q(seats__gte=2) & Q(seats__lte=SEATS_MAX)),
            ),
            models.CheckConstraint(
                name="season_closed_is_archived",
                condition=Q(closed_at__isnull=True, archive__isnull=True)
                | Q(closed_at__isnull=False, archive__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["club", "starts_at"],
                name="season_open",
                condition=Q(closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:season", args=[self.club.slug, self.pk])


class ClubRules(models.Model):
    """What hosts may choose for a club's tables; without a row, all that the site offers.

    ``presets`` are slugs, none for any; ``toggles`` has by preset and field the values a host may
    choose, the first of which is usual: a single one is locked. ``clocks`` are clocks' text forms,
    "" for none; an empty list takes any.
    """

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="rules"
    )
    presets: models.JSONField[Any, Any] = models.JSONField(_("kinds of game"), default=list)
    toggles: models.JSONField[Any, Any] = models.JSONField(_("toggles"), default=dict)
    clocks: models.JSONField[Any, Any] = models.JSONField(_("clocks"), default=list)
    allows_bots = models.BooleanField(_("bots may play"), default=True)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("club's house rules")
        verbose_name_plural = _("clubs' house rules")

    def __str__(self) -> str:
        return f"rules of {self.club_id}"

"""Golf Solitaire: deals by number, and the day's nine that everybody is dealt alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models.matches import Match
from games.models.players import Player

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class NumberedDeal(models.Model):
    """A match whose one hole is dealt by a number, as other programs number their deals."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="numbered_deal"
    )
    number = models.CharField(
        _("number"),
        max_length=21,
        help_text=_("In digits: it may be larger than columns hold."),
    )

    class Meta:
        verbose_name = _("numbered deal")
        verbose_name_plural = _("numbered deals")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.number}"


class ClubDaily(models.Model):
    """A club that has a daily nine of its own, by which rules; changes hold from the next day on.

    ``choices`` are toggles of Golf Solitaire (rules, section 8); those left out are as published.
    """

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="daily"
    )
    choices: models.JSONField[Any, Any] = models.JSONField(_("choices"), default=dict, blank=True)
    is_on = models.BooleanField(_("played"), default=True)

    class Meta:
        verbose_name = _("daily nine of a club")
        verbose_name_plural = _("daily nines of clubs")

    def __str__(self) -> str:
        return str(self.club_id)


class DailyNineQuerySet(models.QuerySet["DailyNine"]):
    """Adjectives for daily nines; chain them."""

    def of(self, club: Club | None) -> DailyNineQuerySet:
        """Those of a club, or of the whole site."""
        return self.filter(club=club) if club is not None else self.filter(club__isnull=True)

    def open(self) -> DailyNineQuerySet:
        """Those whose cards may still be played, so that nobody else is shown them."""
        return self.filter(closed_at__isnull=True)


class DailyNine(models.Model):
    """Nine deals of one day, the same for the whole site or for a club.

    ``starts_at`` and ``ends_at`` are the local day in UTC, its end not included; what is finished
    by then counts. ``closed_at`` is when the clerk saw that it was over: until then nobody but its
    player sees a match of it.
    """

    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="dailies",
        verbose_name=_("club"),
    )
    day = models.DateField(_("day"))
    ruleset: models.JSONField[Any, Any] = models.JSONField(_("ruleset"))
    starts_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = DailyNineQuerySet.as_manager()
    entries: RelatedManager[DailyEntry]

    class Meta:
        verbose_name = _("daily nine")
        verbose_name_plural = _("daily nines")
        ordering = ("-day", "pk")
        indexes = [
            models.Index(
                fields=["ends_at"], name="daily_open", condition=Q(closed_at__isnull=True)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["day"], name="daily_once_a_day", condition=Q(club__isnull=True)
            ),
            models.UniqueConstraint(
                fields=["club", "day"],
                name="daily_once_a_day_in_club",
                condition=Q(club__isnull=False),
            ),
            models.CheckConstraint(name="daily_has_time", condition=Q(starts_at__lt=F("ends_at"))),
        ]

    def __str__(self) -> str:
        return f"{self.day}" if self.club_id is None else f"{self.club_id}: {self.day}"

    def get_absolute_url(self) -> str:
        if self.club is None:
            return reverse("games:daily-day", args=[self.day.isoformat()])
        return reverse("games:club-daily-day", args=[self.club.slug, self.day.isoformat()])


class DailySecret(models.Model):
    """What a day's deals are made of; there is none before the day has begun.

    A row of its own, so that no list of days ever loads it: whoever knows it knows every card.
    """

    nine = models.OneToOneField(
        DailyNine, on_delete=models.CASCADE, primary_key=True, related_name="secret"
    )
    secret = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("secret of a daily nine")
        verbose_name_plural = _("secrets of daily nines")

    def __str__(self) -> str:
        return f"secret of {self.nine_id}"


class DailyEntry(models.Model):
    """Somebody who started a day's nine: once, whatever becomes of the match.

    ``strokes`` and ``finished_at`` are those of the match when it was finished in time, else null.
    ``seconds`` is how long its holes lay open in all: told, and never scored. ``network`` and
    ``browser`` are keyed fingerprints of where it was started from, with which organisers are shown
    entries that one person may have made under two names; they can't be turned back.
    """

    nine = models.ForeignKey(DailyNine, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="dailies", verbose_name=_("player")
    )
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="daily")
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    strokes = models.SmallIntegerField(_("strokes"), null=True, blank=True)
    seconds = models.PositiveIntegerField(_("seconds"), null=True, blank=True)
    network = models.CharField(max_length=32, blank=True, editable=False)
    browser = models.CharField(max_length=32, blank=True, editable=False)

    class Meta:
        verbose_name = _("entry of a daily nine")
        verbose_name_plural = _("entries of daily nines")
        ordering = ("nine_id", "started_at", "pk")
        indexes = [
            # Both tell what tables and streaks are made of, so that no row has to be read for them.
            models.Index(fields=["nine", "strokes", "player"], name="daily_entry_strokes"),
            models.Index(fields=["player", "nine", "strokes"], name="daily_entry_of_player"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["nine", "player"], name="daily_entered_once"),
            models.CheckConstraint(
                name="daily_finished_is_whole",
                condition=Q(strokes__isnull=True, finished_at__isnull=True, seconds__isnull=True)
                | Q(strokes__isnull=False, finished_at__isnull=False, seconds__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.nine_id}: {self.player_id}"

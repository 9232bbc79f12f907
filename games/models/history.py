"""What happened in a match: holes, strokes and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Seat

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


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
        CLOCK = "clock", _("the clock")
        ORDER = "order", _("standing order")
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


class News(models.Model):
    """What happened at a table that is no action: for the log, between two actions.

    ``sequence`` is that of the action before it; ``facts`` is what everybody may read.
    """

    class Kind(models.TextChoices):
        BOT_TOOK_OVER = "bot_took_over", _("a bot took over")
        LEFT = "left", _("left")
        REMOVED = "removed", _("removed by the host")
        CAME_BACK = "came_back", _("came back")
        GRACE = "grace", _("time given back after a standstill of the site")
        PAUSED = "paused", _("paused")
        WENT_ON = "went_on", _("went on")
        PROPOSED = "proposed", _("proposed")
        AGREED = "agreed", _("agreed")
        REFUSED = "refused", _("refused")
        CANCELLED = "cancelled", _("cancelled")
        CLOCK_CHANGED = "clock_changed", _("clock changed")
        VACATION = "vacation", _("vacation announced")
        EXPIRED = "expired", _("closed because it did not fill")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="news")
    sequence = models.PositiveIntegerField(_("after action"))
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, null=True, blank=True, related_name="news"
    )
    kind = models.CharField(_("kind"), max_length=16, choices=Kind.choices)
    facts: models.JSONField[Any, Any] = models.JSONField(_("facts"), default=dict)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        ordering = ("match_id", "sequence", "pk")
        indexes = [models.Index(fields=["match", "sequence"], name="news_match_sequence")]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.sequence} {self.kind}"

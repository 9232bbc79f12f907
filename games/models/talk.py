"""What people say at a table, and what they note for themselves."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match
from games.models.players import Player


class TalkLineQuerySet(models.QuerySet["TalkLine"]):
    """Adjectives for lines; chain them."""

    def at_table(self) -> TalkLineQuerySet:
        return self.filter(sequence__isnull=True)

    def on_actions(self) -> TalkLineQuerySet:
        return self.filter(sequence__isnull=False)


class TalkLine(models.Model):
    """One line of table talk; a hidden one keeps its place and loses its words.

    With a ``sequence`` it is a comment on that action, made once its hole was over. ``key`` names
    the wish to say it, so that a message sent twice says it once.
    """

    LENGTH_MAX = 500

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="talk")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="talk", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=LENGTH_MAX)
    sequence = models.PositiveIntegerField(_("on action"), null=True, blank=True)
    key = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001  as of actions
    at = models.DateTimeField(_("at"))
    hidden_by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("hidden by"),
    )

    objects = TalkLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("table talk")
        verbose_name_plural = _("table talk")
        ordering = ("match_id", "pk")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.pk}"


class TalkReport(models.Model):
    """A line that somebody asks the organisers to look at."""

    line = models.ForeignKey(TalkLine, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("reported by")
    )
    at = models.DateTimeField(_("at"))
    handled_at = models.DateTimeField(_("handled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("-at",)
        constraints = [
            models.UniqueConstraint(fields=["line", "player"], name="report_once_per_line"),
        ]

    def __str__(self) -> str:
        return f"report of line {self.line_id}"


class Notebook(models.Model):
    """A player's private notes on one match."""

    LENGTH_MAX = 4000

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notebooks")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notebooks")
    text = models.TextField(_("notes"), max_length=LENGTH_MAX, blank=True)
    at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("notebook")
        verbose_name_plural = _("notebooks")
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="notebook_once_per_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"

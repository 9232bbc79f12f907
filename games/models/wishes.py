"""What seats wish for while they are not to act: standing orders, and proposals to all."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Seat


class StandingOrder(models.Model):
    """What a seat wants done at its next turn; dead once that turn has passed.

    ``hole`` and ``turn`` name that turn: the hole's number and how many turns of it the seat had
    taken when it left the order. ``body`` is the order in the codec's JSON: its owner's secret.
    """

    class Outcome(models.TextChoices):
        FIRED = "fired", _("carried out")
        WAITED = "waited", _("drew and waited")
        PASSED = "passed", _("did not apply")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DIED = "died", _("its turn passed")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="orders")
    hole = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField()
    body: models.JSONField[Any, Any] = models.JSONField(editable=False)
    left_at = models.DateTimeField(_("left"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)
    is_told = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(ended_at__isnull=True), name="one_order_per_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"order of seat {self.seat_id}"


class Proposal(models.Model):
    """Something that takes everybody's consent: open until all agree or one refuses."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause")
        CANCEL = "cancel", _("cancel the match")
        CORRESPONDENCE = "correspondence", _("go on by correspondence")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(_("kind"), max_length=16, choices=Kind.choices)
    clock = models.CharField(_("clock"), max_length=40, blank=True)
    made_by = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="proposals")
    agreed: models.ManyToManyField[Seat, Any] = models.ManyToManyField(Seat, related_name="+")
    made_at = models.DateTimeField(_("made"))
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(ended_at__isnull=True), name="one_proposal_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.kind}"

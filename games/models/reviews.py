"""Reviews: what was worked out about the holes of a match, and to whom they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.history import Hole
from games.models.matches import Match, Seat
from games.models.names import new_invite
from games.models.players import Player

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Review(models.Model):
    """The review of a match: asked for once, worked out hole by hole in the background.

    ``hole`` is the number of the hole that is worked out, or that failed; of its decisions
    ``decisions_done`` are behind it. Whoever works on it holds it by ``claim`` and renews
    ``claimed_at``; ``tries`` counts how often the present hole was taken up.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("being worked out")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="review")
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    version = models.PositiveSmallIntegerField(_("version"))
    requested_by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("asked for by"),
    )
    requested_at = models.DateTimeField(_("asked for"))
    holes_done = models.PositiveSmallIntegerField(_("holes done"), default=0)
    holes_total = models.PositiveSmallIntegerField(_("holes"))
    hole = models.PositiveSmallIntegerField(_("hole"), null=True)
    decisions_done = models.PositiveIntegerField(_("decisions done"), default=0)
    decisions_total = models.PositiveIntegerField(_("decisions"), default=0)
    claim = models.CharField(max_length=32, blank=True, editable=False)
    claimed_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True)

    holes: RelatedManager[HoleReview]

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering = ("-requested_at",)
        indexes = [
            models.Index(
                fields=["requested_at"],
                name="review_open",
                condition=Q(state__in=["waiting", "running"]),
            ),
            models.Index(fields=["requested_by", "requested_at"], name="review_asked_by"),
        ]
        constraints = [
            models.CheckConstraint(
                name="review_claim_while_running",
                condition=Q(state="running") & ~Q(claim="") & Q(claimed_at__isnull=False)
                | ~Q(state="running") & Q(claim=""),
            ),
        ]

    def __str__(self) -> str:
        return f"review of {self.match_id}"


class HoleReview(models.Model):
    """What was worked out about a hole: ``data`` is ``analysis.review.HoleReview`` as JSON.

    An extra hole orders those who are tied and enters no statistic.
    """

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="holes")
    hole = models.OneToOneField(Hole, on_delete=models.CASCADE, related_name="review")
    version = models.PositiveSmallIntegerField(_("version"))
    is_extra = models.BooleanField(_("extra hole"), default=False)
    difficulty = models.FloatField(_("difficulty"))
    data: models.JSONField[Any, Any] = models.JSONField(editable=False)
    at = models.DateTimeField(_("at"))

    seats: RelatedManager[SeatReview]

    class Meta:
        verbose_name = _("review of a hole")
        verbose_name_plural = _("reviews of holes")
        ordering = ("review_id", "hole__number")

    def __str__(self) -> str:
        return f"review of hole {self.hole_id}"


class SeatReview(models.Model):
    """A seat's hole in numbers: ``strokes = expected - deal - draws - skill``.

    ``skill`` is what its decisions gained against those of a club player; ``given_away``, what
    they cost against the best ones, stands beside the sum.

    ``decisions`` counts where there was something to decide, ``slips`` and ``blunders`` of them
    cost much. ``own_decisions`` are those that the seat's player made, or left an order for;
    a bot or the clock made the others.
    """

    hole = models.ForeignKey(HoleReview, on_delete=models.CASCADE, related_name="seats")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reviews")
    strokes = models.SmallIntegerField(_("strokes"))
    expected = models.FloatField(_("expected strokes"))
    deal = models.FloatField(_("gained by the deal"))
    draws = models.FloatField(_("gained by draws and others"))
    skill = models.FloatField(_("gained by play"), default=0)
    given_away = models.FloatField(_("given away"))
    accuracy = models.FloatField(_("accuracy"))
    decisions = models.PositiveSmallIntegerField(_("decisions"))
    own_decisions = models.PositiveSmallIntegerField(_("decisions of the player"))
    slips = models.PositiveSmallIntegerField(_("slips"))
    blunders = models.PositiveSmallIntegerField(_("blunders"))

    class Meta:
        verbose_name = _("review of a seat")
        verbose_name_plural = _("reviews of seats")
        constraints = [
            models.UniqueConstraint(fields=["hole", "seat"], name="seat_review_once_per_hole"),
        ]

    def __str__(self) -> str:
        return f"{self.hole_id}: {self.seat_id}"


class ReviewShare(models.Model):
    """A link to the review and the replay of one finished match, until it is withdrawn."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="share")
    token = models.CharField(max_length=32, unique=True, default=new_invite, editable=False)
    made_by = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("link to a review")
        verbose_name_plural = _("links to reviews")

    def __str__(self) -> str:
        return f"link to the review of {self.match_id}"

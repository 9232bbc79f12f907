"""Messages on their way out, and the clerk's sign of life."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import MessageChoice
from games.models.matches import Match
from games.models.players import Player


class Topic(StrEnum):
    """What a message of a club or an event is about, as ``facts["topic"]`` keeps it.

    Beside it stand the keys of the rows: ``club``, and ``invitation``, ``request``,
    ``announcement`` or ``event``; ``by`` is the account whose words or wish it brings, or None.
    """

    INVITED = "invited"
    ANSWERED = "answered"
    ROLE = "role"
    ASKED = "asked"
    ANNOUNCED = "announced"
    EVENT = "event"
    PLACE = "place"
    SOON = "soon"
    DRAWN = "drawn"
    SITS_OUT = "sits_out"
    CALLED_OFF = "called_off"


class MessageQuerySet(models.QuerySet["Message"]):
    """Adjectives for messages; chain them."""

    def pending(self) -> MessageQuerySet:
        return self.filter(state=Message.State.PENDING)

    def due(self, now: datetime) -> MessageQuerySet:
        """Messages that may go out by ``now``."""
        return self.pending().filter(send_after__lte=now)


class Message(models.Model):
    """One message to one player in the outbox.

    ``key`` names what it tells, so that nothing is told twice. ``send_after`` is when it may go,
    and after an attempt when the next one may be made. ``letter`` names the mail or push it goes
    out in, together with others: a second attempt sends the same letter again, under the same name.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not needed any more")
        FAILED = "failed", _("given up")

    recipient = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="messages", verbose_name=_("to")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=MessageChoice.Kind.choices)
    timing = models.CharField(_("when"), max_length=12, choices=MessageChoice.Timing.choices)
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, null=True, blank=True, related_name="messages"
    )
    key = models.CharField(max_length=80, unique=True)
    facts: models.JSONField[Any, Any] = models.JSONField(_("facts"), default=dict)
    created_at = models.DateTimeField(_("at"))
    send_after = models.DateTimeField(_("not before"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    channel = models.CharField(_("by"), max_length=5, blank=True)
    letter = models.CharField(max_length=32, blank=True, editable=False)
    why = models.CharField(_("why"), max_length=200, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("-created_at", "-pk")
        indexes = [
            models.Index(
                fields=["send_after"], name="message_pending", condition=Q(state="pending")
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def is_warning(self) -> bool:
        """Whether it tells of a moment to come: not before ``from``, and in vain after ``due``."""
        return "from" in self.facts


class Heartbeat(models.Model):
    """When a clerk last swept: what fell due in a longer silence gets a grace period."""

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"

"""Whom a person knows, and of whom they want to hear nothing."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """Asked for by one, and a friendship once the other has accepted."""

    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked"
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_received"
    )
    asked_at = models.DateTimeField(_("asked"))
    accepted_at = models.DateTimeField(_("accepted"), null=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            models.UniqueConstraint(fields=["asked_by", "asked"], name="friendship_once"),
            models.CheckConstraint(
                name="friendship_is_with_another", condition=~Q(asked_by=F("asked"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asked_by_id} - {self.asked_id}"


class Block(models.Model):
    """A person's wish to read nothing of another's (mute), or to meet them nowhere (block)."""

    class Kind(models.TextChoices):
        MUTE = "mute", _("muted")
        BLOCK = "block", _("blocked")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices)
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="block_once_per_pair"),
            models.CheckConstraint(name="block_is_of_another", condition=~Q(user=F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} - {self.other_id}"

"""Who plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from games.models.presets import HouseRules


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

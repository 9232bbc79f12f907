"""What a table may be played by: published presets, and rules that hosts keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.names import new_invite
from games.models.players import Player

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

SEATS_MAX = 8


class PresetQuerySet(models.QuerySet["Preset"]):
    """Adjectives for presets; chain them."""

    def of_tables(self) -> PresetQuerySet:
        """Those that hosts open tables by, offered or not."""
        return self.filter(game=Preset.Game.GRID)

    def offered(self) -> PresetQuerySet:
        """Those that hosts may open tables by."""
        return self.of_tables().filter(is_offered=True)


class Preset(models.Model):
    """A published description of Golf as the site offers it; organisers edit what hosts see.

    Tables are opened by those of the grid game; Golf Solitaire has one to name its matches by.
    """

    class Game(models.TextChoices):
        GRID = "grid", _("Golf with a layout")
        SOLITAIRE = "solitaire", _("Golf Solitaire")

    slug = models.SlugField(unique=True)
    title = models.CharField(_("title"), max_length=60)
    summary = models.CharField(_("summary"), max_length=200)
    fixed = models.JSONField(_("what it fixes"), default=dict, blank=True)
    where = models.JSONField(
        _("what follows"),
        default=list,
        blank=True,
        help_text=_("A list of rules: when the choices have these values, then these fields."),
    )
    takes_any = models.BooleanField(
        _("takes any value"),
        default=False,
        help_text=_("Hosts may set every field, also to values that are not listed."),
    )
    seats_min = models.PositiveSmallIntegerField(_("fewest seats"), default=2)
    seats_max = models.PositiveSmallIntegerField(_("most seats"), default=6)
    minutes = models.PositiveSmallIntegerField(_("usual minutes"), default=20)
    difficulty = models.CharField(_("difficulty"), max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    game = models.CharField(
        _("game"), max_length=10, choices=Game.choices, default=Game.GRID, editable=False
    )
    is_offered = models.BooleanField(_("offered to hosts"), default=True)

    objects = PresetQuerySet.as_manager()
    toggles: RelatedManager[PresetToggle]

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        ordering = ("position", "pk")
        constraints = [
            models.CheckConstraint(
                name="preset_seats_in_order",
                condition=Q(seats_min__gte=1)
                & Q(seats_max__lte=SEATS_MAX)
                & Q(seats_min__lte=F("seats_max")),
            ),
        ]

    def __str__(self) -> str:
        return self.title


class PresetToggle(models.Model):
    """A field or named choice that a preset offers to hosts: its values, its default, if locked.

    The default ``None`` is a value like others: no block score.
    """

    preset = models.ForeignKey(Preset, on_delete=models.CASCADE, related_name="toggles")
    field = models.CharField(_("field"), max_length=40)
    offered = models.JSONField(_("offered values"), default=list)
    default = models.JSONField(_("default"), null=True, blank=True)
    is_locked = models.BooleanField(
        _("locked"), default=False, help_text=_("Hosts get the default and can't change it.")
    )
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("toggle")
        verbose_name_plural = _("toggles")
        ordering = ("position", "pk")
        constraints = [
            models.UniqueConstraint(fields=["preset", "field"], name="toggle_once_per_preset"),
        ]

    def __str__(self) -> str:
        return self.field


class HouseRules(models.Model):
    """A host's choices under a name, to play by again; whoever has the link may use them."""

    owner = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="house_rules", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=40)
    token = models.CharField(max_length=32, unique=True, default=new_invite, editable=False)
    preset = models.ForeignKey(Preset, on_delete=models.CASCADE, verbose_name=_("preset"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    choices: models.JSONField[Any, Any] = models.JSONField(_("choices"))
    created_at = models.DateTimeField(_("kept"))

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ("name", "pk")
        constraints = [
            models.UniqueConstraint("owner", Lower("name"), name="house_rules_name_once_per_owner"),
            models.CheckConstraint(
                name="house_rules_seats", condition=Q(seats__gte=2) & Q(seats__lte=SEATS_MAX)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:house-rules", args=[self.token])

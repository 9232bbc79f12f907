"""What a hole is expected to cost."""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class ExpectedStrokesQuerySet(models.QuerySet["ExpectedStrokes"]):
    """Adjectives for measures; chain them."""

    def measured(self) -> ExpectedStrokesQuerySet:
        """Those that are measured to the end, and stay as they are."""
        return self.filter(holes__gte=ExpectedStrokes.HOLES_WANTED)


class ExpectedStrokes(models.Model):
    """What a hole costs by some rules with some seats: the strokes of a fixed bot, in sums.

    ``strokes`` and ``squares`` are summed over ``holes * seats`` results. Par is their mean,
    rounded; it is told once enough holes are in.
    """

    HOLES_TO_TELL = 400
    HOLES_WANTED = 10_000
    LENGTH_FIELDS = ("holes", "limit", "tie")

    key = models.CharField(max_length=64, unique=True, editable=False)
    ruleset: models.JSONField[Any, Any] = models.JSONField(_("ruleset"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    bot = models.CharField(_("bot"), max_length=20)
    bot_version = models.PositiveSmallIntegerField(_("bot version"))
    holes = models.PositiveIntegerField(_("holes"), default=0)
    strokes = models.BigIntegerField(_("strokes"), default=0)
    squares = models.BigIntegerField(_("squares of strokes"), default=0)

    objects = ExpectedStrokesQuerySet.as_manager()

    class Meta:
        verbose_name = _("expected strokes")
        verbose_name_plural = _("expected strokes")

    def __str__(self) -> str:
        return self.key[:12]

    @classmethod
    def of(cls, ruleset: dict[str, Any]) -> dict[str, Any]:
        """The fields of a stored ruleset that a hole's strokes depend on."""
        return {name: ruleset[name] for name in ruleset if name not in cls.LENGTH_FIELDS}

    @classmethod
    def key_of(cls, ruleset: dict[str, Any], seats: int) -> str:
        """The same for every match whose holes cost the same."""
        text = json.dumps([cls.of(ruleset), seats], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def mean(self) -> float | None:
        """Mean strokes of a hole, None before the first one."""
        return self.strokes / (self.holes * self.seats) if self.holes else None

    @property
    def standard_error(self) -> float | None:
        """Of the mean, in strokes, with the seats of a hole taken as independent."""
        count = self.holes * self.seats
        if self.mean is None or count < 2:
            return None
        variance = (self.squares - count * self.mean**2) / (count - 1)
        return math.sqrt(max(variance, 0) / count)

    @property
    def par(self) -> int | None:
        """The mean rounded, halves up; None while too few holes are in to tell."""
        if self.mean is None or self.holes < self.HOLES_TO_TELL:
            return None
        return math.floor(self.mean + 0.5)

"""Par: the strokes that a steady bot needs for a hole, measured in the background."""

from __future__ import annotations

import time
from random import Random

from django.db import transaction
from django.db.models import F

from games.bots import BOTS
from games.bots.simulation import play_hole
from games.engine import codec
from games.models import ExpectedStrokes, Match

HOLES_WANTED = 10_000
# The bot whose strokes are expected; another version of it is another measure.
BOT, BOT_VERSION = "steady", 2


def want_par(match: Match) -> None:
    """Have par measured for a match's rules and number of seats, if it never was."""
    fields = ExpectedStrokes.of(match.ruleset)
    ExpectedStrokes.objects.get_or_create(
        key=ExpectedStrokes.key_of(match.ruleset, match.seat_count),
        defaults={
            "ruleset": fields,
            "seats": match.seat_count,
            "bot": BOT,
            "bot_version": BOT_VERSION,
        },
    )


def measure_pars(seconds: float) -> int:
    """Play holes for about this long where par is least known; returns how many were played.

    Each hole has a seed of its own, so that the figure can be measured again. Two workers at
    once play the same holes, and only one of them counts them.
    """
    row = ExpectedStrokes.objects.filter(holes__lt=HOLES_WANTED).order_by("holes", "pk").first()
    if row is None:
        return 0
    ruleset, bots = codec.decode_ruleset(row.ruleset), [BOTS[row.bot]] * row.seats
    until, before = time.monotonic() + seconds, row.holes
    strokes: list[int] = []
    holes = 0
    while before + holes < HOLES_WANTED and (not holes or time.monotonic() < until):
        rng = Random(f"{row.key}/{before + holes}")  # noqa: S311 - a measure to repeat
        strokes += play_hole(ruleset, bots, rng, rng).strokes
        holes += 1
    with transaction.atomic():
        ExpectedStrokes.objects.filter(pk=row.pk, holes=before).update(
            holes=F("holes") + holes,
            strokes=F("strokes") + sum(strokes),
            squares=F("squares") + sum(one * one for one in strokes),
        )
    return holes

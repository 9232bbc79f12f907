"""Par: the strokes that a steady bot needs for a hole, measured in the background."""

from __future__ import annotations

import time
from random import Random

from django.db import transaction
from django.db.models import F, Q

from games import engine
from games.bots import BOTS
from games.bots.simulation import play_hole
from games.engine import codec
from games.models import ExpectedStrokes, Match

# The bot whose strokes are expected; another version of it is another measure.
BOT, BOT_VERSION = "steady", 2


def want_par(match: Match) -> None:
    """Have par measured for a match's rules and number of seats, if no rule sets it."""
    if engine.par(engine.decode_ruleset(match.ruleset)) is None:
        _row_of(match, match.seat_count)


def _row_of(match: Match, seats: int) -> ExpectedStrokes:
    row, _made = ExpectedStrokes.objects.get_or_create(
        key=ExpectedStrokes.key_of(match.ruleset, seats),
        defaults={
            "ruleset": ExpectedStrokes.of(match.ruleset),
            "seats": seats,
            "bot": BOT,
            "bot_version": BOT_VERSION,
        },
    )
    return row


def measure_pars(seconds: float) -> int:
    """Play holes for about this long where par is least known; returns how many were played."""
    wanted = Q(holes__lt=ExpectedStrokes.HOLES_WANTED) | ~Q(bot=BOT, bot_version=BOT_VERSION)
    row = ExpectedStrokes.objects.filter(wanted).order_by("holes", "pk").first()
    return 0 if row is None else _measure(row, seconds)


def _measure(row: ExpectedStrokes, seconds: float) -> int:
    """Play holes for about this long; returns how many.

    What another bot, or another version of it, has measured is measured anew.

    Each hole has a seed of its own, so that the figure can be measured again. Two workers at
    once play the same holes, and only one of them counts them.
    """
    if (row.bot, row.bot_version) != (BOT, BOT_VERSION):
        row.bot, row.bot_version = BOT, BOT_VERSION
        row.holes = row.strokes = row.squares = 0
        row.save()
    ruleset, bots = codec.decode_ruleset(row.ruleset), [BOTS[row.bot]] * row.seats
    until, before = time.monotonic() + seconds, row.holes
    strokes: list[int] = []
    holes = 0
    while before + holes < ExpectedStrokes.HOLES_WANTED and (not holes or time.monotonic() < until):
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

"""Finished matches and their reviews, made through the services of the site."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING

from games.models import ExpectedStrokes, Match, Player
from games.services import pars, reviewing, reviews
from tests import drivers
from tests.factories import NOW, start_match
from tests.plain_review import plain_review

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.analysis.review import HoleReview


def know_par(match: Match, mean: int = 11) -> None:
    """Have it known what a hole of this match costs, for any number of seats."""
    for seats in range(2, match.seat_count + 1):
        ExpectedStrokes.objects.update_or_create(
            key=ExpectedStrokes.key_of(match.ruleset, seats),
            defaults={
                "ruleset": ExpectedStrokes.of(match.ruleset),
                "seats": seats,
                "bot": pars.BOT,
                "bot_version": pars.BOT_VERSION,
                "holes": ExpectedStrokes.HOLES_TO_TELL,
                "strokes": mean * ExpectedStrokes.HOLES_TO_TELL * seats,
            },
        )


def finished_match(*players: Player, **choices: Any) -> Match:
    """A match that bots played to its end for these players, with its par known."""
    match = start_match(*players, **{"preset": "house", **choices})
    know_par(match)
    drivers.play_out(match, random.Random(1))
    return Match.objects.select_related("host__user", "preset").get(pk=match.pk)


def work_all(compute: Callable[..., HoleReview] = plain_review, *, seconds: int = 0) -> int:
    """Work out all that waits, as the clerk does; returns how many holes that were."""
    count = 0
    while reviewing.review_next(compute, clock=lambda: NOW + timedelta(seconds=seconds)):
        count += 1
    return count


def reviewed_match(*players: Player, **choices: Any) -> Match:
    """A finished match with its review."""
    match = finished_match(*players, **choices)
    player = match.seats.get(number=0).player
    assert player is not None
    reviews.request_review(match, player, now=NOW)
    work_all()
    return match

"""Reviews: asked for by people here, worked out in the background (see ``reviewing``)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.analysis.review import VERSION
from games.models import Hole, Match, Player, Review
from games.selectors.event_seal import is_sealed
from games.services.ledger import lock_match
from games.services.refusals import Refused

ASKED_MAX, ASKED_SPAN = 20, timedelta(hours=1)
"""How many reviews one player may ask for within a time."""

OPEN_MAX = 200
"""How many reviews may wait; guests cost nothing, so that a limit for each is none for all."""

RETRY_AFTER = timedelta(minutes=1)

_OPEN = (Review.State.WAITING, Review.State.RUNNING)


def request_review(match: Match, player: Player, *, now: datetime, hole: int | None = None) -> None:
    """Have the holes of a match that are over reviewed, each once however often it is asked.

    ``hole`` is the number (0 is the first) of the one that is wanted. Raises ``Refused``: there is
    no such hole or it is not over, others still play with its cards, too much was asked for.
    """
    if is_sealed(match):
        raise Refused("same_cards")
    if match.seat_count == 1:
        # Nothing waits to be worked out: its page does it.
        raise Refused("other_game")
    _check_hole(match, hole)
    if not missing_holes(match).exists() and holes_over(match).exists():
        return
    with transaction.atomic():
        # Locked, so that of many who ask at once one finds nothing there.
        lock_match(match.pk)
        total = holes_over(match).count()
        if not total:
            raise Refused("hole_running")
        review = Review.objects.filter(match=match).first()
        if review is not None and review.state in _OPEN:
            Review.objects.filter(pk=review.pk).update(holes_total=total)
        elif missing_holes(match).exists():
            _refuse_haste(review, player, now)
            Review.objects.update_or_create(
                match=match,
                defaults={
                    "state": Review.State.WAITING,
                    "version": VERSION,
                    "requested_by": player,
                    "requested_at": now,
                    "holes_done": total - missing_holes(match).count(),
                    "holes_total": total,
                    "hole": None,
                    "decisions_done": 0,
                    "decisions_total": 0,
                    "tries": 0,
                    "ended_at": None,
                },
            )


def holes_over(match: Match) -> QuerySet[Hole]:
    """The holes of a match that can be reviewed."""
    return match.holes.filter(ended_at__isnull=False)


def missing_holes(match: Match) -> QuerySet[Hole]:
    """Those of them that were not, or by an older analysis, in order."""
    return holes_over(match).exclude(review__version=VERSION).order_by("number")


def hand_over(old: Player, new: Player) -> None:
    """Give what a guest asked for to the account of the same person."""
    Review.objects.filter(requested_by=old).update(requested_by=new)


def _check_hole(match: Match, number: int | None) -> None:
    if number is None:
        return
    hole = match.holes.filter(number=number).first()
    if hole is None:
        raise Refused("no_hole")
    if hole.ended_at is None:
        raise Refused("hole_running")


def _refuse_haste(review: Review | None, player: Player, now: datetime) -> None:
    ended_at = review.ended_at if review and review.state == Review.State.FAILED else None
    if ended_at is not None and now < ended_at + RETRY_AFTER:
        raise Refused("too_many_reviews")
    asked = Review.objects.filter(requested_by=player, requested_at__gt=now - ASKED_SPAN)
    if asked.count() >= ASKED_MAX:
        raise Refused("too_many_reviews")
    if Review.objects.filter(state__in=_OPEN).count() >= OPEN_MAX:
        raise Refused("reviews_busy")

"""Ratings over finishing orders, match after match as they ended.

A match that comes late, is corrected or becomes void changes all that came after it: ratings from
there on are forgotten and worked out again, a few matches at once, the rest by the clerk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from games.bots import LEVELS
from games.leaderboards.rating import ANCHORS, START, Rating, after
from games.models import PlayerRecord, RatingQueue, RatingStep, Result, Seat
from games.selectors.corrected import corrected, places_of

AT_ONCE = 20
"""Matches that are rated while somebody waits."""

BATCH = 500


class Order(NamedTuple):
    """Who ended where, and when."""

    finished_at: datetime
    match_id: int
    seat_id: int
    player_id: int
    place: int


def rate_again(changed: Iterable[Order]) -> None:
    """Rate the matches again from the earliest of these on; nothing changes without one."""
    first = min(changed, default=None)
    if first is None:
        return
    with transaction.atomic():
        queue = _locked_queue()
        waits = queue.finished_at is not None and queue.match_id is not None
        if not waits or first[:2] < (queue.finished_at, queue.match_id):
            queue.finished_at, queue.match_id = first.finished_at, first.match_id
            queue.save()
        _forget(RatingStep.objects.filter(_from(first.finished_at, first.match_id)))
        catch_up(AT_ONCE)


def catch_up(limit: int) -> int:
    """Rate up to so many matches that wait, in the order in which they ended; returns how many."""
    if not RatingQueue.objects.filter(finished_at__isnull=False).exists():
        return 0
    with transaction.atomic():
        queue = _locked_queue()
        if queue.finished_at is None or queue.match_id is None:
            return 0
        waiting = Result.objects.filter(_from(queue.finished_at, queue.match_id))
        ended = list(islice(_matches(waiting), limit + 1))
        known = {
            record.player_id: Rating(record.mu, record.sigma, record.rated)
            for record in _records(match_id for _at, match_id in ended[:limit])
            if record.mu is not None and record.sigma is not None
        }
        steps = list(steps_of(ended[:limit], known))
        RatingStep.objects.bulk_create(steps, batch_size=BATCH)
        _keep({step.player_id: step for step in steps})
        is_done = len(ended) <= limit
        queue.finished_at, queue.match_id = (None, None) if is_done else ended[-1]
        queue.save()
        return len(ended[:limit])


def steps_of(
    ended: Iterable[tuple[datetime, int]], known: dict[int, Rating]
) -> Iterator[RatingStep]:
    """The steps of matches in the order given, from ratings ``known``, which are moved on."""
    rest = iter(ended)
    while batch := list(islice(rest, BATCH)):
        ids = [match_id for _at, match_id in batch]
        decided = corrected(ids)
        seats: dict[int, list[Seat]] = {match_id: [] for match_id in ids}
        for seat in Seat.objects.filter(match__in=ids).order_by("number"):
            seats[seat.match_id].append(seat)
        for finished_at, match_id in batch:
            own = seats[match_id]
            before = [_before(seat, known) for seat in own]
            anchored = [seat.player_id is None for seat in own]
            ratings = after(before, places_of(own, decided[match_id]), anchored)
            for seat, rating in zip(own, ratings, strict=True):
                if seat.player_id is not None:
                    known[seat.player_id] = rating
                    yield _step(seat, seat.player_id, finished_at, rating)


def all_steps() -> Iterator[RatingStep]:
    """Every step there is, from the first match on."""
    return steps_of(_matches(Result.objects.all()), {})


def _matches(results: QuerySet[Result]) -> Iterator[tuple[datetime, int]]:
    """The matches of results in the order in which they ended."""
    rows = results.order_by("finished_at", "match_id").values_list("finished_at", "match_id")
    return rows.distinct().iterator()


def _records(match_ids: Iterable[int]) -> QuerySet[PlayerRecord]:
    players = Result.objects.filter(match__in=list(match_ids)).values("player")
    return PlayerRecord.objects.filter(player__in=players)


def _before(seat: Seat, known: dict[int, Rating]) -> Rating:
    if seat.player_id is None:
        return ANCHORS[seat.bot if seat.bot in LEVELS else "club"]
    return known.get(seat.player_id, START)


def _step(seat: Seat, player: int, finished_at: datetime, rating: Rating) -> RatingStep:
    return RatingStep(
        seat=seat,
        match_id=seat.match_id,
        player_id=player,
        finished_at=finished_at,
        mu=rating.mu,
        sigma=rating.sigma,
        rated=rating.matches,
    )


def _forget(steps: QuerySet[RatingStep]) -> None:
    players = set(steps.values_list("player", flat=True))
    if players:
        steps.delete()
        _keep({player: _last_step(player) for player in players})


def _last_step(player: int) -> RatingStep:
    steps = RatingStep.objects.filter(player=player).order_by("finished_at", "match")
    return steps.last() or RatingStep(rated=0)


def _keep(steps: Mapping[int, RatingStep]) -> None:
    PlayerRecord.objects.bulk_create(
        (
            PlayerRecord(player_id=player, mu=step.mu, sigma=step.sigma, rated=step.rated)
            for player, step in steps.items()
        ),
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["mu", "sigma", "rated"],
        batch_size=BATCH,
    )


def _from(finished_at: datetime, match_id: int) -> Q:
    later = Q(finished_at__gt=finished_at)
    return later | Q(finished_at=finished_at, match__gte=match_id)


def _locked_queue() -> RatingQueue:
    RatingQueue.objects.get_or_create(pk=1)
    return RatingQueue.objects.select_for_update().get(pk=1)

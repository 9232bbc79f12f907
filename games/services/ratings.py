"""Ratings over finishing orders, match after match as they ended.

A match that comes late, is corrected or becomes void changes all that came after it: ratings from
there on are forgotten and worked out again, at once where they are few, else by the clerk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.bots import LEVELS
from games.leaderboards.rating import ANCHORS, START, Rating, after
from games.models import Player, PlayerRecord, RatingQueue, RatingStep, Result, Seat
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


def hold() -> RatingQueue:
    """Have the rest of the transaction for oneself: nobody else adds up results meanwhile."""
    queue = RatingQueue.objects.select_for_update().filter(pk=1).first()
    if queue is None:
        RatingQueue.objects.get_or_create(pk=1)
        queue = RatingQueue.objects.select_for_update().get(pk=1)
    return queue


def rate_again(queue: RatingQueue, changed: Iterable[Order]) -> None:
    """Rate the matches again from the earliest of these on; nothing changes without one.

    ``queue`` is the one that is held. Where too many would have to be rated, all wait.
    """
    first = min(changed, default=None)
    if first is None:
        return
    _forget(RatingStep.objects.filter(_from(first.finished_at, first.match_id)))
    waits_from = _start(queue)
    start = min(waits_from or first[:2], first[:2])
    ended = _ended(start, AT_ONCE)
    if len(ended) > AT_ONCE:
        _wait(queue, start)
    else:
        _rate(queue, ended, AT_ONCE)


def catch_up(limit: int) -> int:
    """Rate up to so many matches that wait, in the order in which they ended; returns how many."""
    if not RatingQueue.objects.filter(finished_at__isnull=False).exists():
        return 0
    with transaction.atomic():
        queue = hold()
        start = _start(queue)
        return 0 if start is None else _rate(queue, _ended(start, limit), limit)


def _start(queue: RatingQueue) -> tuple[datetime, int] | None:
    if queue.finished_at is None or queue.match_id is None:
        return None
    return queue.finished_at, queue.match_id


def _ended(start: tuple[datetime, int], limit: int) -> list[tuple[datetime, int]]:
    """So many matches from this one on, and one more where there are more."""
    return list(_matches(Result.objects.filter(_from(*start)))[: limit + 1])


def _rate(queue: RatingQueue, ended: Sequence[tuple[datetime, int]], limit: int) -> int:
    """Rate up to so many matches; what comes after them waits. Returns how many were rated."""
    known = {
        record.player_id: Rating(record.mu, record.sigma, record.rated)
        for record in _records(match_id for _at, match_id in ended[:limit])
        if record.mu is not None and record.sigma is not None
    }
    steps = list(steps_of(ended[:limit], known))
    RatingStep.objects.bulk_create(steps, batch_size=BATCH)
    _keep({step.player_id: step for step in steps})
    _wait(queue, ended[-1] if len(ended) > limit else None)
    return len(ended[:limit])


def _wait(queue: RatingQueue, start: tuple[datetime, int] | None) -> None:
    if start != _start(queue):
        queue.finished_at, queue.match_id = start or (None, None)
        queue.save()


def steps_of(
    ended: Iterable[tuple[datetime, int]], known: dict[int, Rating]
) -> Iterator[RatingStep]:
    """The steps of matches in the order given, from ratings ``known``, which are moved on."""
    rest = iter(ended)
    while batch := list(islice(rest, BATCH)):
        ids = [match_id for _at, match_id in batch]
        decided = corrected(ids)
        seats: dict[int, list[Seat]] = {match_id: [] for match_id in ids}
        rows = Seat.objects.only("match", "player", "bot", "number", "total", "place")
        for seat in rows.filter(match__in=ids).order_by("number"):
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
    return steps_of(_matches(Result.objects.all()).iterator(), {})


def _matches(results: QuerySet[Result]) -> QuerySet[Result, tuple[datetime, int]]:
    """The matches of results in the order in which they ended."""
    rows = results.order_by("finished_at", "match_id").values_list("finished_at", "match_id")
    return rows.distinct()


def _records(match_ids: Iterable[int]) -> QuerySet[PlayerRecord]:
    players = Result.objects.filter(match__in=list(match_ids)).values("player")
    return PlayerRecord.objects.filter(player__in=players).defer("career")


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
    players = set(steps.order_by().values_list("player", flat=True))
    if players:
        steps.delete()
        own = RatingStep.objects.filter(player=OuterRef("pk")).order_by("-finished_at", "-match")
        last = Player.objects.filter(pk__in=players).values(step=Subquery(own.values("pk")[:1]))
        kept = {step.player_id: step for step in RatingStep.objects.filter(pk__in=last)}
        _keep({player: kept.get(player, RatingStep(rated=0)) for player in players})


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
    later = Q(finished_at__gt=finished_at) | Q(match__gte=match_id)
    # One span of the index, where a plain "or" would be two.
    return Q(finished_at__gte=finished_at) & later

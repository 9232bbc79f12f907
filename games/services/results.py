"""Results of finished matches: what leaderboards, handicaps and ratings are made of.

Runs in the transaction that ends a match or corrects it. ``results_of`` makes rows from matches
and their corrections alone, so that the same comes out whenever it is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Q

from games.models import Action, ExpectedStrokes, Hole, Match, Player, RatingQueue, Result, Seat
from games.selectors.corrected import Corrected, corrected, places_of
from games.selectors.event_seal import sealed_matches
from games.services import handicaps, lines, ratings


def record_results(match_ids: Iterable[int], *, are_put_right: bool = False) -> None:
    """Bring the results of matches up to date, and all that is made of them.

    A match that is not finished, is void, or was only tried out has none, nor has one whose cards
    others still play: its strokes would tell of them. What a match reads and writes that ended
    after all others of its players doesn't grow with them. Of matches that ``are_put_right`` bots
    may have changed places, which no result tells.
    """
    with transaction.atomic():
        rows = Match.objects.select_for_update(of=["self"]).select_related("club")
        # Matches before what is held for all: so does whoever ends or corrects one.
        matches = list(rows.filter(pk__in=match_ids).order_by("pk"))
        queue = ratings.hold()
        before = list(Result.objects.filter(match__in=matches))
        after = results_of(matches)
        _replace(queue, before, after)
        if are_put_right:
            ratings.rate_again(queue, {_order_of(one) for one in after if one.with_bots})


def hand_over(old: Player, new: Player, seats: Iterable[int]) -> None:
    """Give the results of some seats, which are another player's now, to that player."""
    with transaction.atomic():
        queue = ratings.hold()
        before = list(Result.objects.filter(seat__in=list(seats), player=old))
        after = [copy(result) for result in before]
        for result in after:
            result.player = new
        _replace(queue, before, after)


def write(matches: Sequence[Match]) -> None:
    """Write the results of matches, without what hangs on other matches."""
    results = results_of(matches)
    stale = Result.objects.filter(match__in=matches)
    stale.exclude(pk__in=[result.pk for result in results]).delete()
    _save(results, COLUMNS)


def _replace(queue: RatingQueue, before: Sequence[Result], after: Sequence[Result]) -> None:
    """Have results come after others, and all that is made of them follow."""
    old, new = ({result.pk: result for result in results} for results in (before, after))
    changes = [(old.get(seat), new.get(seat)) for seat in sorted(old.keys() | new.keys())]
    following = handicaps.renew(changes)
    if stale := old.keys() - new.keys():
        Result.objects.filter(pk__in=stale).delete()
    _save(after, [*COLUMNS, *handicaps.COLUMNS])
    lines.change([*changes, *following])
    ratings.rate_again(queue, set(map(_order_of, before)) ^ set(map(_order_of, after)))


def _save(results: Sequence[Result], columns: Sequence[str]) -> None:
    Result.objects.bulk_create(
        results,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=[column for column in columns if column != "seat"],
    )


COLUMNS = [field.name for field in Result._meta.fields if field.name not in handicaps.COLUMNS]


def results_of(matches: Sequence[Match]) -> list[Result]:
    """The results of matches by their rows and corrections; not saved, without handicaps."""
    counting = [
        match
        for match in matches
        if match.status == Match.Status.FINISHED and not match.is_for_oneself
    ]
    ids = [match.pk for match in counting]
    sealed = frozenset(sealed_matches().filter(pk__in=ids))
    decided, played, by_clock = corrected(ids), _played(ids), _by_clock(ids)
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(match__in=ids).order_by("number"):
        seats[seat.match_id].append(seat)
    return [
        result
        for match in counting
        if match.pk in played and match.pk not in sealed and not decided[match.pk].is_void
        for result in _of_match(
            match, seats[match.pk], decided[match.pk], played[match.pk], by_clock
        )
    ]


@dataclass(frozen=True, slots=True)
class _Played:
    """How many holes count, and when the last hole ended, an extra one included."""

    holes: int
    ended_at: datetime


def _of_match(
    match: Match,
    seats: Sequence[Seat],
    decided: Corrected,
    played: _Played,
    by_clock: Mapping[int, int],
) -> Iterable[Result]:
    placed, key = places_of(seats, decided), ExpectedStrokes.key_of(match.ruleset, len(seats))
    with_bots = any(seat.player_id is None for seat in seats)
    for seat, place in zip(seats, placed, strict=True):
        if seat.player_id is not None:
            yield Result(
                seat_id=seat.pk,
                match_id=match.pk,
                player_id=seat.player_id,
                club_id=match.club_id,
                preset_id=match.preset_id,
                rules_key=key,
                finished_at=played.ended_at,
                seats=len(seats),
                holes=played.holes,
                strokes=decided.strokes.get(seat.pk, seat.total),
                place=place,
                sharing=placed.count(place),
                is_public=is_public(match),
                with_bots=with_bots,
                ended_by_bot=seat.bot != "",
                by_clock=by_clock.get(seat.pk, 0),
                is_corrected=seat.pk in decided.strokes,
            )


def is_public(match: Match) -> bool:
    """Whether a match was at a table for everybody to see, in a club that is, if in any."""
    is_shown = match.club is None or match.club.is_listed
    return is_shown and match.is_listed and match.allows_spectators


def _order_of(result: Result) -> ratings.Order:
    return ratings.Order(
        result.finished_at, result.match_id, result.pk, result.player_id, result.place
    )


def _by_clock(match_ids: Iterable[int]) -> dict[int, int]:
    rows = Action.objects.filter(match__in=match_ids, played_by=Action.PlayedBy.CLOCK)
    return dict(rows.order_by().values_list("seat").annotate(count=Count("pk")))


def _played(match_ids: Iterable[int]) -> dict[int, _Played]:
    counted = Count("pk", filter=Q(strokes__seat__number=0))
    rows = Hole.objects.filter(match__in=match_ids).order_by().values("match")
    rows = rows.annotate(counted=counted, until=Max("ended_at")).filter(counted__gt=0)
    return {row["match"]: _Played(row["counted"], row["until"]) for row in rows}

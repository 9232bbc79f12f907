"""Finished matches as rows, many and quickly, and what may happen to them afterwards."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from games.engine import codec
from games.models import Action, Hole, HoleStrokes, Match, Player, Seat
from games.services import rulesets
from games.services.results import record_results
from tests.factories import NOW, make_preset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accounts.models import Club


def finished_match(
    players: Sequence[Player | None],
    holes: Sequence[Sequence[int]],
    *,
    at: datetime = NOW,
    club: Club | None = None,
    preset: str = "clubhouse",
    left: Sequence[int] = (),
    by_clock: Mapping[int, int] | None = None,
    counts: bool = True,
    **fields: Any,
) -> Match:
    """A finished match: ``holes[hole][seat]`` are strokes, None holds a seat for a club bot.

    Seats in ``left`` were played on by a bot; ``by_clock`` are actions of the clock by seat. With
    ``counts`` its results are recorded, as when a match ends.
    """
    found = make_preset(preset)
    match = Match.objects.create(
        host=next(player for player in players if player is not None),
        preset=found,
        ruleset=_ruleset(preset, len(players), len(holes)),
        seat_count=len(players),
        status=Match.Status.FINISHED,
        club=club,
        created_at=at,
        started_at=at,
        finished_at=at,
        **fields,
    )
    totals = [sum(hole[number] for hole in holes) for number in range(len(players))]
    seats = Seat.objects.bulk_create(
        Seat(
            match=match,
            player=player,
            bot="club" if player is None or number in left else "",
            left_at=at if number in left else None,
            chair=number,
            number=number,
            total=totals[number],
            place=1 + sum(other < totals[number] for other in totals),
            joined_at=at,
        )
        for number, player in enumerate(players)
    )
    rows = Hole.objects.bulk_create(
        Hole(match=match, number=number, starter=0, started_at=at, ended_at=at)
        for number in range(len(holes))
    )
    HoleStrokes.objects.bulk_create(
        HoleStrokes(hole=row, seat=seat, strokes=strokes)
        for row, hole in zip(rows, holes, strict=True)
        for seat, strokes in zip(seats, hole, strict=True)
    )
    clocked = [seats[number] for number, count in (by_clock or {}).items() for _n in range(count)]
    Action.objects.bulk_create(
        Action(
            match=match,
            sequence=number,
            hole=rows[0],
            seat=seat,
            kind="draw",
            text="draw",
            body={},
            facts=[],
            played_by=Action.PlayedBy.CLOCK,
            at=at,
        )
        for number, seat in enumerate(clocked, 1)
    )
    if counts:
        record_results([match.pk])
    return match


@cache
def _ruleset(preset: str, seats: int, holes: int) -> dict[str, Any]:
    resolved = codec.encode_ruleset(rulesets.resolve(make_preset(preset), {}, seats))
    return {**resolved, "holes": holes}


def random_match(
    players: Sequence[Player], clubs: Sequence[Club | None], rng: random.Random, at: datetime
) -> Match:
    """A match of some of these players, with ties, totals below zero, leavers and absent ones."""
    seated: list[Player | None] = list(rng.sample(players, rng.randint(2, 5)))
    if rng.random() < 0.15:
        seated.append(None)
    rng.shuffle(seated)
    holes = [[rng.randint(-4, 12) for _seat in seated] for _hole in range(rng.choice([1, 3, 9]))]
    if rng.random() < 0.2:
        # The first two seats tie.
        for hole in holes:
            hole[1] = hole[0]
    people = [number for number, player in enumerate(seated) if player is not None]
    return finished_match(
        seated,
        holes,
        # To whole hours, so that several end at the same moment.
        at=at + timedelta(hours=rng.randint(0, 30)),
        club=rng.choice(clubs),
        preset=rng.choice(["clubhouse", "clubhouse-fixed"]),
        left=[number for number in people if rng.random() < 0.08],
        by_clock={number: rng.randint(1, 3) for number in people if rng.random() < 0.1},
        is_listed=rng.random() < 0.8,
    )

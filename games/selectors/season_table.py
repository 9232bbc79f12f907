"""A season's table from the lines of its board, and one player's sum from their results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from games.leaderboards import scoring
from games.leaderboards.scoring import HIGHEST_FIRST, Part, Rules, Tally, tally
from games.leaderboards.standing import Row, meetings, table, undecided
from games.models import Line, Result, Season


def rules_of(season: Season) -> Rules:
    """How a season scores. Raises ``RulesError`` for what can't be so."""
    return Rules(
        scoring=season.scoring,  # type: ignore[arg-type]  # the choices are the names
        best_n=season.best_of,
        points=tuple(map(Fraction, season.points)),
        minimum_matches=season.matches_min,
        tie_breaks=tuple(season.tie_breaks),
    )


def season_results(season: Season, results: QuerySet[Result] | None = None) -> QuerySet[Result]:
    """The results that count in a season, of all or of some."""
    found = Result.objects.all() if results is None else results
    found = found.filter(
        club=season.club_id,
        finished_at__gte=season.starts_at,
        finished_at__lt=season.ends_at,
        holes__gte=season.holes_min,
    )
    for column in ("preset_id", "seats", "holes"):
        if (wanted := getattr(season, column)) is not None:
            found = found.filter(**{column: wanted})
    return found if season.allows_bots else found.filter(with_bots=False)


def counts_in(season: Season, result: Result) -> bool:
    """Whether one result counts in a season: the same as ``season_results``, without a query."""
    return (
        result.club_id == season.club_id
        and season.starts_at <= result.finished_at < season.ends_at
        and result.holes >= season.holes_min
        and season.preset_id in (None, result.preset_id)
        and season.seats in (None, result.seats)
        and season.holes in (None, result.holes)
        and (season.allows_bots or not result.with_bots)
    )


def table_of(
    season: Season, lines: Iterable[Line], until: datetime | None = None
) -> tuple[Row, ...]:
    """A season's rows by the lines of its board, in at most one query.

    Lines that only count what was played ``until`` a time are told apart by that alone.
    """
    rules = rules_of(season)
    tallies = {line.player_id: read_tally(line.tally, rules) for line in lines}
    tied = {player for group in undecided(tallies, rules) for player in group}
    return table(tallies, rules, meetings(_matches(season, tied, until)) if tied else None)


def tallies_of(rules: Rules, results: Iterable[Result]) -> dict[int, Tally]:
    """Each player's results summed up."""
    by_player: dict[int, list[scoring.Result]] = defaultdict(list)
    for result in results:
        by_player[result.player_id].append(told(result))
    return {player: tally(found, rules) for player, found in by_player.items()}


def write_tally(one: Tally) -> dict[str, Any]:
    """A tally without its single matches, in JSON."""
    return {
        "total": str(one.total),
        "divisor": one.divisor,
        "counted": one.figure is not None,
        "played": one.played,
        "strokes": one.strokes,
        "holes": one.holes,
        "wins": one.wins,
        "best": None if one.best_match is None else str(one.best_match),
        "last": None if one.last_match is None else one.last_match.isoformat(),
        "missing": one.missing,
    }


def write_best(one: Tally, rules: Rules) -> list[list[Any]] | None:
    """The matches that count, in JSON; None where all do."""
    if rules.best_n is None:
        return None
    return [
        [
            *(part.match, part.finished_at.isoformat(), part.strokes, part.holes, part.place),
            *(str(part.amount), part.over),
        ]
        for part in one.counted
    ]


def read_best(told: Iterable[Sequence[Any]]) -> tuple[Part, ...]:
    """What ``write_best`` wrote."""
    return tuple(
        Part(
            match=match,
            finished_at=datetime.fromisoformat(at),
            strokes=strokes,
            holes=holes,
            place=place,
            amount=Fraction(amount),
            over=over,
        )
        for match, at, strokes, holes, place, amount, over in told
    )


def read_tally(told: Mapping[str, Any], rules: Rules) -> Tally:
    """What ``write_tally`` wrote."""
    total, divisor = Fraction(told["total"]), told["divisor"]
    figure = (total / divisor if divisor else total) if told["counted"] else None
    return Tally(
        figure=figure,
        key=-figure if figure is not None and rules.scoring in HIGHEST_FIRST else figure,
        total=total,
        divisor=divisor,
        counted=(),
        dropped=(),
        played=told["played"],
        strokes=told["strokes"],
        holes=told["holes"],
        wins=told["wins"],
        best_match=None if told["best"] is None else Fraction(told["best"]),
        last_match=None if told["last"] is None else datetime.fromisoformat(told["last"]),
        missing=told["missing"],
    )


def told(result: Result) -> scoring.Result:
    """A result as seasons score it."""
    net = result.net_tenths
    return scoring.Result(
        match=result.match_id,
        finished_at=result.finished_at,
        strokes=result.strokes,
        holes=result.holes,
        place=result.place,
        seats=result.seats,
        sharing=result.sharing,
        net=None if net is None else Fraction(net, 10),
    )


def _matches(
    season: Season, players: set[int], until: datetime | None
) -> Sequence[Mapping[int, int]]:
    rows = season_results(season).filter(player__in=players)
    if until is not None:
        rows = rows.filter(finished_at__lt=until)
    by_match: dict[int, dict[int, int]] = defaultdict(dict)
    for match, player, place in rows.values_list("match", "player", "place"):
        by_match[match][player] = place
    return list(by_match.values())

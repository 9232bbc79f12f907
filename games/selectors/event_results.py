"""What came of an event's rounds: scores, standings, who did what with the same cards, prizes.

Only rounds that are over are looked at: what is known of one that still plays could tell of cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.leaderboards.events import EventRow, Score, Scoring, stand
from games.leaderboards.same_deals import Held, comparable, compare
from games.models import Bye, Event, EventTable, HoleStrokes, Result, Seat
from games.selectors.event_words import PRIZES, figure_words, signed_words

PODIUM = 3
_TENTHS = 10


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a round that is over; ``holes`` has strokes by hole and seat, extra holes not."""

    number: int
    slug: str
    seats: tuple[Seat, ...]
    holes: tuple[tuple[int, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        """How many seats and holes it had: tables alike in both can be compared."""
        return len(self.seats), len(self.holes)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that is over; ``results`` by player, of matches that count."""

    number: int
    tables: tuple[PlayedTable, ...]
    results: Mapping[int, Result]
    byes: frozenset[int]


@dataclass(frozen=True, slots=True)
class HeldAt:
    """What a seat of a table made of its cards."""

    table: PlayedTable
    seat: Seat
    strokes: tuple[int, ...]
    held: Held


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize with who won it and why; nobody may have."""

    title: str
    rule: str
    winners: tuple[Winner, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won a prize, and why, in words."""

    player: int
    why: str


def played_rounds(event: Event) -> tuple[PlayedRound, ...]:
    """The rounds that are over, in a constant number of queries."""
    rounds = list(event.drawn.filter(ended_at__isnull=False).order_by("number"))
    tables: dict[int, list[PlayedTable]] = defaultdict(list)
    results: dict[int, dict[int, Result]] = defaultdict(dict)
    rows = EventTable.objects.filter(round__in=rounds).select_related("match")
    found = list(rows.order_by("round", "number"))
    seats, strokes = _seats(found), _strokes(found)
    round_of = {table.match_id: table.round_id for table in found}
    for result in Result.objects.filter(match__in=round_of):
        results[round_of[result.match_id]][result.player_id] = result
    for table in found:
        played = tuple(seats[table.match_id])
        holes = tuple(
            tuple(hole[seat.pk] for seat in played)
            for _number, hole in sorted(strokes[table.match_id].items())
        )
        one = PlayedTable(table.number, table.match.slug, played, holes)
        tables[table.round_id].append(one)
    byes: dict[int, set[int]] = defaultdict(set)
    for round_id, player_id in Bye.objects.filter(round__in=rounds).values_list("round", "player"):
        byes[round_id].add(player_id)
    return tuple(
        PlayedRound(one.number, tuple(tables[one.pk]), results[one.pk], frozenset(byes[one.pk]))
        for one in rounds
    )


def standings(
    event: Event, rounds: Sequence[PlayedRound], withdrawn: frozenset[int]
) -> tuple[EventRow, ...]:
    """The standings after these rounds, of whoever played or sat out one of them."""
    scores = [
        {player: Score(row.strokes, row.place) for player, row in one.results.items()}
        for one in rounds
    ]
    players = sorted({*(p for one in rounds for p in (*one.results, *one.byes))})
    scoring: Scoring = event.scoring  # type: ignore[assignment]  # the column's choices
    return stand(scores, players, scoring, unranked=withdrawn)


def comparison(one: PlayedRound) -> tuple[HeldAt, ...]:
    """Who did what with the same cards in a round, best first; only tables with their like."""
    counts = [table for table in one.tables if table.holes and _counts(table, one.results)]
    shapes = Counter(table.shape for table in counts)
    # Of tables with as many seats those that played as many holes, where not all did.
    usual = {
        seats: max((n, holes) for (s, holes), n in shapes.items() if s == seats)[1]
        for seats, _holes in shapes
    }
    alike = [table for table in counts if usual[len(table.seats)] == len(table.holes)]
    tables = [alike[at] for at in comparable([table.holes for table in alike])]
    found = [
        HeldAt(
            tables[held.table],
            tables[held.table].seats[held.seat],
            tuple(hole[held.seat] for hole in tables[held.table].holes),
            held,
        )
        for held in compare([table.holes for table in tables])
    ]
    return tuple(sorted(found, key=lambda at: (at.held.place, at.held.seat, at.held.table)))


def prizes(
    event: Event, rounds: Sequence[PlayedRound], rows: Sequence[EventRow]
) -> tuple[Prize, ...]:
    """The prizes of an event by their rules; who withdrew wins none, and equals share."""
    ranked = {row.player for row in rows if row.place is not None}
    found = []
    for key in event.prizes:
        title, rule = PRIZES[key]
        winners = tuple(w for w in _winners(key, event, rounds, rows) if w.player in ranked)
        found.append(Prize(str(title), str(rule), winners))
    return tuple(found)


def _winners(
    key: str, event: Event, rounds: Sequence[PlayedRound], rows: Sequence[EventRow]
) -> Iterable[Winner]:
    ranked = frozenset(row.player for row in rows if row.place is not None)
    match key:
        case "winner":
            return _placed(rows, 1)
        case "podium":
            return _placed(rows, PODIUM)
        case "low_round":
            return _lowest(_rounds(rounds, ranked))
        case "low_hole":
            return _lowest(_holes(rounds, ranked))
        case "low_net":
            return _lowest(_nets(rounds, ranked))
    return _lowest(_with_cards(rounds, ranked)) if event.same_deals else ()


def _placed(rows: Sequence[EventRow], last: int) -> Iterator[Winner]:
    for row in rows:
        if row.place is not None and row.place <= last:
            words = {"place": row.place, "figure": figure_words(row.figure)}
            yield Winner(row.player, _("Place %(place)d, with %(figure)s") % words)


def _lowest(found: Iterable[tuple[Fraction, int, str]]) -> tuple[Winner, ...]:
    """Whoever has the lowest figure, each once."""
    ordered = sorted(found)
    best = {player: why for figure, player, why in ordered[::-1] if figure == ordered[0][0]}
    return tuple(Winner(player, why) for player, why in sorted(best.items()))


def _rounds(
    rounds: Sequence[PlayedRound], ranked: frozenset[int]
) -> Iterator[tuple[Fraction, int, str]]:
    for one in rounds:
        for player, row in one.results.items():
            if player in ranked:
                strokes = Fraction(row.strokes)
                words = {"strokes": figure_words(strokes), "round": one.number}
                yield strokes, player, _("%(strokes)s strokes in round %(round)d") % words


def _holes(
    rounds: Sequence[PlayedRound], ranked: frozenset[int]
) -> Iterator[tuple[Fraction, int, str]]:
    for one in rounds:
        for table in one.tables:
            for number, hole in enumerate(table.holes, 1):
                for seat, strokes in zip(table.seats, hole, strict=True):
                    if seat.player_id in one.results and seat.player_id in ranked:
                        figure = Fraction(strokes)
                        words = {
                            "strokes": figure_words(figure),
                            "hole": number,
                            "round": one.number,
                        }
                        why = _("%(strokes)s strokes on hole %(hole)d of round %(round)d") % words
                        yield figure, seat.player_id, why


def _nets(
    rounds: Sequence[PlayedRound], ranked: frozenset[int]
) -> Iterator[tuple[Fraction, int, str]]:
    played: dict[int, list[int | None]] = defaultdict(list)
    for one in rounds:
        for player, row in one.results.items():
            played[player].append(row.net_tenths)
    for player, found in played.items():
        nets = [net for net in found if net is not None]
        if player in ranked and len(nets) == len(found):
            figure = Fraction(sum(nets), len(nets) * _TENTHS)
            words = {"net": figure_words(figure)}
            yield figure, player, _("%(net)s net strokes a round") % words


def _with_cards(
    rounds: Sequence[PlayedRound], ranked: frozenset[int]
) -> Iterator[tuple[Fraction, int, str]]:
    scores: dict[int, list[Fraction]] = defaultdict(list)
    for one in rounds:
        for at in comparison(one):
            if at.seat.player_id in ranked:
                scores[at.seat.player_id or 0].append(at.held.score)
    for player, found in scores.items():
        figure = sum(found, Fraction()) / len(found)
        words = {"score": signed_words(figure)}
        yield figure, player, _("%(score)s a round against the mean of the same cards") % words


def _counts(table: PlayedTable, results: Mapping[int, Result]) -> bool:
    return any(seat.player_id in results for seat in table.seats)


def _seats(tables: Sequence[EventTable]) -> Mapping[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=[table.match_id for table in tables])
    for seat in rows.select_related("player__user").order_by("match", "number"):
        found[seat.match_id].append(seat)
    return found


def _strokes(tables: Sequence[EventTable]) -> Mapping[int, dict[int, dict[int, int]]]:
    """Strokes by match, number of the hole, and seat."""
    found: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    rows = HoleStrokes.objects.filter(hole__match__in=[table.match_id for table in tables])
    for match_id, number, seat_id, strokes in rows.values_list(
        "hole__match", "hole__number", "seat", "strokes"
    ):
        found[match_id][number][seat_id] = strokes
    return found

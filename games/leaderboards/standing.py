"""A season's table: tallies in order, and what decided between those with equal figures.

>>> from datetime import UTC, datetime
>>> from games.leaderboards.scoring import Result, Rules, tally
>>> rules = Rules("wins", tie_breaks=("strokes_per_hole",))
>>> day = datetime(2026, 12, 1, tzinfo=UTC)
>>> tallies = {
...     player: tally([Result(1, day, strokes, 9, place, seats=3, sharing=sharing)], rules)
...     for player, strokes, place, sharing in [(7, 20, 3, 1), (8, 12, 1, 2), (9, 12, 1, 2)]
... }
>>> [(row.player, row.place, row.separated_by) for row in table(tallies, rules)]
[(8, 1, ''), (9, 1, 'shared'), (7, 3, '')]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.leaderboards.scoring import Rules, Tally

    # How often the first player finished before the second, in matches of the season with both.
    HeadToHead = Mapping[tuple[int, int], int]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Row:
    """One player in a table; who isn't ranked has no place and comes last.

    ``separated_by`` says what put the player behind the row above: "" for the figure itself (and
    in the first row), the name of a tie-break, or "shared" where not even the last one does.
    """

    player: int
    place: int | None
    tally: Tally
    separated_by: str


def meetings(matches: Iterable[Mapping[int, int]]) -> Counter[tuple[int, int]]:
    """Return how often each player finished before each other, from the places in every match.

    >>> sorted(meetings([{7: 1, 8: 2, 9: 2}, {8: 1, 7: 2}]).items())
    [((7, 8), 1), ((7, 9), 1), ((8, 7), 1)]
    """
    return Counter(
        (one, other)
        for match in matches
        for one, place in match.items()
        for other, behind in match.items()
        if place < behind
    )


def table(
    tallies: Mapping[int, Tally], rules: Rules, head_to_head: HeadToHead | None = None
) -> tuple[Row, ...]:
    """Return the rows of a season's table, the best first, with shared places (1, 1, 3).

    ``head_to_head`` is needed for the tie-break of that name only, and of the players only whom
    ``undecided`` names. Among those not ranked the order is the same; equals follow by number.
    """
    rows: list[Row] = []
    order = _Order(tallies, rules.tie_breaks, _behind(head_to_head or {}))
    for ranked in (True, False):
        players = sorted(player for player in tallies if tallies[player].is_ranked == ranked)
        before = len(rows)
        for reason, equals in order.blocks(players):
            place = len(rows) + 1 if ranked else None
            label = "" if len(rows) == before else reason
            for index, player in enumerate(equals):
                rows.append(Row(player, place, tallies[player], SHARED if index else label))
    return tuple(rows)


def undecided(tallies: Mapping[int, Tally], rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the groups of ranked players between whom only ``head_to_head`` can decide next.

    So the matches of nobody else have to be read for it. Empty where it is no tie-break.
    """
    if "head_to_head" not in rules.tie_breaks:
        return ()
    before = rules.tie_breaks[: rules.tie_breaks.index("head_to_head")]
    players = sorted(player for player, one in tallies.items() if one.is_ranked)
    blocks = _Order(tallies, before, {}).blocks(players)
    return tuple(equals for _reason, equals in blocks if len(equals) > 1)


@dataclass(frozen=True, slots=True)
class _Order:
    """A tie-break chain at work; ``behind[a][b]`` is how much more often a was behind b than ahead.

    Only pairs that met are in it, so that a league of thousands costs no more than its matches.
    """

    tallies: Mapping[int, Tally]
    tie_breaks: Sequence[str]
    behind: Mapping[int, Mapping[int, int]]

    def blocks(self, players: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield those who are equal through the whole chain, in order, with what set them apart."""
        yield from self._blocks(tuple(players), ("", *self.tie_breaks), "")

    def _blocks(
        self, players: tuple[int, ...], chain: tuple[str, ...], reason: str
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        if len(players) < 2 or not chain:
            if players:
                yield reason, players
            return
        name, *rest = chain
        equals = frozenset(players)
        groups = _split(players, {player: self._key(name, player, equals) for player in players})
        # Fewer who are equal make a smaller league, which may decide where the larger did not.
        again = chain if name == "head_to_head" and len(groups) > 1 else tuple(rest)
        for index, group in enumerate(groups):
            yield from self._blocks(group, again, name if index else reason)

    def _key(self, name: str, player: int, equals: frozenset[int]) -> Any:
        """Return what orders by the figure ("") or by one tie-break, the lowest first."""
        mine = self.tallies[player]
        match name:
            case "":
                return (mine.key is None, mine.key)
            case "wins":
                return -mine.wins
            case "best_match":
                return (mine.best_match is None, mine.best_match)
            case "last_match":
                last = mine.last_match or _EPOCH
                return -((last - _EPOCH) // timedelta(microseconds=1))
            case "head_to_head":
                met = self.behind.get(player, {})
                return sum(more for other, more in met.items() if other in equals)
            case "fewest_matches":
                return mine.played
            case "strokes_per_hole":
                return _ratio(mine)
        raise ValueError(f"no tie-break is called {name}")


def _behind(head_to_head: HeadToHead) -> defaultdict[int, Counter[int]]:
    behind: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for (ahead, other), times in head_to_head.items():
        behind[other][ahead] += times
        behind[ahead][other] -= times
    return behind


def _ratio(mine: Tally) -> tuple[bool, Fraction]:
    return mine.holes == 0, Fraction(mine.strokes, mine.holes or 1)


def _split(players: Sequence[int], keys: Mapping[int, Any]) -> list[tuple[int, ...]]:
    """Return the players in the order of their keys, those with equal keys together."""
    ordered = sorted(players, key=lambda player: keys[player])
    return [tuple(equals) for _key, equals in groupby(ordered, key=lambda player: keys[player])]

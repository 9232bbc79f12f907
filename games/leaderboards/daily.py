"""Tables over several days' nines: the best days of everybody, most days first.

A player's best days are those with the fewest strokes, as many as the table counts. Who has more
of them is before who has fewer; among equals fewer strokes in all are before more; and who is equal
in both shares a place (1, 1, 3). So nobody gains by staying away, and a bad day costs nothing once
there are enough better ones.

>>> days = [("Ann", 40), ("Ann", 30), ("Ann", 50), ("Ben", 10), ("Cid", 35), ("Cid", 35)]
>>> [(row.place, row.player, row.days, row.strokes) for row in table(days, best_of=2)]
[(1, 'Ann', 2, 70), (1, 'Cid', 2, 70), (3, 'Ben', 1, 10)]
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from games.leaderboards.places import places

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

WEEK_BEST = 4
"""How many days of a week count."""

_WEEK = 7
_MONTHS = 12
_DAY = timedelta(days=1)


class Named(Protocol):
    """What names a player: it can be compared, and looked up."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __hash__(self) -> int: ...


P = TypeVar("P", bound=Named)


@dataclass(frozen=True, slots=True)
class Row(Generic[P]):
    """A player with the number of days that count, and the strokes of these days in all."""

    place: int
    player: P
    days: int
    strokes: int


def table(results: Iterable[tuple[P, int]], best_of: int) -> tuple[Row[P], ...]:
    """Return the table of results, each a player and the strokes of one day, first places first.

    ``best_of`` is how many days count at most. Players who share a place come in their own order.

    >>> [(row.player, row.strokes) for row in table([("Ann", -2), ("Ann", -9), ("Ann", 4)], 2)]
    [('Ann', -11)]
    >>> table([("Ann", 3)], 0)
    ()
    """
    strokes: dict[P, list[int]] = defaultdict(list)
    for player, total in results:
        strokes[player].append(total)
    counted = {player: sorted(totals)[:best_of] for player, totals in strokes.items()}
    keys = {player: (-len(best), sum(best)) for player, best in counted.items() if best}
    order = sorted(keys, key=lambda player: (keys[player], player))
    return tuple(
        Row(place, player, -keys[player][0], keys[player][1])
        for player, place in zip(order, places([keys[player] for player in order]), strict=True)
        if place is not None
    )


def best_of_season(days: int) -> int:
    """Return how many days count of a season of which so many days have begun: 4 in 7, rounded up.

    >>> [best_of_season(days) for days in (0, 1, 2, 7, 8, 30)]
    [0, 1, 2, 4, 5, 18]
    """
    return -(-max(days, 0) * WEEK_BEST // _WEEK)


def week_of(day: date) -> tuple[date, date]:
    """Return the Monday and the Sunday of the week of a day.

    >>> [day.isoformat() for day in week_of(date(2027, 1, 1))]
    ['2026-12-28', '2027-01-03']
    """
    monday = day - day.weekday() * _DAY
    return monday, monday + (_WEEK - 1) * _DAY


def month_of(day: date) -> tuple[date, date]:
    """Return the first and the last day of the month of a day.

    >>> [day.isoformat() for day in month_of(date(2026, 12, 9))]
    ['2026-12-01', '2026-12-31']
    """
    first = day.replace(day=1)
    years, month = divmod(day.month, _MONTHS)
    return first, date(day.year + years, month + 1, 1) - _DAY

"""Tables of an event, drawn round by round: everyone meets as many others as possible.

A round comes from a schedule that is known to have no repeat (``designs``) while one fits, and from
a search (``seating``) otherwise, which for small fields also looks at the rounds to come. The
players given are those present: who comes late or leaves needs nothing else.

No draw has fewer repeats than come out for 8 players in pairs over 7 rounds, 9 in threes over 4, 15
in threes over 7, 16 and 20 in fours over 5, 50 in fives over 6 and 200 in sixes over 8 (none), for
10 in fours over 4 (3) and 12 in fours over 3 (6).

>>> from random import Random
>>> met: dict[frozenset[int], int] = {}
>>> for number in range(7):
...     drawn = draw(range(8), 2, met, {}, Random(number))
...     met = meetings(drawn, met)
>>> len(met), set(met.values())  # everybody has met everybody once
(28, {1})
>>> drawn = draw([4, 5, 6, 7, 8], 4, {}, {}, Random(1))
>>> sorted(len(table) for table in drawn.tables), drawn.byes
([2, 3], ())
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from games.leaderboards.designs import rounds
from games.leaderboards.seating import REPEAT, Company, Seated, Seating, Sizes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

# How long a search goes on without gain: for the round itself, in all for its players, and for a
# round that is only imagined.
_PATIENCE, _PATIENCE_ALL, _PATIENCE_AHEAD = 1500, 120_000, 150
# Fields up to this size are looked at some rounds ahead, beginning with so many rounds each.
_SMALL, _TRIES = 30, 8
# Of a long schedule so many rounds are tried when none fits as it stands.
_MENDED = 12


@dataclass(frozen=True, slots=True)
class Draw:
    """One round: the players of every table, in the order in which they sit, and who has a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def draw(
    players: Sequence[int],
    seats: int,
    met: Mapping[frozenset[int], int],
    byes: Mapping[int, int],
    rng: Random,
    seats_min: int = 2,
    *,
    entries: Sequence[int] = (),
    ahead: int = 2,
) -> Draw:
    """Return the next round for the ``players`` present, the same for the same ``rng``.

    Tables have ``seats_min`` to ``seats`` players, are as few as can be and as even as can be; a
    bye is given only if no such tables hold everybody, to whoever had fewest (``byes`` counts
    them). ``met`` says how often each pair of players sat at one table. Where repeats can't be
    avoided, pairs that met least meet again; short tables go to those who have met most.

    ``entries`` is everybody who ever entered, in an order that stays from round to round with
    newcomers last; by default all who are known, by number. A known schedule is laid over it, in
    which neighbours meet late: shuffle the entries once before the first round. ``ahead`` is how
    many rounds follow, as far as one looks; fields of more than 30 aren't looked ahead for.

    Raises ValueError for a player given twice and for ``seats`` and ``seats_min`` that aren't 2 or
    more in this order.
    """
    here = sorted(players)
    if len(set(here)) < len(here):
        raise ValueError("a player is given twice")
    sizes = table_sizes(len(here), seats, seats_min)
    company = Company(
        met=[[met.get(frozenset((a, b)), 0) if a != b else 0 for b in here] for a in here],
        byes=[byes.get(player, 0) for player in here],
    )
    known = entries or sorted({*here, *byes, *(player for pair in met for player in pair)})
    found = _by_design(company, sizes, rng, _plans(here, known, seats, rng))
    if found is None:
        found = _by_search(company, sizes, rng, ahead)
    tables = [rng.sample(table, len(table)) for table in found.tables]
    rng.shuffle(tables)
    return Draw(
        tables=tuple(tuple(here[index] for index in table) for table in tables),
        byes=tuple(here[index] for index in found.byes),
    )


def table_sizes(players: int, seats: int, seats_min: int = 2) -> Sizes:
    """Return the sizes of tables of ``seats_min`` to ``seats``: fewest byes, then fewest tables.

    Raises ValueError for ``seats`` and ``seats_min`` that aren't 2 or more in this order.

    >>> table_sizes(10, 4), table_sizes(9, 4, 4), table_sizes(7, 2)
    (Sizes(tables=(4, 3, 3), byes=0), Sizes(tables=(4, 4), byes=1), Sizes(tables=(2, 2, 2), byes=1))
    """
    if not 2 <= seats_min <= seats:
        raise ValueError("tables have two seats or more, and no fewer at most than at least")
    for seated in range(players, 0, -1):
        tables = -(-seated // seats)
        if tables * seats_min <= seated:
            each, fuller = divmod(seated, tables)
            sizes = (each + 1,) * fuller + (each,) * (tables - fuller)
            return Sizes(sizes, players - seated)
    return Sizes((), players)


def meetings(drawn: Draw, before: Mapping[frozenset[int], int]) -> dict[frozenset[int], int]:
    """Return how often each pair has met after a round, from how often before it."""
    met = dict(before)
    for table in drawn.tables:
        for pair in combinations(table, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def fill(
    drawn: Draw, withdrawn: Iterable[int], alternates: Sequence[int], seats_min: int = 2
) -> Draw:
    """Return a draw after some have withdrawn: their seats go to others, everybody else stays.

    First in line are those with a bye, then the alternates in their order; the smallest tables are
    filled first. If there are too few, tables are smaller by a seat; one of fewer than
    ``seats_min`` is given up, its players move to seats that are free elsewhere, and have a bye if
    there are none.

    Raises ValueError for somebody withdrawn who wasn't drawn, and for an alternate who was.

    >>> fill(Draw(((1, 2), (3, 4)), (5,)), withdrawn=[1, 4], alternates=[6, 7])
    Draw(tables=((5, 2), (3, 6)), byes=())
    >>> fill(Draw(((1, 2), (3, 4)), ()), withdrawn=[2, 4], alternates=[])
    Draw(tables=((3, 1),), byes=())
    """
    gone = set(withdrawn)
    everybody = {player for table in (*drawn.tables, drawn.byes) for player in table}
    if not gone <= everybody:
        raise ValueError("somebody who wasn't drawn can't withdraw")
    if everybody & set(alternates) or len(set(alternates)) < len(alternates):
        raise ValueError("an alternate is somebody who wasn't drawn, and is named once")
    tables = [[None if player in gone else player for player in table] for table in drawn.tables]
    waiting = [player for player in drawn.byes if player not in gone]
    _seat_line([*waiting, *alternates], tables)
    waiting += _given_up(tables, seats_min)
    seated = tuple(tuple(player for player in table if player is not None) for table in tables)
    left = set(waiting) - set(alternates) - {player for table in seated for player in table}
    return Draw(
        tables=seated, byes=tuple(player for player in dict.fromkeys(waiting) if player in left)
    )


def _seat_line(line: list[int], tables: list[list[int | None]]) -> None:
    """Seat those in line, one by one where fewest sit; a table without anybody is the last."""
    while line and (free := [table for table in tables if None in table]):
        smallest = min(free, key=lambda table: (_present(table) == 0, _present(table)))
        smallest[smallest.index(None)] = line.pop(0)


def _given_up(tables: list[list[int | None]], seats_min: int) -> list[int]:
    """Give up tables that are too small, the smallest first; return who finds no other seat."""
    left: list[int] = []
    while short := [table for table in tables if _present(table) < seats_min]:
        smallest = min(short, key=_present)
        tables.remove(smallest)
        left += [player for player in smallest if player is not None]
        _seat_line(left, tables)
    return left


def _present(table: Sequence[int | None]) -> int:
    return sum(player is not None for player in table)


def _plans(
    here: Sequence[int], known: Sequence[int], seats: int, rng: Random
) -> list[list[list[int]]]:
    """Return the rounds of a known schedule, of those present, in an order left to chance."""
    number = {player: index for index, player in enumerate(here)}
    present = [number.get(player, -1) for player in known]
    plans = [
        [[present[entry] for entry in table if present[entry] >= 0] for table in tables]
        for tables in rounds(len(known), seats)
    ]
    rng.shuffle(plans)
    return plans


def _by_design(
    company: Company, sizes: Sizes, rng: Random, plans: list[list[list[int]]]
) -> Seated | None:
    """Return a round of the schedule that nobody has met in, mended where somebody is missing."""
    fresh = [
        plan
        for plan in plans
        if not any(company.met[a][b] for table in plan for a, b in combinations(table, 2))
    ]
    smallest = min(sizes.tables, default=0)
    seeds = [
        sorted((table for table in plan if len(table) >= smallest), key=len, reverse=True)
        for plan in fresh
    ]
    wanted = list(sizes.tables)
    seeds.sort(key=lambda tables: [len(table) for table in tables] != wanted)
    seating = Seating(company, sizes, rng)
    for tables in seeds[:_MENDED]:
        seating.seat(tables)
        seated = seating.seated()
        if seated.cost < REPEAT:
            return seated
    return None


def _by_search(company: Company, sizes: Sizes, rng: Random, ahead: int) -> Seated:
    """Return the best of some rounds by what they and those after them cost."""
    if ahead <= 0 or len(company.byes) > _SMALL:
        patience = min(_PATIENCE, _PATIENCE_ALL // max(len(company.byes), 1))
        return _searched(company, sizes, rng, patience)
    tried: list[tuple[int, Seated]] = []
    while len(tried) < _TRIES and not any(cost < REPEAT for cost, _seated in tried):
        seated = _searched(company, sizes, rng, _PATIENCE // 4)
        ahead_cost = sum(_costs_ahead(_after(company, seated), sizes, rng, ahead))
        tried.append((seated.cost + ahead_cost, seated))
    return min(tried, key=lambda one: one[0])[1]


def _searched(company: Company, sizes: Sizes, rng: Random, patience: int) -> Seated:
    seating = Seating(company, sizes, rng)
    seating.seat()
    return seating.improved(patience)


def _costs_ahead(company: Company, sizes: Sizes, rng: Random, ahead: int) -> Iterator[int]:
    for _ in range(ahead):
        seated = _searched(company, sizes, rng, _PATIENCE_AHEAD)
        company = _after(company, seated)
        yield seated.cost


def _after(company: Company, seated: Seated) -> Company:
    met = [list(row) for row in company.met]
    for table in seated.tables:
        for a, b in combinations(table, 2):
            met[a][b] += 1
            met[b][a] += 1
    byes = [had + (player in seated.byes) for player, had in enumerate(company.byes)]
    return Company(met, byes)

"""How a season turns matches into a table.

A season has ``Rules``; ``tally`` sums one player's results up by them, and ``table`` puts the
tallies of all in order. Each result says what it adds, so that a page can show the sum.

>>> from datetime import UTC, datetime, timedelta
>>> day = datetime(2026, 12, 1, tzinfo=UTC)
>>> rules = Rules("average", best_n=2)
>>> scores = [(31, 9), (-4, 9), (12, 6)]
>>> results = [
...     Result(match, day + timedelta(match), strokes, holes, place=1, seats=4)
...     for match, (strokes, holes) in enumerate(scores)
... ]
>>> sum_up = tally(results, rules)
>>> " + ".join(f"{part.amount}/{part.over}" for part in sum_up.counted), str(sum_up.figure)
('-4/9 + 12/6', '8/15')
>>> [(part.match, part.reason) for part in sum_up.dropped]
[(0, 'best_n')]

**After one match** only its players' rows change: ``added`` makes a tally from the one before it,
which knows the best N where only they count. What is taken away or corrected may bring back a match
that best N had left out; then a tally is made anew from its player's results. Of equal matches the
earlier counts, so that a new match never moves an old one that is as good.

>>> more = Result(3, day, 9, 9, place=1, seats=4)
>>> str(added(sum_up, more, rules).figure), str(tally([*results, more], rules).figure)
('5/18', '5/18')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

Scoring = Literal["average", "best", "points", "wins", "net"]
Reason = Literal["", "best_n", "no_net"]

SCORINGS: tuple[str, ...] = get_args(Scoring)
TIE_BREAKS = (
    "wins",
    "best_match",
    "last_match",
    "head_to_head",
    "fewest_matches",
    "strokes_per_hole",
)
# The most wins and points come first, so the key that ranks, lowest first, is the figure negated.
HIGHEST_FIRST = frozenset({"points", "wins"})
# What is summed up is divided by the holes of all matches that count, not match by match.
PER_HOLE = frozenset({"average", "net"})
_HOLES_OF_BEST = 9


class RulesError(ValueError):
    """A season's rules can't be so: ``field`` names what is wrong."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field


@dataclass(frozen=True, slots=True)
class Rules:
    """How a season scores.

    ``average`` ranks by strokes per hole over all holes together, ``net`` by strokes per hole less
    the handicap. ``best`` is the sum of the best N matches, each as strokes of nine holes; who has
    fewer than N is not ranked yet. ``points`` is the sum of the points by place, a place beyond
    them brings none, and who shares places has the mean of theirs. ``wins`` counts first places,
    shared ones too. ``best_n`` lets only a player's best N matches count; ``best`` needs it.
    ``minimum_matches`` is how many a player has to have played to be ranked; ``tie_breaks`` decide
    one after the other between those with equal figures:

    - ``wins``: more first places in matches that count;
    - ``best_match``: the lower strokes per hole (of ``net``: net strokes) in one that counts;
    - ``last_match``: the later last match;
    - ``head_to_head``: more often ahead than behind in matches with the others who are equal;
    - ``fewest_matches``: fewer matches played;
    - ``strokes_per_hole``: fewer strokes per hole in all matches that count.

    Raises RulesError, a ValueError, which names the field.
    """

    scoring: Scoring
    best_n: int | None = None
    points: tuple[int | Fraction, ...] = ()
    minimum_matches: int = 1
    tie_breaks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS:
            raise RulesError("scoring", f"one of {', '.join(SCORINGS)}")
        if self.best_n is not None and self.best_n < 1:
            raise RulesError("best_n", "one match or more, or none for all")
        if self.scoring == "best" and self.best_n is None:
            raise RulesError("best_n", "the sum of the best matches needs to know of how many")
        self._check_points()
        if self.minimum_matches < 0:
            raise RulesError("minimum_matches", "none or more")
        if not set(self.tie_breaks) <= set(TIE_BREAKS):
            raise RulesError("tie_breaks", f"some of {', '.join(TIE_BREAKS)}")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise RulesError("tie_breaks", "each once")

    def _check_points(self) -> None:
        if (self.scoring == "points") != bool(self.points):
            raise RulesError("points", "by place, from the first on, where points are counted")
        if any(isinstance(points, float) for points in self.points):
            raise RulesError("points", "whole numbers or fractions")
        if sorted((*self.points, 0), reverse=True) != [*self.points, 0]:
            raise RulesError("points", "no later place brings more, and none less than nothing")

    @property
    def needed(self) -> int:
        """How many matches that can count a player needs to be ranked; a figure needs one."""
        return max(self.minimum_matches, 1, (self.best_n or 0) if self.scoring == "best" else 0)


@dataclass(frozen=True, slots=True)
class Result:
    """One player's seat in a finished match, ``sharing`` its ``place`` with that many, itself too.

    ``net`` is the strokes less the handicap for these holes, None without a handicap.

    Raises ValueError for a time without a zone, no holes, and a place that isn't there.
    """

    match: int
    finished_at: datetime
    strokes: int
    holes: int
    place: int
    seats: int
    sharing: int = 1
    net: Fraction | None = None

    def __post_init__(self) -> None:
        if self.finished_at.tzinfo is None:
            raise ValueError("finished_at: a time without a zone")
        if self.holes < 1:
            raise ValueError("holes: one or more")
        if not (self.place >= 1 and 1 <= self.sharing <= self.seats - self.place + 1):
            raise ValueError("place: from 1 to the seats, and shared by no more than are left")


@dataclass(frozen=True, slots=True)
class Part:
    """What one match adds to a figure: ``amount``, over so many holes where that divides (else 0).

    ``reason`` says why it doesn't count: ``best_n`` (others are better), ``no_net`` (no handicap).
    """

    match: int
    finished_at: datetime
    strokes: int
    holes: int
    place: int
    amount: Fraction
    over: int
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's season, summed up.

    ``figure`` is what ranks as people read it, and ``key`` the same with the lowest first: negated
    for points and wins. Both are None while no match counts. ``figure`` is ``total``, divided by
    ``divisor`` holes where that isn't 0. ``strokes``, ``holes``, ``wins`` and ``best_match`` are of
    the matches that count, which are in the order of their ends, as those left out are; ``played``
    and ``last_match`` are of all. ``is_ranked`` says whether the minimum is met, ``missing`` how
    many matches are missing to it.
    """

    figure: Fraction | None
    key: Fraction | None
    total: Fraction
    divisor: int
    counted: tuple[Part, ...]
    dropped: tuple[Part, ...]
    played: int
    strokes: int
    holes: int
    wins: int
    best_match: Fraction | None
    last_match: datetime | None
    missing: int

    @property
    def is_ranked(self) -> bool:
        """Whether the player has played enough to have a place."""
        return self.missing == 0


def tally(results: Iterable[Result], rules: Rules) -> Tally:
    """Return one player's results summed up, whatever their order.

    Raises ValueError for two results of one match.
    """
    found = sorted(results, key=lambda result: (result.finished_at, result.match))
    if len({result.match for result in found}) < len(found):
        raise ValueError("a player has two results of one match")
    parts = [_part(result, rules) for result in found]
    usable = [part for part in parts if not part.reason]
    counted = _best(usable, rules)
    chosen = {part.match for part in counted}
    dropped = (part for part in parts if part.match not in chosen)
    tallied = replace(
        _EMPTY,
        dropped=tuple(part if part.reason else replace(part, reason="best_n") for part in dropped),
        played=len(found),
        last_match=found[-1].finished_at if found else None,
        missing=max(rules.needed - len(usable), 0),
    )
    return _summed(tallied, counted, rules)


def added(one: Tally, result: Result, rules: Rules) -> Tally:
    """Return a tally with one result more, whenever that was played, as ``tally`` would of all.

    ``one.counted`` has to be whole where only the best N count, and is then kept so; else it may be
    empty, and what comes back has none. ``dropped`` is empty.
    """
    last = max(one.last_match or result.finished_at, result.finished_at)
    one = replace(one, played=one.played + 1, last_match=last, dropped=())
    part = _part(result, rules)
    if part.reason:
        return one
    one = replace(one, missing=max(one.missing - 1, 0))
    if rules.best_n is not None:
        return _summed(one, _best([*one.counted, part], rules), rules)
    more = _summed(_EMPTY, (part,), rules)
    bests = [best for best in (one.best_match, more.best_match) if best is not None]
    return _with_figure(
        replace(
            one,
            total=one.total + more.total,
            divisor=one.divisor + more.divisor,
            counted=(),
            strokes=one.strokes + more.strokes,
            holes=one.holes + more.holes,
            wins=one.wins + more.wins,
            best_match=min(bests),
        ),
        rules,
    )


def _best(usable: Sequence[Part], rules: Rules) -> tuple[Part, ...]:
    """Return the parts that count, in the order of their ends."""
    ended = sorted(usable, key=_end)
    best = sorted(ended, key=lambda part: _rank(part, rules))[: rules.best_n]
    return tuple(sorted(best, key=_end))


def _summed(one: Tally, counted: tuple[Part, ...], rules: Rules) -> Tally:
    """Return a tally with all that comes of the parts that count."""
    summed = replace(
        one,
        total=sum((part.amount for part in counted), Fraction()),
        divisor=sum(part.over for part in counted),
        counted=counted,
        strokes=sum(part.strokes for part in counted),
        holes=sum(part.holes for part in counted),
        wins=sum(part.place == 1 for part in counted),
        best_match=min((_per_hole(part, rules) for part in counted), default=None),
    )
    return _with_figure(summed, rules) if counted else replace(summed, figure=None, key=None)


def _with_figure(one: Tally, rules: Rules) -> Tally:
    figure = one.total / one.divisor if one.divisor else one.total
    return replace(one, figure=figure, key=-figure if rules.scoring in HIGHEST_FIRST else figure)


_EMPTY = Tally(
    figure=None,
    key=None,
    total=Fraction(),
    divisor=0,
    counted=(),
    dropped=(),
    played=0,
    strokes=0,
    holes=0,
    wins=0,
    best_match=None,
    last_match=None,
    missing=0,
)


def points_of(place: int, sharing: int, points: Sequence[int | Fraction]) -> Fraction:
    """Return the points of a place: the mean of those of all places that who shares it takes up.

    >>> points = (10, 6, 3)
    >>> str(points_of(1, 1, points)), str(points_of(1, 2, points)), str(points_of(3, 2, points))
    ('10', '8', '3/2')
    """
    taken = points[place - 1 : place - 1 + sharing]
    return sum((Fraction(each) for each in taken), Fraction()) / sharing


def _end(part: Part) -> tuple[datetime, int]:
    return part.finished_at, part.match


def _per_hole(part: Part, rules: Rules) -> Fraction:
    return (part.amount if rules.scoring == "net" else Fraction(part.strokes)) / part.holes


def _rank(part: Part, rules: Rules) -> tuple[Fraction, Fraction]:
    """Return what puts a player's own matches in order, the best first.

    Of matches with equal points or wins the one with fewer strokes per hole is better; after that
    the earlier is, as they come in that order.
    """
    if rules.scoring in HIGHEST_FIRST:
        return -part.amount, _per_hole(part, rules)
    return _per_hole(part, rules), Fraction()


def _amount(result: Result, rules: Rules) -> Fraction:
    match rules.scoring:
        case "points":
            return points_of(result.place, result.sharing, rules.points)
        case "wins":
            return Fraction(result.place == 1)
        case "best":
            return Fraction(result.strokes * _HOLES_OF_BEST, result.holes)
        case "net":
            return Fraction(result.net or 0)
        case "average":
            return Fraction(result.strokes)


def _part(result: Result, rules: Rules) -> Part:
    return Part(
        match=result.match,
        finished_at=result.finished_at,
        strokes=result.strokes,
        holes=result.holes,
        place=result.place,
        amount=_amount(result, rules),
        over=result.holes if rules.scoring in PER_HOLE else 0,
        reason="no_net" if rules.scoring == "net" and result.net is None else "",
    )

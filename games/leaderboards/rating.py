"""Ratings over whole finishing orders: openskill's Plackett-Luce, where places are all that counts.

A rating is a belief about strength: a mean ``mu`` and how far off it may be, ``sigma``. After a
match everybody's mean moves by how far the finishing order was from the one expected, more where
less is known. Strokes, seats and the order of arguments don't matter.

Places alike are ties. openskill's own treatment of them raises the third of eight equals by more
than two who share the first place, so a tie is rated as the mean over orders that would break it,
in which each of the tied comes once to every position. Of two or three that is the mean over all
orders. Who comes before somebody with the same rating then always gains more.

>>> won, lost = after([START, START], places=[1, 2], anchored=[False, False])
>>> (round(won.mu, 2), round(lost.mu, 2), won.matches)
(27.64, 22.36, 1)
>>> one, other = after([won, won], places=[1, 1], anchored=[False, False])
>>> one == other, one.mu == won.mu
(True, True)
>>> shown(START), shown(won), is_provisional(won)
(1000, 1103, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, fsum, lcm, log, sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_MU, _SIGMA = 25.0, 25.0 / 3
# How much a player's results vary about their strength, and what is forgotten from match to match.
BETA, TAU = 25.0 / 6, 25.0 / 300
_MODEL = PlackettLuce(mu=_MU, sigma=_SIGMA, beta=BETA, tau=TAU)

SHOWN_START, SHOWN_SCALE = 1000, 30
SETTLED_MATCHES, SETTLED_SIGMA = 10, _SIGMA * 2 / 3

# Place, mu and sigma: all that a seat is rated by. What comes out is mu and sigma.
_Seat = tuple[int, float, float]
_Belief = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's strength after so many rated matches."""

    mu: float
    sigma: float
    matches: int


START = Rating(_MU, _SIGMA, 0)
"""The rating before the first match."""

_ANCHOR_SIGMA = 1.0
# Wins out of all, ties half, of the first over `steady` with two seats: README, "How strong the
# bots are".
_WINS = {"beginner": 0.326, "steady": 0.5, "club": 0.556, "pro": 0.662}


def _anchor(wins: float) -> Rating:
    """Return the rating at which Plackett-Luce expects so many wins over one with START's mean.

    With two seats it expects 1 / (1 + exp(-d / c)) for means d apart, c being the root of both
    sigmas' and betas' squares summed: so d = c * log(wins / (1 - wins)).
    """
    spread = sqrt(2 * (_ANCHOR_SIGMA**2 + BETA**2))
    return Rating(_MU + spread * log(wins / (1 - wins)), _ANCHOR_SIGMA, 0)


ANCHORS: Mapping[str, Rating] = MappingProxyType(
    {level: _anchor(wins) for level, wins in _WINS.items()}
)
"""The fixed ratings of the bots, by level. `steady` has the mean of a new player.

They are those of matches of one hole, six cards, clubhouse rules.
"""


def after(
    ratings: Sequence[Rating], places: Sequence[int], anchored: Sequence[bool]
) -> tuple[Rating, ...]:
    """Return the ratings after a match, in the order of the arguments.

    ``places``: lowest wins, equal ones are ties, only their order counts. Those ``anchored`` (bots)
    are rated against but stay as they are. The same to the last bit in whatever order the seats
    are given. Raises ValueError for fewer than two seats or arguments of different lengths.
    """
    if not len(ratings) == len(places) == len(anchored) or len(ratings) < 2:
        raise ValueError("a match has two seats or more, and each a rating and a place")
    seats = [(place, one.mu, one.sigma) for place, one in zip(places, ratings, strict=True)]
    beliefs = _beliefs(sorted(seats))
    return tuple(
        rating if is_anchored else Rating(*beliefs[seat], rating.matches + 1)
        for rating, seat, is_anchored in zip(ratings, seats, anchored, strict=True)
    )


def _beliefs(seats: list[_Seat]) -> dict[_Seat, _Belief]:
    """Return what is believed of each seat afterwards; seats that are alike share it."""
    found: dict[_Seat, list[_Belief]] = {seat: [] for seat in seats}
    for order in _unbroken(seats):
        teams = [[_MODEL.rating(mu, sigma)] for _, mu, sigma in order]
        for seat, (rated,) in zip(order, _MODEL.rate(teams), strict=True):
            found[seat].append((rated.mu, rated.sigma))
    return {seat: _mean(seat, beliefs) for seat, beliefs in found.items()}


def _unbroken(seats: list[_Seat]) -> Iterator[list[_Seat]]:
    """Yield orders without ties that a sorted finishing order with ties may stand for.

    Each seat of a tie comes as often to each of the tie's positions. Ties are turned together, as
    what they change for a seat is summed.
    """
    ties: dict[int, list[_Seat]] = {}
    for seat in seats:
        ties.setdefault(seat[0], []).append(seat)
    sizes = [len(tie) for tie in ties.values()]
    for turn in range(lcm(*sizes)):
        turned = [tie[turn % len(tie) :] + tie[: turn % len(tie)] for tie in ties.values()]
        yield [seat for tie in turned for seat in tie]


def _mean(seat: _Seat, beliefs: list[_Belief]) -> _Belief:
    """Return the mean of the means, and the root of the mean of the variances."""
    _, mu, _ = seat
    moved = fsum(one - mu for one, _ in beliefs) / len(beliefs)
    return mu + moved, sqrt(fsum(sigma * sigma for _, sigma in beliefs) / len(beliefs))


def shown(rating: Rating) -> int:
    """Return the figure to show: 1000 at the start, thirty for a point of ``mu - 3 * sigma``.

    It is a strength that the player has almost surely, so it grows as more is known. At thirty
    a point four hundred are about ten to one with two seats, as people know it from chess.
    """
    safe = rating.mu - 3 * rating.sigma
    return floor(SHOWN_START + SHOWN_SCALE * safe + 0.5)


def is_provisional(rating: Rating) -> bool:
    """Tell whether too little is known of a player's strength yet.

    That is before ten rated matches, and while sigma is over two thirds of what it is at the
    start: with two new players some fifteen matches, with four over twenty, with eight over forty,
    as a match of many tells less of each. Against bots ten are enough.
    """
    return rating.matches < SETTLED_MATCHES or rating.sigma > SETTLED_SIGMA

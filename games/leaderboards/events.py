"""An event's standings: what a field made of some rounds, lowest first.

Whoever has no figure in a round (a bye, a late entry, a table that doesn't count) gets the mean of
their own in the others; who has none at all, the mean of the field in that round. So a bye is
neither a gift nor a loss.

>>> first = {1: Score(20, 1), 2: Score(24, 2)}  # player 3 had a bye
>>> second = {1: Score(18, 1), 3: Score(30, 2)}
>>> [(row.player, row.place, str(row.figure)) for row in stand([first, second], [1, 2, 3])]
[(1, 1, '38'), (2, 2, '48'), (3, 3, '60')]
>>> [(row.player, str(row.figure)) for row in stand([first, second], [1, 2, 3], "wins")]
[(1, '2'), (2, '0'), (3, '0')]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from games.leaderboards.places import places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Scoring = Literal["strokes", "places", "wins"]


@dataclass(frozen=True, slots=True)
class Score:
    """What a player reached at a table: strokes over its holes, and the place there."""

    strokes: int
    place: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """A player's row: ``figure`` is the sum of ``rounds``, one a round that was played.

    None in ``scores`` stands where the player has no score and the figure is a mean. ``strokes`` is
    the sum of strokes, with means in the same way: it is ahead of equals, and who is equal in that,
    too, shares the place. A player who is not ranked has no place.
    """

    player: int
    place: int | None
    figure: Fraction
    strokes: Fraction
    rounds: tuple[Fraction, ...]
    scores: tuple[Score | None, ...]


def stand(
    rounds: Sequence[Mapping[int, Score]],
    players: Sequence[int],
    scoring: Scoring = "strokes",
    *,
    unranked: frozenset[int] = frozenset(),
) -> tuple[EventRow, ...]:
    """Return the rows of ``players``, the first place first and who is ``unranked`` last.

    ``rounds`` have the scores by player; one without any is left out. Wins: the most are first.
    """
    played = [scores for scores in rounds if scores]
    rows = [_row(played, player, scoring) for player in players]
    sign = -1 if scoring == "wins" else 1
    keys = [None if row.player in unranked else (sign * row.figure, row.strokes) for row in rows]
    placed = [
        EventRow(row.player, place, row.figure, row.strokes, row.rounds, row.scores)
        for row, place in zip(rows, places(keys), strict=True)
    ]
    last = len(placed) + 1
    return tuple(sorted(placed, key=lambda row: (row.place or last, row.player)))


def _row(played: Sequence[Mapping[int, Score]], player: int, scoring: Scoring) -> EventRow:
    scores = tuple(found.get(player) for found in played)
    figures = _filled(played, player, scoring)
    return EventRow(
        player=player,
        place=None,
        figure=sum(figures, Fraction()),
        strokes=sum(_filled(played, player, "strokes"), Fraction()),
        rounds=figures,
        scores=scores,
    )


def _filled(
    played: Sequence[Mapping[int, Score]], player: int, scoring: Scoring
) -> tuple[Fraction, ...]:
    """The figures of every round, with means where the player has none."""
    own = [_figure(found[player], scoring) for found in played if player in found]
    return tuple(
        _figure(found[player], scoring)
        if player in found
        else _mean(own or [_figure(score, scoring) for score in found.values()])
        for found in played
    )


def _figure(score: Score, scoring: Scoring) -> Fraction:
    match scoring:
        case "strokes":
            return Fraction(score.strokes)
        case "places":
            return Fraction(score.place)
    return Fraction(score.place == 1)


def _mean(figures: Sequence[Fraction]) -> Fraction:
    return sum(figures, Fraction()) / len(figures)

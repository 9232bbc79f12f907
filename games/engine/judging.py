"""Strokes of a hole: charges, the closer's penalty or bonus, four of a kind (rules 4)."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from games.engine.cards import Face, rank_of_face
from games.engine.scoring import score_layout
from games.engine.tuples import replaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.ruleset import Ruleset

Outcome: TypeAlias = Literal["success", "failure"]
Strokes: TypeAlias = tuple[int, ...]


class HoleScore(NamedTuple):
    """What a hole counts, one number per seat that played it.

    ``layouts`` are the strokes of the layouts, ``charges`` what other seats' squares add. With
    ``correction``, the closer's penalty (positive) or bonus, they make ``strokes``. ``outcome``
    is the closer's, None without one that is judged.
    """

    layouts: Strokes
    charges: Strokes
    outcome: Outcome | None
    correction: int
    strokes: Strokes


def score_hole(
    ruleset: Ruleset,
    layouts: Sequence[Sequence[Face]],
    closer: int | None = None,
    *,
    knocked: bool = False,
) -> HoleScore:
    """Return the strokes of the seats whose layouts these are; ``closer`` is an index of them.

    >>> from games.engine import Ruleset
    >>> rules = Ruleset(layout="2x2", closer_fails="plus_10")
    >>> score_hole(rules, [["5C", "KC", "6C", "KD"], ["3C", "KH", "4C", "KS"]], closer=0).strokes
    (21, 7)
    """
    own = tuple(score_layout(ruleset, faces) for faces in layouts)
    charges = _charges(ruleset, layouts)
    before = tuple(map(add, own, charges))
    is_judged = knocked or ruleset.closer_judged == "every_closer"
    if closer is None or not is_judged:
        return HoleScore(own, charges, None, 0, before)
    outcome = _outcome(ruleset, before, closer)
    judge = _after_success if outcome == "success" else _after_failure
    after = judge(ruleset, before, closer)
    total = replaced(before, closer, after)
    return HoleScore(own, charges, outcome, after - before[closer], total)


def _charges(ruleset: Ruleset, layouts: Sequence[Sequence[Face]]) -> Strokes:
    charge = ruleset.adjacent_pairs_charge
    if not charge:
        return (0,) * len(layouts)
    found = [_printed_squares(ruleset, faces) * charge for faces in layouts]
    return tuple(sum(found) - own for own in found)


def _printed_squares(ruleset: Ruleset, faces: Sequence[Face]) -> int:
    """Count the 2x2 squares of one printed rank, overlapping ones too; no card is wild here."""
    ranks = [rank_of_face(face) for face in faces]
    return sum(len({ranks[slot] for slot in square}) == 1 for square in ruleset.squares)


def _outcome(ruleset: Ruleset, strokes: Strokes, closer: int) -> Outcome:
    own = strokes[closer]
    is_lowest = own == min(strokes)
    is_safe = ruleset.closer_tie_is_safe or strokes.count(own) == 1
    return "success" if is_lowest and is_safe else "failure"


def _after_failure(ruleset: Ruleset, strokes: Strokes, closer: int) -> int:
    own = strokes[closer]
    after = {
        "none": own,
        "plus_10": own + 10,
        "double_plus_5": 2 * own + 5,
        "highest": max(strokes),
        "double_or_plus_10": max(2 * own, own + 10),
        "plus_twice_seats": own + 2 * len(strokes),
    }
    return max(own, after[ruleset.closer_fails])


def _after_success(ruleset: Ruleset, strokes: Strokes, closer: int) -> int:
    own = strokes[closer]
    after = {"none": own, "zero": min(own, 0), "minus_seats": own - len(strokes)}
    return after[ruleset.closer_bonus]


def winners_at_once(
    ruleset: Ruleset, layouts: Sequence[Sequence[Face]], totals: Sequence[int]
) -> tuple[int, ...]:
    """Return who wins the match by four of a kind, given the totals before the hole (rules 4.4).

    >>> from games.engine import Ruleset
    >>> rules = Ruleset(layout="2x2", four_of_a_kind="wins_match")
    >>> winners_at_once(rules, [["5C", "5D", "5H", "5S"], ["3C", "KH", "4C", "KS"]], [70, 0])
    (0,)
    """
    if ruleset.four_of_a_kind == "none":
        return ()
    having = [at for at, faces in enumerate(layouts) if _printed_squares(ruleset, faces)]
    return tuple(at for at in having if totals[at] == min(totals[rival] for rival in having))

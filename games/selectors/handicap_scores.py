"""Results as scores of a handicap, and what their holes were expected to cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from games.leaderboards.handicap import Score, unrounded
from games.models import ExpectedStrokes, Result


def score_of(result: Result, expected: Mapping[str, Fraction]) -> Score | None:
    """The score of a result; None where it has none, or what it costs is not known."""
    if not result.is_for_handicap or result.rules_key not in expected:
        return None
    whole = expected[result.rules_key] * result.holes
    return Score(result.finished_at, unrounded(result.strokes, whole, result.holes), result.pk)


def expected_of(keys: Iterable[str]) -> dict[str, Fraction]:
    """The expected strokes of a hole by key, of those that have been measured to the end."""
    rows = ExpectedStrokes.objects.measured().filter(key__in=set(keys)).defer("ruleset")
    return {row.key: Fraction(row.strokes, row.holes * row.seats) for row in rows}

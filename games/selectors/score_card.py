"""The score card: holes as columns, seats as rows, lowest total first."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.models import ExpectedStrokes, Match, Seat
from games.selectors.event_seal import is_sealed
from games.selectors.table_view import Mark, ScoreCardView, ScoreRow, StrokesCell
from games.selectors.wording import strokes_words


def par_of(match: Match, ruleset: engine.AnyRuleset) -> int | None:
    """Par of a hole of this match, None while it is not known."""
    if (fixed := engine.par(ruleset)) is not None:
        return fixed
    key = ExpectedStrokes.key_of(match.ruleset, match.seat_count)
    row = ExpectedStrokes.objects.filter(key=key).first()
    return None if row is None else row.par


def match_card(
    match: Match,
    state: engine.AnyMatch,
    seats: Sequence[Seat],
    own: int | None = None,
    *,
    is_explained: bool = True,
) -> ScoreCardView:
    """The card of a stored match as it stands, with par and links to what made each score.

    Of a day's nine they lead nowhere while others play with its cards.
    """
    is_explained = is_explained and not (match.seat_count == 1 and is_sealed(match))
    return score_card(
        seats,
        state.scored,
        holes=state.ruleset.holes,
        own=own,
        par=par_of(match, state.ruleset),
        slug=match.slug if is_explained else "",
        extra=state.extra_scored,
        standings=engine.final_standings(state),
    )


def score_card(
    seats: Sequence[Seat],
    scored: Sequence[Sequence[int]],
    *,
    holes: int,
    own: int | None = None,
    par: int | None = None,
    note: str = "",
    slug: str = "",
    extra: Sequence[Sequence[int | None]] = (),
    standings: Sequence[engine.Standing] | None = None,
) -> ScoreCardView:
    """The card of a match. ``scored[hole][seat]`` are strokes; ``holes`` 0 is an open end.

    ``extra`` has the strokes of extra holes, None for seats without a part in one; they stand on
    the card and in no total. ``standings`` are by total unless they are given.

    With the ``slug`` of the table every hole's strokes lead to where they are explained.
    """
    count = max(holes, len(scored))
    if standings is None:
        totals = tuple(sum(hole[n] for hole in scored) for n in range(len(seats)))
        standings = engine.standings(totals)
    rows = [
        _row(seats[standing.seat], standing, scored, extra, count, own, par, slug)
        for standing in standings
    ]
    return ScoreCardView(
        holes=(
            *(str(number + 1) for number in range(count)),
            *(f"+{number + 1}" for number in range(len(extra))),
        ),
        rows=tuple(rows),
        par=par,
        par_total=None if par is None else par * count,
        caption=_("Score card"),
        note=note or _note(is_explained=bool(slug and scored)),
    )


def _note(*, is_explained: bool) -> str:
    if is_explained:
        return _("Lowest total wins. Press a score to see how it came about.")
    return _("Lowest total wins.")


def _row(
    seat: Seat,
    standing: engine.Standing,
    scored: Sequence[Sequence[int]],
    extra: Sequence[Sequence[int | None]],
    count: int,
    own: int | None,
    par: int | None,
    slug: str,
) -> ScoreRow:
    strokes = [hole[standing.seat] for hole in scored]
    cells = [_cell(number, strokes[number], par, slug) for number in range(len(strokes))]
    cells += [StrokesCell(None)] * (count - len(cells))
    cells += [
        _extra_cell(number, len(scored), hole[standing.seat], slug)
        for number, hole in enumerate(extra)
    ]
    return ScoreRow(
        place=str(standing.place),
        name=seat.name,
        is_own=own == standing.seat,
        cells=tuple(cells),
        total=standing.total,
        player_url=seat.player.get_absolute_url() if seat.player else None,
    )


def _cell(number: int, strokes: int, par: int | None, slug: str) -> StrokesCell:
    label = _("Hole %(number)d: %(strokes)s") % {
        "number": number + 1,
        "strokes": strokes_words(strokes),
    }
    url = reverse("games:hole", args=[slug, number + 1]) if slug else None
    return StrokesCell(strokes, mark_against(strokes, par), label, url)


def _extra_cell(number: int, before: int, strokes: int | None, slug: str) -> StrokesCell:
    """A cell of an extra hole, which follows so many others and is held against no par."""
    if strokes is None:
        return StrokesCell(None)
    label = _("Extra hole %(number)d: %(strokes)s") % {
        "number": number + 1,
        "strokes": strokes_words(strokes),
    }
    url = reverse("games:hole", args=[slug, before + number + 1]) if slug else None
    return StrokesCell(strokes, label=label, url=url)


def mark_against(strokes: int, par: int | None) -> Mark:
    """How golfers write it: circles under par, squares over it, double from two on."""
    if par is None or strokes == par:
        return ""
    if strokes < par:
        return "double-circle" if strokes <= par - 2 else "circle"
    return "double-square" if strokes >= par + 2 else "square"

"""A finished match, step by step, from its stored actions."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.engine import codec
from games.models import Match, Seat
from games.selectors.board import Board, card_view, recent
from games.selectors.labels import hole_label, rules_label
from games.selectors.log import log_lines, told
from games.selectors.news import news_between, played_for
from games.selectors.score_card import match_card
from games.selectors.table_view import CardView, LogLine, PileView, ScoreCardView, SeatView


@dataclass(frozen=True, slots=True)
class ReplayView:
    """One moment of a finished match as everybody at the table could see it.

    ``position`` counts from 1 to ``length``; the addresses are None at the ends.
    """

    title: str
    hole_label: str
    rules_label: str
    position: int
    length: int
    seats: tuple[SeatView, ...]
    stock: PileView
    discard: PileView
    drawn: CardView | None
    log: tuple[LogLine, ...]
    score_card: ScoreCardView
    first_url: str | None
    previous_url: str | None
    next_url: str | None
    last_url: str | None
    holes: tuple[tuple[str, str, bool], ...]
    table_url: str
    rows: int
    columns: int
    rules_url: str


def replay_page(match: Match, sequence: int | None) -> ReplayView | None:
    """The moment after action ``sequence`` (the first if None); None if there is no such."""
    rows = list(match.actions.order_by("sequence").values_list("body", "hole__number"))
    at = 1 if sequence is None else sequence
    if not 1 <= at <= len(rows):
        return None
    seats = list(match.seats.select_related("player__user").order_by("number"))
    state = engine.replay(
        codec.decode_ruleset(match.ruleset),
        len(seats),
        [codec.decode_action(body) for body, _number in rows[:at]],
    )
    return _moment(match, seats, state, [number for _body, number in rows], at)


def _moment(
    match: Match, seats: list[Seat], state: engine.MatchState, holes: list[int], at: int
) -> ReplayView:
    def url(step: int) -> str | None:
        is_step = 1 <= step <= len(holes) and step != at
        return reverse("games:replay-at", args=[match.slug, step]) if is_step else None

    seen = engine.observe(state, None)
    rows = told(match, state.ruleset, holes[at - 1], until=at)
    board = Board(seen, seats, "", trace=recent(rows[0][1]))
    names = [seat.name for seat in seats]
    # What was told after this action belongs to the next step.
    news = news_between(match, seats, rows[-1][0], at - 1)
    drawn = None if seen.drawn_by is None else card_view(engine.SeenCard(None, is_up=False))
    return ReplayView(
        title=_("Table of %(host)s") % {"host": match.host.name},
        hole_label=hole_label(seen),
        rules_label=rules_label(match, seen.ruleset),
        position=at,
        length=len(holes),
        seats=tuple(board.seat(number) for number in range(len(seats))),
        stock=board.stock(),
        discard=board.discard(),
        drawn=drawn,
        log=log_lines(rows, names, seen.ruleset.columns, news, played_for(match, holes[at - 1])),
        score_card=match_card(match, state, seats),
        first_url=url(1),
        previous_url=url(at - 1),
        next_url=url(at + 1),
        last_url=url(len(holes)),
        holes=_hole_links(match, holes, holes[at - 1]),
        table_url=match.get_absolute_url(),
        rows=seen.ruleset.rows,
        columns=seen.ruleset.columns,
        rules_url=reverse("games:table-rules", args=[match.slug]),
    )


def _hole_links(match: Match, holes: list[int], now: int) -> tuple[tuple[str, str, bool], ...]:
    """For each hole its number, the address of its deal and whether it is shown."""
    return tuple(
        (
            str(hole + 1),
            reverse("games:replay-at", args=[match.slug, holes.index(hole) + 1]),
            hole == now,
        )
        for hole in sorted(set(holes))
    )

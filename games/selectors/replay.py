"""A finished match, step by step, from its stored actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.engine import codec
from games.models import Match, Seat
from games.selectors import board
from games.selectors.score_card import par_of, score_card
from games.selectors.table import hole_label, log_lines, rules_label
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


def replay_page(match: Match, sequence: int | None) -> ReplayView | None:
    """The moment after action ``sequence`` (the first if None); None if there is no such."""
    rows = list(match.actions.order_by("sequence").values_list("body", "facts", "hole__number"))
    at = 1 if sequence is None else sequence
    if not 1 <= at <= len(rows):
        return None
    seats = list(match.seats.select_related("player__user").order_by("number"))
    state = engine.replay(
        codec.decode_ruleset(match.ruleset),
        len(seats),
        [codec.decode_action(body) for body, _told, _number in rows[:at]],
    )
    return _moment(match, seats, engine.observe(state, None), rows, at)


def _moment(
    match: Match,
    seats: list[Seat],
    seen: engine.Observation,
    rows: Sequence[tuple[Any, list[dict[str, Any]], int]],
    at: int,
) -> ReplayView:
    def url(step: int) -> str | None:
        is_step = 1 <= step <= len(rows) and step != at
        return reverse("games:replay-at", args=[match.slug, step]) if is_step else None

    hole = rows[at - 1][2]
    trace = board.recent(rows[at - 1][1])
    facts = [(n, row[1]) for n, row in enumerate(rows[:at], start=1) if row[2] == hole]
    names = [seat.name for seat in seats]
    drawn = None if seen.drawn_by is None else board.card_view(engine.SeenCard(None, is_up=False))
    return ReplayView(
        title=_("Table of %(host)s") % {"host": match.host.name},
        hole_label=hole_label(seen),
        rules_label=rules_label(match, seen.ruleset),
        position=at,
        length=len(rows),
        seats=tuple(board.seat_view(seen, s, n, "", trace) for n, s in enumerate(seats)),
        stock=board.stock_view(seen),
        discard=board.discard_view(seen, "", "", trace),
        drawn=drawn,
        log=log_lines(facts[::-1], names, seen.ruleset.columns),
        score_card=score_card(
            seats, seen.scored, holes=seen.ruleset.holes, par=par_of(match), slug=match.slug
        ),
        first_url=url(1),
        previous_url=url(at - 1),
        next_url=url(at + 1),
        last_url=url(len(rows)),
        holes=_hole_links(match, [row[2] for row in rows], hole),
        table_url=match.get_absolute_url(),
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

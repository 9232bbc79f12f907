"""The live page of a match for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.engine import codec
from games.engine.games import GRID, SOLITAIRE
from games.models import Match, Position, Seat
from games.selectors.access import Viewer
from games.selectors.board import Board, Recent, card_view, recent
from games.selectors.clock_words import clock_words
from games.selectors.correcting import result_note
from games.selectors.event_seal import event_place
from games.selectors.labels import hole_label, own_seat, rules_label
from games.selectors.log import closing_line, log_lines, told
from games.selectors.news import news_between, played_for
from games.selectors.prompt import choices, prompt
from games.selectors.score_card import match_card
from games.selectors.seating import removable
from games.selectors.solitaire_table import SolitaireTableView, solitaire_table
from games.selectors.table_view import CardView, ScoreCardView, SeatView, TableView
from games.selectors.waiting import waiting_table
from games.selectors.what_if import what_if_note
from games.selectors.wishes import wishes
from games.selectors.wording import the_card

AnyTableView: TypeAlias = TableView | SolitaireTableView

_PHASES = {
    engine.MatchPhase.SCORE_CARD: "score_card",
    engine.MatchPhase.FINISHED: "finished",
}


def table(match: Match, viewer: Viewer, pick: str = "") -> AnyTableView:
    """What ``viewer`` may see of a table of any game; ``pick`` is what they have picked up.

    The caller has checked that the viewer may see the match at all.
    """
    return _TABLES[engine.game_named_in(match.ruleset).NAME](match, viewer, pick)


def grid_table(match: Match, viewer: Viewer, pick: str = "") -> TableView:
    """What ``viewer`` may see of a table of the grid game; ``pick`` as in ``board``, or ""."""
    seats = list(match.seats.select_related("player__user").order_by("number", "chair"))
    if match.status in (Match.Status.WAITING, Match.Status.CANCELLED):
        return waiting_table(match, seats, viewer)
    return _running(match, seats, viewer, pick)


def _running(match: Match, seats: list[Seat], viewer: Viewer, pick: str) -> TableView:
    mine = own_seat(seats, viewer)
    is_playing = mine is not None and not mine.is_bot_held
    number = mine.number if mine is not None and is_playing else None
    state = codec.decode_state(Position.objects.only("state").get(match=match).state)
    seen = engine.observe(state, number)
    if match.paused_at is not None:
        seen = seen._replace(legal=(), can_undo=False)
    url = match.get_absolute_url()
    rows = told(match, state.ruleset, state.hole_index)
    traces = (recent(facts) for _sequence, facts in rows)
    trace = next((found for found in traces if found.marked), Recent())
    board = Board(seen, seats, url, pick, trace)
    views = [board.seat(number) for number in range(len(seats))]
    names = [seat.name for seat in seats]
    news = news_between(match, seats, rows[-1][0], rows[0][0]) if rows else {}
    played = played_for(match, state.hole_index)
    lines = log_lines(rows, names, seen.ruleset.columns, news, played)
    says = prompt(board)
    is_over = match.status == Match.Status.FINISHED
    if match.paused_at is not None:
        says = _("This match is paused; nobody's time runs.")
    if mine is not None and not is_playing and not is_over:
        says = _("A bot plays your seat. %(news)s") % {"news": says}
    tried, place = what_if_note(match, mine), event_place(match)
    if tried is not None and is_over:
        says = f"{_('This hole is over.')} {tried.was}".rstrip()
    return TableView(
        slug=match.slug,
        version=match.version,
        sequence=match.sequence,
        since=_since(state, number),
        key="" if number is None else f"{match.slug}-{number}-{match.sequence}",
        phase=_PHASES.get(seen.match_phase, "playing"),  # type: ignore[arg-type]
        title=_("Table of %(host)s") % {"host": match.host.name} if tried is None else tried.title,
        hole_label=hole_label(seen) if tried is None else _("What if"),
        rules_label=rules_label(match, seen.ruleset),
        is_seated=mine is not None,
        can_act=number is not None and number in seen.to_act and match.paused_at is None,
        can_leave=is_playing and not is_over,
        can_return=mine is not None and not is_playing and not is_over,
        pick=board.pick,
        own=None if number is None else views[number],
        others=_around(views, number),
        stock=board.stock(),
        discard=board.discard(),
        drawn=None if seen.drawn_by is None else _drawn(seen),
        drawn_label="" if seen.drawn_by is None else _drawn_label(seen, names),
        prompt=says,
        choices=choices(board),
        announcement=" ".join([*[line.text for line in lines if line.is_latest][::-1], says]),
        log=lines,
        closing=closing_line(rows, names, seen.ruleset.columns, played),
        score_card=_score_card(match, state, seats, number),
        waiting=None,
        travels=trace.travels,
        turned=trace.turned,
        table_url=url,
        action_url=reverse("games:table-action", args=[match.slug]),
        socket_path=f"/ws/tables/{match.slug}/",
        replay_url=None if place and place.is_sealed else _replay_url(match, is_over),
        rematch_url=_rematch_url(match, is_over and mine is not None and not (tried or place)),
        rematch_label=_("Join the rematch") if match.rematch_id else _("Play again"),
        clock=clock_words(match.clock) if match.clock else "",
        club="" if match.club is None else match.club.name,
        club_url="" if match.club is None else match.club.get_absolute_url(),
        event="" if place is None else place.words,
        event_url="" if place is None else place.url,
        seats_url=None if place else _seats_url(match, seats, viewer),
        wishes=wishes(match, seats, mine, seen, is_of_event=place is not None),
        what_if=tried,
        result_note=result_note(match, viewer),
        rows=seen.ruleset.rows,
        columns=seen.ruleset.columns,
    )


def _since(state: engine.MatchState, number: int | None) -> int:
    """The oldest sequence on which the viewer's next action may be based."""
    if number is None or not engine.is_concurrent(state):
        return state.sequence
    return state.current_from[number]


def _around(views: list[SeatView], own: int | None) -> tuple[SeatView, ...]:
    """The other seats in the order in which they move after the viewer's."""
    if own is None:
        return tuple(views)
    return tuple(views[own + 1 :] + views[:own])


def _drawn(seen: engine.Observation) -> CardView:
    return card_view(engine.SeenCard(seen.drawn, is_up=seen.drawn is not None))


def _drawn_label(seen: engine.Observation, names: Sequence[str]) -> str:
    if seen.drawn is not None:
        return _("You drew %(card)s") % {"card": the_card(seen.drawn)}
    drawer = seen.drawn_by
    return "" if drawer is None else _("%(name)s drew a card") % {"name": names[drawer]}


def _score_card(
    match: Match, state: engine.MatchState, seats: Sequence[Seat], number: int | None
) -> ScoreCardView | None:
    if not state.scored:
        return None
    return match_card(match, state, seats, number)


def _seats_url(match: Match, seats: Sequence[Seat], viewer: Viewer) -> str | None:
    """Where the host hands others' seats to a bot, while there are any."""
    is_host = match.status == Match.Status.RUNNING and match.host_id == viewer.player_id
    if not is_host or not removable(match, seats):
        return None
    return reverse("games:table-seats", args=[match.slug])


def _replay_url(match: Match, is_over: bool) -> str:
    """The replay: of a match that is over from its beginning, of another from where it stands."""
    if is_over:
        return reverse("games:replay", args=[match.slug])
    return reverse("games:replay-at", args=[match.slug, match.sequence])


def _rematch_url(match: Match, may_ask: bool) -> str | None:
    return reverse("games:table-rematch", args=[match.slug]) if may_ask else None


_TABLES: dict[str, Callable[[Match, Viewer, str], AnyTableView]] = {
    GRID.NAME: grid_table,
    SOLITAIRE.NAME: solitaire_table,
}

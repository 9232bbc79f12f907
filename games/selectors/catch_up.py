"""What happened at a table since its player last looked, step by step, without what came later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.models import Action, Match, Seat
from games.selectors.access import Viewer
from games.selectors.board import Board, recent
from games.selectors.clock_words import clock_words
from games.selectors.labels import hole_label, own_seat, rules_label
from games.selectors.log import RESULTS, Told, log_lines
from games.selectors.news import news_between
from games.selectors.past import Past, past
from games.selectors.score_card import match_card
from games.selectors.sight import Sight, drawn_label, drawn_view
from games.selectors.table_view import LogLine, SeatView, TableView

_BY = Action.PlayedBy


class _Step(NamedTuple):
    """An action as the list of steps knows it."""

    sequence: int
    kind: str
    hole: int


@dataclass(frozen=True, slots=True)
class CatchUp:
    """One moment of what a player missed: the table as it was then, and nothing to act on.

    ``left`` steps follow, the next at ``next_url``, as far as the match has gone by now.
    """

    table: TableView
    sequence: int
    left: int
    next_url: str | None


@dataclass(frozen=True, slots=True)
class Missed:
    """How many steps there are to see since an action, and where they begin."""

    count: int
    url: str


def first_missed(match: Match, viewer: Viewer, shown: int | None = None) -> int | None:
    """The action that the viewer saw last, from where to show what others have done since.

    ``shown`` is the last that a page of theirs has shown, where that is not what the seat last saw.
    None where there is nothing to catch up with: for whoever has no seat, and as long as others
    have only put away a score card. Whoever acted had seen all that was before.
    """
    if viewer.player_id is None or match.status not in (
        Match.Status.RUNNING,
        Match.Status.FINISHED,
    ):
        return None
    mine = match.seats.filter(player_id=viewer.player_id)
    seat = mine.values_list("pk", "seen_sequence").first()
    if seat is None:
        return None
    pk, seen = seat if shown is None else (seat[0], shown)
    if seen >= match.sequence:
        return None
    rows = match.actions.filter(sequence__gt=seen).order_by("sequence")
    missed = list(rows.values_list("sequence", "kind", "seat_id", "played_by"))
    own = [row[0] for row in missed if row[2] == pk and row[3] == _BY.PLAYER]
    last = own[-1] if own else seen
    is_news = any(
        sequence > last and played_by != _BY.CHANCE and kind != engine.Dismiss.kind
        for sequence, kind, _seat, played_by in missed
    )
    return max(last, 1) if is_news else None


def missed_since(match: Match, viewer: Viewer, shown: int) -> Missed | None:
    """What others did since the last action that a page of the viewer has shown, if anything."""
    first = first_missed(match, viewer, shown)
    if first is None:
        return None
    return Missed(len(_shown(_steps(match, first))), since_url(match, first))


def table_at(match: Match, viewer: Viewer, sequence: int) -> CatchUp | None:
    """The table as it stood after an action, for one who sits there; None if there is no such.

    It shows what the viewer's seat knew then, or where a bot acted for the seat what everybody
    knew; with ``memory=unassisted`` no face that lies hidden now (rules, section 6). The strokes of
    a hole come a step after the action that ended it.
    """
    seats = list(match.seats.select_related("player__user").order_by("number"))
    mine = own_seat(seats, viewer)
    if mine is None or not 1 <= sequence <= match.sequence:
        return None
    for seat in seats:
        # Clocks tell who is to act now, not then.
        seat.due_at = None
    steps = _steps(match, sequence)
    then = past(match, sequence, steps[0].hole)
    number = None if mine.is_bot_held else mine.number
    follow = _shown(steps)
    table = _Moment(match, seats, number, then).view()
    if sequence == first_missed(match, viewer):
        table = replace(table, prompt=_missed_words(len(follow)))
    return CatchUp(
        table=table,
        sequence=sequence,
        left=len(follow),
        next_url=since_url(match, follow[0]) if follow else None,
    )


def since_url(match: Match, sequence: int) -> str:
    """The address of the table as it stood after an action."""
    return reverse("games:since", args=[match.slug, sequence])


def _steps(match: Match, sequence: int) -> list[_Step]:
    rows = match.actions.filter(sequence__gte=sequence).order_by("sequence")
    return [_Step(*row) for row in rows.values_list("sequence", "kind", "hole__number")]


def _shown(steps: Sequence[_Step]) -> list[int]:
    """The steps after the first that show anything new, by sequence.

    The first to put a score card away is when it is read; of the others nobody sees anything. A
    card that is read now is read at the table.
    """
    shown = [
        step
        for last, step in pairwise(steps)
        if step.kind != engine.Dismiss.kind or last.kind != engine.Dismiss.kind
    ]
    if shown and shown[-1].kind == engine.Dismiss.kind:
        shown.pop()
    return [step.sequence for step in shown]


@dataclass(frozen=True)
class _Moment:
    """The page of one past moment, for the seat ``number`` (None while a bot holds it)."""

    match: Match
    seats: Sequence[Seat]
    number: int | None
    then: Past

    def view(self) -> TableView:
        seen, rows = self.seen(), self.rows()
        trace = recent(rows[0][1]) if rows and not self.then.is_at_score_card else recent(())
        board = Board(seen, self.seats, "", trace=trace)
        views = [board.seat(number) for number in range(len(self.seats))]
        lines = self._log(rows)
        says = self._says([line.text for line in lines if line.is_latest][::-1])
        url = since_url(self.match, self.then.sequence)
        return TableView(
            slug=self.match.slug,
            version=self.then.sequence,
            sequence=self.then.sequence,
            since=self.then.sequence,
            key="",
            phase="score_card" if self.then.is_at_score_card else "playing",
            title=_("What happened at the table of %(host)s") % {"host": self.match.host.name},
            hole_label=hole_label(seen),
            rules_label=rules_label(self.match, seen.ruleset),
            is_seated=True,
            can_act=False,
            can_leave=False,
            can_return=False,
            pick="",
            own=None if self.number is None else views[self.number],
            others=self._others(views),
            stock=board.stock(),
            discard=self.sight.discard(board),
            drawn=drawn_view(seen),
            drawn_label=drawn_label(seen, [seat.name for seat in self.seats]),
            prompt=says,
            choices=(),
            announcement=says,
            log=lines,
            score_card=match_card(self.match, self.card, self.seats, self.number)
            if self.card.scored
            else None,
            waiting=None,
            travels=trace.travels,
            turned=trace.turned,
            table_url=url,
            action_url=url,
            socket_path="",
            clock=clock_words(self.match.clock) if self.match.clock else "",
            rows=seen.ruleset.rows,
            columns=seen.ruleset.columns,
        )

    @property
    def card(self) -> engine.MatchState:
        """The state whose strokes and totals are known: those of a hole come after its end."""
        is_early = self.then.has_ended_hole and not self.then.is_at_score_card
        return engine.as_grid(self.then.before if is_early else self.then.state)

    def seen(self) -> engine.Observation:
        """What may be shown of the moment: nothing to do, and nothing that is known too early."""
        observed = self.sight.observation()._replace(
            viewer=self.number,
            legal=(),
            can_undo=False,
            totals=self.card.totals,
            scored=self.card.scored,
            extra_scored=self.card.extra_scored,
        )
        if self.then.has_ended_hole:
            phase = engine.MatchPhase.HOLE
            if self.then.is_at_score_card:
                phase = engine.MatchPhase.SCORE_CARD
            observed = observed._replace(match_phase=phase, to_act=())
        return observed

    def rows(self) -> Told:
        """The log of the hole up to this moment, without results that come a step later."""
        rows = self.sight.told()
        if self.then.has_ended_hole and not self.then.is_at_score_card:
            rows[0] = rows[0][0], [fact for fact in rows[0][1] if fact["kind"] not in RESULTS]
        return rows

    def _log(self, rows: Told) -> tuple[LogLine, ...]:
        names = [seat.name for seat in self.seats]
        news = news_between(self.match, self.seats, self.then.first, self.then.sequence)
        columns = self.then.state.ruleset.columns
        return log_lines(rows, names, columns, news, self.then.played_for)

    @cached_property
    def sight(self) -> Sight:
        """The moment as its viewer may see it."""
        return Sight(self.then, self._knower())

    def _knower(self) -> int | None:
        """Whose knowledge is shown: the seat's, unless others may have looked for it."""
        if self.then.state.ruleset.is_forgetful:
            return None
        until = self.then.sequence
        played = self.match.actions.filter(sequence__range=(self.then.first, until))
        by_bot = played.filter(seat__number=self.number, played_by=_BY.BOT)
        by_bot = by_bot.exclude(kind=engine.Dismiss.kind)
        return None if self.number is None or by_bot.exists() else self.number

    def _others(self, views: Sequence[SeatView]) -> tuple[SeatView, ...]:
        """The other seats in the order in which they move after the viewer's."""
        if self.number is None:
            return tuple(views)
        return (*views[self.number + 1 :], *views[: self.number])

    def _says(self, lines: Iterable[str]) -> str:
        if self.then.is_at_score_card:
            return _("The score card of the hole.")
        return " ".join(lines)


def _missed_words(left: int) -> str:
    """How much there is to see, at its beginning."""
    text = ngettext(
        "Since you last looked one thing happened.",
        "Since you last looked %(count)d things happened.",
        left,
    )
    return text % {"count": left}

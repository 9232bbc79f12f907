"""A match again, step by step, from its stored actions: each step costs what its hole costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.models import Action, Match, News, Seat
from games.selectors.access import Viewer
from games.selectors.board import recent
from games.selectors.due import watch_of
from games.selectors.labels import hole_label, own_seat, rules_label
from games.selectors.log import Told, log_lines
from games.selectors.news import marked, news_between
from games.selectors.past import Past, Played, past
from games.selectors.replay_board import Onlooker, board_of
from games.selectors.replay_steps import Steps
from games.selectors.replay_view import LinkView, ReplayLine, ReplayView
from games.selectors.replay_way import Way
from games.selectors.score_card import match_card
from games.selectors.sight import OPEN, Sight
from games.selectors.solitaire_deals import match_title
from games.selectors.table_view import ScoreCardView
from games.selectors.when import when_view
from games.selectors.wording import action_lines, names_words

_BY = Action.PlayedBy
_AWAY = {News.Kind.BOT_TOOK_OVER, News.Kind.LEFT, News.Kind.REMOVED}


def replay_page(
    match: Match,
    viewer: Viewer,
    sequence: int,
    way: Way,
    now: datetime,
    *,
    is_shared: bool = False,
) -> ReplayView | None:
    """The moment after action ``sequence`` as the viewer may see it; None if there is no such.

    While its hole is still being played that is what the viewer knows of it live, whatever the way
    asks for. The caller has checked that the viewer may see the match; ``is_shared`` says that it
    is by a link to its review and replay, so that nothing here leads to other pages of the table.
    """
    if match.status not in (Match.Status.RUNNING, Match.Status.FINISHED):
        return None
    if not 1 <= sequence <= match.sequence:
        return None
    hole = match.actions.values_list("hole__number", flat=True).get(sequence=sequence)
    seats = list(match.seats.select_related("player__user").order_by("number"))
    then = past(match, sequence, hole)
    zone = watch_of(viewer, now).zone
    return _Moment(match, seats, own_seat(seats, viewer), then, way, zone, is_shared).view()


def deal_of(match: Match, number: int) -> int | None:
    """The sequence of the deal of a hole, from 1; None if it has not been dealt."""
    if match.status not in (Match.Status.RUNNING, Match.Status.FINISHED):
        return None
    rows = match.actions.filter(hole__number=number - 1).order_by("sequence")
    return rows.values_list("sequence", flat=True).first()


@dataclass(frozen=True)
class _Moment:
    """One moment on somebody's way; ``mine`` is the viewer's seat."""

    match: Match
    seats: Sequence[Seat]
    mine: Seat | None
    then: Past
    way: Way
    zone: ZoneInfo | None
    is_shared: bool

    def view(self) -> ReplayView:
        self._tell_who_was_away()
        seen = engine.observe(self.then.state, None)
        trace = recent(() if self.then.is_at_score_card else self.told[0][1])
        onlooker = Onlooker(self.number, trace, self._known_words())
        return ReplayView(
            title=match_title(self.match),
            hole_label=hole_label(seen),
            rules_label=rules_label(self.match, seen.ruleset),
            position=self.then.sequence,
            position_label=self._position_label(),
            board=board_of(self.sight, self.seats, onlooker),
            travels=trace.travels,
            turned=trace.turned,
            line=self._line(),
            who=self._who(),
            by=_by_words(self.row.played_by) if self._who() else "",
            when=when_view(self.row.at, self.zone),
            log=self._log(),
            score_card=self._score_card(),
            steps=self.steps.view(),
            holes=self.steps.holes(),
            decisions=self.steps.decisions(),
            eyes=self._eyes(),
            eyes_label=self._eyes_label(),
            note=self._note(),
            is_for_one=self._is_for_one,
            is_spoiler_free=self.way.is_spoiler_free,
            spoilers_url=self.way.with_spoilers(are_on=self.way.is_spoiler_free).at(
                self.then.sequence
            ),
            url=self.way.at(self.then.sequence),
            what_if_url=self._what_if_url(),
            news_url=self._news_url(),
            news=self._news(),
            table_url=None if self.is_shared else self.match.get_absolute_url(),
            rules_url=None if self.is_shared else self._rules_url(),
        )

    def _what_if_url(self) -> str | None:
        is_at_a_turn = self._is_in_play and not self.then.is_at_score_card
        if self.then.is_running or self._is_for_one or not is_at_a_turn:
            return None
        return reverse("games:what-if", args=[self.match.slug, self.then.sequence])

    def _news_url(self) -> str | None:
        is_at_end = self.then.sequence == self.steps.length
        is_over = self.match.status == Match.Status.FINISHED
        return None if is_over or not is_at_end else self.way.news(self.then.sequence)

    def _news(self) -> str:
        """What one is told who has stayed where the end was."""
        if self.way.is_spoiler_free:
            return _("The match has gone on.")
        count = self.steps.length - self.then.sequence
        text = ngettext("%(count)d new action.", "%(count)d new actions.", count)
        return text % {"count": count}

    def _rules_url(self) -> str:
        return reverse("games:table-rules", args=[self.match.slug])

    @cached_property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def _is_for_one(self) -> bool:
        return len(self.seats) == 1

    @property
    def _is_in_play(self) -> bool:
        return self.then.state.phase is engine.MatchPhase.HOLE

    @property
    def row(self) -> Played:
        """The action just made."""
        return self.then.played[self.then.count - 1]

    @property
    def number(self) -> int | None:
        """The seat that the viewer plays, if any."""
        if self.mine is None or self.mine.is_bot_held:
            return None
        return self.mine.number

    @cached_property
    def sight(self) -> Sight:
        """The moment through the eyes that are asked for, or while it is played one's own."""
        return Sight(self.then, self.number if self.then.is_running else self.way.eyes)

    @cached_property
    def told(self) -> Told:
        """What everybody could read of the hole's actions then, latest first."""
        return self.sight.told()

    @cached_property
    def steps(self) -> Steps:
        """The ways on from here."""
        own = None if self.mine is None else self.mine.number
        eyes = self.sight.eyes if isinstance(self.sight.eyes, int) else own
        return Steps(self.then, self.way, self.match.sequence, self.names, eyes)

    def _tell_who_was_away(self) -> None:
        """Have the seats say who was away then; clocks tell who is to act now."""
        kinds = [*_AWAY, News.Kind.CAME_BACK]
        news = News.objects.filter(match=self.match, kind__in=kinds).order_by("pk")
        known = news.filter(sequence__lt=self.then.sequence)
        away = {pk: kind in _AWAY for pk, kind in known.values_list("seat_id", "kind")}
        for seat in self.seats:
            seat.due_at = None
            seat.left_at = self.row.at if away.get(seat.pk) else None

    def _position_label(self) -> str:
        if self.way.is_spoiler_free:
            return _("Step %(position)d") % {"position": self.then.sequence}
        values = {"position": self.then.sequence, "length": self.steps.length}
        return _("%(position)d of %(length)d") % values

    def _known_words(self) -> str:
        eyes = self.sight.eyes
        if eyes == OPEN:
            return _("face down for the players")
        if not isinstance(eyes, int):
            return _("face down, seen by everybody")
        if eyes == self.number:
            return ""
        return _("face down, seen by %(name)s") % {"name": self.names[eyes]}

    def _eyes_label(self) -> str:
        eyes = self.sight.eyes
        if self._is_for_one:
            return _("With the stock's next card") if eyes == OPEN else _("As it was played")
        if eyes == OPEN:
            return _("Open cards")
        if eyes is None:
            return _("As everybody saw it")
        if eyes == self.number:
            return _("As you saw it")
        return _("As %(name)s saw it") % {"name": self.names[int(eyes)]}

    def _note(self) -> str:
        if not self.then.is_running or self.way.eyes in (None, self.number):
            return ""
        return _("This hole is still being played: you see what you know of it.")

    def _who(self) -> str:
        """Who acted, "" where several did."""
        if len(self.steps.dismissals) > 1:
            return ""
        if self.row.seat is not None:
            return self.names[self.row.seat]
        return _("The deal") if self.then.count == 1 else _("A shuffle")

    def _line(self) -> str:
        if self.then.is_at_score_card:
            rows = self.steps.dismissals
            names = [self.names[row.seat] for row in rows if row.seat is not None]
            return _("%(names)s put the score card away.") % {"names": names_words(names)}
        _sequence, facts = self.told[0]
        return " ".join(action_lines(facts, self.names, self.then.state.ruleset.columns))

    def _log(self) -> tuple[ReplayLine, ...]:
        at = self.then.sequence
        # What was told after this action belongs to the next step.
        news = news_between(self.match, self.seats, self.then.first, at - 1)
        for row in self.steps.dismissals:
            text = _("%(name)s put the score card away.") % {"name": self.names[row.seat or 0]}
            text = marked(text, self.then.played_for.get(row.sequence))
            news.setdefault(row.sequence, []).insert(0, text)
        columns, rows = self.then.state.ruleset.columns, self.then.played
        return tuple(
            ReplayLine(
                dom_id=line.dom_id,
                text=line.text,
                url=self.way.at(line.sequence),
                when=when_view(rows[line.sequence - self.then.first].at, self.zone),
                is_latest=line.sequence == at,
            )
            for line in log_lines(self.told, self.names, columns, news, self.then.played_for)
        )

    def _eyes(self) -> tuple[LinkView, ...]:
        """Whose eyes one may choose: none but one's own while the hole is played."""
        if self.then.is_running:
            return ()
        choices: list[tuple[str, int | str | None]] = [(_("Everybody"), None)]
        choices += [(name, seat) for seat, name in enumerate(self.names)]
        choices.append((_("Open cards"), OPEN))
        if self._is_for_one:
            choices = [(_("As it was played"), None), (_("With the stock's next card"), OPEN)]
        return tuple(
            LinkView(label, self.way.through(eyes).at(self.then.sequence), eyes == self.way.eyes)
            for label, eyes in choices
        )

    def _score_card(self) -> ScoreCardView | None:
        """The card as it stood then; free of spoilers it leads nowhere that tells more."""
        state = self.then.state
        if not (state.scored or state.extra_scored):
            return None
        own = None if self.mine is None else self.mine.number
        is_explained = not (self.way.is_spoiler_free or self.is_shared)
        return match_card(self.match, state, self.seats, own, is_explained=is_explained)


def _by_words(played_by: str) -> str:
    """Who acted for a seat, "" for its own player's hand and for chance."""
    words = {
        _BY.CLOCK: _("By the clock."),
        _BY.ORDER: _("By standing order."),
        _BY.BOT: _("By a bot."),
    }
    return words.get(_BY(played_by), "")

"""The ways on from a moment of a replay: a step, a hole, a seat's next action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games import engine
from games.selectors.card_words import number
from games.selectors.past import Past, Played
from games.selectors.replay_view import HoleLink, LinkView, StepsView
from games.selectors.replay_way import Way


@dataclass(frozen=True)
class Steps:
    """What follows a moment and what was before it, in a match of ``sequence`` actions by now.

    ``eyes`` is the seat that the viewer looks through or plays, if there is one. Free of spoilers
    nothing here tells how much is to come.
    """

    then: Past
    way: Way
    sequence: int
    names: Sequence[str]
    eyes: int | None = None

    @property
    def length(self) -> int:
        """How many actions the match has by now."""
        return max(self.sequence, self.then.played[-1].sequence)

    @cached_property
    def stops(self) -> list[int]:
        """Where one stops in this hole: at every action, and once when its score card is away."""
        pairs = list(zip(self.then.played, self.then.actions, strict=True))
        stops = [row.sequence for row, action in pairs if not isinstance(action, engine.Dismiss)]
        last = pairs[-1][0].sequence
        return stops if last == stops[-1] else [*stops, last]

    @cached_property
    def dismissals(self) -> tuple[Played, ...]:
        """The actions by which the score card had been put away by then."""
        pairs = zip(self.then.played, self.then.actions, strict=True)
        rows = [row for row, action in pairs if isinstance(action, engine.Dismiss)]
        return tuple(row for row in rows if row.sequence <= self.then.sequence)

    def view(self) -> StepsView:
        """Where the buttons lead."""
        at, hole = self.then.sequence, self.then.start.hole_index + 1
        onward = next((stop for stop in self.stops if stop > at), self.then.played[-1].sequence + 1)
        is_open, is_next = not self.way.is_spoiler_free, onward <= self.length
        back, own = self._back(), self.decided.get(self.followed, [])
        before, after = [stop for stop in own if stop < at], [stop for stop in own if stop > at]
        return StepsView(
            first=self.way.at(1) if at > 1 else None,
            back=self.way.at(back) if back else None,
            next=self.way.at(onward) if is_next else None,
            last=self.way.at(self.length) if is_next and is_open else None,
            hole_back=self._hole_back(hole),
            hole_next=self.way.hole(hole + 1) if is_open and hole < self._dealt else None,
            followed="" if self.followed is None else self.names[self.followed],
            decision_back=self.way.at(before[-1]) if before else None,
            decision_next=self.way.at(after[0]) if after and is_open else None,
            gap=self._gap(onward),
        )

    @cached_property
    def decided(self) -> dict[int | None, list[int]]:
        """The seats' own actions in this hole, in order; None stands for chance."""
        acts: dict[int | None, list[int]] = {}
        for row, action in zip(self.then.played, self.then.actions, strict=True):
            if not isinstance(action, engine.Dismiss):
                acts.setdefault(row.seat, []).append(row.sequence)
        return acts

    @property
    def followed(self) -> int | None:
        """The seat that one follows: ``eyes``, or else who acted, or who is to act after a deal.

        None where there is but one: its next action is the next step.
        """
        if len(self.names) == 1:
            return None
        if self.eyes is not None:
            return self.eyes
        seat = self.then.played[self.then.count - 1].seat
        return next(iter(engine.seats_to_act(self.then.state)), None) if seat is None else seat

    def _back(self) -> int:
        """The stop before, 0 where there is none."""
        at = self.dismissals[0].sequence if self.dismissals else self.then.sequence
        return max((stop for stop in self.stops if stop < at), default=self.then.first - 1)

    def _hole_back(self, hole: int) -> str | None:
        """The beginning of this hole, or from there that of the one before."""
        if self.then.count > 1:
            return self.way.hole(hole)
        return self.way.hole(hole - 1) if hole > 1 else None

    def _gap(self, onward: int) -> int:
        """How long the table waited for the next stop, in milliseconds."""
        at = onward - self.then.first
        if at >= len(self.then.played):
            return 0
        waited = self.then.played[at].at - self.then.played[self.then.count - 1].at
        return int(waited.total_seconds() * 1000)

    @property
    def _dealt(self) -> int:
        return self.then.now.hole_index + 1

    def holes(self) -> tuple[HoleLink, ...]:
        """The holes that one can jump to, with their strokes."""
        shown = self.then.start.hole_index
        count = shown + 1 if self.way.is_spoiler_free else self._dealt
        return tuple(self._hole(at, is_shown=at == shown) for at in range(count))

    def _hole(self, at: int, *, is_shown: bool) -> HoleLink:
        state = self.then.now
        strokes = self._strokes(at)
        # All holes that count for totals come before all extra ones.
        extra = at - len(state.scored) + 1 if state.has_played_its_holes else 0
        words = (
            _("Extra hole %(number)d") % {"number": extra}
            if extra > 0
            else _("Hole %(number)d") % {"number": at + 1}
        )
        pairs = zip(self.names, strokes, strict=False)
        told = ", ".join(f"{name} {number(row)}" for name, row in pairs if row is not None)
        return HoleLink(
            label=f"+{extra}" if extra > 0 else str(at + 1),
            words=f"{words}: {told}" if told else words,
            strokes=tuple("-" if row is None else number(row) for row in strokes),
            url=self.way.hole(at + 1),
            is_shown=is_shown,
        )

    def _strokes(self, at: int) -> Sequence[int | None]:
        """The strokes of a hole by seat, none of a hole that is not scored or not to be told."""
        rows = [*self.then.now.scored, *self.then.now.extra_scored]
        return rows[at] if at < len(rows) and not self.way.is_spoiler_free else ()

    def decisions(self) -> tuple[LinkView, ...]:
        """For each seat its own next action in this hole, if there is one."""
        if self.way.is_spoiler_free:
            return ()
        at = self.then.sequence
        coming = (
            next((stop for stop in self.decided.get(seat, []) if stop > at), None)
            for seat in range(len(self.names))
        )
        return tuple(
            LinkView(name, None if stop is None else self.way.at(stop))
            for name, stop in zip(self.names, coming, strict=True)
        )

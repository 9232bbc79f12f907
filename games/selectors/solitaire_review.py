"""The review of Golf Solitaire: what a deal held, and where it was given away.

Measured with every card known, the order of the stock too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.analysis.review import Label
from games.engine.solitaire import Action, Hole, PlayColumn, apply, legal_actions
from games.models import Match
from games.selectors.access import Viewer
from games.selectors.labels import rules_label
from games.selectors.numbers import number
from games.selectors.review import NamedHole, ShareView, named_holes, share_view
from games.selectors.review_strip import KeyView, MarkView, StripRow, StripView
from games.selectors.score_card import match_card
from games.selectors.solitaire_board import SolitaireBoard, solitaire_board
from games.selectors.solitaire_deals import match_title
from games.selectors.solitaire_way import FinalWay, Judged, final_way, judged
from games.selectors.table_view import ScoreCardView
from games.selectors.wording import strokes_words, the_card

_SIGNS: dict[Label, str] = {"slip": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class HoleRow:
    """A hole in the table of all: what it held, what was made of it, and what was lost where."""

    label: str
    url: str
    held: str
    best: str
    made: str
    given_away: str
    lost: str


@dataclass(frozen=True, slots=True)
class SolitaireReviewPage:
    """The review of a match; without the addresses of its table for whoever has only a link."""

    slug: str
    title: str
    about: str
    holes: tuple[HoleRow, ...]
    score_card: ScoreCardView | None
    share: ShareView | None
    table_url: str | None
    replay_url: str


@dataclass(frozen=True, slots=True)
class SolitaireHolePage:
    """A hole at one of its positions, before the action that was done there.

    ``told`` says what the hole held and what was made of it; ``done`` what was done at this
    position, ``cost`` what that was worth, and ``line`` what would have been best from here, under
    ``line_title``.
    """

    name: str
    title: str
    told: tuple[str, ...]
    strip: StripView
    position: str
    board: SolitaireBoard
    done: str
    cost: str
    is_mistake: bool
    line_title: str
    line: tuple[str, ...]
    back_url: str | None
    next_url: str | None
    lost_url: str | None
    here_replay_url: str
    previous_url: str | None
    following_url: str | None
    review_url: str
    story_url: str | None


def solitaire_review(
    match: Match, viewer: Viewer, *, is_shared: bool = False
) -> SolitaireReviewPage:
    """The review of a match, hole by hole; the caller has checked that it may be seen."""
    seats = list(match.seats.select_related("player__user").order_by("number"))
    holes = named_holes(match)
    state = engine.decode_state(match.position.state)
    return SolitaireReviewPage(
        slug=match.slug,
        title=match_title(match),
        about=rules_label(match, state.ruleset),
        holes=tuple(_row(match, hole) for hole in holes),
        score_card=None if is_shared or not holes else match_card(match, state, seats),
        share=None if is_shared else share_view(match, seats, viewer),
        table_url=None if is_shared else match.get_absolute_url(),
        replay_url=reverse("games:replay", args=[match.slug]),
    )


def solitaire_hole_review(
    match: Match, hole_number: int, at: int | None, *, is_shared: bool = False
) -> SolitaireHolePage | None:
    """A hole before its action ``at``, 0 is the first; where it went wrong if that is None.

    None for a hole that is not over or not there, and for a position that it doesn't have.
    """
    holes = named_holes(match)
    place = next((n for n, hole in enumerate(holes) if hole.number == hole_number), None)
    way = None if place is None else final_way(match, hole_number - 1)
    if place is None or way is None:
        return None
    found = judged(match, hole_number - 1, way)
    if at is None:
        at = _first_mistake(found)
    if not 0 <= at <= len(way.steps):
        return None
    return _Page(match, holes, place, way, found, at, is_shared=is_shared).view()


@dataclass(frozen=True)
class _Page:
    match: Match
    holes: Sequence[NamedHole]
    place: int
    way: FinalWay
    found: Judged
    at: int
    is_shared: bool

    def view(self) -> SolitaireHolePage:
        at, hole, held = self.at, self.way.holes[self.at], self.found.held[self.at]
        is_end = at == len(self.way.steps)
        lost, last = self.found.lost, len(self.way.steps)
        return SolitaireHolePage(
            name=self.named.name,
            title=rules_label(self.match, self.way.start.rules),
            told=tuple(_told(self.found)),
            strip=self._strip(),
            position=_("The end") if is_end else _step_words(at, last),
            board=solitaire_board(self.way.observed(at)),
            done="" if is_end else done_words(hole, self.way.steps[at][1]),
            cost="" if is_end else _cost_words(self.found, at),
            is_mistake=not is_end and _label(self.way, self.found, at) in _SIGNS,
            line_title="" if hole.is_over else _line_title(self.found, at),
            line=tuple(line_words(hole, held.actions)),
            back_url=self.url(at - 1) if at else None,
            next_url=None if is_end else self.url(at + 1),
            lost_url=self.url(lost[0]) if lost and lost[0] != at else None,
            here_replay_url=self._replay_url(),
            previous_url=self.holes[self.place - 1].url if self.place else None,
            following_url=(
                self.holes[self.place + 1].url if self.place + 1 < len(self.holes) else None
            ),
            review_url=reverse("games:review", args=[self.match.slug]),
            story_url=None
            if self.is_shared
            else reverse("games:hole", args=[self.match.slug, self.named.number]),
        )

    @property
    def named(self) -> NamedHole:
        return self.holes[self.place]

    def url(self, at: int) -> str:
        """Where the position before an action is shown."""
        return f"{self.named.url}?at={at}#here"

    def _replay_url(self) -> str:
        steps = self.way.steps
        sequence = steps[min(self.at, len(steps) - 1)][0]
        return reverse("games:replay-at", args=[self.match.slug, sequence])

    def _strip(self) -> StripView:
        marks = tuple(self._mark(at) for at in range(len(self.way.steps)))
        labels: tuple[Label, ...] = ("best", "slip", "blunder", "only", "fine")
        there = {mark.label for mark in marks}
        keys = (KeyView(n, _SIGNS.get(n, ""), _label_words(n)) for n in labels if n in there)
        return StripView((StripRow(_("Actions"), marks),), tuple(keys))

    def _mark(self, at: int) -> MarkView:
        label = _label(self.way, self.found, at)
        words = _("Step %(step)d: %(done)s %(cost)s") % {
            "step": at + 1,
            "done": done_words(self.way.holes[at], self.way.steps[at][1]),
            "cost": _cost_words(self.found, at),
        }
        is_shown = at == self.at
        return MarkView(at + 1, label, _SIGNS.get(label, ""), words.strip(), self.url(at), is_shown)


def done_words(hole: Hole, action: Action) -> str:
    """An action as it was done: "Played the 4 of clubs from column 3."."""
    card = the_card(engine.face_of(apply(hole, action).top))
    if isinstance(action, PlayColumn):
        return _("Played %(card)s from column %(column)d.") % {
            "card": card,
            "column": action.column + 1,
        }
    return _("Turned %(card)s from the stock.") % {"card": card}


def line_words(hole: Hole, actions: Sequence[Action]) -> list[str]:
    """A line of play, a step each: "Play the 4 of clubs (column 3)"."""
    told = []
    for action in actions:
        hole = apply(hole, action)
        card = the_card(engine.face_of(hole.top))
        if isinstance(action, PlayColumn):
            values = {"card": card, "column": action.column + 1}
            told.append(_("Play %(card)s (column %(column)d)") % values)
        else:
            told.append(_("Turn the stock: %(card)s") % {"card": card})
    return told


def _row(match: Match, hole: NamedHole) -> HoleRow:
    way = final_way(match, hole.number - 1)
    if way is None:
        raise LookupError(f"hole {hole.number} of {match} is not over")
    found = judged(match, hole.number - 1, way, is_glance=True)
    given = found.given_away
    return HoleRow(
        label=hole.name,
        url=hole.url,
        held=_held_words(found),
        best=number(found.start.strokes) if found.start.is_best else _("not decided"),
        made=number(found.strokes),
        given_away=_("not decided") if given is None else number(given),
        lost=_lost_words(found, len(way.steps)),
    )


def _held_words(found: Judged) -> str:
    if found.start.solvable is None:
        return _("not decided")
    return _("could be cleared") if found.start.solvable else _("could not be cleared")


def _lost_words(found: Judged, length: int) -> str:
    lost = found.lost
    if lost is None:
        if found.start.solvable and found.held[-1].solvable:
            return _("never: it was cleared")
        return _("not decided") if found.start.solvable is None else _("nothing to lose")
    if lost[0] == lost[1]:
        return _step_words(lost[0], length)
    values = {"first": lost[0] + 1, "last": lost[1] + 1}
    return _("between steps %(first)d and %(last)d") % values


def _step_words(at: int, length: int) -> str:
    return _("Step %(step)d of %(length)d") % {"step": at + 1, "length": length}


def _told(found: Judged) -> list[str]:
    start, made = found.start, strokes_words(found.strokes)
    best = {"best": strokes_words(start.strokes), "made": made}
    if start.solvable is None:
        told = [
            _("Whether this deal could be cleared is not decided: there is too much to search.")
        ]
    elif start.solvable:
        told = [_("This deal could be cleared.")]
    else:
        told = [_("This deal could not be cleared.")]
    if start.is_best:
        told.append(_("The best it held: %(best)s. Made: %(made)s.") % best)
    else:
        told.append(_("The best that was found, not proved: %(best)s. Made: %(made)s.") % best)
    given = found.given_away
    if given:
        told.append(_("Given away in all: %(strokes)s.") % {"strokes": strokes_words(given)})
    elif given == 0:
        told.append(_("Nothing was given away."))
    lost = found.lost
    if lost is not None and lost[0] == lost[1]:
        told.append(_("The way to clear it was lost with step %(step)d.") % {"step": lost[0] + 1})
    elif lost is not None:
        told.append(
            _("The way to clear it was lost between steps %(first)d and %(last)d.")
            % {"first": lost[0] + 1, "last": lost[1] + 1}
        )
    return told


def _first_mistake(found: Judged) -> int:
    """Where the way to clear was lost, or else where the first stroke was given away, or 0."""
    if found.lost is not None:
        return found.lost[0]
    given = (at for at in range(len(found.held) - 1) if found.given_away_at(at))
    return next(given, 0)


def _label(way: FinalWay, found: Judged, at: int) -> Label:
    if found.lost == (at, at):
        return "blunder"
    given = found.given_away_at(at)
    if given is None:
        return "fine"
    if given:
        return "slip"
    return "best" if len(legal_actions(way.holes[at])) > 1 else "only"


def _label_words(label: Label) -> str:
    return {
        "best": _("nothing given away"),
        "slip": _("strokes given away"),
        "blunder": _("the way to clear it lost"),
        "only": _("nothing to decide"),
        "fine": _("not decided"),
    }[label]


def _cost_words(found: Judged, at: int) -> str:
    given = found.given_away_at(at)
    told = []
    if found.lost == (at, at):
        told.append(_("Here the way to clear it was lost."))
    if given is None:
        told.append(_("What it cost is not decided."))
    elif given:
        text = ngettext("It gave away %d stroke.", "It gave away %d strokes.", given)
        told.append(text % given)
    else:
        told.append(_("It gave nothing away."))
    return " ".join(told)


def _line_title(found: Judged, at: int) -> str:
    held = found.held[at]
    values = {"strokes": strokes_words(held.strokes)}
    if held.solvable:
        return _("From here it could be cleared, for %(strokes)s:") % values
    if held.is_best:
        return _("The best from here, %(strokes)s:") % values
    return _("The best that was found from here, %(strokes)s:") % values

"""The live page of Golf Solitaire for one viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, ClassVar, Literal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import engine
from games.engine.solitaire import DealWhen, SolitaireRules
from games.engine.solitaire.match import SolitaireMatch, may_undo
from games.engine.solitaire.observation import SolitaireView
from games.engine.solitaire.rules import ACE, KING, QUEEN
from games.models import Action, DailyEntry, Hole, Match, Position, Seat
from games.selectors.access import Viewer
from games.selectors.board import recent
from games.selectors.clock_words import duration_words
from games.selectors.event_seal import is_sealed
from games.selectors.labels import own_seat
from games.selectors.score_card import match_card
from games.selectors.solitaire_board import SolitaireBoard, solitaire_board
from games.selectors.solitaire_deals import deal_url, game_title
from games.selectors.solitaire_words import against_par, toggles_line
from games.selectors.table_view import ChoiceView, ScoreCardView, TravelView
from games.selectors.wording import action_lines, strokes_words

SolitairePhase = Literal["playing", "score_card", "finished", "cancelled"]

_PHASES: dict[engine.MatchPhase, SolitairePhase] = {
    engine.MatchPhase.SCORE_CARD: "score_card",
    engine.MatchPhase.FINISHED: "finished",
}


@dataclass(frozen=True, slots=True)
class HoleTime:
    """How long a hole lay open: told, and never scored."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class SolitaireTableView:
    """Everything the page of Golf Solitaire shows to one viewer at one moment.

    Nothing in it depends on the cards of the stock. ``so_far`` holds the holes that are over
    against par, or says what that is. ``can_undo`` is None where nothing is ever taken back, else
    whether there is something to take back now. ``leave_note`` is what giving up means, "" where
    nobody can.
    """

    page_template: ClassVar[str] = "games/solitaire_table.html"
    answer_template: ClassVar[str] = "games/includes/_solitaire_answer.html"
    push_template: ClassVar[str] = "games/includes/_solitaire_push.html"
    has_side: ClassVar[bool] = False

    slug: str
    version: int
    sequence: int
    since: int
    key: str
    phase: SolitairePhase
    title: str
    hole_label: str
    rules_label: str
    is_seated: bool
    can_act: bool
    board: SolitaireBoard
    so_far: str
    prompt: str
    announcement: str
    choices: tuple[ChoiceView, ...]
    can_undo: bool | None
    hint_url: str | None
    leave_note: str
    score_card: ScoreCardView | None
    outcome: str
    times: tuple[HoleTime, ...]
    time_taken: str
    travels: tuple[TravelView, ...]
    table_url: str
    action_url: str
    leave_url: str
    socket_path: str
    replay_url: str | None
    review_url: str | None
    sealed_note: str
    back_url: str
    back_label: str

    @property
    def is_live(self) -> bool:
        """Whether cards may be pressed."""
        return self.can_act and self.phase == "playing"


def solitaire_table(match: Match, viewer: Viewer, pick: str = "") -> SolitaireTableView:  # noqa: ARG001  one signature for every game
    """What ``viewer`` may see of a game for one; nothing is picked up here.

    The caller has checked that the viewer may see the match at all.
    """
    return _Page(match, viewer).view()


class _Page:
    """A match, who looks, and what was read of it once."""

    def __init__(self, match: Match, viewer: Viewer) -> None:
        self.match = match
        self.seats = list(match.seats.select_related("player__user").order_by("number"))
        self.mine: Seat | None = own_seat(self.seats, viewer)
        state = engine.decode_state(Position.objects.only("state").get(match=match).state)
        if not isinstance(state, SolitaireMatch):
            raise TypeError(f"not a match of Golf Solitaire: {match.slug}")
        self.state = state
        self.is_given_up = match.status == Match.Status.CANCELLED
        seen: SolitaireView = engine.observe(state, None if self.mine is None else 0)
        self.seen = seen._replace(legal=(), to_act=()) if self.is_given_up else seen
        self.entry = DailyEntry.objects.select_related("nine__club").filter(match=match).first()
        if self.entry is not None:
            # So that nobody asks for it again.
            match.daily = self.entry
        self.phase: SolitairePhase = (
            "cancelled" if self.is_given_up else _PHASES.get(seen.match_phase, "playing")
        )
        self.can_act = self.mine is not None and bool(self.seen.to_act)

    def view(self) -> SolitaireTableView:
        match, state, seen = self.match, self.state, self.seen
        facts = self._latest()
        says = self._prompt()
        spans = self._spans()
        is_over = self.phase == "finished"
        sealed = is_over and is_sealed(match)
        back_url, back_label = self._back()
        return SolitaireTableView(
            slug=match.slug,
            version=match.version,
            sequence=match.sequence,
            since=state.sequence,
            key=f"{match.slug}-0-{match.sequence}" if self.can_act else "",
            phase=self.phase,
            title=game_title(match),
            hole_label=self._hole_label(),
            rules_label=toggles_line(state.ruleset),
            is_seated=self.mine is not None,
            can_act=self.can_act,
            board=solitaire_board(seen),
            so_far=so_far(state),
            prompt=says,
            announcement=" ".join([*self._told(facts), says]),
            choices=self._choices(),
            can_undo=may_undo(state, 0) if state.ruleset.undo and self.can_act else None,
            hint_url=self._after("games:table-hint") if self._may_ask() else None,
            leave_note=self._leave_note(),
            score_card=self._score_card(),
            outcome=self._outcome(),
            times=tuple(HoleTime(number + 1, _in_seconds(taken)) for number, taken in spans),
            time_taken=_in_seconds(sum((taken for _hole, taken in spans), timedelta()))
            if spans
            else "",
            travels=recent(facts).travels,
            table_url=match.get_absolute_url(),
            action_url=reverse("games:table-action", args=[match.slug]),
            leave_url=reverse("games:table-leave", args=[match.slug]),
            socket_path=f"/ws/tables/{match.slug}/",
            replay_url=self._after("games:replay") if is_over and not sealed else None,
            review_url=self._after("games:review") if is_over and not sealed else None,
            sealed_note=_("The replay and the review open when this day is over.")
            if sealed
            else "",
            back_url=back_url,
            back_label=back_label,
        )

    def _hole_label(self) -> str:
        if self.phase == "finished":
            return _("Final")
        if self.phase == "cancelled":
            return _("Given up")
        holes = self.state.ruleset.holes
        if holes == 1:
            return ""
        values = {"number": self.state.hole_index + 1, "holes": holes}
        return _("Hole %(number)d of %(holes)d") % values

    def _latest(self) -> Sequence[Mapping[str, Any]]:
        """The public facts of the last action."""
        rows = Action.objects.filter(match=self.match, sequence=self.match.sequence)
        return rows.values_list("facts", flat=True).first() or []

    def _told(self, facts: Sequence[Mapping[str, Any]]) -> list[str]:
        return action_lines(facts, [seat.name for seat in self.seats], 0)

    def _prompt(self) -> str:
        if self.phase == "cancelled":
            told = so_far(self.state)
            if not self.state.scored:
                return _("This was given up. Nothing of it counts.")
            return _("This was given up, %(told)s. Nothing of it counts.") % {"told": told}
        if self.phase != "playing":
            return self._prompt_after()
        if not self.can_act:
            return _("%(name)s plays.") % {"name": self.seats[0].name}
        return playing_prompt(self.seen)

    def _prompt_after(self) -> str:
        if self.phase == "finished":
            return _("All is played.")
        if self.state.has_played_its_holes:
            return _("Put the score card away, or take your last action back.")
        return _("Go on to the next hole when you like.")

    def _choices(self) -> tuple[ChoiceView, ...]:
        if self.phase != "score_card" or not self.can_act:
            return ()
        is_last = self.state.has_played_its_holes
        label = _("Put away") if is_last else _("Next hole")
        return (ChoiceView(label, action="dismiss", is_primary=True),)

    def _leave_note(self) -> str:
        if self.mine is None or self.match.status != Match.Status.RUNNING:
            return ""
        if self.entry is not None:
            return _(
                "A day's nine is started once: what you give up can't be begun again, and "
                "nothing of it counts."
            )
        return _("Nothing of it will count, and it can't be gone on with.")

    def _score_card(self) -> ScoreCardView | None:
        if self.phase == "playing" or not self.state.scored:
            return None
        own = None if self.mine is None else 0
        # Where others still play with these cards, nothing leads back to how a hole went.
        is_explained = self.entry is None or self.entry.nine.closed_at is not None
        card = match_card(self.match, self.state, self.seats, own, is_explained=is_explained)
        return replace(card, note="")

    def _outcome(self) -> str:
        """How the hole, or the whole, came out: in strokes and against par."""
        if not self.state.scored or self.phase not in ("score_card", "finished"):
            return ""
        if self.phase == "finished":
            return final_words(self.state)
        strokes = self.state.scored[-1][0]
        values = {
            "number": self.state.hole_index + 1,
            "strokes": strokes_words(strokes),
            "against": against_par(strokes, _par(self.state.ruleset)),
        }
        if self.state.ruleset.holes == 1:
            return _("%(strokes)s, %(against)s.") % values
        return _("Hole %(number)d: %(strokes)s, %(against)s.") % values

    def _spans(self) -> list[tuple[int, timedelta]]:
        """The holes that are over, and how long each lay open."""
        if self.phase == "playing":
            return []
        rows = Hole.objects.filter(match=self.match, ended_at__isnull=False).order_by("number")
        spans = rows.values_list("number", "started_at", "ended_at")
        return [(number, end - start) for number, start, end in spans if end is not None]

    def _may_ask(self) -> bool:
        """Whether the viewer may have a hint: in practice alone, while the hole is played."""
        return self.state.ruleset.undo and self.can_act and self.phase == "playing"

    def _after(self, name: str) -> str:
        return reverse(name, args=[self.match.slug])

    def _back(self) -> tuple[str, str]:
        if self.entry is not None:
            return self.entry.nine.get_absolute_url(), _("To the day")
        if (deal := getattr(self.match, "numbered_deal", None)) is not None:
            return deal_url(deal.number, self.state.ruleset), _("To the deal")
        return reverse("games:solitaire"), _("More solitaire")


def so_far(state: SolitaireMatch) -> str:
    """The holes that are over against their par; before the first what that is.

    >>> so_far(SolitaireMatch(SolitaireRules(), scored=((7,), (3,), (7,))))
    '2 over par after 3 holes'
    >>> so_far(SolitaireMatch(SolitaireRules()))
    'Par 5 a hole'
    """
    count = len(state.scored)
    if not count:
        par = _par(state.ruleset)
        return _("Par %d") % par if state.ruleset.holes == 1 else _("Par %d a hole") % par
    values = {"against": against_par(state.total, count * _par(state.ruleset)), "count": count}
    text = ngettext("%(against)s after %(count)d hole", "%(against)s after %(count)d holes", count)
    return text % values


def final_words(state: SolitaireMatch) -> str:
    """The total against par; zero or lower is perfect (rules 8).

    >>> final_words(SolitaireMatch(SolitaireRules(holes=2), scored=((4,), (-4,))))
    '0 strokes: perfect, 10 under par.'
    """
    holes = len(state.scored)
    values = {
        "strokes": strokes_words(state.total),
        "against": against_par(state.total, holes * _par(state.ruleset)),
    }
    if state.total <= 0:
        return _("%(strokes)s: perfect, %(against)s.") % values
    return _("%(strokes)s: %(against)s.") % values


def playing_prompt(seen: SolitaireView) -> str:
    """What may be done now, by the rules alone: whether a card is there, the eye is to find.

    Which ranks go on the pile is told, and how it is with the stock.
    """
    ranks = [_rank(rank) for rank in _ranks_on(seen)]
    has_stock = seen.stock_count > 0
    if not ranks:
        return (
            _("Nothing goes on a king: turn the stock.")
            if has_stock
            else _("Nothing goes on a king, and the stock is empty.")
        )
    values = {"ranks": _(" or ").join(ranks)}
    if not has_stock:
        return _("Play %(ranks)s: the stock is empty.") % values
    if seen.ruleset.deal_when is DealWhen.STUCK:
        return _("Play %(ranks)s; turn the stock when none fits.") % values
    return _("Play %(ranks)s, or turn the stock.") % values


def _ranks_on(seen: SolitaireView) -> list[int]:
    """The ranks that go on the pile, highest first."""
    if seen.foundation is None:
        return []
    top = _NUMBERS[seen.foundation[:-1]]
    return [rank for rank in range(KING, 0, -1) if seen.ruleset.goes_on(rank, top)]


_NUMBERS = {"A": ACE, "J": 11, "Q": QUEEN, "K": KING} | {str(n): n for n in range(2, 11)}


def _rank(number: int) -> str:
    """A rank with its article.

    >>> _rank(8), _rank(1), _rank(12)
    ('an 8', 'an ace', 'a queen')
    """
    named = {
        ACE: _("an ace"),
        8: _("an 8"),
        11: _("a jack"),
        QUEEN: _("a queen"),
        KING: _("a king"),
    }
    return named.get(number) or pgettext("rank", "a %(rank)d") % {"rank": number}


def _par(rules: SolitaireRules) -> int:
    return engine.par(rules) or 0


def _in_seconds(taken: timedelta) -> str:
    return duration_words(timedelta(seconds=int(taken.total_seconds())))

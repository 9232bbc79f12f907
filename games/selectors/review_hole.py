"""The review of one hole, decision by decision, and of one decision beside its replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games import engine
from games.analysis import review as analysis
from games.models import Action, HoleReview, Match, Seat
from games.selectors import wording
from games.selectors.access import Viewer
from games.selectors.action_words import option_words
from games.selectors.comments import comments_on, comments_url
from games.selectors.labels import own_seat
from games.selectors.news import marked
from games.selectors.played import PlayedHole, played_hole
from games.selectors.review import (
    FiguresView,
    StateView,
    figures,
    named_holes,
    review_state,
)
from games.selectors.review_strip import StripView, strip
from games.selectors.review_words import (
    MISTAKES,
    deal_words,
    decimal,
    gain,
    label_words,
    percent,
    thresholds,
)
from games.selectors.solitaire_deals import match_title
from games.selectors.talk import LineView

OPTIONS_MOST = 6
"""As many of a decision's options are shown, and what was chosen."""

ONLY_MISTAKES = "mistakes"


@dataclass(frozen=True, slots=True)
class OptionView:
    """Something that could have been done; ``error`` is "" where it was counted exactly."""

    words: str
    strokes: str
    error: str
    lowest: str
    is_chosen: bool
    is_usual: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What a decision was worth; ``more`` counts options that are not shown.

    ``best`` is what would have been better, "" where nothing was. ``usual`` is what a club player
    would have done, "" where that is the best, or was done and no mistake; ``skill`` is what the
    choice gained against it, "" where that was nothing.
    """

    label: str
    label_words: str
    given_away: str
    is_mistake: bool
    best: str
    usual: str
    skill: str
    luck: str
    options: tuple[OptionView, ...]
    more: int


@dataclass(frozen=True, slots=True)
class StepView:
    """An action of the hole in words; ``decision`` is None for chance, and before the review.

    ``what_if_url`` is where one plays on from before it, None for chance.
    """

    sequence: int
    name: str
    lines: tuple[str, ...]
    decision: DecisionView | None
    replay_url: str
    what_if_url: str | None
    comments: tuple[LineView, ...]
    comments_url: str | None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A link that filters the list."""

    label: str
    url: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class SeatRowView:
    """A seat's hole in numbers."""

    name: str
    is_own: bool
    figures: FiguresView


@dataclass(frozen=True, slots=True)
class HoleReviewPage:
    """The page of one hole for one viewer, filtered as it was asked for."""

    slug: str
    number: int
    name: str
    title: str
    state: StateView
    is_reviewed: bool
    deal: str
    seats: tuple[SeatRowView, ...]
    strip: StripView | None
    by_seat: tuple[ChoiceView, ...]
    by_kind: tuple[ChoiceView, ...]
    steps: tuple[StepView, ...]
    thresholds: tuple[tuple[str, str], ...]
    halves_at: str
    previous_url: str | None
    next_url: str | None
    review_url: str
    story_url: str | None
    url: str


@dataclass(frozen=True, slots=True)
class ReviewPanel:
    """The review of one action and its hole, beside the replay.

    ``decision`` is None where chance acted, or several at once; then ``name`` is "".
    """

    name: str
    decision: DecisionView | None
    strip: StripView
    url: str


@dataclass(frozen=True, slots=True)
class Filter:
    """What of a hole is asked for: one seat's actions, or only those that cost much."""

    seat: int | None = None
    only_mistakes: bool = False

    def query(self) -> str:
        values = {} if self.seat is None else {"seat": str(self.seat)}
        if self.only_mistakes:
            values["only"] = ONLY_MISTAKES
        return f"?{urlencode(values)}" if values else ""


def hole_review(
    match: Match, viewer: Viewer, number: int, wanted: Filter, *, is_shared: bool = False
) -> HoleReviewPage | None:
    """The hole of that number, from 1; None if there is none or it is not over.

    With ``is_shared`` it is for somebody who only has the link of the review, and has no comments.
    """
    holes = named_holes(match)
    at = next((at for at, hole in enumerate(holes) if hole.number == number), None)
    played = None if at is None else played_hole(match, number - 1)
    if at is None or played is None:
        return None
    seats = list(match.seats.select_related("player__user").order_by("number"))
    row = _row_of(match, number - 1)
    story = _Story(match, seats, played, row, viewer, is_shared=is_shared)
    return HoleReviewPage(
        slug=match.slug,
        number=number,
        name=holes[at].name,
        title=match_title(match),
        state=review_state(match),
        is_reviewed=row is not None,
        deal="" if row is None else _deal(row),
        seats=() if row is None else _seat_rows(seats, row, viewer),
        strip=story.strip(lambda sequence: f"{holes[at].url}#action-{sequence}") if row else None,
        by_seat=_by_seat(holes[at].url, seats, played, wanted),
        by_kind=_by_kind(holes[at].url, wanted) if row else (),
        steps=story.steps(wanted),
        thresholds=thresholds(),
        halves_at=decimal(analysis.HALVES_AT),
        previous_url=holes[at - 1].url if at else None,
        next_url=holes[at + 1].url if at + 1 < len(holes) else None,
        review_url=reverse("games:review", args=[match.slug]),
        story_url=None if is_shared else reverse("games:hole", args=[match.slug, number]),
        url=holes[at].url,
    )


def review_panel(match: Match, sequence: int, at: Callable[[int], str]) -> ReviewPanel | None:
    """What the review says of an action and its hole; None where it says nothing yet.

    ``at`` gives the address of the moment after an action.
    """
    rows = HoleReview.objects.filter(version=analysis.VERSION).select_related("hole")
    row = rows.filter(hole__actions__match=match, hole__actions__sequence=sequence).first()
    if row is None or (played := played_hole(match, row.hole.number)) is None:
        return None
    seats = list(match.seats.select_related("player__user").order_by("number"))
    story = _Story(match, seats, played, row, Viewer(), is_shared=True)
    decision, name = story.decision_at(sequence)
    url = reverse("games:review-hole", args=[match.slug, played.number + 1])
    if decision is not None:
        url = f"{url}#action-{sequence}"
    return ReviewPanel(name, decision, story.strip(at, sequence), url)


def _row_of(match: Match, number: int) -> HoleReview | None:
    rows = HoleReview.objects.filter(hole__match=match, hole__number=number)
    return rows.filter(version=analysis.VERSION).first()


@dataclass(frozen=True)
class _Story:
    """A played hole, told action by action."""

    match: Match
    seats: Sequence[Seat]
    played: PlayedHole
    row: HoleReview | None
    viewer: Viewer
    is_shared: bool

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def steps(self, wanted: Filter) -> tuple[StepView, ...]:
        decisions = self._decisions
        comments = {} if self.is_shared else comments_on(self.match, self.viewer, self._span())
        rows = self.match.actions.filter(sequence__range=self._span())
        facts = {row[0]: row[1:] for row in rows.values_list("sequence", "facts", "played_by")}
        found = []
        for sequence, action, before, _after in self.played.states():
            decision = decisions.get(sequence)
            if not _is_wanted(action, decision, wanted):
                continue
            told, played_by = facts[sequence]
            found.append(
                StepView(
                    sequence=sequence,
                    name="" if action.seat is None else self.names[action.seat],
                    lines=self._lines(told, played_by, action.seat),
                    decision=self._decision(decision, before) if decision else None,
                    replay_url=reverse("games:replay-at", args=[self.match.slug, sequence]),
                    what_if_url=self._what_if_url(sequence) if action.seat is not None else None,
                    comments=tuple(comments.get(sequence, ())),
                    comments_url=None if self.is_shared else comments_url(self.match, sequence),
                )
            )
        return tuple(found)

    def strip(self, at: Callable[[int], str], shown: int | None = None) -> StripView:
        """The hole's decisions as marks; see ``review_strip``."""
        return strip(tuple(self._decisions.values()), self.names, at, shown)

    def _what_if_url(self, sequence: int) -> str:
        return reverse("games:what-if", args=[self.match.slug, sequence - 1])

    def decision_at(self, sequence: int) -> tuple[DecisionView | None, str]:
        """One decision, and whose it was."""
        decision = self._decisions.get(sequence)
        if decision is None:
            return None, ""
        before = next(row[2] for row in self.played.states() if row[0] == sequence)
        return self._decision(decision, before), self.names[decision.seat]

    def _span(self) -> tuple[int, int]:
        return self.played.first, self.played.last

    @cached_property
    def _decisions(self) -> Mapping[int, analysis.Decision]:
        found = () if self.row is None else analysis.read_review(self.row.data).decisions
        return {decision.sequence: decision for decision in found}

    def _lines(self, told: list[dict[str, object]], by: str, seat: int | None) -> tuple[str, ...]:
        lines = wording.action_lines(told, self.names, self.played.start.ruleset.columns)
        if lines and by in (Action.PlayedBy.CLOCK, Action.PlayedBy.ORDER):
            lines[0] = marked(lines[0], by)
        elif lines and by == Action.PlayedBy.BOT and self._is_persons(seat):
            lines[0] = _("%(line)s (By a bot.)") % {"line": lines[0]}
        return tuple(lines)

    def _is_persons(self, seat: int | None) -> bool:
        return seat is not None and self.seats[seat].player_id is not None

    def _decision(self, made: analysis.Decision, before: engine.MatchState) -> DecisionView:
        options = [
            self._option(made, option, before, is_best=not place)
            for place, option in enumerate(made.options)
            if place < OPTIONS_MOST or option.action in (made.chosen, made.usual)
        ]
        is_mistake = made.label in MISTAKES
        return DecisionView(
            label=made.label,
            label_words=label_words(made.label),
            given_away=decimal(made.given_away, 2) if round(made.given_away, 2) else "",
            is_mistake=is_mistake,
            best=next((o.words for o in options if is_mistake and not o.is_chosen), ""),
            usual=_usual_words(made, options),
            skill=gain(made.skill, 2) if round(made.skill, 2) else "",
            luck="" if made.label == "only" else gain(made.luck),
            options=tuple(options) if made.label != "only" else (),
            more=len(made.options) - len(options),
        )

    def _option(
        self,
        made: analysis.Decision,
        option: analysis.Option,
        before: engine.MatchState,
        *,
        is_best: bool,
    ) -> OptionView:
        action = engine.parse_action(option.action, made.seat)
        return OptionView(
            words=option_words(before, action, self.names),
            strokes=decimal(option.strokes, 2),
            error=decimal(option.error, 2) if option.error else "",
            lowest=percent(option.lowest),
            is_chosen=option.action == made.chosen,
            is_usual=option.action == made.usual,
            is_best=is_best,
        )


def _usual_words(made: analysis.Decision, options: Sequence[OptionView]) -> str:
    usual = next((option for option in options if option.is_usual), None)
    if usual is None or usual.is_best:
        return ""
    if usual.is_chosen:
        return _("the same") if made.label in MISTAKES else ""
    return usual.words


def _is_wanted(action: engine.Action, decision: analysis.Decision | None, wanted: Filter) -> bool:
    if wanted.only_mistakes and (decision is None or decision.label not in MISTAKES):
        return False
    return wanted.seat is None or action.seat == wanted.seat


def _deal(row: HoleReview) -> str:
    expected = row.seats.values_list("expected", flat=True).first()
    return deal_words(row.difficulty, expected or 0)


def _seat_rows(seats: Sequence[Seat], row: HoleReview, viewer: Viewer) -> tuple[SeatRowView, ...]:
    own = own_seat(seats, viewer)
    names = {seat.pk: seat.name for seat in seats}
    return tuple(
        SeatRowView(names[one.seat_id], own is not None and one.seat_id == own.pk, figures([one]))
        for one in row.seats.order_by("strokes", "seat__number")
    )


def _by_seat(
    url: str, seats: Sequence[Seat], played: PlayedHole, wanted: Filter
) -> tuple[ChoiceView, ...]:
    names = [(None, _("All seats")), *((number, seats[number].name) for number in played.seats)]
    return tuple(
        ChoiceView(
            name, f"{url}{Filter(number, wanted.only_mistakes).query()}", number == wanted.seat
        )
        for number, name in names
    )


def _by_kind(url: str, wanted: Filter) -> tuple[ChoiceView, ...]:
    kinds = [(False, _("Every action")), (True, _("Only slips and blunders"))]
    return tuple(
        ChoiceView(label, f"{url}{Filter(wanted.seat, only).query()}", only == wanted.only_mistakes)
        for only, label in kinds
    )

"""A finished hole looked at: what every decision gave away, and what was luck.

Strokes add up, seat by seat::

    strokes = expected - deal - draws - skill

``expected`` is what a hole of these rules costs with so many seats. ``deal`` is what the seat
gained by the cards it was dealt, ``draws`` by everything else that was not its choice: what was
drawn and turned, and what the others did. ``skill`` is what its own decisions gained against those
of the player that plays everything out, a club player, so that both kinds of luck are nothing on
average. Below zero is bad luck, or bad play. ``given_away`` stands beside: what the decisions
cost against the best ones, never below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from games.engine import (
    Action,
    HolePhase,
    MatchState,
    SeatAction,
    Undo,
    apply,
    observe,
)

VERSION = 3

Label: TypeAlias = Literal["only", "best", "fine", "slip", "blunder"]
"""What a decision is called; ``only`` where there was nothing to decide."""

SURE = 1.5
"""Standard errors that a difference has to exceed to count."""

FINE, SLIP = 0.25, 1.0
"""Strokes given away up to which a decision is fine, and up to which it is a slip."""


@dataclass(frozen=True, slots=True)
class Option:
    """A lawful action by its text, and what it leads to.

    ``strokes`` are the seat's expected strokes of the hole with their standard error, ``lowest``
    is its chance to be lowest, ties shared. An error of 0 was counted exactly.
    """

    action: str
    strokes: float
    error: float
    lowest: float


@dataclass(frozen=True, slots=True)
class Decision:
    """An action of a seat: ``sequence`` is its number in the match; ``options`` the best first.

    ``chosen`` is the text of what was done, ``usual`` of what play-outs do there, "" where there
    was nothing to decide. ``skill`` is what the choice gained against the usual one, ``luck`` what
    the seat gained from here to its next decision, or to the end of the hole. ``given_away`` comes
    from play-outs other than those that told which action is best, so that it can differ from the
    first option's strokes.
    """

    sequence: int
    seat: int
    chosen: str
    options: tuple[Option, ...]
    given_away: float
    label: Label
    luck: float
    skill: float = 0.0
    usual: str = ""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's hole; see the sum above. ``accuracy`` is 0 to 100 (see ``accuracy_of``)."""

    seat: int
    strokes: int
    expected: float
    deal: float
    draws: float
    skill: float
    given_away: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class HoleReview:
    """A hole: seats that played it, decisions in the order of their sequence.

    ``difficulty`` is what the deal alone cost its seats on average, in strokes above expected.
    """

    hole: int
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    difficulty: float

    def as_json(self) -> dict[str, Any]:
        """The review as ``read_review`` reads it."""
        return {"v": VERSION, **asdict(self)}


def read_review(data: dict[str, Any]) -> HoleReview:
    """Return a stored review; raises ValueError for one of another version."""
    if data.get("v") != VERSION:
        raise ValueError(f"a review of version {data.get('v')!r}")
    decisions = tuple(
        Decision(**{**row, "options": tuple(Option(**option) for option in row["options"])})
        for row in data["decisions"]
    )
    seats = tuple(SeatReview(**row) for row in data["seats"])
    return HoleReview(data["hole"], seats, decisions, data["difficulty"])


HALVES_AT = 0.5
"""Strokes given away a decision at which accuracy is a half."""


def accuracy_of(given_away: float, decisions: int) -> float:
    """Return 100 for nothing given away, halved by every half stroke a decision.

    >>> accuracy_of(0.0, 8), accuracy_of(4.0, 8)
    (100.0, 50.0)
    """
    if not decisions:
        return 100.0
    return float(100.0 * 0.5 ** (given_away / decisions / HALVES_AT))


def label_of(given_away: float) -> Label:
    """Return what a decision is called that gave so many strokes away.

    >>> label_of(0.0), label_of(0.25), label_of(0.9), label_of(1.5)
    ('best', 'fine', 'slip', 'blunder')
    """
    if given_away <= 0:
        return "best"
    return "fine" if given_away <= FINE else "slip" if given_away <= SLIP else "blunder"


def review_hole(
    start: MatchState,
    actions: Sequence[Action],
    *,
    expected: float | None = None,
    trials: int = 400,
    seed: int = 1,
    tell: Callable[[int, int], None] | None = None,
) -> HoleReview:
    """Return the review of a hole that is over; ValueError if these actions don't end it.

    ``start`` waits for the hole's deal, the first of ``actions``. ``expected`` is what such a hole
    costs a seat; by itself it is what it costs those who play the play-outs. Each decision is
    judged from what its seat had seen, forgotten or not. ``tell`` is called with the number of
    decisions judged and to judge. The same seed gives the same.
    """
    moments = _moments(start, actions)
    if expected is None:
        expected = _expected(start)
    judged = [moment for moment in moments if moment.is_judged]
    decisions: list[Decision] = []
    for moment in moments:
        decisions.append(_decision(moment, trials, seed))
        if tell and moment.is_judged:
            done = sum(bool(one.options) for one in decisions)
            tell(done, len(judged))
    end = _last(start, actions)
    strokes = _strokes(start, end)
    seats = [seat for seat, number in enumerate(strokes) if number is not None]
    reviews = []
    for seat in seats:
        decisions, review = _seat_review(decisions, seat, strokes[seat] or 0, expected)
        reviews.append(review)
    difficulty = -sum(review.deal for review in reviews) / len(reviews)
    return HoleReview(start.hole_index, tuple(reviews), tuple(decisions), difficulty)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state in which a seat acted, and what it did; ``is_judged`` where it had a choice.

    Openers are no choice: which of the hidden cards is turned makes no difference. Neither is a
    take that was taken back at once.
    """

    state: MatchState
    action: SeatAction
    is_judged: bool


def _moments(start: MatchState, actions: Sequence[Action]) -> list[_Moment]:
    found: list[_Moment] = []
    state = start
    for at, action in enumerate(actions):
        if state.hole is not None and state.phase.value == "hole" and action.seat is not None:
            following = actions[at + 1] if at + 1 < len(actions) else None
            is_undone = isinstance(following, Undo) or isinstance(action, Undo)
            is_turn = state.hole.phase in (HolePhase.TURN, HolePhase.DRAWN)
            has_choice = len(observe(state, action.seat).legal) > 1
            found.append(_Moment(state, action, is_turn and has_choice and not is_undone))
        state = apply(state, action).state
    return found


def _expected(start: MatchState) -> float:
    # As in ``_decision``: loaded by the worker alone.
    from games.analysis.evaluation import expected_strokes

    return expected_strokes(start.ruleset, start.seats, len(start.players))


def _last(start: MatchState, actions: Sequence[Action]) -> MatchState:
    state = start
    for action in actions:
        before, state = state, apply(state, action).state
        if before.phase.value == "hole" and state.phase.value != "hole":
            return state
    raise ValueError("these actions don't end the hole")


def _strokes(start: MatchState, end: MatchState) -> tuple[int | None, ...]:
    if len(end.scored) > len(start.scored):
        return end.scored[-1]
    return end.extra_scored[-1]


def _decision(moment: _Moment, trials: int, seed: int) -> Decision:
    state, action = moment.state, moment.action
    assert action.seat is not None  # noqa: S101 - narrows the type; chance decides nothing
    sequence = state.sequence + 1
    if not moment.is_judged:
        return Decision(sequence, action.seat, action.text, (), 0.0, "only", 0.0)
    # Numbers in bulk are loaded by the worker alone: pages read reviews without them.
    from games.analysis.evaluation import judge

    seen = observe(state, action.seat, recalls=True)
    judgement = judge(seen, trials=trials, seed=seed * 1_000_003 + sequence, chosen=action)
    given_away, error = judgement.given_away(action)
    if given_away <= SURE * error:
        given_away = 0.0
    options = tuple(
        Option(one.action.text, one.strokes, one.error, one.lowest) for one in judgement.judged
    )
    return Decision(
        sequence=sequence,
        seat=action.seat,
        chosen=action.text,
        options=options,
        given_away=given_away,
        label=label_of(given_away),
        luck=0.0,
        skill=judgement.strokes(judgement.usual) - judgement.strokes(action),
        usual=judgement.usual.text,
    )


def _seat_review(
    decisions: list[Decision], seat: int, strokes: int, expected: float
) -> tuple[list[Decision], SeatReview]:
    """Return the decisions with the luck after each of this seat's, and its sums."""
    own = [at for at, one in enumerate(decisions) if one.seat == seat and one.options]
    # What the hole was worth before each decision, by usual play, and what it came to.
    values = [*(_worth(decisions[at], decisions[at].usual) for at in own), float(strokes)]
    told = list(decisions)
    for at, following in zip(own, values[1:], strict=True):
        told[at] = replace(told[at], luck=_worth(told[at], told[at].chosen) - following)
    given_away = sum(told[at].given_away for at in own)
    review = SeatReview(
        seat=seat,
        strokes=strokes,
        expected=expected,
        deal=expected - values[0],
        draws=sum(told[at].luck for at in own),
        skill=sum(told[at].skill for at in own),
        given_away=given_away,
        accuracy=accuracy_of(given_away, len(own)),
    )
    return told, review


def _worth(decision: Decision, action: str) -> float:
    return next(option.strokes for option in decision.options if option.action == action)

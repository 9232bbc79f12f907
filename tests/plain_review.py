"""A quick stand-in for what works reviews out, as pure as that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import engine
from games.analysis.review import Decision, HoleReview, Label, Option, SeatReview, accuracy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.services.review_process import Tell

LABELS: tuple[Label, ...] = ("best", "fine", "slip", "blunder")


def _nobody_listens(done: int, total: int) -> None:
    pass


def plain_review(
    start: engine.MatchState,
    actions: Sequence[engine.Action],
    *,
    expected: float = 11,
    tell: Tell = _nobody_listens,
) -> HoleReview:
    """A review without any analysis: three of four things that were chosen gave something away.

    A club player would have done the third best of what there was, or what is left. The sums
    hold, and it is the same for the same hole.
    """
    state, decisions = start, list[Decision]()
    made = [one for one in actions if one.seat is not None]
    for at, action in enumerate(actions):
        if action.seat is not None:
            tell(len(decisions), len(made))
            decisions.append(_decision(state, action, start.sequence + 1 + at, len(decisions)))
        state = engine.apply(state, action).state
    strokes = (state.extra_scored or state.scored)[-1]
    return HoleReview(
        hole=start.hole_index,
        seats=tuple(
            _seat(seat, value, expected, decisions)
            for seat, value in enumerate(strokes)
            if value is not None
        ),
        decisions=tuple(decisions),
        difficulty=0.5,
    )


def _decision(
    state: engine.MatchState, action: engine.SeatAction, sequence: int, at: int
) -> Decision:
    lawful = [one.text for one in engine.legal_actions(state, action.seat)]
    lost = (0.0, 0.2, 0.8, 2.5)[at % 4] if len(lawful) > 1 else 0.0
    label = "only" if len(lawful) == 1 else LABELS[at % 4]
    others = [text for text in lawful if text != action.text]
    order = [action.text, *others] if not lost else [*others[:1], action.text, *others[1:]]
    options = tuple(
        Option(text, 6.0 + (place and lost) + place, 0.1 * place, max(0.0, 0.5 - 0.1 * place))
        for place, text in enumerate(order)
    )
    usual = options[min(2, len(options) - 1)]
    chosen = next(option for option in options if option.action == action.text)
    return Decision(
        sequence=sequence,
        seat=action.seat,
        chosen=action.text,
        options=options,
        given_away=lost,
        label=label,
        luck=0.25 * (at % 3 - 1),
        skill=usual.strokes - chosen.strokes,
        usual=usual.action,
    )


def _seat(seat: int, strokes: int, expected: float, decisions: list[Decision]) -> SeatReview:
    given_away = sum(one.given_away for one in decisions if one.seat == seat)
    skill = sum(one.skill for one in decisions if one.seat == seat)
    deal = 1.0 - seat
    draws = expected - deal - skill - strokes
    count = sum(one.seat == seat and one.label != "only" for one in decisions)
    accuracy = accuracy_of(given_away, count)
    return SeatReview(seat, strokes, expected, deal, draws, skill, given_away, accuracy)

from __future__ import annotations

import json
from random import Random

import pytest

from games.analysis.evaluation import usual_action
from games.analysis.review import Decision, HoleReview, label_of, read_review, review_hole
from games.analysis.worlds import worlds_of
from games.bots import BOTS
from games.engine import (
    Action,
    Deal,
    MatchPhase,
    MatchState,
    Ruleset,
    apply,
    chance_action,
    new_match,
    observe,
    parse_action,
    seats_to_act,
)
from tests.engine.drivers import Table

RULES = Ruleset(holes=1)


def played(bot: str, seats: int, seed: int, rules: Ruleset = RULES) -> tuple:
    """A hole's start, its actions and its end."""
    rng = Random(seed)
    start = state = new_match(rules, seats)
    actions: list[Action] = []
    while state.phase in (MatchPhase.HOLE, MatchPhase.AWAIT_DEAL):
        chance = chance_action(state, rng)
        actions.append(chance or BOTS[bot].answer(state, seats_to_act(state)[0], rng))
        state = apply(state, actions[-1]).state
    return start, actions, state


@pytest.mark.parametrize(("bot", "seats", "seed"), [("beginner", 2, 1), ("steady", 4, 2)])
def test_luck_and_skill_add_up_to_the_strokes(bot: str, seats: int, seed: int) -> None:
    start, actions, end = played(bot, seats, seed)
    review = review_hole(start, actions, expected=9.5, trials=60)
    assert [one.seat for one in review.seats] == list(range(seats))
    for one in review.seats:
        assert one.strokes == end.scored[0][one.seat]
        assert one.expected - one.deal - one.draws - one.skill == pytest.approx(one.strokes)
        own = [d for d in review.decisions if d.seat == one.seat]
        assert sum(d.given_away for d in own) == pytest.approx(one.given_away)
        assert sum(d.luck for d in own) == pytest.approx(one.draws)
        assert sum(d.skill for d in own) == pytest.approx(one.skill)
        assert 0 <= one.accuracy <= 100
    assert review.difficulty == pytest.approx(-sum(one.deal for one in review.seats) / seats)


def test_every_action_of_a_seat_is_in_the_review_by_its_sequence() -> None:
    start, actions, _end = played("steady", 2, 5)
    review = review_hole(start, actions, expected=9.5, trials=20)
    by_seats = [(n + 1, action) for n, action in enumerate(actions) if action.seat is not None]
    assert [(one.sequence, one.seat, one.chosen) for one in review.decisions] == [
        (n, action.seat, action.text) for n, action in by_seats
    ]
    turned = [one for one in review.decisions if one.chosen.startswith("turn ")]
    assert {one.label for one in turned} == {"only"}


def test_a_beginner_gives_more_away_than_a_club_player() -> None:
    given = {}
    for bot in ("beginner", "club"):
        reviews = [
            review_hole(*played(bot, 2, seed)[:2], expected=9.5, trials=100) for seed in range(4)
        ]
        given[bot] = sum(seat.given_away for review in reviews for seat in review.seats)
    assert given["beginner"] > 2 * given["club"]


def test_a_blunder_is_called_one() -> None:
    rules = Ruleset(openers_mode="fixed", openers=5, holes=1)
    table = Table(rules).deal("QC 3D KS QD 2C 9S AC 4D 6C 6H AD 7C 8H JS")
    start, order = new_match(rules, 2), _order(table)
    texts = [(0, "draw"), (0, "swap 1"), (1, "take 5"), (0, "take 0")]
    actions = [Deal(order), *(parse_action(text, seat) for seat, text in texts)]
    last = review_hole(start, actions, expected=9.5).decisions[-1]
    # The last thing of the hole breaks a pair of queens: what that costs is counted exactly.
    assert (last.chosen, last.label) == ("take 0", "blunder")
    chosen = next(option for option in last.options if option.action == "take 0")
    assert last.given_away == pytest.approx(chosen.strokes - last.options[0].strokes)


def played_on(start: MatchState, actions: list[Action]) -> list[Action]:
    """The actions, and those of club players after them to the end of the hole."""
    state, rng, found = start, Random(1), list(actions)
    for action in actions:
        state = apply(state, action).state
    while state.phase is MatchPhase.HOLE:
        chance = chance_action(state, rng)
        found.append(chance or BOTS["club"].answer(state, seats_to_act(state)[0], rng))
        state = apply(state, found[-1]).state
    return found


def _order(table: Table) -> tuple[int, ...]:
    hole = table.state.hole
    cards = [card for layout in hole.layouts for card in layout]
    return (*cards, *hole.discard, *hole.stock[::-1])


def test_a_take_that_was_taken_back_costs_nothing() -> None:
    rules = Ruleset(openers_mode="fixed", openers=5, holes=1)
    table = Table(rules).deal("KC KD AS 9D 2C KS QC JD 10S 9C 8D 7S QH")
    start = new_match(rules, 2)
    undone = [parse_action("take 0", 0), parse_action("undo", 0)]
    actions = played_on(start, [Deal(_order(table)), *undone])
    review = review_hole(start, actions, expected=9.5, trials=50)
    assert [(one.chosen, one.label) for one in review.decisions[:2]] == [
        ("take 0", "only"),
        ("undo", "only"),
    ]
    seat = review.seats[0]
    assert seat.expected - seat.deal - seat.draws - seat.skill == pytest.approx(seat.strokes)


def test_progress_is_told_and_the_same_seed_gives_the_same() -> None:
    start, actions, _end = played("steady", 2, 3)
    told: list[tuple[int, int]] = []
    review = review_hole(
        start, actions, expected=9.5, trials=20, tell=lambda *found: told.append(found)
    )
    assert told[-1][0] == told[-1][1] == sum(bool(one.options) for one in review.decisions)
    assert [done for done, _total in told] == list(range(1, len(told) + 1))
    assert review == review_hole(start, actions, expected=9.5, trials=20)


def test_a_review_is_stored_and_read() -> None:
    start, actions, _end = played("steady", 2, 3)
    review = review_hole(start, actions, expected=9.5, trials=20)
    assert read_review(json.loads(json.dumps(review.as_json()))) == review
    with pytest.raises(ValueError, match="version 99"):
        read_review({**review.as_json(), "v": 99})


def test_a_hole_that_goes_on_is_not_reviewed() -> None:
    start, actions, _end = played("steady", 2, 3)
    with pytest.raises(ValueError, match="don't end"):
        review_hole(start, actions[:6], expected=9.5, trials=10)


@pytest.mark.parametrize(
    ("given", "label"), [(0.0, "best"), (0.2, "fine"), (0.26, "slip"), (1.01, "blunder")]
)
def test_labels_go_by_strokes_given_away(given: float, label: str) -> None:
    assert label_of(given) == label


def test_who_plays_as_play_outs_do_has_neither_skill_nor_lucky_deals_on_average() -> None:
    deals = []
    for seed in range(24):
        rng = Random(seed)
        start = state = new_match(RULES, 2)
        actions: list[Action] = []
        while state.phase in (MatchPhase.HOLE, MatchPhase.AWAIT_DEAL):
            chance = chance_action(state, rng)
            actions.append(chance or _usual(state))
            state = apply(state, actions[-1]).state
        review = review_hole(start, actions, trials=24, seed=seed)
        assert all(one.skill == 0 and one.chosen == one.usual for one in _judged(review))
        deals += [seat.deal for seat in review.seats]
    # Against the best actions instead of the usual ones they come to 0.7 on average.
    assert abs(sum(deals) / len(deals)) < 0.5


def _usual(state: MatchState) -> Action:
    seat = seats_to_act(state)[0]
    return usual_action(worlds_of(observe(state, seat)))


def _judged(review: HoleReview) -> list[Decision]:
    return [one for one in review.decisions if one.options]

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.analysis.evaluation import evaluate, judge
from games.analysis.winning import best_for_match, holes_left
from games.analysis.worlds import worlds_of
from games.bots import BOTS
from games.engine import (
    FACES,
    PRESETS,
    HolePhase,
    MatchPhase,
    MatchState,
    Ruleset,
    apply,
    chance_action,
    face_of,
    new_match,
    observe,
    score_layout,
    seats_to_act,
)
from tests.engine.drivers import Table
from tests.engine.strategies import few, randoms, rulesets

RULES = Ruleset(openers_mode="fixed", openers=5, holes=1)
OPEN = "QC 3D KS QD 2C"
DEAL = f"{OPEN} 9S AC 4D 6C 6H AD 7C 8H JS"
"""Both have one card hidden; the queens of seat 0 make a pair."""


def last_turn() -> Table:
    """Seat 1 has closed, so that seat 0 does the last thing of the hole."""
    table = Table(RULES).deal(DEAL).play("0 draw", "0 swap 1", "1 take 5")
    assert table.state.hole.closer == 1
    return table


def test_a_last_action_is_counted_exactly() -> None:
    seen = observe(last_turn().state, 0)
    take = next(one for one in evaluate(seen) if one.action.text == "take 5")
    assert (take.error, take.trials) == (0.0, 0)
    faces = [card.face for card in seen.layouts[0]]
    faces[5] = seen.discard[-1]
    assert take.strokes == score_layout(RULES, faces)


def test_a_hidden_card_counts_what_is_left_on_average() -> None:
    seen = observe(last_turn().state, 0)
    take = next(one for one in evaluate(seen) if one.action.text == "take 0")
    known = [card.face for row in seen.layouts for card in row if card.face] + list(seen.discard)
    left = Counter(FACES[:52]) - Counter(known)
    faces = [card.face for card in seen.layouts[0]]
    faces[0] = seen.discard[-1]
    total = sum(score_layout(RULES, [*faces[:5], face]) * count for face, count in left.items())
    assert take.strokes == pytest.approx(total / left.total())


def test_a_last_draw_is_worth_its_best_answers() -> None:
    seen = observe(last_turn().state, 0)
    found = {one.action.text: one for one in evaluate(seen)}
    assert found["draw"].trials == 0
    # What is drawn may be thrown away or placed: never worse than the least of all.
    assert found["draw"].strokes < found["take 0"].strokes


def test_play_outs_come_near_to_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = observe(last_turn().state, 0)
    exact = {one.action: one for one in evaluate(seen) if one.action.kind == "take"}
    monkeypatch.setattr("games.analysis.evaluation.MOST_UNKNOWN", -1)
    for one in evaluate(seen, trials=4000):
        if one.action in exact:
            assert one.trials == 4000
            assert abs(one.strokes - exact[one.action].strokes) < 4 * one.error + 1e-9
            assert one.lowest == pytest.approx(exact[one.action].lowest, abs=0.04)


def test_the_same_seed_gives_the_same_and_another_nearly() -> None:
    table = Table(Ruleset(openers_mode="fixed")).deal("QC 3D KS QD 2C 9S AC 4D 6C 6H AD 7C 8H JS")
    seen = observe(table.state, 0)
    assert evaluate(seen, seed=4) == evaluate(seen, seed=4)
    one, other = ({found.action: found for found in evaluate(seen, seed=seed)} for seed in (4, 5))
    assert one != other
    for action, found in one.items():
        assert abs(found.strokes - other[action].strokes) < 5 * (found.error + 0.01)


def test_nobody_who_is_not_to_act_is_advised() -> None:
    table = Table(RULES).deal(DEAL)
    for viewer in (1, None):
        with pytest.raises(ValueError, match="not to act"):
            evaluate(observe(table.state, viewer))


def test_what_lies_open_and_what_is_unseen_make_the_packs() -> None:
    seen = observe(Table(RULES).deal(DEAL).state, 0)
    worlds = worlds_of(seen)
    known = [FACES.index(card.face) for row in seen.layouts for card in row if card.face]
    pile = [FACES.index(face) for face in seen.discard]
    assert sorted([*worlds.pool.tolist(), *known, *pile]) == list(range(52))
    assert worlds.unknown.tolist() == [[0, 5], [1, 5]]


@few
@given(rules=rulesets(holes=1), seats=st.integers(2, 5), rng=randoms)
def test_hidden_cards_change_nothing(rules: Ruleset, seats: int, rng: Random) -> None:
    state = new_match(rules, seats)
    asked = 0
    while state.phase is not MatchPhase.FINISHED and asked < 4:
        chance = chance_action(state, rng)
        if chance is None:
            seat = seats_to_act(state)[0]
            seen = observe(state, seat, recalls=True)
            if state.phase is MatchPhase.HOLE and rng.random() < 0.2:
                asked += 1
                stock = rng.sample(state.hole.stock, len(state.hole.stock))
                other = state._replace(hole=state.hole._replace(stock=tuple(stock)))
                found = evaluate(seen, trials=20)
                assert found == evaluate(observe(other, seat, recalls=True), trials=20)
                assert {one.action for one in found} == set(seen.legal)
                assert all(0.0 <= one.lowest <= 1.0 for one in found)
            state = apply(state, BOTS["random"].answer(state, seat, rng)).state
        else:
            state = apply(state, chance).state


def dealt(state: MatchState, seed: int) -> MatchState:
    chance = chance_action(state, Random(seed))
    assert chance is not None
    return apply(state, chance).state


def test_very_many_actions_are_sifted() -> None:
    rules = PRESETS["arena"].ruleset({"layout": "3x3", "powers": "on"})
    rng, state = Random(2), new_match(rules, 6)
    while True:
        if not seats_to_act(state):
            state = dealt(state, 5)
            continue
        seen = observe(state, seats_to_act(state)[0])
        if len(seen.legal) > 300:
            break
        state = apply(state, BOTS["steady"].choose(seen, rng)).state
    found = evaluate(seen, trials=100)
    assert len(found) == len(seen.legal)
    few = max(4, min(24, 4000 // len(found)))
    assert {one.trials for one in found} == {few, 100}


def test_the_best_is_told_by_other_worlds_than_its_worth() -> None:
    table = Table(Ruleset(openers_mode="fixed")).deal("QC 3D KS QD 2C 9S AC 4D 6C 6H AD 7C 8H JS")
    found = judge(observe(table.state, 0))
    one, worst = found.judged[0], found.judged[-1]
    apart, error = found.given_away(worst.action)
    assert 0 < error < one.error + worst.error + 0.5
    half = [found.samples[each.action][200:].mean() for each in (worst, one)]
    assert apart == pytest.approx(half[0] - half[1])
    assert found.given_away(one.action) == (0.0, 0.0)


def test_pro_goes_for_the_lowest_in_the_last_hole_and_for_strokes_before() -> None:
    seen = observe(last_turn().state, 0)
    assert holes_left(seen) == 0
    assert best_for_match(seen, seed=1) in seen.legal
    first = dealt(new_match(Ruleset(holes=9), 2), 1)
    assert holes_left(observe(first, 0)) == 8
    limit = new_match(Ruleset(holes=0, limit=50), 2)
    assert holes_left(observe(limit, 0)) == 5


def test_a_bot_that_recalls_knows_what_its_seat_has_seen() -> None:
    rules = PRESETS["four-card"].ruleset({})
    state = dealt(new_match(rules, 2), 3)
    while state.hole.phase is HolePhase.OPENERS:
        seat = seats_to_act(state)[0]
        state = apply(state, observe(state, seat).legal[0]).state
    faces = [card.face for card in observe(state, 0, recalls=True).layouts[0]]
    assert faces[:2] == [face_of(card) for card in state.hole.layouts[0][:2]]
    assert [card.face for card in observe(state, 0).layouts[0]] == [None] * 4
    assert [card.face for card in observe(state, 1, recalls=True).layouts[0]] == [None] * 4

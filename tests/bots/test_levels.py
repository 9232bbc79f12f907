from __future__ import annotations

from random import Random

import pytest

from games.bots import BOTS, LEVELS, beginner, pro, steady
from games.bots.simulation import report, simulate
from games.engine import (
    PRESETS,
    HolePhase,
    Ruleset,
    chance_action,
    legal_actions,
    new_match,
    observe,
    seats_to_act,
)
from games.engine import apply as do
from tests.engine.drivers import Table

RULES = Ruleset(openers_mode="fixed", openers=4, holes=1)
OTHER = "KC 3C 4D 5D AH 6C"


def dealt(own: str, other: str, discard: str, stock: str = "9C", **fields: object) -> Table:
    rules = Ruleset.from_fields({**RULES.to_fields(), **fields})
    return Table(rules).deal(" ".join((own, other, discard, stock)))


def play(name: str, rival: str, deals: int, **fields: object) -> dict[str, float]:
    bots = [(name, BOTS[name]), (rival, BOTS[rival])]
    played = list(simulate(Ruleset.from_fields(fields), bots, deals, "levels", paired=True))
    return {one: report(one, played).won.mean for one in (name, rival)}


def test_steady_takes_what_makes_its_layout_cheapest_now() -> None:
    table = dealt("QC 3D KS JD 2C 5H", OTHER, "QD")
    assert steady.choose(observe(table.state, 0), Random(1)).text == "take 3"


def test_steady_hopes_for_nothing() -> None:
    # A seven is worth its strokes to steady, though it might still find another beside it.
    table = dealt("7C 3D KS JD 2C 5H", OTHER, "9D", "4C").play("0 draw")
    assert steady.choose(observe(table.state, 0), Random(1)).text == "swap 3"


def test_a_beginner_keeps_low_cards_and_turns_up_others() -> None:
    low = dealt("QC 3D KS JD 2C 5H", OTHER, "9D", "AC").play("0 draw")
    assert beginner.choose(observe(low.state, 0), Random(1)).text.startswith("swap ")
    high = dealt("QC 3D KS JD 2C 5H", OTHER, "9D", "9C").play("0 draw")
    assert beginner.choose(observe(high.state, 0), Random(1)).text.startswith("discard")


def test_a_beginner_forgets_what_the_others_remember() -> None:
    assert [BOTS[name].recalls for name in LEVELS] == [False, True, True, True]


def test_steady_beats_a_beginner() -> None:
    won = play("steady", "beginner", 40)
    assert won["steady"] > 0.55


@pytest.mark.heavy
def test_pro_beats_a_beginner_by_far() -> None:
    won = play("pro", "beginner", 6)
    assert won["pro"] > 0.55


def test_pro_does_the_same_from_the_same_seed() -> None:
    seen = observe(dealt("QC 3D KS JD 2C 5H", OTHER, "9D").state, 0)
    assert pro.choose(seen, Random(3)) == pro.choose(seen, Random(3))


@pytest.mark.parametrize("slug", ["clubhouse", "arena", "four-card"])
def test_what_pro_has_not_seen_changes_nothing(slug: str) -> None:
    rules = PRESETS[slug].ruleset({})
    state = new_match(rules, 2)
    rng, answers = Random(7), 0
    while answers < 6:
        chance = chance_action(state, rng)
        if chance is not None:
            state = do(state, chance).state
            continue
        seat = seats_to_act(state)[0]
        if state.hole.phase is HolePhase.OPENERS:
            state = do(state, legal_actions(state, seat)[0]).state
            continue
        stock = list(state.hole.stock)
        rng.shuffle(stock)
        other = state._replace(hole=state.hole._replace(stock=tuple(stock)))
        action = BOTS["pro"].answer(state, seat, Random(1))
        assert BOTS["pro"].answer(other, seat, Random(1)) == action
        state, answers = do(state, action).state, answers + 1


@pytest.mark.heavy
@pytest.mark.parametrize("slug", PRESETS)
def test_pro_plays_a_hole_of_every_preset(slug: str) -> None:
    rules = PRESETS[slug].ruleset({})
    bots = [("pro", BOTS["pro"]), ("steady", BOTS["steady"])]
    (((_names, played),),) = simulate(rules, bots, 1, slug, paired=False)
    assert played.turns > 0

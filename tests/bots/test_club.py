from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots import BOTS, club
from games.bots.simulation import report, simulate
from games.engine import PRESETS, Ruleset, observe
from tests.engine.drivers import Table
from tests.engine.strategies import few, randoms, rulesets

RULES = Ruleset(openers_mode="fixed", openers=4, holes=1)


def chosen(table: Table, seat: int = 0) -> str:
    return club.choose(observe(table.state, seat), Random(1)).text


def dealt(own: str, other: str, discard: str, stock: str = "9C", **fields: object) -> Table:
    rules = Ruleset.from_fields({**RULES.to_fields(), **fields})
    return Table(rules).deal(" ".join((own, other, discard, stock)))


OTHER = "KC 3C 4D 5D AH 6C"


def test_completes_a_column_from_the_discard_pile() -> None:
    assert chosen(dealt("QC 3D 4C 8C 7C 5H", OTHER, "QD")) == "take 3"


def test_completes_a_column_with_a_drawn_card() -> None:
    table = dealt("QC 3D 4C 8C 7C 5H", OTHER, "JD", "QD").play("0 draw")
    assert chosen(table) == "swap 3"


def test_takes_a_king_for_its_worst_card() -> None:
    assert chosen(dealt("AC 3D 4C JC 7C 5H", OTHER, "KD")) == "take 3"


def test_leaves_a_jack_that_fits_nowhere() -> None:
    assert chosen(dealt("AC 2D KS 3S 7C 5H", OTHER, "JD")) == "draw"


def test_throws_a_high_card_away_rather_than_place_it() -> None:
    table = dealt("AC 2D KS 3S 7C 5H", OTHER, "JD", "QC").play("0 draw")
    assert chosen(table).startswith("discard ")


def test_does_not_break_a_complete_column() -> None:
    table = dealt("QC 3D KS QD 7C 5H", OTHER, "2D")
    assert chosen(table) not in {"take 0", "take 3"}


def test_uses_the_final_putt_rather_than_turn_up_a_card_worse_than_it_hopes_for() -> None:
    table = dealt(
        *("AC KD KS AD KH 5H", "QC JC 9D 8D 7C 6C", "JD", "10C"), openers=5, final_putt=True
    )
    assert chosen(table.play("0 draw")) == "discard"


def test_last_turn_goes_for_the_lowest_sum_and_no_longer_for_pairs_to_come() -> None:
    table = dealt("QC JD 9S 8H 7C 5H", "KC KD KH KS AC 2C", "9D", openers=5)
    table.play("0 take 0", "1 take 5")
    assert table.hole.closer == 1
    assert chosen(table) == "take 1"


def test_does_not_go_out_while_far_behind() -> None:
    table = dealt("QC JD 9S 8H 7C 5H", "KC KD KH KS AC 2C", "10D", "6D", openers=5)
    assert chosen(table.play("0 draw")) == "swap 0"


def test_openers_go_into_columns_of_their_own() -> None:
    table = Table(Ruleset()).deal()
    first = chosen(table)
    table.play(f"0 {first}")
    second = chosen(table)
    assert int(first.split()[1]) % 3 != int(second.split()[1]) % 3


def four(own: str, other: str, discard: str, stock: str, **fields: object) -> Table:
    """Four cards each, two of them peeked at."""
    rules = {
        "layout": "2x2",
        "openers_mode": "fixed",
        "openers_seen": "peek",
        "refuse": "no_flip",
        "knock": True,
        "holes": 1,
        **fields,
    }
    return Table(Ruleset.from_fields(rules)).deal(" ".join((own, other, discard, stock)))


def test_knocks_when_it_is_well_ahead() -> None:
    table = four("KC 2D 2C 9D", "QC JC 9C 8C", "KS", "9H 10H", openers=3)
    table.play("0 take 3", "1 draw", "1 discard")
    assert chosen(table) == "knock"


def test_does_not_knock_with_a_bad_layout() -> None:
    assert chosen(four("QC JC 9C 8C", "KC KD 2C 2D", "10D", "9D", openers=3)) != "knock"


def test_peeks_with_a_card_that_it_throws_away() -> None:
    powers = {"J": "peek_own"}
    table = four("AC KD 9C 8C", "QC 7C 5C 6C", "10D", "JD", powers=powers).play("0 draw")
    assert chosen(table) in ("discard peek 2", "discard peek 3")


def test_exchanges_a_bad_card_for_a_good_one_that_it_knows() -> None:
    rules = {"powers": {"7": "swap_any"}, "openers_seen": "up"}
    table = four("QC 9D 3C 4D", "KC 8C 5C 6C", "10D", "7D", **rules).play("0 draw")
    assert chosen(table) == "discard exchange 0.0 1.0"


def test_completes_a_block() -> None:
    fields = {"block_score": -20, "openers_seen": "up", "openers": 3}
    table = four("9C 9D 9H 4D", "KC 8C 5C 6C", "9S", "7D", **fields)
    assert chosen(table) == "take 3"


def test_puts_a_wild_card_beside_its_worst() -> None:
    fields = {"wild": ["JS"], "openers_seen": "up", "openers": 3, "lines": "columns"}
    table = four("QC AD 9H 3D", "KC 8C 5C 6C", "JS", "7D", **fields)
    assert chosen(table) in ("take 0", "take 2")


def test_does_not_pair_jokers_that_keep_their_value() -> None:
    fields = {
        "jokers_per_pack": 2,
        "values": {"X": 9},
        "line_overrides": {"X": "keep"},
        "openers_seen": "up",
        "openers": 3,
    }
    table = four("X1 AD 3H 3D", "KC 8C 5C 6C", "X2", "7D", **fields)
    assert chosen(table) == "draw"


def test_dismisses_the_score_card() -> None:
    table = Table(Ruleset(openers=5, openers_mode="fixed", last_turns=0)).deal().play("0 take 5")
    assert chosen(table, 1) == "dismiss"


def test_refuses_to_act_for_one_who_is_not_to_act() -> None:
    table = dealt("AC 2D KS 3S 7C 5H", OTHER, "JD")
    with pytest.raises(ValueError, match="not to act"):
        club.choose(observe(table.state, 1), Random(1))
    with pytest.raises(ValueError, match="not to act"):
        club.choose(observe(table.state, None), Random(1))


def test_throws_away_what_the_next_seat_does_not_need() -> None:
    # Both cards of the first column cost alike; the queen would complete a column of the other's.
    table = dealt("QC 3D KS JD 2C 5H", "QH 3C 4D 5D AH 6C", "9D", "AC").play("0 draw")
    assert chosen(table) == "swap 3"


@few
@given(rules=rulesets(holes=1), seats=st.integers(2, 4), rng=randoms)
def test_every_bot_plays_every_ruleset_lawfully_to_its_end(
    rules: Ruleset, seats: int, rng: Random
) -> None:
    # Play-outs take long; that all actions of the kernel are lawful is its own tests' matter.
    quick = [bot for name, bot in BOTS.items() if name != "pro"]
    # At one table, each turn another's, so that each meets what the others leave behind.
    Table(rules, seats).run(rng, lambda seen, own: own.choice(quick).choose(seen, own))


@pytest.mark.parametrize("slug", PRESETS)
def test_it_plays_every_preset_better_than_anything_lawful(slug: str) -> None:
    chosen = {"limit": 50} if slug == "to-the-limit" else {"holes": 3}
    rules = PRESETS[slug].ruleset(chosen)
    bots = [("club", BOTS["club"]), ("random", BOTS["random"])] * 2
    deals = list(simulate(rules, bots, 4, slug, paired=False))
    strokes = {name: report(name, deals).strokes.mean for name in ("club", "random")}
    assert strokes["club"] < strokes["random"] - 5


def test_average_of_the_plain_game_stays_low() -> None:
    rng = Random("club")
    totals: list[int] = []
    for _ in range(12):
        totals += Table(Ruleset(holes=1)).run(rng, club.choose).state.totals
    # About 6 strokes a hole; at random it is about 31.
    assert sum(totals) / len(totals) < 9

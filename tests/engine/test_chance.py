"""Chance: the shuffle is fair and comes from the generator it is given."""

from __future__ import annotations

from random import Random

from games.engine import Deal, Ruleset, chance_action, chance_cards, new_match
from tests.engine.drivers import SMALL, Table

DEALS = 20_000
CARDS = 52


def test_every_card_comes_to_every_place_equally_often() -> None:
    state = new_match(Ruleset(), seats=2)
    rng = Random("fair")
    counts = [[0] * CARDS for _ in range(CARDS)]
    for _ in range(DEALS):
        deal = chance_action(state, rng)
        assert isinstance(deal, Deal)
        for place, card in enumerate(deal.order):
            counts[place][card] += 1
    expected = DEALS / CARDS
    # 51 x 51 degrees of freedom: mean 2601, standard deviation 72; five of them either way.
    chi_square = sum((n - expected) ** 2 / expected for row in counts for n in row)
    assert 2240 < chi_square < 2962


def test_same_generator_gives_the_same_deal() -> None:
    state = new_match(Ruleset(), seats=2)
    assert chance_action(state, Random(5)) == chance_action(state, Random(5))
    assert chance_action(state, Random(5)) != chance_action(state, Random(6))


def test_cards_to_shuffle_come_in_the_order_of_their_ids() -> None:
    cards = chance_cards(new_match(Ruleset(), seats=2))
    assert cards == tuple(range(52))


def test_nothing_is_shuffled_while_a_seat_is_to_act() -> None:
    table = Table(SMALL).deal()
    assert chance_cards(table.state) is None
    assert chance_action(table.state, Random(1)) is None

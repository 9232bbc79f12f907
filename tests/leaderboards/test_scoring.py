from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leaderboards.places import places
from games.leaderboards.scoring import Result, Rules, RulesError, added, tally
from games.leaderboards.standing import meetings, table, undecided

DAY = datetime(2026, 12, 1, 20, tzinfo=UTC)


def result(match, strokes, holes=9, place=1, sharing=1, net=None, day=None):
    finished = DAY + timedelta(days=match if day is None else day)
    return Result(match, finished, strokes, holes, place, 4, sharing, net)


def season(rules, **players):
    """Return the tallies of players 1, 2 … from lists of results."""
    return {number: tally(found, rules) for number, found in enumerate(players.values(), 1)}


def shown(rows):
    return [(row.player, row.place, row.separated_by) for row in rows]


def test_average_is_of_all_holes_together_and_not_of_averages():
    one = tally([result(1, 30, holes=3), result(2, 10, holes=9)], Rules("average"))
    assert one.figure == Fraction(40, 12)
    assert (one.total, one.divisor, one.strokes, one.holes) == (40, 12, 40, 12)
    assert [(part.amount, part.over) for part in one.counted] == [(30, 3), (10, 9)]


def test_the_best_matches_are_those_with_fewest_strokes_per_hole():
    results = [result(1, 12, holes=3), result(2, 18), result(3, -2), result(4, 27)]
    one = tally(results, Rules("average", best_n=2))
    assert one.figure == Fraction(16, 18)
    assert [part.match for part in one.counted] == [2, 3]
    assert [(part.match, part.reason) for part in one.dropped] == [(1, "best_n"), (4, "best_n")]
    assert one.played == 4


def test_of_equal_matches_the_earlier_counts():
    one = tally([result(9, 20, day=1), result(4, 20, day=2)], Rules("average", best_n=1))
    assert [part.match for part in one.counted] == [9]


def test_best_is_the_sum_of_n_matches_each_as_strokes_of_nine_holes():
    rules = Rules("best", best_n=2)
    one = tally([result(1, 20), result(2, 8, holes=6), result(3, 31)], rules)
    assert (one.figure, one.divisor) == (Fraction(32), 0)
    assert [part.amount for part in one.counted] == [20, 12]
    short = tally([result(1, -5)], rules)
    assert (short.figure, short.missing, short.is_ranked) == (Fraction(-5), 1, False)


def test_who_shares_places_has_the_mean_of_the_points_of_those_places():
    rules = Rules("points", points=(10, 6, 3))
    results = [
        result(1, 9, place=1, sharing=2),
        result(2, 9, place=2, sharing=3),
        result(3, 9, place=4),
    ]
    one = tally(results, rules)
    assert [part.amount for part in one.counted] == [8, 3, 0]
    assert (one.figure, one.key) == (11, -11)


def test_most_points_and_most_wins_come_first():
    by_points = Rules("points", points=(5, 2), best_n=1)
    tallies = season(by_points, a=[result(1, 9, place=2)], b=[result(1, 9), result(2, 9, place=3)])
    assert shown(table(tallies, by_points)) == [(2, 1, ""), (1, 2, "")]
    assert [part.match for part in tallies[2].dropped] == [2]
    by_wins = Rules("wins")
    tallies = season(by_wins, a=[result(1, 9, place=2)], b=[result(1, 9, sharing=2)], c=[])
    assert shown(table(tallies, by_wins)) == [(2, 1, ""), (1, 2, ""), (3, None, "")]


def test_net_leaves_out_matches_without_a_handicap_and_says_so():
    rules = Rules("net", best_n=2, minimum_matches=2)
    results = [result(1, 1), result(2, 30, net=Fraction(55, 2)), result(3, 20, net=Fraction(-1, 2))]
    one = tally(results, rules)
    assert one.figure == Fraction(27, 18)
    assert one.best_match == Fraction(-1, 18)
    assert [(part.match, part.reason) for part in one.dropped] == [(1, "no_net")]
    assert one.is_ranked
    assert tally(results[:2], rules).missing == 1


def test_without_the_minimum_there_is_no_place_and_the_order_goes_on():
    rules = Rules("average", minimum_matches=2)
    tallies = season(
        rules, a=[result(1, 5)], b=[result(1, 40), result(2, 40)], c=[], d=[result(1, 3)]
    )
    rows = table(tallies, rules)
    assert shown(rows) == [(2, 1, ""), (4, None, ""), (1, None, ""), (3, None, "")]
    assert [row.tally.missing for row in rows] == [0, 1, 1, 2]


def test_totals_below_zero_come_before_nought():
    rules = Rules("average")
    tallies = season(rules, a=[result(1, 0)], b=[result(1, -3)], c=[result(1, -10)])
    assert [row.player for row in table(tallies, rules)] == [3, 2, 1]


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("wins", [result(1, 10), result(2, 10)], [result(1, 10), result(2, 10, place=2)]),
        ("best_match", [result(1, 4), result(2, 16)], [result(1, 10), result(2, 10)]),
        ("last_match", [result(1, 10, day=9)], [result(1, 10, day=8)]),
        ("fewest_matches", [result(1, 20)], [result(1, 20), result(2, 20)]),
    ],
)
def test_a_tie_break_separates_equal_figures_and_is_named(name, better, worse):
    rules = Rules("average", tie_breaks=(name,))
    assert shown(table(season(rules, a=worse, b=better), rules)) == [(2, 1, ""), (1, 2, name)]
    without = Rules("average")
    rows = table(season(without, a=worse, b=better), without)
    assert shown(rows) == [(1, 1, ""), (2, 1, "shared")]


def test_strokes_per_hole_separate_equal_points():
    rules = Rules("points", points=(5,), tie_breaks=("strokes_per_hole",))
    tallies = season(rules, a=[result(1, 9)], b=[result(1, 10, holes=18)])
    assert shown(table(tallies, rules)) == [(2, 1, ""), (1, 2, "strokes_per_hole")]


def test_the_chain_goes_on_among_those_who_are_still_equal():
    rules = Rules("average", tie_breaks=("wins", "last_match"))
    lost, won = {"place": 2}, {"place": 1}
    tallies = season(
        rules,
        a=[result(1, 10, **lost, day=3)],
        b=[result(1, 10, **won, day=1)],
        c=[result(1, 10, **lost, day=5)],
        d=[result(1, 10, **won, day=1)],
        e=[result(1, 11, **won)],
    )
    assert shown(table(tallies, rules)) == [
        (2, 1, ""),
        (4, 1, "shared"),
        (3, 3, "wins"),
        (1, 4, "last_match"),
        (5, 5, ""),
    ]


def test_head_to_head_is_a_league_of_those_who_are_equal_and_of_nobody_else():
    rules = Rules("average", tie_breaks=("head_to_head",))
    tallies = season(
        rules, a=[result(1, 10)], b=[result(1, 10)], c=[result(1, 10)], d=[result(1, 50)]
    )
    # 3 beat both; 1 and 2 are level; that 1 lost to 4, who isn't equal, does not count.
    found = meetings([{3: 1, 1: 2, 2: 2}, {4: 1, 1: 2}, {1: 1, 2: 2}, {2: 1, 1: 2}])
    assert shown(table(tallies, rules, found)) == [
        (3, 1, ""),
        (1, 2, "head_to_head"),
        (2, 2, "shared"),
        (4, 4, ""),
    ]
    assert undecided(tallies, rules) == ((1, 2, 3),)
    assert undecided(tallies, Rules("average")) == ()


def test_who_stays_equal_in_the_league_plays_a_smaller_one():
    rules = Rules("average", tie_breaks=("head_to_head",))
    tallies = season(rules, a=[result(1, 10)], b=[result(1, 10)], c=[result(1, 10)])
    # Ahead less behind: 1 is +1 - 1 = 0, 2 is -1 + 1 = 0, 3 is 0; nobody is separated.
    circle = meetings([{1: 1, 2: 2}, {2: 1, 3: 2}, {3: 1, 1: 2}])
    assert shown(table(tallies, rules, circle)) == [(1, 1, ""), (2, 1, "shared"), (3, 1, "shared")]
    # 1 is -2 + 3 = +1, 2 is +2 - 1 = +1, 3 is -2: between 1 and 2 alone, 2 is ahead.
    smaller = meetings([{2: 1, 1: 2}] * 2 + [{1: 1, 3: 2}] * 3 + [{3: 1, 2: 2}])
    rows = table(tallies, rules, smaller)
    assert shown(rows) == [(2, 1, ""), (1, 2, "head_to_head"), (3, 3, "head_to_head")]


@pytest.mark.parametrize(
    ("field", "settings"),
    [
        ("scoring", {"scoring": "lowest"}),
        ("best_n", {"scoring": "best"}),
        ("best_n", {"scoring": "average", "best_n": 0}),
        ("points", {"scoring": "points"}),
        ("points", {"scoring": "average", "points": (3, 2)}),
        ("points", {"scoring": "points", "points": (3, 4)}),
        ("points", {"scoring": "points", "points": (3, -1)}),
        ("points", {"scoring": "points", "points": (2.5, 1)}),
        ("minimum_matches", {"scoring": "wins", "minimum_matches": -1}),
        ("tie_breaks", {"scoring": "wins", "tie_breaks": ("luck",)}),
        ("tie_breaks", {"scoring": "wins", "tie_breaks": ("wins", "wins")}),
    ],
)
def test_rules_that_cannot_be_are_refused_by_the_name_of_the_field(field, settings):
    with pytest.raises(RulesError, match=f"^{field}: ") as refused:
        Rules(**settings)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: result(1, 9, holes=0),
        lambda: result(1, 9, place=5),
        lambda: result(1, 9, place=3, sharing=3),
        lambda: Result(1, DAY.replace(tzinfo=None), 9, 9, 1, 4),
        lambda: tally([result(1, 9), result(1, 8)], Rules("average")),
    ],
)
def test_results_that_cannot_be_are_refused(wrong):
    with pytest.raises(ValueError, match=r"holes|place|zone|two results"):
        wrong()


SCORING = [
    Rules("average", best_n=3),
    Rules("best", best_n=3),
    Rules("points", best_n=3, points=(5, 3, Fraction(1, 2))),
    Rules("wins", best_n=3),
    Rules("net", best_n=3),
]
RESULTS = st.lists(
    st.builds(
        lambda strokes, place, net: (strokes, place, net),
        st.integers(-9, 40),
        st.integers(1, 4),
        st.none() | st.fractions(-9, 40, max_denominator=4),
    ),
    max_size=6,
)


@given(RESULTS, st.sampled_from(SCORING), st.randoms(use_true_random=False))
def test_no_other_choice_of_matches_is_better_whatever_the_order_they_come_in(found, rules, rng):
    results = [
        result(match, strokes, place=place, net=net)
        for match, (strokes, place, net) in enumerate(found)
    ]
    one = tally(results, rules)
    assert tally(rng.sample(results, len(results)), rules) == one
    parts = (*one.counted, *(part for part in one.dropped if part.reason == "best_n"))
    amounts = [sum(part.amount for part in some) for some in combinations(parts, len(one.counted))]
    best = max(amounts) if rules.scoring in ("points", "wins") else min(amounts)
    assert one.total == best
    assert one.played == len(one.counted) + len(one.dropped) == len(results)


@given(RESULTS, st.sampled_from(SCORING), st.booleans(), st.randoms(use_true_random=False))
def test_added_one_by_one_in_any_order_they_come_to_what_all_at_once_do(found, rules, whole, rng):
    if whole and rules.scoring != "best":
        rules = replace(rules, best_n=None, minimum_matches=4)
    results = [
        result(match, strokes, holes=1 + match % 3, place=place, net=net, day=match // 2)
        for match, (strokes, place, net) in enumerate(found)
    ]
    wanted, one = tally(results, rules), tally([], rules)
    for more in rng.sample(results, len(results)):
        one = added(one, more, rules)
    assert one == replace(wanted, dropped=(), counted=wanted.counted if rules.best_n else ())


@given(st.integers(0, 2**32))
def test_a_table_places_by_figures_and_says_what_else_decided(seed):
    rng = Random(seed)
    chain = tuple(rng.sample(["wins", "best_match", "head_to_head", "fewest_matches"], 2))
    rules = Rules("average", tie_breaks=chain)
    players = {
        number: [
            result(match, rng.randint(-2, 2), place=rng.randint(1, 2))
            for match in range(rng.randint(0, 3))
        ]
        for number in range(1, 8)
    }
    found = meetings({a: rng.randint(1, 2), b: 1} for a, b in combinations(players, 2))
    tallies = {number: tally(results, rules) for number, results in players.items()}
    rows = table(tallies, rules, found)
    mirrored = {-number: one for number, one in tallies.items()}
    turned = table(mirrored, rules, {(-a, -b): times for (a, b), times in found.items()})
    assert {row.player: row.place for row in rows} == {-row.player: row.place for row in turned}
    ranked = [row for row in rows if row.place is not None]
    by_figure = places([row.tally.key for row in ranked])
    for (above, row), coarse in zip(pairwise(ranked), by_figure[1:], strict=True):
        assert (row.separated_by == "") == (row.tally.key != above.tally.key)
        assert (row.separated_by == "shared") == (row.place == above.place)
        assert (coarse or 0) <= (row.place or 0)

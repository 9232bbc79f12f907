"""Words, numbers and measures of reviews."""

from __future__ import annotations

import pytest

from games import engine
from games.selectors.action_words import option_words
from games.selectors.review_graph import Share, graph, scale_of
from games.selectors.review_words import deal_words, decimal, difficulty_words, gain, percent

NAMES = ("Ann", "Ben")


def moment(*actions, **rules):
    """The state after a deal in the order of the pack, and these actions, by seat and text."""
    ruleset = engine.Ruleset(layout="2x3", openers=0, powers={"9": "swap_any"}, **rules)
    state = engine.new_match(ruleset, 2)
    deal = engine.Deal(tuple(ruleset.pack_cards(2)))
    for action in (deal, *(engine.parse_action(text, seat) for seat, text in actions)):
        state = engine.apply(state, action).state
    return state


def words(state, text, seat=0):
    return option_words(state, engine.parse_action(text, seat), NAMES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("draw", "Draw from the stock"),
        ("knock", "Knock"),
        ("undo", "Take it back"),
        ("take 4", "Take the king of clubs to row 2, column 2, for a hidden card"),
    ],
)
def test_what_can_be_done_at_a_turns_start_is_said(text, said):
    assert words(moment(), text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("swap 0", "Put the ace of diamonds at row 1, column 1, for a hidden card"),
        ("discard", "Throw the ace of diamonds away"),
        ("discard 5", "Throw the ace of diamonds away and turn up row 2, column 3"),
        (
            "discard peek 1",
            "Throw the ace of diamonds away and look at the card at row 1, column 2",
        ),
        (
            "discard peek 1.3",
            "Throw the ace of diamonds away and look at Ben's card at row 2, column 1",
        ),
        (
            "discard exchange 0.2 1.4",
            "Throw the ace of diamonds away and exchange Ann's card at row 1, column 3 with "
            "Ben's card at row 2, column 2",
        ),
    ],
)
def test_what_can_be_done_with_a_drawn_card_is_said(text, said):
    assert words(moment((0, "draw")), text) == said


def test_an_open_card_that_would_go_is_named():
    state = moment((0, "take 0"), (1, "draw"), (1, "discard 0"))
    assert words(state, "take 0") == (
        "Take the ace of diamonds to row 1, column 1, for the king of clubs"
    )


@pytest.mark.parametrize(("seen", "said"), [("up", "Turn up"), ("peek", "Look at")])
def test_an_opener_is_turned_up_or_looked_at(seen, said):
    state = engine.new_match(engine.Ruleset(openers=2, openers_seen=seen), 2)
    state = engine.apply(state, engine.Deal(tuple(state.ruleset.pack_cards(2)))).state
    assert words(state, "turn 3") == f"{said} the card at row 2, column 1"


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [
        (0.0, "0.0", "0.0"),
        (-0.04, "0.0", "0.0"),
        (0.04, "0.0", "0.0"),
        (2.25, "2.2", "+2.2"),
        (-3.0, "\u22123.0", "\u22123.0"),
    ],
)
def test_numbers_have_a_proper_sign_or_none(value, plain, signed):
    assert (decimal(value), gain(value)) == (plain, signed)


def test_chances_are_told_in_whole_percent():
    assert [percent(share) for share in (0, 0.333, 1)] == ["0 %", "33 %", "100 %"]


@pytest.mark.parametrize(
    ("difficulty", "words", "sentence"),
    [
        (
            1.2,
            "a hard deal",
            "A hard deal. The deal cost each seat 1.2 strokes more than the 11.0 expected.",
        ),
        (
            -1.2,
            "an easy deal",
            "An easy deal. The deal cost each seat 1.2 strokes less than the 11.0 expected.",
        ),
        (
            0.02,
            "a usual deal",
            "A usual deal. The cards that were dealt were worth the 11.0 strokes expected.",
        ),
    ],
)
def test_how_hard_a_deal_was_is_told(difficulty, words, sentence):
    assert difficulty_words(difficulty) == words
    assert deal_words(difficulty, 11.0) == sentence


def test_bad_luck_and_bad_play_stand_on_the_line_and_good_ones_hang_below_it():
    both_bad, both_good = Share("1", -4.0, -2.0), Share("2", 6.0, 1.0)
    mixed, turned = Share("3", -3.0, 2.0), Share("4", 2.0, -1.0)
    shares = [both_bad, both_good, mixed, turned, Share("5", 0.0, 0.0)]
    scale = scale_of(shares)
    assert (scale.low, scale.high) == (-7.0, 6.0)

    def spans(*parts):
        """Each part from its upper to its lower end."""
        return [(part[0], pytest.approx(part[0] + part[1])) for part in parts]

    def y(*ends):
        return [(scale.y(top), scale.y(bottom)) for top, bottom in ends]

    bars = graph(shares, scale).bars
    assert [spans(bar.luck, bar.play) for bar in bars] == [
        y((4, 0), (6, 4)),
        y((0, -6), (-6, -7)),
        y((3, 0), (0, -2)),
        y((0, -2), (1, 0)),
        y((0, 0), (0, 0)),
    ]
    assert [bar.result for bar in bars] == [scale.y(end) for end in (6, -7, 1, -1, 0)]
    assert [bar.title for bar in bars][1:3] == [
        "Hole 2: luck +6.0, play +1.0, strokes \u22127.0",
        "Hole 3: luck \u22123.0, play +2.0, strokes +1.0",
    ]


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0, 0, ["\u22121", "0", "+1"]),
        (-3, 12, ["0", "+5", "+10"]),
        (-40, 35, ["\u221240", "\u221220", "0", "+20"]),
    ],
)
def test_lines_of_the_graph_are_few_and_have_zero_among_them(low, high, labels):
    shares = [Share("1", -high, 0.0), Share("2", -low, 0.0)]
    lines = graph(shares, scale_of(shares)).lines
    assert [line.label for line in lines] == labels
    assert [line.label for line in lines if line.is_zero] == ["0"]


def test_a_seat_that_played_nothing_has_an_empty_graph():
    assert graph([], scale_of([])).bars == ()

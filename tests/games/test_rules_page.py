"""The rules of a table: what is in force, nothing else, with examples that the engine counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.engine import FIELDS, PRESETS, Ruleset, RulesetError, parts_of_layout, score_layout
from games.engine.fields import Choice
from games.selectors.rules_examples import examples
from games.selectors.rules_page import RulesView, sections
from tests.engine.strategies import rulesets
from tests.factories import log_in, make_player, make_preset, open_table

MINUS = "\u2212"

# What must hold for a field to matter, and a value other than the default.
CHANGES: dict[str, tuple[dict[str, Any], Any]] = {
    "layout": ({}, "3x3"),
    "packs": ({}, 2),
    "jokers_per_pack": ({}, 1),
    "values": ({}, {"Q": 12}),
    "card_values": ({}, {"QS": 40}),
    "line_overrides": ({}, {"Q": "keep"}),
    "wild": ({}, ["JS"]),
    "lines": ({}, "columns_rows"),
    "block_score": ({}, -20),
    "adjacent_pairs_charge": ({}, 10),
    "openers": ({}, 0),
    "openers_mode": ({}, "fixed"),
    "openers_seen": ({}, "peek"),
    "openers_order": ({}, "at_once"),
    "replaced_face": ({"knock": True}, "down"),
    "refuse": ({}, "no_flip"),
    "final_putt": ({}, True),
    "stall_laps": ({"refuse": "no_flip"}, 20),
    "knock": ({}, True),
    "last_turns": ({}, 0),
    "powers": ({}, {"J": "peek_own"}),
    "memory": ({"openers_seen": "peek"}, "unassisted"),
    "jack_skips": ({}, True),
    "golf_call": ({}, True),
    "four_of_a_kind": ({}, "wins_match"),
    "closer_judged": ({"closer_fails": "plus_10", "knock": True}, "knocker"),
    "closer_fails": ({}, "double_plus_5"),
    "closer_bonus": ({}, "zero"),
    "closer_tie_is_safe": ({"closer_fails": "plus_10"}, False),
    "holes": ({}, 18),
    "limit": ({}, 100),
    "tie": ({}, "extra_hole"),
}


def page(rules: Ruleset, seats: tuple[int, int] = (2, 2)) -> str:
    """The page of a ruleset as text."""
    view = RulesView("The rules", "", sections(rules, seats))
    text = render_to_string("games/rules_of.html", {"rules": view})
    article = text[text.index("<article") : text.index("</article>")]
    return " ".join(article.replace("&#x27;", "'").split())


def offered() -> list[Any]:
    """Every preset as it comes, and with each other value that it offers."""
    cases = [pytest.param(slug, {}, id=slug) for slug in PRESETS]
    for slug, preset in PRESETS.items():
        for name, values in preset.offers.items() if slug != "house" else ():
            cases += [
                pytest.param(slug, {name: value}, id=f"{slug}-{name}-{value}")
                for value in values[1:]
            ]
    return cases


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_has_words(name):
    context, value = CHANGES[name]
    assert page(Ruleset.from_fields({**context, name: value})) != page(Ruleset.from_fields(context))


@pytest.mark.parametrize("name", ["closer_fails", "closer_bonus", "layout", "refuse"])
def test_every_choice_has_words_of_its_own(name):
    field = FIELDS[name]
    assert isinstance(field, Choice)
    pages = {page(Ruleset.from_fields({name: value})) for value in field.values}
    assert len(pages) == len(field.values)


@pytest.mark.parametrize(("slug", "choices"), offered())
def test_every_offer_of_a_preset_has_a_page_with_true_examples(slug, choices):
    try:
        rules = PRESETS[slug].ruleset(choices)
    except RulesetError:
        return
    seats = PRESETS[slug].seats
    assert "<h1>" in page(rules, seats)
    found = examples(rules, seats[0])
    assert found
    for example in found:
        strokes = int(example.story.strokes.replace(MINUS, "-"))
        assert strokes == score_layout(rules, example.faces)
        parts = [part.strokes for part in example.story.parts if part.strokes]
        assert strokes == sum(int(part.replace(MINUS, "-")) for part in parts)


@pytest.mark.heavy
@given(rulesets(), st.integers(2, 8))
def test_any_rules_have_a_page(rules, seats):
    assert "<h1>" in page(rules, (seats, seats))


IN_FORCE = {
    "clubhouse": [
        "6 face-down cards: 2 rows of 3",
        "With 2 to 4 seats: 1 pack, 52 cards in all.",
        "With 5 to 6 seats: 2 packs, 104 cards in all.",
        "There are no jokers.",
        "every seat chooses 2 cards of its own layout",
        "Opened cards are turned up for everybody.",
        "turn up one hidden card of yours",
        "Nobody knows a hidden card, its owner neither.",
        "Rows and diagonals never count.",
        "That holds for twos too",
        "no advantage and no penalty",
        "The match ends after 9 holes.",
    ],
    "arena": [
        "All seats choose at the same time",
        "nothing is turned up for it",
        "called off and scored as it lies after 20 rounds",
        "A whole column or row of one rank",
        f"it counts {MINUS}20 in all",
    ],
    "double-pack": [
        "2 packs, 106 cards in all.",
        "Each pack has 1 joker.",
        "A line of jokers is no such line: its cards keep their values.",
        "charge every other seat 10 strokes",
        "Every other seat is charged 10 strokes for it.",
    ],
    "four-card": [
        "4 face-down cards: 2 rows of 2",
        "Opened cards are only peeked at",
        "Knock instead of drawing",
        "Memory is your own",
        "A whole column or row of one rank",
    ],
    "nine-card": [
        "A whole column, row or diagonal of one rank",
        f"it counts {MINUS}25 in all",
        "A complete diagonal",
        "A block",
    ],
    "to-the-limit": [
        "No card is opened before play",
        "Each pack has 2 jokers.",
        "twice the strokes or 10 more, whichever is higher",
        "after the hole in which a total reaches 100",
        "after 200 holes in any case",
        "What a closer counts with 2 seats",
    ],
}
NOT_IN_FORCE = {
    "clubhouse": [
        *("nock", "peek", "power", "wild", "block", "Block", "skip", "Golf call", "Memory"),
        *("Each pack", "jokers count", "threw a drawn card", "Final putt", "charge", "extra"),
        *("The closer counts", "What a closer counts", "diagonal of one rank", "choice, the site"),
    ],
    "arena": ["nock", "peek", "wild", "charge", "Memory", "Final putt"],
    "double-pack": ["nock", "peek", "block", "wild", "Golf call", "row of one rank"],
    "four-card": [
        "charge",
        "block",
        "wild",
        "What a closer counts",
        "win the match at once",
        "diagonal",
    ],
    "nine-card": ["nock", "peek", "charge", "Memory", "wild", "joker,"],
    "to-the-limit": ["nock", "peek", "block", "charge", "wild", "Golf call"],
}


@pytest.mark.parametrize("slug", IN_FORCE)
def test_a_presets_page_says_what_is_in_force(slug):
    text = page(PRESETS[slug].ruleset(), PRESETS[slug].seats)
    assert [words for words in IN_FORCE[slug] if words not in text] == []


@pytest.mark.parametrize("slug", NOT_IN_FORCE)
def test_a_presets_page_says_nothing_that_is_not_in_force(slug):
    text = page(PRESETS[slug].ruleset(), PRESETS[slug].seats)
    assert [words for words in NOT_IN_FORCE[slug] if words in text] == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"final_putt": True}, "Final putt: with exactly one hidden card left"),
        ({"knock": True, "replaced_face": "down"}, "are laid face down"),
        ({"powers": {"J": "peek_own"}}, "Jacks let you peek at one hidden card of your own."),
        ({"powers": {"Q": "peek_other"}}, "Queens let you peek at one hidden card of another"),
        ({"powers": {"K": "swap_any"}}, "Kings let you exchange any two cards on the table"),
        ({"jack_skips": True}, "the next seat loses its turn"),
        ({"golf_call": True}, "Golf call: a turn that newly completes a column"),
        ({"four_of_a_kind": "wins_match"}, "win the match at once"),
        ({"last_turns": 0}, "nobody has a last turn"),
        ({"tie": "extra_hole"}, "up to three extra holes"),
        ({"holes": 9, "limit": 50}, "after 9 holes, or before that after the hole in which"),
        ({"wild": ["JS", "JH"]}, "The jack of hearts and the jack of spades are wild"),
        ({"card_values": {"QS": 40}}, '<th scope="row">The queen of spades</th> <td>40</td>'),
        (
            {"jokers_per_pack": 2, "line_overrides": {"X": -5}},
            f"A line of jokers counts {MINUS}5 in all.",
        ),
    ],
)
def test_a_special_rule_is_said(fields, words):
    assert words in page(Ruleset.from_fields(fields))


def test_a_joker_that_is_in_no_pack_is_not_spoken_of():
    rules = Ruleset(line_overrides={"X": "keep"}, wild=["X1"], powers={"X": "peek_own"})
    text = page(rules)
    assert "oker" not in text.replace("There are no jokers.", "")
    assert "wild" not in text


def test_examples_show_each_kind_of_part():
    rules = PRESETS["nine-card"].ruleset({"one_eyed_jacks": "wild", "jokers_per_pack": 2})
    kinds = {
        (part.kind, bool(part.wild))
        for example in examples(rules, 2)
        for part in parts_of_layout(rules, example.faces)
    }
    assert kinds >= {("line", False), ("line", True), ("block", False), ("card", False)}


def test_a_closers_strokes_are_the_engines():
    rules = Ruleset(closer_fails="double_or_plus_10", closer_bonus="zero")
    rows = next(s.closings for s in sections(rules, (3, 3)) if s.slug == "closer")
    assert [(row.own, row.others, row.outcome, row.counts) for row in rows] == [
        ("11", "4 to 16", "failure", "22"),
        ("4", "2 to 14", "failure", "14"),
        (f"{MINUS}3", f"{MINUS}6 to 6", "failure", "7"),
        ("6", "6 to 18", "success", "0"),
        ("5", "9 to 21", "success", "0"),
        (f"{MINUS}2", "3 to 15", "success", f"{MINUS}2"),
    ]


@pytest.mark.django_db
def test_the_rules_of_a_table_are_those_of_its_host(client):
    match = open_table(final_putt=True, layout="2x2")
    text = client.get(reverse("games:table-rules", args=[match.slug])).text
    assert "Final putt" in text
    assert "4 face-down cards: 2 rows of 2" in text
    assert "The match ends after 3 holes." in text


@pytest.mark.django_db
def test_the_rules_of_a_private_table_are_not_found_by_strangers(client):
    match = open_table(is_listed=False)
    address = reverse("games:table-rules", args=[match.slug])
    assert client.get(address).status_code == 404
    log_in(client, make_player())
    assert client.get(address).status_code == 404
    log_in(client, match.host)
    assert client.get(address).status_code == 200


@pytest.mark.django_db
def test_the_general_page_leads_to_every_preset(client):
    make_preset()
    listed = client.get(reverse("games:rules")).context["presets"]
    assert [row.title for row in listed] == [preset.title for preset in PRESETS.values()]
    assert {client.get(row.url).status_code for row in listed} == {200}


@pytest.mark.django_db
def test_a_preset_that_is_not_offered_has_no_page(client):
    preset = make_preset("arena")
    preset.is_offered = False
    preset.save()
    assert client.get("/rules/arena/").status_code == 404
    assert client.get("/rules/nowhere/").status_code == 404

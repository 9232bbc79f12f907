"""Why rules are refused: every text that the engine gives has words that can be translated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.engine import FIELDS, Ruleset, RulesetError, ruleset
from games.engine.fields import Choice
from games.selectors import refused_rules
from games.selectors.refused_rules import accepted_as_json, accepted_words, refusal_words

COMBINATIONS = [
    ({"layout": "2x2", "openers": 4}, 2, "openers", "0 to 3 on a 2x2 layout"),
    ({"lines": "columns_rows_diagonals"}, 2, "lines", "diagonals need as many rows as columns"),
    ({"replaced_face": "down"}, 2, "replaced_face", "face down goes together with knocking only"),
    ({"holes": 0}, 2, "holes", "1 to 18, or 0 together with a limit"),
    (
        {"layout": "3x4", "packs": 1},
        8,
        "packs",
        "packs that leave 8 seats with 12 cards one stock card each",
    ),
    ({}, 9, "seats", "2 to 8"),
    ({"nonsense": 1}, 2, "nonsense", "the rules have no field of this name"),
]


def refused(fields, seats):
    with pytest.raises(RulesetError) as error:
        Ruleset.from_fields(fields).validate(seats)
    return error.value


@pytest.mark.parametrize(("fields", "seats", "field", "words"), COMBINATIONS)
def test_what_does_not_fit_together_is_told_in_words(fields, seats, field, words):
    error = refused(fields, seats)
    assert error.field == field
    assert accepted_words(field, str(error.accepted)) == words
    assert accepted_as_json(field, str(error.accepted)) == words


@pytest.mark.parametrize("name", FIELDS)
def test_what_a_field_takes_is_told_in_words_that_can_be_translated(name, monkeypatch):
    monkeypatch.setattr(refused_rules, "_", lambda text: f"«{text}»")
    accepted = refused({name: object()}, 2).accepted
    if isinstance(FIELDS[name], Choice):
        assert accepted_words(name, accepted).count(", ") >= accepted.count(", ")
    else:
        assert accepted_words(name, accepted).startswith("«")
        assert accepted_as_json(name, accepted).startswith("«")


def test_a_refusal_names_the_field_its_value_and_what_would_do():
    error = refused({"closer_fails": "triple"}, 2)
    assert refusal_words(error.field, error.value, error.accepted) == (
        "A closer who isn't lowest can't be “triple” here: Nothing, 10 strokes more,"
        " Double, and 5 more, The highest strokes of the hole, Double, or 10 more if that is"
        " worse, 2 strokes more for every seat."
    )


def test_organisers_are_told_the_values_as_they_write_them():
    assert accepted_as_json("block_score", FIELDS["block_score"].accepted) == "null, -20, -25"
    assert accepted_as_json("memory", FIELDS["memory"].accepted) == '"assisted", "unassisted"'


def test_no_refusal_of_the_engine_is_without_words():
    source = Path(ruleset.__file__).read_text()
    assert len(re.findall(r"raise RulesetError", source)) == len(COMBINATIONS)

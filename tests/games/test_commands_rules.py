"""Commands for people who only want the rules: score, rules, simulate, bench."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import FIELDS, PRESETS, Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST = {
    "ruleset": {"preset": "clubhouse"},
    "layouts": [["KS", "6S", "KH", "4D", "6H", "2C"]],
    "closer": None,
    "knocked": False,
}


def run(command: str, *arguments: str) -> Any:
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    def scored(*lines: Any, status: int = 0) -> list[Any]:
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        sent = "".join(f"{text}\n" for text in texts).encode(errors="surrogateescape")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent), encoding="utf-8"))
        out = io.StringIO()
        if status:
            with pytest.raises(CommandError) as failed:
                call_command("score", stdout=out)
            assert failed.value.returncode == status
        else:
            call_command("score", stdout=out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    return scored


def test_score_answers_each_line(score):
    second = {"layouts": [["QS", "3C", "5H", "QD", "KS", "7C"]], "ruleset": {"values": {"Q": 12}}}
    assert score(FIRST, "", second) == [
        {"layouts": [2], "strokes": [2], "closer": None},
        {"layouts": [15], "strokes": [15], "closer": None},
    ]


def test_score_judges_the_closer(score):
    layouts = [["5C", "KC", "6C", "KD"], ["3C", "KH", "4C", "KS"]]
    line = {"ruleset": {"layout": "2x2", "closer_fails": "plus_10"}, "layouts": layouts}
    assert score({**line, "closer": 0}, {**line, "closer": 1}) == [
        {"layouts": [11, 7], "strokes": [21, 7], "closer": "failure"},
        {"layouts": [11, 7], "strokes": [11, 7], "closer": "success"},
    ]


def test_score_judges_a_knocker_only_where_the_rules_say_so(score):
    layouts = [["5C", "KC", "6C", "KD"], ["3C", "KH", "4C", "KS"]]
    ruleset = {"preset": "four-card", "closer_fails": "plus_10"}
    line = {"ruleset": ruleset, "layouts": layouts, "closer": 0}
    assert [answer["closer"] for answer in score(line, {**line, "knocked": True})] == [
        None,
        "failure",
    ]


def test_score_resolves_a_preset_after_the_layout(score):
    nine = ["9C", "2C", "3C", "4C", "9D", "5C", "6C", "7C", "9H"]
    four = ["9C", "2C", "3C", "9D"]
    assert score(
        {"ruleset": {"preset": "arena", "layout": "3x3"}, "layouts": [nine]},
        {"ruleset": {"preset": "arena", "layout": "2x2"}, "layouts": [four]},
        {"ruleset": {"preset": "arena", "layout": "2x2", "lines": "columns"}, "layouts": [four]},
    ) == [
        {"layouts": [-2 + 3 + 4 + 5 + 6 + 7], "strokes": [23], "closer": None},
        {"layouts": [1], "strokes": [1], "closer": None},
        {"layouts": [19], "strokes": [19], "closer": None},
    ]


def test_score_checks_no_packs(score):
    assert score({"layouts": [["KS"] * 6] * 8})[0]["strokes"] == [0] * 8


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("{", "json", None),
        ("[]", "json", None),
        ("\udcff", "json", None),
        ({**FIRST, "seat": 1}, "unknown_key", "seat"),
        ({**FIRST, "layouts": []}, "layouts", "layouts"),
        ({**FIRST, "layouts": [["KS"]]}, "layouts", "layouts"),
        ({**FIRST, "layouts": [["1S"] * 6]}, "layouts", "layouts"),
        ({**FIRST, "layouts": [[["KS"]] * 6]}, "layouts", "layouts"),
        ({**FIRST, "closer": 1}, "closer", "closer"),
        ({**FIRST, "closer": False}, "closer", "closer"),
        ({**FIRST, "knocked": 1}, "knocked", "knocked"),
        ({**FIRST, "ruleset": []}, "ruleset", "ruleset"),
        ({**FIRST, "ruleset": {"preset": "chess"}}, "ruleset", "preset"),
        ({**FIRST, "ruleset": {"preset": []}}, "ruleset", "preset"),
        ({**FIRST, "ruleset": {"preset": "arena", "lines": "rows"}}, "ruleset", "lines"),
        ({**FIRST, "ruleset": {"hole": 9}}, "ruleset", "hole"),
        ({**FIRST, "ruleset": {"lines": "columns_rows_diagonals"}}, "ruleset", "lines"),
    ],
)
def test_score_names_what_is_wrong_and_goes_on(score, line, code, field):
    bad, good = score(line, FIRST, status=2)
    assert (bad["error"]["code"], bad["error"]["field"]) == (code, field)
    assert bad["error"]["message"]
    assert good["strokes"] == [2]


def test_rules_lists_presets_and_fields():
    told = run("rules", "--json")
    assert [preset["preset"] for preset in told["presets"]] == list(PRESETS)
    assert list(told["fields"]) == list(FIELDS)
    assert told["fields"]["holes"] == {"accepted": "a whole number from 0 to 18", "default": 9}


@pytest.mark.parametrize("slug", PRESETS)
def test_rules_tells_a_preset(slug):
    told = run("rules", slug, "--json")
    assert told["ruleset"] == PRESETS[slug].ruleset().to_fields()
    assert list(told["offers"]) == list(PRESETS[slug].offers)


def test_rules_says_named_choices_in_words():
    out = io.StringIO()
    call_command("rules", "four-card", stdout=out)
    assert "queens_12: Queens count 12" in out.getvalue()
    assert 'where twos is minus_2: values {"2": -2}' in out.getvalue()


def test_rules_for_reading_names_every_preset():
    out = io.StringIO()
    call_command("rules", stdout=out)
    assert all(f"{slug}: " in out.getvalue() for slug in PRESETS)


def test_rules_refuses_an_unknown_preset():
    with pytest.raises(CommandError, match="preset: 'chess' is refused"):
        call_command("rules", "chess")


@pytest.mark.heavy
def test_simulate_is_repeatable_and_tells_strokes_and_wins():
    arguments = ["--seats", "2", "--holes", "6", "--bots", "steady,random", "--seed", "7", "--json"]
    told, again = run("simulate", *arguments), run("simulate", *arguments)
    assert told | {"holes_per_second": 0} == again | {"holes_per_second": 0}
    steady, wanderer = told["bots"]
    assert (steady["bot"], wanderer["bot"]) == ("steady", "random")
    assert steady["strokes"]["mean"] < wanderer["strokes"]["mean"]
    assert steady["won"]["mean"] + wanderer["won"]["mean"] == pytest.approx(1)
    assert (told["holes"], told["ruleset"]) == (6, Ruleset().to_fields())


@pytest.mark.heavy
def test_simulate_paired_plays_each_deal_once_per_change_of_seats():
    told = run("simulate", "--seats", "3", "--holes", "2", "--paired", "--json")
    assert (told["deals"], told["holes"]) == (2, 6)
    assert told["bots"][0]["won"]["mean"] == pytest.approx(1 / 3, abs=0.001)


def test_simulate_sets_fields_and_choices():
    told = run(
        *("simulate", "--preset", "arena", "--set", "powers=on", "--set", "layout=2x2"),
        *("--set", "stall_laps=1", "--holes", "1", "--json"),
    )
    assert told["ruleset"]["powers"] == {"J": "peek_own", "Q": "peek_other", "K": "swap_any"}
    assert (told["ruleset"]["layout"], told["ruleset"]["stall_laps"]) == ("2x2", 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "chess"], "preset: 'chess' is refused"),
        (["--set", "holes=99"], "holes: 99 is refused"),
        (["--set", "packs=1", "--seats", "8"], "packs: 1 is refused"),
        (["--seats", "9"], "seats: 9 is refused"),
        (["--bots", "steady,lucky"], "bots: 'lucky' is refused"),
        (["--holes", "0"], "holes: at least 1"),
    ],
)
def test_simulate_refuses_what_cannot_be_played(arguments, message):
    with pytest.raises(CommandError, match=message):
        call_command("simulate", *arguments)


def test_bench_measures_the_engine():
    told = run("bench", "engine", "--actions", "300", "--layouts", "100", "--json")
    assert (told["actions"], told["layouts"]) == (300, 100)
    assert told["actions_per_cpu_second"] > 0
    assert told["layouts_per_cpu_second"] > 0

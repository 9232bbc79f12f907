"""``manage.py solitaire solve``: boards in, a line of JSON each out."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.engine.solitaire import SolitaireRules, new_hole, numbered_board, parse, write_board
from tests.solitaire.dealt import STRICT, played


@pytest.fixture
def solve(monkeypatch):
    def run(*arguments, text="", code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        out, err, ended = io.StringIO(), io.StringIO(), 0
        try:
            call_command("solitaire", "solve", *arguments, stdout=out, stderr=err)
        except CommandError as error:
            ended = error.returncode
        assert ended == code
        return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()

    return run


def test_boards_are_answered_in_their_order(solve):
    boards = [numbered_board(number, STRICT) for number in (11, 3, 7)]
    lines, told = solve(text="\n".join(map(write_board, boards)))
    assert told == ""
    assert len(lines) == 3
    for board, line in zip(boards, lines, strict=True):
        assert list(line) == ["solvable", "moves", "best_score", "states", "seconds"]
        end = played(new_hole(board, STRICT), *map(parse, line["moves"]))
        assert end.strokes == line["best_score"]
        assert line["solvable"] is (end.cards_left == 0)
        assert line["states"] > 0
        assert line["seconds"] > 0
    by_number, _told = solve("--deals", "7")
    assert drop_seconds(by_number[0]) == drop_seconds(lines[2])


def drop_seconds(line):
    return {name: value for name, value in line.items() if name != "seconds"}


def test_each_rule_is_another_game(solve):
    best = {
        rule: sum(line["best_score"] for line in solve("--deals", "1-12", "--rule", rule)[0])
        for rule in ("strict", "queens_on_kings", "turn_the_corner", "both")
    }
    assert best["strict"] > best["queens_on_kings"] > best["both"] < best["turn_the_corner"]
    stuck = solve("--deals", "1-12", "--deal-when", "stuck")[0]
    assert sum(line["best_score"] for line in stuck) > best["strict"]


def test_a_bad_board_is_told_with_its_line_and_the_next_is_solved(solve):
    good = write_board(numbered_board(5, STRICT))
    lines, told = solve(text=f"{good}\nFoundations: ZZ\n\n{good}", code=2)
    assert lines[1] == {"error": "'ZZ' is not a card", "line": 11}
    assert drop_seconds(lines[0]) == drop_seconds(lines[2])
    assert "line 11: 'ZZ' is not a card" in told


def test_two_packs_that_are_not_decided_say_so(solve):
    two = write_board(numbered_board(2, SolitaireRules(packs=2)))
    (line,), _told = solve("--packs", "2", "--budget", "100", text=two)
    assert (line["solvable"], line["states"]) == (None, 100)
    assert 0 < line["best_score"] < 63


@pytest.mark.parametrize(
    "arguments",
    [
        ["--deals", "0"],
        ["--deals", "9-3"],
        ["--deals", "1-" + "9" * 22],
        ["--deals", "x"],
        ["--rule", "loose"],
        ["--packs", "3"],
        ["--budget", "0"],
        ["--budget", "1000000000"],
    ],
)
def test_words_that_mean_nothing_are_refused(solve, arguments):
    with pytest.raises(CommandError):
        call_command("solitaire", "solve", *arguments)

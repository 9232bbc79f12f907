"""``manage.py solitaire solve``: boards in, a line of JSON each out."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.engine.solitaire import SolitaireRules, new_hole, numbered_board, parse, write_board
from games.management.commands.solitaire import lines_of
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
        assert list(line) == [*("solvable", "moves", "best_score", "is_best", "states", "seconds")]
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


def spoilt(line, text):
    """A board with one of its lines instead, from 1; None leaves it out."""
    lines = write_board(numbered_board(5, STRICT)).splitlines()
    lines[line - 1 : line] = [] if text is None else [text]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("board", "line", "message"),
    [
        (spoilt(3, "QS QS 2H 3H 4H"), 3, "QS is here once too often"),
        (
            spoilt(9, write_board(numbered_board(5, STRICT)).split()[-5]),
            9,
            "column 7: 1 cards instead of 5",
        ),
        (spoilt(4, "1S 2S 3S 4S 5S"), 4, "'1S' is not a card"),
        (spoilt(9, None), 8, "there are 7 columns, and here are 6"),
        (write_board(numbered_board(5, STRICT)) + "2C\n" * 99, 10, "this is one more"),
        (spoilt(2, None), 8, "the board has no line of Talon"),
        (spoilt(1, "Foundations:"), 1, "Foundations: 0 cards instead of 1"),
        (spoilt(3, "A" * 5_000), 3, "a line has at most 1000 characters"),
        (spoilt(3, "\x00\x01 \ufffd"), 3, "is not a card"),
    ],
)
def test_what_is_wrong_with_a_board_is_said_with_its_line(solve, board, line, message):
    lines, told = solve(text=board, code=2)
    (answer,) = lines
    assert (answer["line"], message in answer["error"]) == (line, True), answer
    assert f"line {line}: " in told


def test_what_is_no_text_is_a_bad_board(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n" * 3)))
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("solitaire", "solve", stdout=out, stderr=io.StringIO())
    assert error.value.returncode == 2
    assert json.loads(out.getvalue())["line"] == 1


def test_a_file_from_another_system_is_read_as_well(monkeypatch):
    good = write_board(numbered_board(5, STRICT)).replace("Foundations", "FOUNDATIONS")
    for end in ("\r\n", "\r"):
        data = b"\xef\xbb\xbf" + good.replace("\n", end).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), newline="\n"))
        out = io.StringIO()
        call_command("solitaire", "solve", stdout=out, stderr=io.StringIO())
        assert json.loads(out.getvalue())["solvable"] is not None


def test_lines_without_an_end_are_read_in_pieces():
    good = write_board(numbered_board(5, STRICT))
    stream = io.StringIO("A" * 100_000 + "\n\n" + good)
    lines = list(lines_of(stream))
    assert max(map(len, lines)) == 1_002
    assert "".join(lines[2:]) == good


def test_a_bar_is_drawn_on_a_terminal_alone(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, drawn in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        call_command("solitaire", "solve", "--deals", "1-2", stdout=io.StringIO())
        assert ("2 of 2" in stream.getvalue()) is drawn


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

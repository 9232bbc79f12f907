"""Records of finished matches: written, checked, and refused where somebody changed them."""

from __future__ import annotations

import io
import json
import re
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games import engine
from games.engine import PRESETS, RecordError, Ruleset, record_text, verify
from games.engine.record import _check
from tests import drivers
from tests.engine.drivers import Table
from tests.factories import make_player, start_match


def record(rules: Ruleset, seats: int = 2, seed: int = 1) -> str:
    table = Table(rules, seats).run(Random(seed))
    return record_text(rules, ["Ann", "Ben", "Cleo", "Dan"][:seats], table.actions)


SHORT = Ruleset(layout="2x2", holes=1)


def rechecked(text: str, line: int, old: str, new: str) -> str:
    """The record with one line changed and all checks made anew, as a skilled cheat would."""
    lines = text.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    check = ""
    for at in range(1, len(lines) - 1):
        row = json.loads(lines[at].removesuffix(","))
        del row["check"]
        check = _check(check, row)
        comma = "," if lines[at].endswith(",") else ""
        lines[at] = json.dumps({**row, "check": check}, separators=(",", ":")) + comma
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("slug", PRESETS)
def test_record_of_every_preset_verifies(slug):
    rules = PRESETS[slug].ruleset({"limit": 50} if slug == "to-the-limit" else {"holes": 3})
    state = verify(record(rules, seats=4))
    assert state.phase == "finished"


def test_record_of_powers_and_extra_holes_verifies():
    rules = Ruleset(
        layout="2x2", holes=1, tie="extra_hole", knock=True, powers={"K": "swap_any"}, packs=3
    )
    for seed in range(5):
        verify(record(rules, seats=3, seed=seed))


def test_record_is_json_with_a_line_for_each_action():
    text = record(SHORT)
    rows = json.loads(text)
    assert len(text.splitlines()) == len(rows) + 2
    assert rows[0]["ruleset"] == SHORT.to_fields()
    assert rows[0]["seats"] == ["Ann", "Ben"]
    assert rows[1]["deal"][0] in engine.FACES
    assert set(rows[-1]) == {"places", "totals", "check"}


@pytest.mark.parametrize("line", [2, 3, 4, 6, -3, -2])
def test_first_wrong_line_of_a_tampered_record_is_named(line):
    lines = record(SHORT).splitlines()
    at = line - 1 if line > 0 else len(lines) + line
    lines[at] = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), lines[at], count=1)
    with pytest.raises(RecordError) as wrong:
        verify("\n".join(lines) + "\n")
    assert wrong.value.line == at + 1


def test_line_with_a_check_made_anew_is_named_by_what_it_tells():
    text = record(SHORT)
    lines = text.splitlines()
    last = len(lines) - 1
    totals = json.dumps(json.loads(lines[last - 1])["totals"], separators=(",", ":"))
    with pytest.raises(RecordError) as wrong:
        verify(rechecked(text, last, totals, "[0,0]"))
    assert wrong.value.line == last
    with pytest.raises(RecordError) as wrong:
        verify(rechecked(text, 4, '"action":"turn', '"action":"take'))
    assert wrong.value.line == 4
    with pytest.raises(RecordError) as wrong:
        verify(rechecked(text, 2, '"holes":1', '"holes":99'))
    assert wrong.value.line == 2


@pytest.mark.parametrize("seat", ['"one"', "NaN", "Infinity", "1e400", "0.0", "false", "null"])
def test_line_of_no_seat_is_named(seat):
    with pytest.raises(RecordError) as wrong:
        verify(rechecked(record(SHORT), 4, '"seat":0,"action"', f'"seat":{seat},"action"'))
    assert wrong.value.line == 4


@pytest.mark.parametrize(
    ("line", "written", "instead"),
    [
        (2, '"holes":1,', '"holes":true,'),
        (2, '"holes":1,', '"holes":1.0,'),
        (2, '"v":1,', '"v":true,'),
        (3, '"hole":0,', '"hole":0.0,'),
        (3, '"hole":0,', '"hole":false,'),
        (4, '"slot":2,', '"slot":2.0,'),
    ],
)
def test_what_only_counts_as_the_same_is_another_record(line, written, instead):
    with pytest.raises(RecordError) as wrong:
        verify(rechecked(record(SHORT), line, written, instead))
    assert wrong.value.line == line


def test_the_order_of_keys_is_free():
    lines = record(SHORT).splitlines()
    rows = [json.loads(line.removesuffix(",")) for line in lines[1:-1]]
    turned = [json.dumps(dict(reversed(row.items()))) for row in rows]
    text = rechecked("[\n" + ",\n".join(turned) + "\n]\n", 2, "", "")
    assert '{"seats":["Ann","Ben"],' in text
    assert verify(text) == verify(record(SHORT))


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{}",
        "[\n]",
        "[\n{}\n",
        "[\nnothing\n]\n",
        "[\n[]\n]\n",
        pytest.param("[\n" + "[" * 100_000 + "\n]\n", id="deep"),
    ],
)
def test_text_that_is_no_record_is_refused(damage):
    with pytest.raises(RecordError):
        verify(damage)


def test_record_that_stops_early_is_refused():
    lines = record(SHORT).splitlines()
    lines[-3:] = [lines[-3].removesuffix(","), "]"]
    with pytest.raises(RecordError, match="ends before the match"):
        verify("\n".join(lines) + "\n")


@pytest.mark.django_db
def test_finished_match_is_exported_and_verified(tmp_path):
    match = start_match(make_player("Ann"), make_player("Ben"), layout="2x2")
    drivers.play_on(match, drivers.is_finished)
    out = io.StringIO()
    call_command("record", "export", match.slug, stdout=out)
    file = tmp_path / "match.json"
    file.write_text(out.getvalue(), encoding="utf-8")
    told = io.StringIO()
    call_command("record", "verify", str(file), stdout=told)
    assert told.getvalue().startswith(f"{drivers.state_of(match).sequence} actions replayed")


@pytest.mark.django_db
def test_running_match_is_not_exported():
    match = start_match()
    with pytest.raises(CommandError, match="no finished match"):
        call_command("record", "export", match.slug)


def test_verify_tells_a_wrong_record_by_its_exit_status(tmp_path):
    file = tmp_path / "match.json"
    file.write_text(record(SHORT).replace("Ann", "Eve"), encoding="utf-8")
    with pytest.raises(CommandError, match="line 2") as wrong:
        call_command("record", "verify", str(file))
    assert wrong.value.returncode == 1
    with pytest.raises(CommandError) as missing:
        call_command("record", "verify", str(tmp_path / "none.json"))
    assert missing.value.returncode == 2

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from golfsite.secret_key import load_or_make_key
from tests.site.process import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = load_or_make_key(tmp_path / "key")
    assert len(first) == 86
    assert load_or_make_key(tmp_path / "key") == first


def test_only_its_owner_may_read_the_key(tmp_path: Path) -> None:
    load_or_make_key(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_nothing_else_stays_beside_the_key(tmp_path: Path) -> None:
    load_or_make_key(tmp_path / "key")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from golfsite.secret_key import load_or_make_key; "
        "sys.stdin.read(1); print(load_or_make_key(pathlib.Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "key")]
    processes = [
        subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    # All wait at their standard input, so that closing it lets them go at nearly the same moment.
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    keys = {process.communicate()[0] for process in processes}
    assert keys == {(tmp_path / "key").read_text()}

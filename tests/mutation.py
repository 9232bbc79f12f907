"""Changes the engine in one small place after another, and tells which changes no test notices.

Run by ``make mutation``; ``tests/mutation.toml`` says what is changed and which tests run. A change
that survives is either a test to write, code to simplify, or equivalent: then the list
``equivalent`` in that file has its two lines and the reason. Status 1 if any other survived.

It works on a copy, ``.venv-mutation/work``, where nothing but the engine, the bots and their tests
lies, so that no test waits for Django to start.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".venv-mutation/work"
BIN = ROOT / ".venv-mutation/bin"
PARTS = ("games/__init__.py", "games/engine", "games/bots", "tests/__init__.py", "tests/engine")
PROCESSES = os.environ.get("MUTATION_PROCESSES", "2")

# The same search every time, or a survivor could be a matter of luck.
CONFTEST = """\
from hypothesis import HealthCheck, settings

slow = [HealthCheck.too_slow]
settings.register_profile(
    "one", deadline=None, derandomize=True, max_examples=50, suppress_health_check=slow
)
settings.load_profile("one")
"""

Change = tuple[str, str]


def main() -> int:
    """Change, test, count; return 0 when what survived is known to be equivalent."""
    began = time.monotonic()
    plan = tomllib.loads((ROOT / "tests/mutation.toml").read_text("utf-8"))
    copy_sources(plan)
    print(f"Changing {len(plan['files'])} files; {WORK / 'mutmut.log'} shows how far it is.")
    with (WORK / "mutmut.log").open("w") as log:
        run: list[str | Path] = [BIN / "mutmut", "run", "--max-children", PROCESSES]
        if subprocess.run(run, cwd=WORK, stdout=log, stderr=log, check=False).returncode:
            print("mutmut failed: its log ends with the reason.")
            return 2
    statuses = read_statuses()
    undecided = [name for name, status in statuses.items() if status != "killed"]
    print(f"{len(undecided)} of {len(statuses)} changes are left; now against every test.")
    with ThreadPoolExecutor(int(PROCESSES)) as pool:
        tried = pool.map(lambda name: second_try(name, plan), undecided)
        statuses.update(zip(undecided, tried, strict=True))
    print_counts(statuses)
    left = [name for name in undecided if statuses[name] == "survived"]
    is_known = tell_survivors(left, plan.get("equivalent", []))
    print(f"{(time.monotonic() - began) / 60:.0f} minutes")
    return 0 if is_known else 1


def copy_sources(plan: dict[str, Any]) -> None:
    """Make the copy that is changed, with the settings of mutmut."""
    shutil.rmtree(WORK, ignore_errors=True)
    for part in PARTS:
        (WORK / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, WORK / part)
    (WORK / "tests/conftest.py").write_text(CONFTEST)
    for name in plan["files"]:
        # A cache would answer for the changed function, and mutmut passes by what is decorated.
        source = (WORK / name).read_text("utf-8")
        (WORK / name).write_text(re.sub(r"^@lru_cache\(.*\)\n", "", source, flags=re.M), "utf-8")
    ignored = [f"--ignore={name}" for name in (*plan["never"], *plan["last"])]
    settings = {
        "source_paths": ["games"],
        "only_mutate": plan["files"],
        "pytest_add_cli_args": ignored,
        "pytest_add_cli_args_test_selection": ["tests/engine"],
        "timeout_multiplier": ["5.0"],
        "timeout_constant": ["5.0"],
        "use_git_change_detection": ["false"],
    }
    lines = ["[tool:pytest]", "addopts = --import-mode=importlib", "pythonpath = .", "[mutmut]"]
    for key, values in settings.items():
        lines += [f"{key} =", *(f"    {value}" for value in values)]
    (WORK / "setup.cfg").write_text("\n".join(lines) + "\n")


def read_statuses() -> dict[str, str]:
    """Return what became of every change, by the name that mutmut gives it."""
    told = subprocess.run(
        [BIN / "mutmut", "results", "--all", "true"],
        cwd=WORK,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    return dict(line.strip().split(": ") for line in told.splitlines() if "__mutmut_" in line)


def second_try(name: str, plan: dict[str, Any]) -> str:
    """Run every test on one change, those that come last included."""
    ignored = [f"--ignore={name}" for name in plan["never"]]
    tests = [sys.executable, "-m", "pytest", "-x", "-pno:cacheprovider", *ignored, "tests"]
    try:
        done = subprocess.run(
            tests,
            cwd=WORK / "mutants",
            env={**os.environ, "MUTANT_UNDER_TEST": name},
            stdout=subprocess.DEVNULL,
            timeout=1800,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "timeout"
    return "killed" if done.returncode else "survived"


def print_counts(statuses: dict[str, str]) -> None:
    """Print a line per file: how many changes, and what became of them."""
    by_file: dict[str, Counter[str]] = {}
    for name, status in statuses.items():
        module = name.split(".x", 1)[0]
        by_file.setdefault(module, Counter())[status] += 1
    for module, counts in sorted(by_file.items()):
        told = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
        print(f"{module}: {sum(counts.values())} changes, {told}")


def tell_survivors(names: list[str], equivalent: list[dict[str, str]]) -> bool:
    """Print survivors, those that are equivalent with the reason; False if others are left."""
    reasons: dict[Change, str] = {(row["line"], row["becomes"]): row["why"] for row in equivalent}
    is_known = True
    for name in names:
        change = shown(name)
        why = reasons.get(change)
        is_known = is_known and why is not None
        print(f"\n{name}\n  - {change[0]}\n  + {change[1]}\n  {why or 'SURVIVED'}")
    return is_known


def shown(name: str) -> Change:
    """Return what the changed lines were and what they became, without their indentation."""
    diff = subprocess.run(
        [BIN / "mutmut", "show", name], cwd=WORK, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++", "#"))]
    old, new = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    return old, new


if __name__ == "__main__":
    sys.exit(main())

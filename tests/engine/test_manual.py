"""The pure packages are their own manual; the engine stands on the standard library alone."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import games.analysis
import games.analysis.kernel
import games.analysis.solitaire
import games.bots
import games.clocks
import games.engine
import games.engine.solitaire
import games.leaderboards

PACKAGES = (
    *(games.engine, games.clocks, games.bots, games.analysis, games.leaderboards),
    *(games.analysis.kernel, games.analysis.solitaire, games.engine.solitaire),
)
NUMBERS = ("numba", "numpy")
ALLOWED = {
    "games.engine": ("games.engine",),
    "games.clocks": ("games.clocks",),
    "games.bots": ("games.engine", "games.analysis", "games.bots"),
    "games.analysis": ("games.engine", "games.analysis", *NUMBERS),
    "games.leaderboards": ("games.leaderboards", "openskill"),
}
MODULES = [
    name
    for package in PACKAGES
    for name in (
        package.__name__,
        *(info.name for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")),
    )
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_pure_packages_import_only_what_they_stand_on(name: str) -> None:
    source = importlib.import_module(name).__file__
    assert source is not None
    imported: set[str] = set()
    for node in ast.walk(ast.parse(Path(source).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module or "")
    allowed = ALLOWED[".".join(name.split(".")[:2])]
    for module in imported:
        is_standard = module.partition(".")[0] in sys.stdlib_module_names
        assert is_standard or module.startswith(allowed), module


@pytest.mark.parametrize("name", MODULES)
def test_pure_packages_use_no_global_random_and_no_clock(name: str) -> None:
    source = Path(importlib.import_module(name).__file__ or "").read_text(encoding="utf-8")
    found = re.search(r"\bimport (random|time|os|secrets)$|\bdatetime\.(utc)?now\(", source, re.M)
    assert found is None


def test_no_module_knows_a_preset_by_name() -> None:
    for name in MODULES:
        if name == "games.engine.presets":
            continue
        tree = ast.parse(Path(importlib.import_module(name).__file__ or "").read_text("utf-8"))
        words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert not words & set(games.engine.PRESETS)

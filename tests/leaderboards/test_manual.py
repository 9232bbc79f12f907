"""The examples in the docstrings of what is computed across matches."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import games.leaderboards

MODULES = [
    module.name
    for module in pkgutil.iter_modules(games.leaderboards.__path__, "games.leaderboards.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0

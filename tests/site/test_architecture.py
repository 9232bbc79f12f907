from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

import games.bots
import games.engine
from tests.site.process import ROOT


def pure_modules() -> list[str]:
    """Return the names of the modules whose docstrings are their manual."""
    packages = [games.engine, games.bots]
    found = [
        module.name
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return [*found, "golfsite.environment"]


@pytest.mark.parametrize("name", pure_modules())
def test_the_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_ring_imports_inner_rings_only() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [program, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.django_db
def test_the_migrations_match_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)

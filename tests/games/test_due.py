"""The sweep for what is due: one query, by its own index, however many matches are open."""

from __future__ import annotations

import pytest

from games.management.sweep_bench import measure_sweep

pytestmark = pytest.mark.django_db


def test_what_is_due_is_found_by_one_indexed_query():
    told = measure_sweep(matches=3000, due=50)
    assert (told["due"], told["queries"], told["uses_index"]) == (50, 1, True)

"""Every address of the site for every kind of visitor: what it answers, as one table says.

``addresses.txt`` has a row for every address, by its name: the codes of a GET and of an empty POST,
for each of ``VISITORS`` in their order, or one code where all get the same. An address without a
row fails, and so does a row without an address; each failure prints the row as the site answers.
"""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import transaction

from accounts import zones
from tests.site.addresses import VISITORS, World, patterns, rows

pytestmark = [pytest.mark.django_db, pytest.mark.heavy, pytest.mark.early]

METHODS = ("GET", "POST")
NOT_ALLOWED = "405"
FEW = ("anonymous", "guest", "staff")


def answered(world: World, address: str, method: str, visitors: tuple[str, ...]) -> str:
    """The codes that visitors get, one for all where it is the same; nothing of it is kept."""
    codes = []
    for visitor in visitors:
        cache.clear()
        with transaction.atomic():
            codes.append(str(world.browser(visitor).generic(method, address).status_code))
            transaction.set_rollback(True)
    return codes[0] if len(set(codes)) == 1 else " ".join(codes)


def who_asks(code: str) -> tuple[str, ...]:
    """All, where they differ; few for what is for everybody; one for what nobody can do."""
    if code == NOT_ALLOWED:
        return VISITORS[-1:]
    return FEW if code.isdecimal() else VISITORS


def test_every_address_answers_each_visitor_as_its_row_says(monkeypatch):
    # Hundreds of time zones to choose from would take a good part of the time.
    monkeypatch.setattr(zones, "zones_by_region", lambda: (("Europe", ("Europe/Paris",)),))
    table, world, wrong = rows(), World(), []
    addresses = {name: world.address(name, pattern) for name, pattern in patterns()}
    for name, address in addresses.items():
        expected = table.get(name, ["", ""])
        got = [
            answered(world, address, method, who_asks(code))
            for method, code in zip(METHODS, expected, strict=True)
        ]
        if got != expected:
            wrong.append(f"{name} {got[0]} | {got[1]}")
    assert wrong == [], "\n" + "\n".join(wrong)
    assert set(table) == set(addresses)

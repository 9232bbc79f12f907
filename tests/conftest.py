"""What every test shares."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
import time_machine
from channels.layers import channel_layers
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from tests.clock import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker

# Programs that tests start run the site as it is, with data in this run's folder.
os.environ["DJANGO_SETTINGS_MODULE"] = "golfsite.settings"

# Deadlines measure the machine, not the code; `HYPOTHESIS_PROFILE=long` searches further.
settings.register_profile(
    "ci",
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("again", settings.get_profile("ci"), max_examples=5)
settings.register_profile("long", settings.get_profile("ci"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no worker waits for another at the end."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    """Let the clock run on from the same moment in every test, on whatever day it is run.

    Rows made for a test at ``NOW`` are then as old for the pages as they are for the test.
    """
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Load the presets once, as ``make run`` does: hundreds of tests need them."""
    from games.services.presets import load_presets

    with django_db_blocker.unblock():
        load_presets()


@pytest.fixture(autouse=True)
def _fresh_layer_and_cache() -> Iterator[None]:
    """Give every test a channel layer and a cache without another test's leavings."""
    channel_layers.backends.clear()
    cache.clear()
    yield
    channel_layers.backends.clear()

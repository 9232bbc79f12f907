"""What every test shares."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from channels.layers import channel_layers
from django.core.cache import cache
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.fixture(autouse=True)
def _fresh_layer_and_cache() -> Iterator[None]:
    """Give every test a channel layer and a cache without another test's leavings."""
    channel_layers.backends.clear()
    cache.clear()
    yield
    channel_layers.backends.clear()

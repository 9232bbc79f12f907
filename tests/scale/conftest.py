"""The browser's fixtures, for sites of several processes."""

from tests.browser.conftest import _clock, arrive, browser

__all__ = ["_clock", "arrive", "browser"]

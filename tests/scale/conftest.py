"""The browser's fixtures, for sites of several processes."""

from tests.browser.conftest import arrive, browser

__all__ = ["arrive", "browser"]

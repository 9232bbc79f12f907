"""The site's settings for tests: the same, with quick passwords and a folder of their own."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

# A file rather than memory: shared in-memory SQLite knows neither WAL nor waiting for a lock.
_folder = tempfile.mkdtemp(prefix="golf-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["GOLF_DATA"] = _folder

from golfsite.settings import *  # noqa: E402, F403
from golfsite.settings import DATA_DIR, DATABASES, STORAGES  # noqa: E402

if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}

CLERK_INSIDE = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir()
STORAGES["staticfiles"] = {
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
}

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.site.process import ROOT, bare_environment, manage

if TYPE_CHECKING:
    from pathlib import Path


def read_settings(*names: str, environment: dict[str, str]) -> dict[str, Any]:
    """Return settings as a process with this environment sees them."""
    program = (
        "import json, sys, golfsite.settings as settings; "
        "print(json.dumps({n: getattr(settings, n) for n in sys.argv[1:]}, default=str))"
    )
    command = [sys.executable, "-W", "error", "-c", program, *names]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_empty_environment_gives_a_working_site(tmp_path: Path) -> None:
    done = manage("migrate", "-v", "0", environment=bare_environment(tmp_path))
    assert done.stderr == ""
    assert done.returncode == 0
    assert (tmp_path / "golf.sqlite3").exists()


def test_an_empty_environment_gives_a_safe_site(tmp_path: Path) -> None:
    found = read_settings(
        "DEBUG",
        "ALLOWED_HOSTS",
        "SITE_ORIGINS",
        "SECRET_KEY",
        environment=bare_environment(tmp_path),
    )
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert found["SITE_ORIGINS"] == [
        "http://127.0.0.1:8000",
        "http://localhost:8000",
        "http://[::1]:8000",
    ]
    assert len(found["SECRET_KEY"]) > 50


def test_an_https_origin_makes_cookies_secure(tmp_path: Path) -> None:
    environment = bare_environment(tmp_path, GOLF_ORIGINS="https://golf.example")
    found = read_settings(
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "SECURE_HSTS_SECONDS",
        environment=environment,
    )
    assert found == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "ALLOWED_HOSTS": ["golf.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://golf.example"],
        "SECURE_HSTS_SECONDS": 2592000,
    }


def test_redis_carries_the_messages_where_it_is_named(tmp_path: Path) -> None:
    environment = bare_environment(tmp_path, GOLF_REDIS_URL="redis://127.0.0.1:6379/0")
    found = read_settings("CHANNEL_LAYERS", environment=environment)
    layer = found["CHANNEL_LAYERS"]["default"]
    assert layer["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert layer["CONFIG"]["hosts"] == ["redis://127.0.0.1:6379/0"]


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("GOLF_DEBUG", "perhaps", "GOLF_DEBUG is 1 or 0, not 'perhaps'."),
        ("GOLF_ORIGINS", "golf.example", "GOLF_ORIGINS holds full origins"),
        ("GOLF_DATABASE_URL", "mysql://golf", "GOLF_DATABASE_URL is postgres://"),
        ("GOLF_EMAIL_URL", "pigeon:", "GOLF_EMAIL_URL is console:"),
        ("GOLF_TRUSTED_PROXIES", "one", "GOLF_TRUSTED_PROXIES is a number"),
    ],
)
def test_a_mistyped_variable_is_one_clear_message(
    tmp_path: Path, variable: str, value: str, message: str
) -> None:
    done = manage("check", environment=bare_environment(tmp_path, **{variable: value}))
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_cannot_be_used_is_one_clear_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = manage("check", environment=bare_environment(tmp_path / "file" / "data"))
    assert done.returncode == 1
    assert "GOLF_DATA names another folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_mail_is_kept_as_files_where_a_folder_is_named(tmp_path: Path) -> None:
    program = (
        "import django; django.setup(); from django.core.mail import EmailMessage; "
        "EmailMessage('Tee time', 'Nine holes.', to=['anna@golf.example']).send()"
    )
    environment = bare_environment(
        tmp_path,
        DJANGO_SETTINGS_MODULE="golfsite.settings",
        GOLF_EMAIL_URL=f"file://{tmp_path}/mail",
    )
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (mail,) = (tmp_path / "mail").iterdir()
    assert "Subject: Tee time" in mail.read_text()


def test_the_key_for_pushes_is_made_on_first_start_and_kept(tmp_path: Path) -> None:
    names = ("VAPID_PRIVATE_KEY", "VAPID_CONTACT", "PUSH_TRUSTED_ORIGINS")
    first, again = (read_settings(*names, environment=bare_environment(tmp_path)) for _ in "12")
    assert len(first["VAPID_PRIVATE_KEY"]) == 43
    assert first == again
    assert first["VAPID_CONTACT"] == "mailto:golf@localhost"
    assert first["PUSH_TRUSTED_ORIGINS"] == []
    assert (tmp_path / "vapid_key").stat().st_mode & 0o777 == 0o600


def test_push_services_may_write_to_the_site_or_to_whom_is_named(tmp_path: Path) -> None:
    given = {"GOLF_ORIGINS": "https://golf.example", "GOLF_VAPID_KEY": "A" * 43}
    found = read_settings(
        "VAPID_CONTACT", "VAPID_PRIVATE_KEY", environment=bare_environment(tmp_path, **given)
    )
    assert found == {"VAPID_CONTACT": "https://golf.example", "VAPID_PRIVATE_KEY": "A" * 43}
    given["GOLF_VAPID_CONTACT"] = "mailto:club@golf.example"
    found = read_settings("VAPID_CONTACT", environment=bare_environment(tmp_path, **given))
    assert found == {"VAPID_CONTACT": "mailto:club@golf.example"}

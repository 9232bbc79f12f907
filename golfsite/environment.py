"""Reads the environment variables of the site into values that the settings use.

Every function takes text and returns a plain value or raises ``ImproperlyConfigured`` with a
sentence that names the variable, so that a typing mistake never ends in a traceback's riddle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from pathlib import Path

MAIL_BACKENDS = "django.core.mail.backends"


def read_flag(name: str, text: str) -> bool:
    """Return what a switch is set to.

    >>> read_flag("GOLF_DEBUG", "yes"), read_flag("GOLF_DEBUG", "0")
    (True, False)
    """
    if text.lower() in {"1", "true", "yes", "on"}:
        return True
    if text.lower() in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is 1 or 0, not {text!r}.")


def read_port(text: str) -> int:
    """Return a TCP port from 1 to 65535."""
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise ImproperlyConfigured(f"PORT is a number from 1 to 65535, not {text!r}.")


def read_count(name: str, text: str) -> int:
    """Return a number that is 0 or more.

    >>> read_count("GOLF_TRUSTED_PROXIES", "1")
    1
    """
    if text.isascii() and text.isdigit():
        return int(text)
    raise ImproperlyConfigured(f"{name} is a number, not {text!r}.")


def read_origins(text: str, host: str, port: int) -> list[str]:
    """Return the full origins under which browsers reach the site.

    Without ``GOLF_ORIGINS`` these are the names of this machine for itself, and ``host`` when it
    is an address of its own.

    >>> read_origins("https://golf.example, https://www.golf.example", "127.0.0.1", 8000)
    ['https://golf.example', 'https://www.golf.example']
    >>> read_origins("", "192.0.2.7", 80)[-1]
    'http://192.0.2.7:80'
    """
    if not text.strip():
        hosts = ["127.0.0.1", "localhost", "[::1]"]
        bracketed = f"[{host}]" if ":" in host else host
        if bracketed not in {*hosts, "0.0.0.0", "[::]"}:  # noqa: S104 - compared, not bound
            hosts.append(bracketed)
        return [f"http://{name}:{port}" for name in hosts]
    origins = [part.strip().rstrip("/") for part in text.split(",") if part.strip()]
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path:
            raise ImproperlyConfigured(
                f"GOLF_ORIGINS holds full origins such as https://golf.example, not {origin!r}."
            )
    return origins


def hosts_of(origins: list[str]) -> list[str]:
    """Return the host names of origins as ``ALLOWED_HOSTS`` wants them.

    >>> hosts_of(["http://[::1]:8000", "https://golf.example"])
    ['[::1]', 'golf.example']
    """
    names = [urlsplit(origin).hostname or "" for origin in origins]
    return [f"[{name}]" if ":" in name else name for name in names]


def socket_origins_of(origins: list[str]) -> list[str]:
    """Return the origins' websocket twins: some browsers don't count them as ``'self'``.

    A content security policy can't name an IPv6 address.

    >>> socket_origins_of(["https://golf.example", "http://[::1]:8000"])
    ['wss://golf.example']
    """
    return [origin.replace("http", "ws", 1) for origin in origins if "[" not in origin]


def read_database(text: str, data: Path) -> dict[str, Any]:
    """Return the entry of ``DATABASES`` for a ``postgres://`` address, else for SQLite in ``data``.

    Raises ImproperlyConfigured for an address of another kind.
    """
    if not text:
        return sqlite_database(data / "golf.sqlite3")
    parts = urlsplit(text)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(
            "GOLF_DATABASE_URL is postgres://user:password@host:port/name, or left out for SQLite."
        )
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": parts.port or "",
        # Under ASGI every request has a thread of its own: connections kept by threads run out.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {**options, "pool": {"min_size": 1, "max_size": 16, "timeout": 10}},
    }


def sqlite_database(path: Path) -> dict[str, Any]:
    """Return the entry of ``DATABASES`` for the SQLite file at ``path``."""
    return {
        "ENGINE": "golfsite.sqlite",
        "NAME": path,
        "OPTIONS": {
            # A transaction that begins by reading and then writes fails at once when another has
            # written in between; one that takes the write lock first waits for its turn.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            ),
        },
    }


def read_mail(text: str) -> tuple[str, dict[str, Any]]:
    """Return the mail back end's path and its options.

    ``console:`` prints mails, ``file:///folder`` keeps them as files, ``smtp://`` (plain),
    ``smtp+tls://`` (STARTTLS) and ``smtps://`` (TLS) with ``user:password@host:port`` send them.

    >>> read_mail("file:///var/mail/golf")
    ('django.core.mail.backends.filebased.EmailBackend', {'file_path': '/var/mail/golf'})
    """
    parts = urlsplit(text or "console:")
    if parts.scheme == "console":
        return f"{MAIL_BACKENDS}.console.EmailBackend", {}
    if parts.scheme == "file" and parts.path:
        return f"{MAIL_BACKENDS}.filebased.EmailBackend", {"file_path": unquote(parts.path)}
    if parts.scheme in {"smtp", "smtp+tls", "smtps"} and parts.hostname:
        return f"{MAIL_BACKENDS}.smtp.EmailBackend", {
            "host": parts.hostname,
            "port": parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
            "username": unquote(parts.username or ""),
            "password": unquote(parts.password or ""),
            "use_tls": parts.scheme == "smtp+tls",
            "use_ssl": parts.scheme == "smtps",
            "timeout": 20,
        }
    raise ImproperlyConfigured(
        "GOLF_EMAIL_URL is console:, file:///folder or smtp+tls://user:password@host:587, "
        f"not {parts.scheme}:…"
    )

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from golfsite.environment import read_database, read_mail, read_origins, read_port


def test_a_postgres_address_names_its_database() -> None:
    found = read_database("postgres://golf:s%40fe@db.example:5433/club?sslmode=require", Path("/"))
    assert found == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "club",
        "USER": "golf",
        "PASSWORD": "s@fe",
        "HOST": "db.example",
        "PORT": 5433,
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            "sslmode": "require",
            "pool": {"min_size": 1, "max_size": 16, "timeout": 10},
        },
    }


def test_no_address_means_sqlite_that_waits_for_its_turn() -> None:
    found = read_database("", Path("/data"))
    assert found["NAME"] == Path("/data/golf.sqlite3")
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]


def test_mail_goes_out_with_tls_when_asked() -> None:
    backend, options = read_mail("smtp+tls://golf:pass@mail.example")
    assert backend == "django.core.mail.backends.smtp.EmailBackend"
    assert options["host"] == "mail.example"
    assert options["port"] == 587
    assert options["use_tls"] is True
    assert options["use_ssl"] is False


def test_a_wildcard_host_is_no_origin() -> None:
    assert read_origins("", "::", 8000) == [
        "http://127.0.0.1:8000",
        "http://localhost:8000",
        "http://[::1]:8000",
    ]


@pytest.mark.parametrize("text", ["0", "65536", "-1", "8000.5", "\uff18", ""])
def test_a_port_out_of_range_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT is a number"):
        read_port(text)


@pytest.mark.parametrize("text", ["golf.example", "ftp://golf.example", "https://golf.example/x"])
def test_an_origin_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="full origins"):
        read_origins(text, "127.0.0.1", 8000)

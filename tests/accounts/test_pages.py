from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account import app_settings
from django.conf import settings
from django.template.loader import get_template
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts.models import User
from accounts.urls import allauth_patterns
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

PAGES_OF_ALLAUTH = [
    "account_inactive",
    "email_change",
    "email_confirm",
    "login",
    "logout",
    "password_change",
    "password_reset",
    "password_reset_done",
    "password_reset_from_key",
    "password_reset_from_key_done",
    "reauthenticate",
    "signup",
]
MAILS_OF_ALLAUTH = [
    "email_changed",
    "email_confirmation",
    "email_confirmation_signup",
    "email_deleted",
    "password_changed",
    "password_reset",
    "password_reset_key",
    "unknown_account",
]
MESSAGES_OF_ALLAUTH = [
    "cannot_delete_primary_email",
    "email_confirmation_failed",
    "email_confirmation_sent",
    "email_confirmed",
    "email_deleted",
    "logged_in",
    "logged_out",
    "password_changed",
    "primary_email_set",
    "unverified_primary_email",
]
TEMPLATES = [
    "429.html",
    *(f"account/{page}.html" for page in PAGES_OF_ALLAUTH),
    *(
        f"account/email/{mail}_{part}.txt"
        for mail in MAILS_OF_ALLAUTH
        for part in ("subject", "message")
    ),
    *(f"account/messages/{message}.txt" for message in MESSAGES_OF_ALLAUTH),
]


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_that_can_be_shown_is_the_sites_own(name: str) -> None:
    template: Any = get_template(name)
    assert Path(template.origin.name).is_relative_to(settings.BASE_DIR / "templates")


def test_every_view_of_allauth_that_is_reachable_has_its_template_listed() -> None:
    views: list[Any] = [
        getattr(pattern.callback, "view_class", None) for pattern in allauth_patterns
    ]
    shown = {view.template_name for view in views if hasattr(view, "template_name")}
    assert len(shown) == 12
    assert shown <= set(TEMPLATES)


@pytest.mark.parametrize(
    "name",
    [
        "account_request_login_code",
        "account_confirm_login_code",
        "account_request_reauthentication_code",
        "account_email_verification_sent",
        "socialaccount_login",
        "mfa_index",
    ],
)
def test_a_flow_that_is_switched_off_has_no_address(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


def test_a_mail_is_not_sent_as_a_code() -> None:
    assert not app_settings.EMAIL_VERIFICATION_BY_CODE_ENABLED
    assert not app_settings.PASSWORD_RESET_BY_CODE_ENABLED
    assert not app_settings.LOGIN_BY_CODE_ENABLED


PUBLIC = [
    "login",
    "signup",
    "inactive",
    "password/reset",
    "password/reset/done",
    "password/reset/key/done",
]
OWN = ["settings", "close", "logout", "email", "password/change", "reauthenticate"]


@pytest.mark.parametrize("page", PUBLIC)
def test_a_stranger_can_open_the_page(client: Client, page: str) -> None:
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200
    assert 'class="panel panel--narrow"' in answer.content.decode()


@pytest.mark.parametrize("page", OWN)
def test_somebody_with_an_account_can_open_the_page(client: Client, anna: User, page: str) -> None:
    client.force_login(anna)
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200
    assert 'class="panel panel--narrow"' in answer.content.decode()


@pytest.mark.parametrize("page", ["settings", "close", "logout", "login", "signup"])
def test_a_guest_can_open_the_page(client: Client, guest: User, page: str) -> None:
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200
    assert guest.username in answer.content.decode()


@pytest.mark.parametrize(
    "page", ["settings", "close", "email", "password/change", "reauthenticate"]
)
def test_a_stranger_is_asked_to_log_in_first(client: Client, page: str) -> None:
    answer = client.get(f"/accounts/{page}/")
    assert answer["Location"] == f"/accounts/login/?next=/accounts/{page}/"


def test_the_folder_of_accounts_leads_to_ones_own(client: Client) -> None:
    assert client.get("/accounts/")["Location"] == "/accounts/settings/"


def test_a_page_of_accounts_is_never_kept_by_a_cache(client: Client, anna: User) -> None:
    client.force_login(anna)
    for page in ["settings", "close"]:
        assert "no-store" in client.get(f"/accounts/{page}/")["Cache-Control"]


@pytest.mark.parametrize("page", [*PUBLIC, *OWN])
def test_every_field_has_a_label_and_says_what_fills_it_in(
    client: Client, anna: User, page: str
) -> None:
    if page in OWN:
        client.force_login(anna)
    text = client.get(f"/accounts/{page}/").content.decode()
    main = text[text.index("<main") : text.index("</main>")]
    for field in re.findall(r"<input[^>]*>", main):
        if 'type="hidden"' in field:
            continue
        found = re.search(r'id="([^"]+)"', field)
        assert found is not None
        assert f'<label for="{found[1]}">' in main
        assert "autocomplete=" in field
        assert "placeholder" not in field


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("login", ["login", "password"]),
        ("signup", ["username", "password1", "password2"]),
        ("password/reset", ["email"]),
        ("close", ["password"]),
        ("password/change", ["oldpassword", "password1", "password2"]),
        ("reauthenticate", ["password"]),
    ],
)
def test_an_error_is_tied_to_its_field(
    client: Client, anna: User, page: str, fields: list[str]
) -> None:
    if page in OWN:
        client.force_login(anna)
    text = client.post(f"/accounts/{page}/", {}).content.decode()
    for name in fields:
        tag = re.search(rf'<input[^>]*name="{name}"[^>]*>', text)
        assert tag is not None
        described = re.search(r'aria-describedby="([^"]+)"', tag[0])
        assert described is not None
        assert f"id_{name}_error" in described[1].split()
        assert 'aria-invalid="true"' in tag[0]
        for target in described[1].split():
            assert f'id="{target}"' in text


def test_the_hint_about_passwords_is_a_list_and_not_its_source(client: Client) -> None:
    text = client.get("/accounts/signup/").content.decode()
    assert "&lt;li&gt;" not in text
    assert "<li>Your password must contain at least 8 characters.</li>" in text


def test_a_password_is_never_sent_back(client: Client) -> None:
    fields = {"username": "", "password1": PASSWORD, "password2": PASSWORD}
    assert PASSWORD not in client.post("/accounts/signup/", fields).content.decode()


def test_no_page_asks_allauth_for_json(client: Client) -> None:
    answer = client.get("/accounts/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    assert answer["Content-Type"] == "text/html; charset=utf-8"

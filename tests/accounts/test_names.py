from __future__ import annotations

import doctest

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import User


def test_the_examples_in_the_manual_of_names_hold() -> None:
    assert doctest.testmod(names).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "Al",
        "Anna",
        "Anna B",
        "J. R. Ewing",
        "O'Neil",
        "Zoë",
        "Аня",
        "李明",
        "ひかりさん",
        "हिन्दी",
        "a" * 20,
    ],
)
def test_ordinary_names_of_any_script_are_accepted(name: str) -> None:
    names.validate_name(name)
    names.validate_not_reserved(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("a", "name_length"),
        ("a" * 21, "name_length"),
        (" Anna", "name_shape"),
        ("Anna ", "name_shape"),
        ("-Anna", "name_shape"),
        ("4821", "name_shape"),
        ("Anna  B", "name_characters"),
        ("An\x00na", "name_characters"),
        ("An\nna", "name_characters"),
        ("Anna\u202eB", "name_characters"),
        ("An\u200bna", "name_characters"),
        ("Anna\u3164", "name_characters"),
        ("An\ud800na", "name_characters"),
        ("anna@example.org", "name_characters"),
        ("=Anna", "name_characters"),
        ("<b>Anna", "name_characters"),
        ("\u0410nna", "name_mixed"),
        ("Anna\u0301\u0301\u0301", "name_mixed"),
    ],
)
def test_a_name_that_deceives_or_breaks_a_line_is_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.validate_name(name)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "name", ["Guest 4821", "guest", "GUEST_1", "Guest4821", "Admin", "Steady bot", "The organiser"]
)
def test_names_of_guests_bots_and_the_house_are_reserved(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.validate_not_reserved(name)
    assert refusal.value.code == "name_reserved"


def test_a_name_that_only_begins_like_a_reserved_word_is_free() -> None:
    names.validate_not_reserved("Guestav Abbott")


@pytest.mark.django_db
@pytest.mark.parametrize("same", ["ÄRGER", "ärger", "A\u0308rger"])
def test_the_database_refuses_a_name_that_differs_by_case_or_coding(same: str) -> None:
    User.objects.create_user("Ärger")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(same)


@pytest.mark.django_db
def test_saving_only_the_name_keeps_its_key_in_step() -> None:
    user = User.objects.create_user("Anna")
    user.username = "Berta"
    user.save(update_fields=["username"])
    assert User.objects.get_by_natural_key("BERTA") == user

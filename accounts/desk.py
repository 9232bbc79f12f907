"""What the organiser's desk bears: searches of any length, filters by hand, JSON of any shape.

Django's admin hands all three on to the database or to the parser, which answer with an error; so
it does with rows that nobody can have chosen. Its pages are for the site's staff, unless one opens
itself to others (``accounts.club_pages``).
"""

import json
import re
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

SEARCH_LETTERS = 100
SEARCH_WORDS = 10
JSON_LEVELS = 20

_KEY = re.compile(r"[0-9]{1,18}")
_NO_KEY = re.compile(r"[+-]?[0-9]{19,}")
_EXACT = ("", "exact", "id__exact", "isnull", "isempty")
_DATE_PARTS = {"year": range(1, 9999), "month": range(1, 13), "day": range(1, 32)}


class PlainJSONField(forms.JSONField):
    """JSON that a database can keep: not too deep, only numbers that are finite, only text."""

    def to_python(self, value: Any) -> Any:
        try:
            found = super().to_python(value)
        except (RecursionError, ValueError) as error:
            raise self._refusal(value) from error
        if not _is_plain(found):
            raise self._refusal(value)
        return found

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Give back what was typed, as it was typed, where it is refused."""
        try:
            found = super().bound_data(data, initial)
        except (RecursionError, ValueError):
            return InvalidJSONInput(data)
        return found if _is_plain(found) else InvalidJSONInput(data)

    def _refusal(self, value: Any) -> ValidationError:
        message = _("Give JSON of at most %(levels)d levels, with plain numbers and text.")
        named = {"levels": JSON_LEVELS, "value": value}
        return ValidationError(message, code="invalid", params=named)


class DeskAdmin(admin.ModelAdmin):
    """An admin for staff, asked only by what it lists, in searches of a sensible length."""

    formfield_overrides = {models.JSONField: {"form_class": PlainJSONField}}

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff(request) and super().has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_staff(request) and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request) and super().has_delete_permission(request, obj)

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        """Find nothing, and say why, where there are more words than a database takes."""
        if len(search_term) > SEARCH_LETTERS or len(search_term.split()) > SEARCH_WORDS:
            limits = {"words": SEARCH_WORDS, "letters": SEARCH_LETTERS}
            refused = _("Search for at most %(words)d words, %(letters)d letters in all.") % limits
            self.message_user(request, refused, messages.ERROR)
            return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def response_action(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """Do nothing where what was chosen is no row's number."""
        chosen = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if all(_KEY.fullmatch(key) for key in chosen):
            return super().response_action(request, *args, **kwargs)
        self.message_user(request, _("Choose rows of the list."), messages.ERROR)
        return None

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:  # noqa: ARG002
        """Refuse to filter by what isn't offered: the count of rows would tell hidden columns.

        So is a number that is larger than any row's.
        """
        name, _separator, how = lookup.partition("__")
        if name == self.date_hierarchy and how in _DATE_PARTS:
            text = str(value)
            return text.isdecimal() and len(text) <= 4 and int(text) in _DATE_PARTS[how]
        filters = (each[0] if isinstance(each, tuple) else each for each in self.list_filter)
        return name in filters and how in _EXACT and not _NO_KEY.fullmatch(str(value))


class OnlyServicesWrite:
    """Rows that are made, changed and deleted by services alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


def is_staff(request: HttpRequest) -> bool:
    """Whether the site's own staff asks: others come to the desk for their clubs alone."""
    return request.user.is_active and request.user.is_staff


def _is_plain(value: Any) -> bool:
    if isinstance(value, InvalidJSONInput):
        return True
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (RecursionError, ValueError):
        return False
    return "\\u0000" not in text and not _is_deep(value)


def _is_deep(value: Any) -> bool:
    level = [value]
    for _level in range(JSON_LEVELS):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [
            part
            for each in inner
            if not isinstance(each, str | int | float | None)
            for part in each
        ]
        if not level:
            return False
    return True

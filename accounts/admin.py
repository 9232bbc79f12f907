"""People in the admin; their clubs are in ``club_admin``."""

from typing import Any

from allauth.account.admin import EmailAddress
from django.contrib import admin, messages
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import closing, club_admin, organisers
from accounts.club_pages import may_come_to_the_desk
from accounts.clubs.refusals import ClubRefused
from accounts.desk import DeskAdmin
from accounts.models import User


def log_in_on_the_site(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponse:
    """Send to the site's own log-in page: one door, with one limit of attempts."""
    del extra_context
    user = request.user
    if user.is_authenticated and not user.is_guest:
        if admin.site.has_permission(request):
            return redirect("admin:index")
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


def change_password_on_the_site(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponse:
    """Send to the page of one's own account, which limits attempts at the old password."""
    del request, extra_context
    return redirect("account_change_password")


def complete_what_is_offered(request: HttpRequest) -> HttpResponseBase:
    """Answer what a form of the desk asks as one types, and nothing about any other relation.

    Django takes every name of a field for such, and fails at those that it reads backwards.
    """
    asked = tuple(request.GET.get(name) for name in ("app_label", "model_name", "field_name"))
    offered = {
        (model._meta.app_label, model._meta.model_name, field)
        for model, page in admin.site._registry.items()
        for field in page.get_autocomplete_fields(request)
    }
    if asked not in offered:
        raise PermissionDenied
    return AutocompleteJsonView.as_view(admin_site=admin.site)(request)


admin.site.login = log_in_on_the_site  # type: ignore[method-assign]
admin.site.password_change = change_password_on_the_site  # type: ignore[method-assign, assignment]
admin.site.autocomplete_view = complete_what_is_offered  # type: ignore[method-assign, assignment]
admin.site.has_permission = may_come_to_the_desk  # type: ignore[method-assign]

__all__ = ["PersonAdmin", "RightsAdmin", "club_admin"]

admin.site.unregister(Group)
# Whose an address is, only its link can say; the site shows it with its account.
admin.site.unregister(EmailAddress)


@admin.register(Group)
class RightsAdmin(DeskAdmin, GroupAdmin):
    """Groups of organisers and their rights."""


@admin.register(User)
class PersonAdmin(DeskAdmin, UserAdmin):
    """Accounts and guests. A person is closed rather than deleted: opponents keep their history."""

    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("is_guest", "closed_at", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_guest", "closed_at")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    actions = ("close_accounts",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Keep the names of guests and closed accounts, which the site gives."""
        fields = tuple(super().get_readonly_fields(request, obj))
        if obj is None or not (obj.is_guest or obj.is_closed):
            return fields
        return ("username", "email", *fields)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:  # noqa: ARG002
        return False

    @admin.action(description=_("Close the chosen accounts for good"), permissions=["change"])
    def close_accounts(self, request: HttpRequest, people: QuerySet[User]) -> None:
        if organisers.would_end(people):
            refused = _("No organiser would be left. Appoint another first; nothing was closed.")
            self.message_user(request, refused, messages.ERROR)
            return
        closed = 0
        for person in people:
            try:
                closing.close(person)
            except ClubRefused as refusal:
                told = {"person": person.display_name, "why": refusal.message}
                self.message_user(request, _("%(person)s: %(why)s") % told, messages.ERROR)
            else:
                closed += 1
        self.message_user(
            request,
            ngettext("%(n)d account is closed.", "%(n)d accounts are closed.", closed)
            % {"n": closed},
            messages.SUCCESS if closed else messages.WARNING,
        )

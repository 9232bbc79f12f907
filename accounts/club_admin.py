"""Clubs in the admin: to read, and to close or to silence where the house has to."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.club_acts import sentence_of
from accounts.clubs import announcing, founding
from accounts.clubs.refusals import ClubRefused
from accounts.desk import DeskAdmin
from accounts.models import Announcement, Club, ClubAct, Membership, User


class OnlyServicesWrite:
    """Rows that are made, changed and deleted by services alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


class MembershipInline(OnlyServicesWrite, admin.TabularInline):
    """Who is and was a member of a club."""

    model = Membership
    fields = readonly_fields = ("user", "role", "joined_at", "ended_at")
    ordering = ("-joined_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("user", "club")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False


@admin.register(Club)
class ClubAdmin(OnlyServicesWrite, DeskAdmin):
    """Clubs; the secret of the join link stays out. Their settings are changed on their pages."""

    list_display = ("name", "slug", "joining", "is_listed", "member_count", "created_at")
    list_filter = ("joining", "is_listed", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "slug")
    ordering = ("-created_at",)
    fields = readonly_fields = (
        "name",
        "slug",
        "description",
        "time_zone",
        "language",
        "joining",
        "is_listed",
        "created_at",
        "closed_at",
    )
    inlines = (MembershipInline,)
    actions = ("close_clubs",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        running = Q(memberships__ended_at__isnull=True)
        return super().get_queryset(request).annotate(running=Count("memberships", filter=running))

    @admin.display(description=_("members"))
    def member_count(self, club: Any) -> int:
        return club.running

    @admin.action(description=_("Close the chosen clubs for good"), permissions=["change"])
    def close_clubs(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        for club in clubs:
            _carry_out(self, request, club.name, partial(founding.close, club, actor, now=now))


@admin.register(Announcement)
class AnnouncementAdmin(OnlyServicesWrite, DeskAdmin):
    """What clubs announce; removed ones are kept."""

    list_display = ("club", "author", "at", "is_pinned", "removed_at", "text")
    list_filter = (("removed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("club", "author")
    search_fields = ("text", "club__name")
    ordering = ("-at",)
    fields = readonly_fields = (
        "club",
        "author",
        "text",
        "at",
        "edited_at",
        "is_pinned",
        "removed_at",
    )
    actions = ("remove_announcements",)

    @admin.action(description=_("Remove the chosen announcements"), permissions=["change"])
    def remove_announcements(self, request: HttpRequest, chosen: QuerySet[Announcement]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        for each in chosen.select_related("club"):
            _carry_out(
                self,
                request,
                str(each),
                partial(announcing.remove, each.club, actor, each.pk, now=now),
            )


@admin.register(ClubAct)
class ClubActAdmin(OnlyServicesWrite, DeskAdmin):
    """The record of all that was done in clubs."""

    list_display = ("at", "club", "sentence", "kind")
    list_filter = ("at",)
    list_select_related = ("club", "actor", "subject")
    search_fields = ("club__name", "actor__username", "subject__username", "kind")
    ordering = ("-at", "-pk")
    fields = ("club", "at", "kind", "actor", "subject", "facts")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    @admin.display(description=_("what was done"))
    def sentence(self, act: ClubAct) -> str:
        return sentence_of(act)


def _carry_out(page: DeskAdmin, request: HttpRequest, what: str, act: Callable[[], object]) -> None:
    try:
        act()
    except ClubRefused as refusal:
        page.message_user(request, f"{what}: {refusal.message}", messages.ERROR)
    else:
        page.message_user(request, _("%(what)s: done.") % {"what": what}, messages.SUCCESS)

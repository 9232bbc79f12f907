"""Clubs at the desk: to read, and to close or to silence where it has to be."""

from functools import partial
from typing import Any, cast

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.club_acts import sentence_of
from accounts.club_pages import (
    ClubDeskAdmin,
    OwnClubsFilter,
    ReadInline,
    in_words,
)
from accounts.club_rights import Right
from accounts.clubs import announcing, founding
from accounts.desk import OnlyServicesWrite
from accounts.models import Announcement, Club, ClubAct, Membership, User


class MembershipInline(ReadInline):
    """Who is and was a member of a club."""

    model = Membership
    fields = readonly_fields = (in_words("user", _("person")), "role", "joined_at", "ended_at")
    ordering = ("-joined_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("user", "club")


@admin.register(Club)
class ClubAdmin(OnlyServicesWrite, ClubDeskAdmin):
    """Clubs; the secret of the join link stays out. Their settings are changed on their pages."""

    club_path = "pk"
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

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Whether closing is offered: to staff that may change clubs, and to owners."""
        return self.may_act(request, Right.CLOSE)

    def get_view_on_site_url(self, obj: Club | None = None) -> str | None:
        return None if obj is None or obj.is_closed else obj.get_absolute_url()

    @admin.action(description=_("Close the chosen clubs for good"), permissions=["close"])
    def close_clubs(self, request: HttpRequest, clubs: QuerySet[Club]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        for club in clubs:
            self.carry_out(request, club.name, partial(founding.close, club, actor, now=now))


@admin.register(Announcement)
class AnnouncementAdmin(OnlyServicesWrite, ClubDeskAdmin):
    """What clubs announce; removed ones are kept."""

    right = Right.ANNOUNCE
    list_display = ("club", "author", "at", "is_pinned", "removed_at", "text")
    list_filter = (("club", OwnClubsFilter), ("removed_at", admin.EmptyFieldListFilter))
    list_select_related = ("club", "author")
    search_fields = ("text", "club__name")
    ordering = ("-at",)
    fields = readonly_fields = (
        "club",
        in_words("author", _("author")),
        "text",
        "at",
        "edited_at",
        "is_pinned",
        "removed_at",
    )
    actions = ("remove_announcements",)

    @admin.action(description=_("Remove the chosen announcements"), permissions=["run"])
    def remove_announcements(self, request: HttpRequest, chosen: QuerySet[Announcement]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        for each in chosen.select_related("club"):
            remove = partial(announcing.remove, each.club, actor, each.pk, now=now)
            self.carry_out(request, str(each), remove)


@admin.register(ClubAct)
class ClubActAdmin(OnlyServicesWrite, ClubDeskAdmin):
    """The record of all that was done in clubs."""

    list_display = ("at", "club", "sentence", "kind")
    list_filter = ("at", ("club", OwnClubsFilter))
    list_select_related = ("club", "actor", "subject")
    search_fields = ("club__name", "actor__username", "subject__username", "kind")
    ordering = ("-at", "-pk")
    fields = readonly_fields = (
        "club",
        "at",
        "kind",
        "sentence",
        in_words("actor", _("who did it")),
        in_words("subject", _("about whom")),
        "facts",
    )

    @admin.display(description=_("what was done"))
    def sentence(self, act: ClubAct) -> str:
        return sentence_of(act)

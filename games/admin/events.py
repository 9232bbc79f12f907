"""Events of clubs at the desk: to read, and to call off; the club's pages do the rest."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.club_pages import (
    ClubDeskAdmin,
    OwnClubsFilter,
    ReadInline,
    in_words,
)
from accounts.club_rights import Right
from accounts.desk import OnlyServicesWrite
from games.models import Entry, Event, EventRound
from games.selectors.event_words import prize_words
from games.services import events
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User


class EntryInline(ReadInline):
    """Who entered an event, who waits for a place, and who withdrew."""

    model = Entry
    fields = readonly_fields = (
        in_words("player", _("player")),
        "entered_at",
        "withdrawn_at",
        "is_alternate",
    )
    ordering = ("entered_at", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("player__user")


class RoundInline(ReadInline):
    """The rounds of an event: who sits where, never what was dealt or played there."""

    model = EventRound
    fields = readonly_fields = ("number", "drawn_at", "ended_at", "seated", "sitting_out")
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[EventRound]:
        found = super().get_queryset(request)
        return found.prefetch_related("tables__match__seats__player__user", "byes__player__user")

    @admin.display(description=_("tables"))
    def seated(self, one: EventRound) -> str:
        told = (
            gettext("Table %(n)d (%(match)s): %(people)s")
            % {
                "n": table.number,
                "match": table.match.slug,
                "people": ", ".join(seat.name for seat in table.match.seats.all()),
            }
            for table in one.tables.all()
        )
        return format_html_join("", "<p>{}</p>", ([line] for line in told))

    @admin.display(description=_("byes"))
    def sitting_out(self, one: EventRound) -> str:
        return ", ".join(bye.player.name for bye in one.byes.all()) or "-"


@admin.register(Event)
class EventAdmin(OnlyServicesWrite, ClubDeskAdmin):
    """Events with their entries and rounds; what their cards are made of stays out."""

    right = Right.EVENTS
    refusals = (Refused,)
    list_display = ("title", "club", "starts_at", "state", "rounds", "entered", "same_deals")
    list_filter = (("club", OwnClubsFilter), "state", "same_deals", "every")
    list_select_related = ("club",)
    search_fields = ("title", "club__name")
    date_hierarchy = "starts_at"
    ordering = ("-starts_at", "-pk")
    fields = readonly_fields = (
        "club",
        "title",
        "about",
        "state",
        in_words("preset", _("kind of game")),
        "choices",
        "seats_min",
        "seats",
        "rounds",
        "clock",
        "missed_max",
        "same_deals",
        "places",
        "starts_at",
        "closes_at",
        "scoring",
        "prize_titles",
        "every",
        "created_at",
        "changed_at",
        "ended_at",
    )
    inlines = (EntryInline, RoundInline)
    actions = ("cancel_events",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        present = Q(entries__withdrawn_at__isnull=True)
        found = super().get_queryset(request).select_related("club", "preset")
        return found.annotate(present=Count("entries", filter=present))

    def get_view_on_site_url(self, obj: Event | None = None) -> str | None:
        return None if obj is None or obj.club.is_closed else obj.get_absolute_url()

    @admin.display(description=_("entered"))
    def entered(self, event: Event) -> int:
        return event.present  # type: ignore[attr-defined]

    @admin.display(description=_("prizes"))
    def prize_titles(self, event: Event) -> str:
        return ", ".join(title for title, _rule in prize_words(event)) or "-"

    @admin.action(description=_("Call the chosen events off"), permissions=["run"])
    def cancel_events(self, request: HttpRequest, chosen: QuerySet[Event]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        for each in chosen:
            self.carry_out(
                request, each.title, partial(events.cancel_event, each.pk, actor, now=now)
            )

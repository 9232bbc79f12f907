"""Matches at the desk, to read, and presets, to edit. Hidden cards never come here."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.desk import DeskAdmin, OnlyServicesWrite, PlainJSONField
from games.models import (
    Action,
    ExpectedStrokes,
    Hole,
    HoleStrokes,
    HouseRules,
    Match,
    Message,
    Player,
    Preset,
    PresetToggle,
    Review,
    Seat,
    TalkReport,
)
from games.selectors.event_seal import is_sealed, sealed_matches
from games.selectors.house_rules import house_rules_page
from games.services import talk
from games.services.house_rules import check_name
from games.services.players import player_of
from games.services.refusals import Refused
from games.services.rulesets import check_preset


class SeatInline(OnlyServicesWrite, admin.TabularInline):
    """The seats of a match; without strokes while others play with its cards."""

    model = Seat
    fields = ("number", "player", "bot", "total", "place", "is_to_act", "left_at")

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> Any:
        if obj is not None and is_sealed(obj):
            return ("number", "player", "bot", "is_to_act", "left_at")
        return super().get_fields(request, obj)


class HoleInline(OnlyServicesWrite, admin.TabularInline):
    """The holes of a match."""

    model = Hole
    fields = ("number", "starter", "closer", "started_at", "ended_at")
    show_change_link = True


@admin.register(Match)
class MatchAdmin(OnlyServicesWrite, DeskAdmin):
    """Matches with seats and holes; the invite link's secret stays out."""

    list_display = ("slug", "status", "preset", "host", "seat_count", "created_at")
    list_filter = ("status", "preset", "is_listed")
    list_select_related = ("preset", "host__user")
    search_fields = ("slug", "seats__player__user__username")
    date_hierarchy = "created_at"
    fields = (
        "slug",
        "status",
        "preset",
        "ruleset",
        "host",
        "seat_count",
        "is_listed",
        "what_if_of",
        "what_if_at",
        "sequence",
        "created_at",
        "started_at",
        "finished_at",
    )
    inlines = (SeatInline, HoleInline)

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """How many actions a game for one took tells its strokes."""
        fields = super().get_fields(request, obj)
        if obj is not None and is_sealed(obj):
            return [name for name in fields if name != "sequence"]
        return fields


class StrokesInline(OnlyServicesWrite, admin.TabularInline):
    """The strokes of a hole; none while others play with its cards."""

    model = HoleStrokes
    fields = ("seat", "strokes")

    def get_queryset(self, request: HttpRequest) -> QuerySet[HoleStrokes]:
        return super().get_queryset(request).exclude(hole__match__in=sealed_matches())


@admin.register(Hole)
class HoleAdmin(OnlyServicesWrite, DeskAdmin):
    """Holes with their strokes; a running one shows nothing that a spectator can't see."""

    list_display = ("match", "number", "starter", "closer", "started_at", "ended_at")
    list_select_related = ("match",)
    search_fields = ("match__slug",)
    fields = ("match", "number", "starter", "closer", "started_at", "ended_at")
    inlines = (StrokesInline,)


@admin.register(Action)
class ActionAdmin(OnlyServicesWrite, DeskAdmin):
    """The history of every match in its public facts."""

    list_display = ("match", "sequence", "seat", "kind", "text", "played_by", "at")
    list_filter = ("kind", "played_by")
    list_select_related = ("match", "seat__player__user")
    search_fields = ("match__slug",)
    ordering = ("-at", "-sequence")
    fields = ("match", "hole", "sequence", "seat", "kind", "text", "facts", "played_by", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        """Leave the bodies, which hold the deals, in the database."""
        found = super().get_queryset(request).defer("body")
        # Others still play with the cards that these tell.
        return found.exclude(match__in=sealed_matches())


@admin.register(ExpectedStrokes)
class ExpectedStrokesAdmin(OnlyServicesWrite, DeskAdmin):
    """What holes cost, as measured so far."""

    list_display = ("key", "seats", "bot", "bot_version", "holes", "mean", "standard_error", "par")
    fields = ("ruleset", *list_display[1:])


@admin.register(Review)
class ReviewAdmin(OnlyServicesWrite, DeskAdmin):
    """Reviews and how far they are; those that failed can be asked for again on their page."""

    list_display = (
        "match",
        "state",
        "holes_done",
        "holes_total",
        "requested_by",
        "requested_at",
        "ended_at",
    )
    list_filter = ("state",)
    list_select_related = ("match", "requested_by__user")
    search_fields = ("match__slug",)
    fields = (*list_display, "version", "hole", "decisions_done", "decisions_total")


@admin.register(Message)
class MessageAdmin(OnlyServicesWrite, DeskAdmin):
    """The outbox: what is to be told to whom and when, what was sent, and why other things not."""

    list_display = (
        "recipient",
        "kind",
        "match",
        "state",
        "why",
        "timing",
        "send_after",
        "attempts",
        "channel",
        "ended_at",
    )
    list_filter = ("state", "kind", "timing", "channel")
    list_select_related = ("recipient__user", "match")
    search_fields = ("recipient__user__username", "match__slug")
    date_hierarchy = "created_at"
    fields = ("recipient", "kind", "match", "facts", "created_at", "letter", *list_display[3:])
    readonly_fields = ("letter",)


@admin.register(Player)
class PlayerAdmin(OnlyServicesWrite, DeskAdmin):
    """Players and the accounts behind them."""

    list_display = ("name", "user", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)


class HouseRulesForm(forms.ModelForm):
    """House rules under another name, which must be one that their owner could have given."""

    class Meta:
        model = HouseRules
        fields = ("name",)

    def clean_name(self) -> str:
        others = HouseRules.objects.filter(owner=self.instance.owner).exclude(pk=self.instance.pk)
        try:
            return check_name(self.cleaned_data["name"], others)
        except Refused as refusal:
            raise ValidationError(refusal.message) from refusal


@admin.register(HouseRules)
class HouseRulesAdmin(DeskAdmin):
    """What hosts have kept: to read, to rename and to delete; the link's secret stays out."""

    form = HouseRulesForm
    list_display = ("name", "owner", "preset", "seats", "created_at")
    list_filter = ("preset",)
    list_select_related = ("owner__user", "preset")
    search_fields = ("name", "owner__user__username")
    date_hierarchy = "created_at"
    fields = ("name", "owner", "preset", "seats", "in_words", "choices", "created_at")
    readonly_fields = fields[1:]

    @admin.display(description=gettext_lazy("In words"))
    def in_words(self, rules: HouseRules) -> str:
        """What was chosen, as whoever has the link reads it."""
        groups = house_rules_page(rules, None).groups
        return "; ".join(
            f"{each.label}: {each.value}" for group in groups for each in group.choices
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[HouseRules]:
        """Bring what the words need."""
        found = super().get_queryset(request).select_related("owner__user", "preset")
        return found.prefetch_related("preset__toggles")

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False


class ToggleForm(forms.ModelForm):
    """A toggle whose default is one of the values offered."""

    class Meta:
        model = PresetToggle
        fields = ("field", "offered", "default", "is_locked", "position")

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        offered = self.cleaned_data.get("offered")
        # The form field returns text as a subclass of str, which is no value of the rules.
        default = json.loads(json.dumps(self.cleaned_data.get("default")))
        self.cleaned_data["default"] = default
        if not isinstance(offered, list) or not offered:
            raise ValidationError({"offered": _("Give a list of at least one value.")})
        if not any(type(value) is type(default) and value == default for value in offered):
            raise ValidationError({"default": _("The default is one of the offered values.")})
        return self.cleaned_data


class ToggleFormSet(forms.BaseInlineFormSet):
    """The toggles of a preset, which must leave something that can be played."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        kept = [
            form.cleaned_data
            for form in self.forms
            if form.cleaned_data and not form.cleaned_data.get("DELETE")
        ]
        toggles = {row["field"]: (row["offered"], row["default"]) for row in kept}
        try:
            check_preset(self.instance, toggles)
        except Refused as refusal:
            raise ValidationError(refusal.message) from refusal


class ToggleInline(admin.TabularInline):
    """What a preset offers to hosts."""

    model = PresetToggle
    form = ToggleForm
    formset = ToggleFormSet
    formfield_overrides = {models.JSONField: {"form_class": PlainJSONField}}
    extra = 0


@admin.register(Preset)
class PresetAdmin(DeskAdmin):
    """Presets: what they fix, what hosts are offered, the defaults, what is locked."""

    list_display = ("title", "is_offered", "seats_min", "seats_max", "position")
    list_editable = ("is_offered", "position")
    fields = (
        "title",
        "slug",
        "summary",
        "is_offered",
        "seats_min",
        "seats_max",
        "minutes",
        "difficulty",
        "position",
        "fixed",
        "where",
        "takes_any",
    )
    inlines = (ToggleInline,)

    def get_readonly_fields(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Preset | None = None,
    ) -> tuple[str, ...]:
        """A preset's name is what links and matches go by, once it exists."""
        return ("slug",) if obj else ()


@admin.register(TalkReport)
class TalkReportAdmin(OnlyServicesWrite, DeskAdmin):
    """Lines of talk and comments that players reported, those that wait first."""

    list_display = ("words", "said_by", "table", "player", "at", "handled_at")
    list_display_links = ("words",)
    list_filter = (("handled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("line__player__user", "line__match", "player__user")
    search_fields = ("line__match__slug", "line__player__user__username")
    ordering = (F("handled_at").desc(nulls_first=True), "-at")
    fields = ("words", "said_by", "said_at", "table", "player", "at", "handled_at")
    actions = ("mark_handled", "hide_lines")

    def has_handle_permission(self, request: HttpRequest) -> bool:
        """Whether this organiser may deal with reports; the rows themselves are never edited."""
        return request.user.has_perm("games.change_talkreport")

    @admin.display(description=gettext_lazy("words"))
    def words(self, report: TalkReport) -> str:
        return report.line.text

    @admin.display(description=gettext_lazy("said by"))
    def said_by(self, report: TalkReport) -> str:
        return report.line.player.name

    @admin.display(description=gettext_lazy("said at"))
    def said_at(self, report: TalkReport) -> datetime:
        return report.line.at

    @admin.display(description=gettext_lazy("table"))
    def table(self, report: TalkReport) -> str:
        line, slug = report.line, report.line.match.slug
        url = reverse("games:talk", args=[slug])
        if line.sequence is not None:
            url = reverse("games:comments", args=[slug, line.sequence])
        return format_html('<a href="{}">{}</a>', url, slug)

    @admin.action(description=gettext_lazy("Mark as handled"), permissions=["handle"])
    def mark_handled(self, request: HttpRequest, reports: QuerySet[TalkReport]) -> None:
        self._say(request, talk.mark_handled(reports, now=timezone.now()))

    @admin.action(
        description=gettext_lazy("Hide the lines, and mark as handled"), permissions=["handle"]
    )
    def hide_lines(self, request: HttpRequest, reports: QuerySet[TalkReport]) -> None:
        organiser = player_of(request.user)  # type: ignore[arg-type]
        self._say(request, talk.hide_reported(reports, organiser, now=timezone.now()))

    def _say(self, request: HttpRequest, count: int) -> None:
        text = ngettext("%(count)d report is handled.", "%(count)d reports are handled.", count)
        self.message_user(request, text % {"count": count})

"""Seasons and house rules at the desk: what is written goes through the services of the pages."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.club_pages import ClubDeskAdmin, OwnClubsFilter, in_words
from accounts.club_rights import Right
from accounts.desk import OnlyServicesWrite
from games.leaderboards.scoring import TIE_BREAKS
from games.models import ClubRules, Preset, Season
from games.season_form import FIELD_OF, PointsField
from games.selectors.clock_words import clock_label
from games.selectors.season_page import archive_words
from games.services import seasons
from games.services.refusals import Refused
from games.services.seasons import SeasonForm

if TYPE_CHECKING:
    from accounts.models import Club, User


class PointsRow(PointsField):
    """A row of points whose numbers stand in the column as a list."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class TieBreaks(forms.CharField):
    """A chain of tie-breaks by their keys, the first to decide first."""

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)

    def clean(self, value: Any) -> tuple[str, ...]:
        found = tuple(re.findall(r"[^\s,;]+", super().clean(value)))
        if unknown := [key for key in found if key not in TIE_BREAKS]:
            told = {"key": unknown[0], "keys": ", ".join(TIE_BREAKS)}
            raise ValidationError(gettext("There is no tie-break “%(key)s”, only %(keys)s.") % told)
        return found


class SeasonDeskForm(forms.ModelForm):
    """A season's choices, checked as the service will check them."""

    points = PointsRow(
        label=_("Points"),
        help_text=_("Only for points, as in 10 7 5 3. A place beyond the last brings none."),
        max_length=80,
        required=False,
    )
    tie_breaks = TieBreaks(
        label=_("Tie-breaks"),
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("In their order, with spaces between: %(keys)s.")
        % {"keys": ", ".join(TIE_BREAKS)},
        max_length=200,
        required=False,
    )

    class Meta:
        model = Season
        fields = (
            "club",
            "name",
            "first_day",
            "last_day",
            "preset",
            "seats",
            "holes",
            "holes_min",
            "allows_bots",
            "scoring",
            "best_of",
            "points",
            "matches_min",
            "tie_breaks",
        )

    @property
    def wanted(self) -> SeasonForm:
        """What is chosen, for the service; of a form without errors."""
        given = {name: self.cleaned_data[name] for name in SeasonForm.__dataclass_fields__}
        return SeasonForm(**given)

    def clean(self) -> dict[str, Any] | None:
        """Refuse what can't be counted, each thing at its field."""
        if not self.errors:
            club: Club = self.cleaned_data.get("club") or self.instance.club
            try:
                seasons.draft_of(club, self.wanted)
            except Refused as refusal:
                self.add_error(FIELD_OF.get(refusal.code), refusal.message)
        return self.cleaned_data


@admin.register(Season)
class SeasonAdmin(ClubDeskAdmin):
    """Seasons of clubs: made, changed and closed; a closed one shows the table that is kept."""

    right = Right.SEASONS
    refusals = (Refused,)
    form = SeasonDeskForm
    list_display = ("name", "club", "first_day", "last_day", "scoring", "closed_at")
    list_filter = (
        ("club", OwnClubsFilter),
        "scoring",
        ("closed_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    date_hierarchy = "first_day"
    ordering = ("-first_day", "-pk")
    fields = SeasonDeskForm.Meta.fields
    autocomplete_fields = ("club",)
    actions = ("close_seasons",)
    kept = ("created_at", "closed_at", in_words("closed_by", _("closed by")), "table")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return super().get_queryset(request).select_related("club", "preset", "closed_by")

    def get_fields(self, request: HttpRequest, obj: Season | None = None) -> Any:
        """Show a kind of game without a way to its page, to who can't change it."""
        if obj is None:
            return self.fields
        if self.has_change_permission(request, obj):
            return (*self.fields, *self.kept)
        game = in_words("preset", _("kind of game"))
        return tuple(game if name == "preset" else name for name in (*self.fields, *self.kept))

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> Any:  # noqa: ARG002
        """Keep a season with its club."""
        return () if obj is None else ("club", *self.kept, in_words("preset", _("kind of game")))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) or self.is_run_by(request, self.right)

    def has_change_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        """Whether it can be changed: nothing of a closed season or club can."""
        is_frozen = obj is not None and (obj.closed_at is not None or obj.club.is_closed)
        return not is_frozen and self.may_act(request, self.right, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_view_on_site_url(self, obj: Season | None = None) -> str | None:
        return None if obj is None or obj.club.is_closed else obj.get_absolute_url()

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        """Offer kinds of game without ways to change them."""
        found: Any = super().formfield_for_dbfield(db_field, request, **options)
        if db_field.related_model is Preset:
            found.widget = found.widget.widget
        return found

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Say it, where the service refuses what the form let pass; nothing is written then."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refused as refusal:
            self.message_user(request, refusal.message, messages.ERROR)
            return redirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:
        """Have the service make or change it. Raises ``Refused``."""
        actor, now = cast("User", request.user), timezone.now()
        if change:
            seasons.change_season(obj.pk, actor, form.wanted, now=now)
        else:
            obj.pk = seasons.make_season(obj.club, actor, form.wanted, now=now).pk

    @admin.display(description=_("table"))
    def table(self, season: Season) -> str:
        """The rows of a closed season as they are kept."""
        return format_html_join("", "<p>{}</p>", ([row] for row in archive_words(season))) or "-"

    @admin.action(description=_("Close the chosen seasons for good"), permissions=["run"])
    def close_seasons(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        actor, now = cast("User", request.user), timezone.now()
        for each in chosen:
            self.carry_out(
                request, each.name, partial(seasons.close_season, each.pk, actor, now=now)
            )


@admin.register(ClubRules)
class ClubRulesAdmin(OnlyServicesWrite, ClubDeskAdmin):
    """What hosts may choose at clubs' tables: to read; the club's pages change it."""

    right = Right.RULES
    list_display = ("club", "games", "clock_names", "allows_bots", "changed_at")
    list_filter = (("club", OwnClubsFilter), "allows_bots")
    list_select_related = ("club",)
    search_fields = ("club__name",)
    ordering = ("-changed_at",)
    fields = readonly_fields = (
        "club",
        "games",
        "toggles",
        "clock_names",
        "allows_bots",
        "changed_at",
    )

    def get_view_on_site_url(self, obj: ClubRules | None = None) -> str | None:
        if obj is None or obj.club.is_closed:
            return None
        return reverse("games:club-rules-change", args=[obj.club.slug])

    @admin.display(description=_("kinds of game"))
    def games(self, rules: ClubRules) -> str:
        return ", ".join(rules.presets) or gettext("any")

    @admin.display(description=_("clocks"))
    def clock_names(self, rules: ClubRules) -> str:
        return ", ".join(clock_label(text) for text in rules.clocks) or gettext("any")

"""Results and their corrections at the desk: to read; put right by new rows with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.club_pages import ClubDeskAdmin, OwnClubsFilter, in_words
from accounts.club_rights import Right
from accounts.desk import OnlyServicesWrite
from games.models import Correction, Result
from games.services import corrections
from games.services.corrections import REASON_MAX
from games.services.refusals import Refused

if TYPE_CHECKING:
    from accounts.models import User


class ReasonForm(ActionForm):
    """What is to be done with the chosen rows, and why."""

    reason = forms.CharField(label=_("Reason:"), max_length=REASON_MAX, required=False)


class PutRightAdmin(OnlyServicesWrite, ClubDeskAdmin):
    """Rows whose matches can be put right, each with the way to the page that does it."""

    right = Right.CORRECT
    refusals = (Refused,)
    action_form = ReasonForm

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Whether acts are offered: to those who may correct in a club, and to the site's staff."""
        may_correct = request.user.has_perm("games.add_correction")
        return super().has_run_permission(request) or (request.user.is_staff and may_correct)

    @admin.display(description=_("put right"))
    def put_right(self, row: Result | Correction) -> str:
        match = row.match
        if match.club is not None and match.club.is_closed:
            return "-"
        url = reverse("games:match-correct", args=[match.slug])
        return format_html('<a href="{}">{}</a>', url, gettext("Put right"))

    def correct(
        self, request: HttpRequest, rows: Iterable[Any], act: Callable[..., object]
    ) -> None:
        """Correct the match of each row, a match only once, for the reason that was given."""
        actor, now = cast("User", request.user), timezone.now()
        reason = request.POST.get("reason", "")
        for match in {row.match_id: row.match for row in rows}.values():
            self.carry_out(
                request,
                match.slug,
                partial(act, match.pk, author=actor, reason=reason, now=now),
            )


@admin.register(Result)
class ResultAdmin(PutRightAdmin):
    """Results as leaderboards count them; a match whose cards others still play has none."""

    list_display = (
        "finished_at",
        in_words("player", _("player")),
        "place",
        "strokes",
        "holes",
        "seats",
        "match",
        "club",
        "preset",
        "is_corrected",
        "put_right",
    )
    list_filter = (("club", OwnClubsFilter), "preset", "is_corrected", "is_public", "with_bots")
    list_select_related = ("player__user", "match__club", "club", "preset")
    search_fields = ("match__slug", "player__user__username", "club__name")
    date_hierarchy = "finished_at"
    ordering = ("-finished_at", "match", "place")
    fields = readonly_fields = (
        in_words("player", _("player")),
        in_words("match", _("match")),
        in_words("club", _("club")),
        in_words("preset", _("kind of game")),
        "finished_at",
        "seats",
        "holes",
        "strokes",
        "place",
        "sharing",
        "is_public",
        "with_bots",
        "ended_by_bot",
        "by_clock",
        "is_corrected",
        "differential",
        "index",
        "net_tenths",
        "put_right",
    )
    actions = ("void_matches",)

    @admin.action(
        description=_("Have the matches of the chosen results count nowhere"), permissions=["run"]
    )
    def void_matches(self, request: HttpRequest, chosen: QuerySet[Result]) -> None:
        self.correct(request, chosen.select_related("match"), corrections.void_match)


@admin.register(Correction)
class CorrectionAdmin(PutRightAdmin):
    """What was decided about results, by whom and why; what is taken back is another row."""

    club_path = "match__club"
    list_display = (
        "at",
        "match",
        in_words("match__club", _("club")),
        "kind",
        in_words("seat", _("seat")),
        "strokes",
        "reason",
        in_words("author", _("author")),
        "put_right",
    )
    list_filter = ("kind", "at")
    list_select_related = ("match__club", "seat__player__user", "author")
    search_fields = ("match__slug", "match__club__name", "reason", "author__username")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")
    fields = readonly_fields = (
        "at",
        in_words("match", _("match")),
        in_words("match__club", _("club")),
        "kind",
        in_words("seat", _("seat")),
        "strokes",
        "reason",
        in_words("author", _("author")),
        "put_right",
    )
    actions = ("take_back",)

    @admin.action(description=_("Take the chosen corrections back"), permissions=["run"])
    def take_back(self, request: HttpRequest, chosen: QuerySet[Correction]) -> None:
        """Have their matches count again, or their seats the strokes that were played."""
        rows = chosen.select_related("match", "seat")
        actor, now = cast("User", request.user), timezone.now()
        reason = request.POST.get("reason", "")
        for row in rows:
            act = partial(self._back, row, actor, reason, now)
            self.carry_out(request, row.match.slug, act)

    def _back(self, row: Correction, actor: User, reason: str, now: datetime) -> None:
        if row.kind == Correction.Kind.VOID:
            corrections.count_again(row.match_id, author=actor, reason=reason, now=now)
        elif row.kind == Correction.Kind.STROKES and row.seat is not None:
            number = row.seat.number or 0
            corrections.restore_strokes(row.match_id, number, author=actor, reason=reason, now=now)
        else:
            raise Refused("nothing_changes")

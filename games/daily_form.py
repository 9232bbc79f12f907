"""The organiser's form of a club's own daily nine."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models import ClubDaily
from games.services.club_daily import TOGGLES
from games.solitaire_form import TogglesForm


class ClubDailyForm(TogglesForm):
    """Whether the club has a daily nine of its own, and by which rules."""

    is_on = forms.BooleanField(
        label=_("A daily nine of our own"),
        help_text=_(
            "Dealt for the club's members alone, by the club's day. Without it the club's pages "
            "show what members make of the site's nine."
        ),
        required=False,
    )
    winnable_only = forms.BooleanField(
        label=_("Only deals that can be cleared"),
        help_text=_("Each is proved before it is dealt."),
        required=False,
    )
    field_order = ("is_on", *TOGGLES)

    def __init__(self, club: Club, data: Any = None) -> None:
        own = ClubDaily.objects.filter(club=club).first()
        initial = {} if own is None else {**own.choices, "is_on": own.is_on}
        super().__init__(data, initial=initial)

    @property
    def choices(self) -> dict[str, Any]:
        """The toggles that were chosen; what was left out is as published."""
        chosen = {name: self.cleaned_data[name] for name in TOGGLES}
        return {name: value for name, value in chosen.items() if value not in ("", None)}

"""The form with which a finished match is put right."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy

from games.models import Correction, Match
from games.selectors.correcting import Change, CountedRow, correct_page, standings_after
from games.services.corrections import REASON_MAX, STROKES
from games.services.refusals import Refused

_ = gettext_lazy

_FIELD_OF = {"bad_strokes": "strokes", "no_such_seat": "seat", "no_reason": "reason"}


class CorrectionForm(forms.Form):
    """What is to change, and why."""

    kind = forms.ChoiceField(label=_("What is to be put right"))
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int, empty_value=None, required=False)
    strokes = forms.IntegerField(
        label=_("Strokes"),
        help_text=_("The whole match's; lowest wins, and below zero is possible."),
        min_value=STROKES.start,
        max_value=STROKES.stop - 1,
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody who may see the match reads it, with your name."),
        max_length=REASON_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, match: Match, data: Any = None) -> None:
        super().__init__(data)
        self.match, self.page = match, correct_page(match)
        kinds = [(Correction.Kind.STROKES.value, gettext("Set the strokes of a seat"))]
        if any(row.is_set for row in self.page.rows):
            back = gettext("Give a seat its strokes as played back")
            kinds.append((Correction.Kind.RESTORED.value, back))
        if self.page.is_void:
            kinds.append((Correction.Kind.COUNTS.value, gettext("Have the match count again")))
        else:
            kinds.append((Correction.Kind.VOID.value, gettext("Have the match count nowhere")))
        seats = sorted(self.page.rows, key=lambda row: row.seat)
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
        self.fields["seat"].choices = [(row.seat, row.name) for row in seats]  # type: ignore[attr-defined]
        for name, field in self.fields.items():
            field.widget.attrs["aria-describedby"] = f"id_{name}_helptext id_{name}_error"

    def clean(self) -> dict[str, Any]:
        """Want a seat and its strokes where those are to change."""
        given = self.cleaned_data
        about_seat = given.get("kind") in (Correction.Kind.STROKES, Correction.Kind.RESTORED)
        if about_seat and "seat" in given and given["seat"] is None:
            self.add_error("seat", gettext("Choose a seat."))
        is_set = given.get("kind") == Correction.Kind.STROKES
        if is_set and "strokes" in given and given["strokes"] is None:
            self.add_error("strokes", gettext("Write the strokes."))
        return given

    @property
    def change(self) -> Change:
        """What is chosen; of a form whose fields about it are right."""
        given = self.cleaned_data
        return Change(given["kind"], given.get("seat"), given.get("strokes"))

    @cached_property
    def after(self) -> tuple[tuple[CountedRow, ...], bool] | None:
        """The standings that would count then; None while the choices don't say."""
        if not self.is_bound:
            return None
        if {"kind", "seat", "strokes"} & self.errors.keys():
            return None
        return standings_after(self.match, self.change)

    def refuse(self, refusal: Refused) -> None:
        """Show why a service refused this, at the field that is wrong."""
        self.add_error(_FIELD_OF.get(refusal.code), refusal.message)

"""The host's form: exactly what a preset offers, with one line of explanation each."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.models import Preset, PresetToggle

_LABELS = {
    "layout": (gettext_lazy("Layout"), gettext_lazy("Rows and columns of everybody's cards.")),
    "openers": (
        gettext_lazy("Openers"),
        gettext_lazy("How many cards of each layout are opened before play."),
    ),
    "openers_seen": (
        gettext_lazy("Openers are"),
        gettext_lazy("Turned up for everybody, or looked at by their owner alone."),
    ),
    "final_putt": (
        gettext_lazy("Final putt"),
        gettext_lazy("With one hidden card left you may throw a drawn card away and turn nothing."),
    ),
    "holes": (gettext_lazy("Holes"), gettext_lazy("The match ends after this many.")),
}


class NewTableForm(forms.Form):
    """Seats, the preset's unlocked toggles, and whether the table is listed."""

    def __init__(self, preset: Preset, data: Any = None) -> None:
        super().__init__(data, initial={"is_listed": True})
        self.preset = preset
        self.toggles = [t for t in preset.toggles.all() if not t.is_locked]
        seats = range(preset.seats_min, preset.seats_max + 1)
        self.fields["seats"] = forms.TypedChoiceField(
            label=gettext("Seats"),
            help_text=gettext(
                "People and bots together. The match starts when all are taken, or the host deals."
            ),
            choices=[(n, str(n)) for n in seats],
            coerce=int,
            initial=preset.seats_min,
        )
        for toggle in self.toggles:
            self.fields[toggle.field] = _toggle_field(toggle)
        self.fields["is_listed"] = forms.BooleanField(
            label=gettext("Show in the lobby"),
            help_text=gettext("Off: only people with the invite link can join or watch."),
            required=False,
        )

    @property
    def choices(self) -> dict[str, Any]:
        """The ruleset fields the host chose; call after ``is_valid``."""
        return {toggle.field: self.cleaned_data[toggle.field] for toggle in self.toggles}

    @property
    def seats(self) -> int:
        return int(self.cleaned_data["seats"])

    def refuse(self, message: str) -> None:
        """Show why a service refused these choices."""
        self.add_error(None, message)


def _toggle_field(toggle: PresetToggle) -> forms.TypedChoiceField:
    label, explanation = _LABELS.get(toggle.field, (toggle.field, ""))
    offered = list(toggle.offered)
    choices = [(str(at), _value_words(toggle.field, value)) for at, value in enumerate(offered)]
    initial = str(offered.index(toggle.default)) if toggle.default in offered else "0"
    return forms.TypedChoiceField(
        label=label,
        help_text=explanation,
        choices=choices,
        coerce=lambda at: offered[int(at)],
        initial=initial,
    )


def _value_words(field: str, value: Any) -> str:
    if value is True or value is False:
        return gettext("Yes") if value else gettext("No")
    if field == "layout":
        rows, columns = str(value).split("x")
        return gettext("%(rows)s rows of %(columns)s") % {"rows": rows, "columns": columns}
    if field == "holes":
        return ngettext("%d hole", "%d holes", value) % value
    if field == "openers_seen":
        return gettext("turned up") if value == "up" else gettext("peeked at")
    return str(value)

"""The organiser's forms of a club's house rules: what hosts may choose, and to what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy

from games.models import Preset, PresetToggle
from games.selectors.clock_words import USUAL_CLOCKS, clock_label
from games.selectors.club_rules import (
    ClubTerms,
    is_among,
    locked_by_club,
    narrowed,
    summary_words,
)
from games.selectors.offered import offers_of
from games.selectors.refused_rules import refusal_words
from games.selectors.rules_picture import RulesPicture
from games.selectors.toggle_words import explanation_of, label_of, words_of
from games.services.club_rules import check_toggles
from games.services.previews import preview
from games.services.refusals import Refused
from games.services.rulesets import BadRuleset

_ = gettext_lazy

NO_CLOCK = "none"
"""How a form writes the clock "": a box can't have an empty value."""


class ClubTermsForm(forms.Form):
    """Which kinds of game and clocks hosts may use, and whether bots may play."""

    presets = forms.MultipleChoiceField(
        label=_("Kinds of game"),
        help_text=_("None ticked: all that the site offers, later ones too."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    clocks = forms.MultipleChoiceField(
        label=_("Clocks"),
        help_text=_("None ticked: any clock."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    more_clocks = forms.CharField(
        label=_("Other clocks"),
        help_text=_("With commas between, as in 36h, live 45s, 4d+8h<6d."),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    allows_bots = forms.BooleanField(
        label=_("Bots may play at the club's tables"),
        help_text=_("The house bot still takes the seat of somebody who has left."),
        required=False,
    )

    def __init__(self, terms: ClubTerms, data: Any = None) -> None:
        texts = list(dict.fromkeys([*USUAL_CLOCKS, *terms.clocks]))
        initial = {
            "presets": list(terms.presets),
            "clocks": [text or NO_CLOCK for text in terms.clocks],
            "allows_bots": terms.allows_bots,
        }
        super().__init__(data, initial=initial)
        known = Preset.objects.of_tables().values_list("slug", "title", "is_offered")
        self.fields["presets"].choices = [  # type: ignore[attr-defined]
            (slug, title)
            for slug, title, is_offered in known
            if is_offered or slug in terms.presets
        ]
        self.fields["clocks"].choices = [  # type: ignore[attr-defined]
            (text or NO_CLOCK, clock_label(text)) for text in texts
        ]

    @property
    def clock_texts(self) -> list[str]:
        """The clocks that are chosen, in their text form."""
        ticked = ["" if text == NO_CLOCK else text for text in self.cleaned_data["clocks"]]
        typed = [text.strip() for text in self.cleaned_data["more_clocks"].split(",")]
        return [*ticked, *(text for text in typed if text)]

    def refuse(self, refusal: Refused) -> None:
        """Show why a service refused this."""
        is_clock = refusal.code in {"bad_clock", "too_many_clocks"}
        self.add_error("more_clocks" if is_clock else None, refusal.message)


@dataclass(frozen=True)
class ToggleRow:
    """A toggle in the form: boxes for what hosts may choose, and what it is at first."""

    title: str
    about: str
    values: forms.BoundField
    usual: forms.BoundField


class ClubTogglesForm(forms.Form):
    """What hosts may set of one preset, toggle by toggle: one box ticked locks it."""

    def __init__(self, preset: Preset, terms: ClubTerms, data: Any = None) -> None:
        super().__init__(data)
        self.preset, self.terms = preset, terms
        self.toggles = [
            toggle
            for toggle in preset.toggles.all()
            if not toggle.is_locked and len(toggle.offered) > 1
        ]
        listed = terms.toggles.get(preset.slug, {})
        for toggle in self.toggles:
            self._add(toggle, listed.get(toggle.field))

    def clean(self) -> dict[str, Any]:
        """Refuse a usual value that may not be chosen, and what can't be played."""
        for toggle in self.toggles:
            ticked = self.cleaned_data.get(toggle.field)
            usual = self.cleaned_data.get(_usual(toggle.field))
            if ticked and usual and usual not in ticked:
                words = gettext("Tick what it is at first, too.")
                self.add_error(toggle.field, words)
        if not self.errors:
            try:
                check_toggles(self.preset.slug, self.wanted)
            except BadRuleset as error:
                self.refuse(error)
        return self.cleaned_data

    @property
    def wanted(self) -> dict[str, list[Any]]:
        """Values by field where they are not what the site offers, the usual one first."""
        found = {}
        for toggle in self.toggles:
            ticked = [int(at) for at in self.cleaned_data[toggle.field]]
            usual = int(self.cleaned_data[_usual(toggle.field)])
            values = [toggle.offered[at] for at in (usual, *(at for at in ticked if at != usual))]
            is_as_offered = len(values) == len(toggle.offered) and is_among(
                values[0], [toggle.default]
            )
            if not is_as_offered:
                found[toggle.field] = values
        return found

    @property
    def rows(self) -> list[ToggleRow]:
        """The toggles in the preset's order."""
        return [
            ToggleRow(
                label_of(toggle.field),
                explanation_of(toggle.field),
                self[toggle.field],
                self[_usual(toggle.field)],
            )
            for toggle in self.toggles
        ]

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What a host will find, a sentence each; none where the choices don't fit."""
        narrow, terms = self._narrow
        return (
            ()
            if narrow is None
            else summary_words(locked_by_club(narrow, terms), offers_of(narrow))
        )

    @cached_property
    def picture(self) -> RulesPicture | None:
        """The game as it is at first; None where the choices don't fit."""
        narrow, _terms = self._narrow
        return None if narrow is None else preview(narrow, {}, narrow.seats_min)

    def refuse(self, refusal: Refused) -> None:
        """Show why a service refused this, at the toggle that is wrong."""
        if not isinstance(refusal, BadRuleset):
            self.add_error(None, refusal.message)
            return
        words = refusal_words(refusal.field, refusal.value, refusal.accepted)
        self.add_error(refusal.field if refusal.field in self.fields else None, words)

    @cached_property
    def _narrow(self) -> tuple[Preset | None, ClubTerms]:
        terms = self.terms
        if self.is_bound:
            if not self.is_valid():
                return None, terms
            terms = ClubTerms(toggles={self.preset.slug: self.wanted})
        fresh = Preset.objects.prefetch_related("toggles").get(pk=self.preset.pk)
        return narrowed(fresh, terms), terms

    def _add(self, toggle: PresetToggle, listed: list[Any] | None) -> None:
        values = toggle.offered
        choices = [(str(at), words_of(toggle.field, value)) for at, value in enumerate(values)]
        ticked = [
            str(at) for at, value in enumerate(values) if listed is None or is_among(value, listed)
        ]
        first = toggle.default if listed is None else listed[0]
        usual = next((at for at in ticked if is_among(values[int(at)], [first])), "0")
        self.fields[toggle.field] = forms.MultipleChoiceField(
            label=gettext("Hosts may choose"),
            choices=choices,
            initial=ticked,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": gettext("Tick one or more: one alone is locked.")},
        )
        self.fields[_usual(toggle.field)] = forms.ChoiceField(
            label=gettext("At first"), choices=choices, initial=usual
        )


def _usual(name: str) -> str:
    return f"{name}-usual"

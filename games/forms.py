"""The host's form: exactly what a preset offers, with one line of explanation each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.clocks import Clock, ClockError
from games.engine import FIELDS, RulesetError
from games.engine.fields import Whole
from games.models import SEATS_MAX, Preset, PresetToggle
from games.selectors.clock_words import USUAL_CLOCKS, clock_label
from games.selectors.club_rules import ANY_TERMS, ClubTerms
from games.selectors.map_text import MapTextError, format_map, is_map, parse_map
from games.selectors.offered import Fact, facts_of
from games.selectors.refused_rules import refusal_words
from games.selectors.rules_picture import RulesPicture
from games.selectors.toggle_words import (
    GROUPS,
    Group,
    explanation_of,
    group_of,
    label_of,
    words_of,
)
from games.services.house_rules import NAME_MAX
from games.services.lobby import PLAIN_TERMS, Terms
from games.services.pairing import CLOCKS, USUAL_CLOCK
from games.services.previews import preview
from games.services.refusals import Refused
from games.services.rulesets import BadRuleset, resolve

_NOT_RULES = {"csrfmiddlewaretoken", "preset", "challenge", "club"}
_NAME_CODES = ("bad_name", "name_taken")
_ANOTHER = "another"
_MISSED = (1, 2, 3, 5, 10)
_NO_CLOCK = gettext_noop(
    "This is no clock. Write a time such as 2d, 36h or live 45s, or three as in 5d+12h<7d, of which"
    " the last is the longest; over days from 1 hour to 60 days, live from 10 seconds to 1 hour."
)
_WHOLE = re.compile(r"[+-]?[0-9]{1,6}")


class FreeField(forms.CharField):
    """A field of the rules that takes any value: a whole number, or a map as one line of text."""

    def __init__(self, name: str, **options: Any) -> None:
        self.name = name
        field = FIELDS[name]
        widget: forms.Widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
        if isinstance(field, Whole):
            widget = forms.NumberInput(attrs={"min": field.low, "max": field.high})
        super().__init__(
            widget=widget, max_length=400, required=isinstance(field, Whole), **options
        )

    def clean(self, value: Any) -> Any:
        """The value for the rules. Raises ``ValidationError`` with what is accepted."""
        text = super().clean(value)
        accepted = FIELDS[self.name].accepted
        try:
            return self._read(text)
        except MapTextError as error:
            raise ValidationError(refusal_words(self.name, error.part, accepted)) from error
        except RulesetError as error:
            words = refusal_words(self.name, error.value, str(error.accepted))
            raise ValidationError(words) from error

    def _read(self, text: str) -> Any:
        value: Any = text
        if is_map(self.name):
            value = parse_map(self.name, text)
        elif _WHOLE.fullmatch(text):
            value = int(text)
        FIELDS[self.name].read(self.name, value)
        return value


@dataclass(frozen=True)
class FieldGroup:
    """Fields that stand together, with what is set; ``is_open`` where they may be folded away."""

    key: str
    title: str
    fields: tuple[forms.BoundField, ...]
    facts: tuple[Fact, ...]
    is_open: bool


class NewTableForm(forms.Form):
    """Seats, the preset's unlocked toggles, the clock, and who may see the table.

    ``saved`` are choices to start from; what the preset no longer offers of them is left out.
    ``terms`` are the rules of the club whose table it is; then the preset is narrowed to them.
    """

    def __init__(
        self,
        preset: Preset,
        data: Any = None,
        *,
        saved: Mapping[str, Any] | None = None,
        seats: int | None = None,
        is_listed: bool = True,
        terms: ClubTerms = ANY_TERMS,
    ) -> None:
        super().__init__(data, initial={"is_listed": is_listed})
        self.preset = preset
        self.toggles = [t for t in preset.toggles.all() if not t.is_locked]
        self.defaults = {t.field: _start(preset, t, saved or {}) for t in self.toggles}
        counts = range(preset.seats_min, preset.seats_max + 1)
        self.fields["seats"] = forms.TypedChoiceField(
            choices=[(count, str(count)) for count in counts],
            coerce=int,
            initial=seats if seats in counts else preset.seats_min,
            error_messages=_named("seats", [str(count) for count in counts]),
            **_words("seats"),
        )
        for toggle in self.toggles:
            self.fields[toggle.field] = _toggle_field(preset, toggle, self.defaults[toggle.field])
        self.fields["is_listed"] = forms.BooleanField(required=False, **_words("is_listed"))
        self.fields |= _terms_fields(terms.clocks)
        self.fields["rules_name"] = _name_field()
        for name, field in self.fields.items():
            described = (
                f"id_{name}_helptext id_{name}_error" if field.help_text else f"id_{name}_error"
            )
            field.widget.attrs["aria-describedby"] = described

    def clean(self) -> dict[str, Any]:
        """Refuse fields that the preset doesn't offer, and rules that can't be played."""
        for name in self.data:
            if name not in self.fields and name not in _NOT_RULES:
                refused = refusal_words(name[:40], self.data[name][:40], gettext("not offered"))
                self.add_error(None, refused)
        self._check_clock()
        if not self.errors:
            try:
                resolve(self.preset, self.choices, self.seats)
            except BadRuleset as error:
                self.refuse(error)
        return self.cleaned_data

    @property
    def choices(self) -> dict[str, Any]:
        """The toggles as the host set them, or as they stand before anything is sent."""
        if not self.is_bound:
            return dict(self.defaults)
        return {toggle.field: self.cleaned_data[toggle.field] for toggle in self.toggles}

    @property
    def terms(self) -> Terms:
        """What the host sets beside the rules. Raises ``Refused``."""
        chosen = self.cleaned_data
        return Terms(
            chosen["clock_text"] if chosen["clock"] == _ANOTHER else chosen["clock"],
            missed_max=chosen["missed_max"] or PLAIN_TERMS.missed_max,
            allows_pauses=chosen["allows_pauses"],
            allows_spectators=chosen["allows_spectators"],
        )

    def _check_clock(self) -> None:
        if self.cleaned_data.get("clock") == _ANOTHER and "clock_text" in self.cleaned_data:
            try:
                Clock.parse(self.cleaned_data["clock_text"])
            except ClockError:
                self.add_error("clock_text", gettext(_NO_CLOCK))

    @property
    def seats(self) -> int:
        found = self.cleaned_data["seats"] if self.is_bound else self.fields["seats"].initial
        return int(found)

    @cached_property
    def picture(self) -> RulesPicture | None:
        """What the choices come to; None where they can't be played."""
        if self.is_bound and not self.is_valid():
            return None
        return preview(self.preset, self.choices, self.seats)

    @property
    def groups(self) -> list[FieldGroup]:
        """Fields and facts group by group; folded away if there are many, unless one is wrong."""
        found = []
        facts = facts_of(self.preset)
        for group in GROUPS:
            fields = tuple(self[name] for name in self.fields if self._is_in(group, name))
            known = tuple(fact for fact in facts if group_of(fact.name) == group)
            if fields or known:
                is_open = group.key in ("length", "table") or any(field.errors for field in fields)
                found.append(FieldGroup(group.key, str(group.title), fields, known, is_open))
        return found

    @staticmethod
    def _is_in(group: Group, name: str) -> bool:
        return name != "rules_name" and group_of(name) == group

    def refuse(self, refusal: Refused) -> None:
        """Show why a service refused these choices, at the field that is wrong."""
        if not isinstance(refusal, BadRuleset):
            self.add_error("rules_name" if refusal.code in _NAME_CODES else None, refusal.message)
            return
        words = refusal_words(refusal.field, refusal.value, refusal.accepted)
        self.add_error(refusal.field if refusal.field in self.fields else None, words)


class PairingForm(forms.Form):
    """A kind of game, how many seats, and a clock: for whoever wants to sit down at once."""

    preset = forms.ChoiceField(label=gettext_lazy("Game"))
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        coerce=int,
        choices=[(count, str(count)) for count in range(2, SEATS_MAX + 1)],
    )
    clock = forms.ChoiceField(label=gettext_lazy("Clock"), required=False, initial=USUAL_CLOCK)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="pair_%s")
        self.offered = Preset.objects.offered()
        titles = list(self.offered.values_list("slug", "title"))
        self.fields["preset"].choices = titles  # type: ignore[attr-defined]
        clocks = [(text, clock_label(text)) for text in CLOCKS]
        self.fields["clock"].choices = clocks  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Preset:
        offered = self.offered.prefetch_related("toggles")
        return offered.get(slug=self.cleaned_data["preset"])


def _terms_fields(allowed: tuple[str, ...]) -> dict[str, forms.Field]:
    """What is set beside the rules; ``allowed`` are a club's clocks, none where any will do."""
    clocks = [(text, clock_label(text)) for text in allowed or USUAL_CLOCKS]
    another = [] if allowed else [(_ANOTHER, gettext("another"))]
    usual = USUAL_CLOCK if not allowed or USUAL_CLOCK in allowed else allowed[0]
    counts = [(count, str(count)) for count in _MISSED]
    return {
        "clock": forms.ChoiceField(
            choices=[*clocks, *another],
            required="" not in (allowed or USUAL_CLOCKS),
            initial=usual,
            error_messages=_named("clock", [label for _text, label in clocks]),
            **_words("clock"),
        ),
        **({} if allowed else {"clock_text": _clock_text_field()}),
        "missed_max": forms.TypedChoiceField(
            choices=counts,
            coerce=int,
            required=False,
            initial=2,
            empty_value=None,
            error_messages=_named("missed_max", [label for _count, label in counts]),
            **_words("missed_max"),
        ),
        "allows_pauses": forms.BooleanField(
            required=False, initial=True, **_words("allows_pauses")
        ),
        "allows_spectators": forms.BooleanField(
            required=False, initial=True, **_words("allows_spectators")
        ),
    }


def _clock_text_field() -> forms.CharField:
    return forms.CharField(
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        **_words("clock_text"),
    )


def _name_field() -> forms.CharField:
    return forms.CharField(
        label=gettext("Name of these rules"),
        help_text=gettext("Keep what you chose, to play by it again or to pass it on."),
        max_length=NAME_MAX,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _start(preset: Preset, toggle: PresetToggle, saved: Mapping[str, Any]) -> Any:
    """What a toggle is set to at first: as saved, where the preset takes that."""
    value = saved.get(toggle.field, toggle.default)
    if preset.takes_any or any(_is_same(value, offer) for offer in toggle.offered):
        return value
    return toggle.default


def _toggle_field(preset: Preset, toggle: PresetToggle, start: Any) -> forms.Field:
    name, offered = toggle.field, list(toggle.offered)
    words = _words(name, takes_any=preset.takes_any)
    if preset.takes_any and (is_map(name) or isinstance(FIELDS.get(name), Whole)):
        initial = format_map(name, start) if is_map(name) else start
        return FreeField(name, initial=initial, **words)
    values = [words_of(name, value) for value in offered]
    at = next((at for at, offer in enumerate(offered) if _is_same(start, offer)), 0)
    return forms.TypedChoiceField(
        choices=[(str(at), value) for at, value in enumerate(values)],
        coerce=lambda at: offered[int(at)],
        empty_value=None,
        initial=str(at),
        error_messages=_named(name, values),
        **words,
    )


def _words(name: str, *, takes_any: bool = False) -> dict[str, Any]:
    return {"label": label_of(name), "help_text": explanation_of(name, takes_any=takes_any)}


def _named(name: str, values: list[str]) -> dict[str, str]:
    """The sentence for a value that isn't in the list; Django fills in the value."""
    refused = refusal_words(name, "\0", ", ".join(values)).replace("%", "%%")
    return {"invalid_choice": refused.replace("\0", "%(value)s")}


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)

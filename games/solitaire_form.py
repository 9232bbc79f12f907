"""The form of what to play alone: one deal by its number, or nine holes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.solitaire import LAST_NUMBER, DealWhen, SolitaireRules
from games.services.refusals import Refused
from games.services.solitaire import read_rules

TOGGLES = ("queens_on_kings", "turn_the_corner", "deal_when", "packs")
DIGITS_MAX = len(str(LAST_NUMBER))


class TogglesForm(forms.Form):
    """The toggles of Golf Solitaire; one that is left out is as published."""

    queens_on_kings = forms.BooleanField(label=_("Queens go on kings"), required=False)
    turn_the_corner = forms.BooleanField(
        label=_("Turn the corner: an ace goes on a king, a king on an ace"), required=False
    )
    deal_when = forms.ChoiceField(
        label=_("The stock is turned"),
        widget=forms.RadioSelect,
        choices=[
            (DealWhen.ANY_TIME.value, _("at any time")),
            (DealWhen.STUCK.value, _("only when no card can be played")),
        ],
        initial=DealWhen.ANY_TIME.value,
        required=False,
    )
    packs = forms.TypedChoiceField(
        label=_("Cards"),
        widget=forms.RadioSelect,
        coerce=int,
        empty_value=None,
        choices=[(1, _("one pack: 7 columns of 5")), (2, _("two packs: 9 columns of 7"))],
        initial=1,
        required=False,
    )

    def rules(self) -> SolitaireRules:
        """The rules that were chosen. Raises ``Refused``."""
        chosen = {name: self.cleaned_data[name] for name in TOGGLES}
        chosen["deal_when"] = chosen["deal_when"] or DealWhen.ANY_TIME.value
        chosen["packs"] = chosen["packs"] or 1
        if self.cleaned_data.get("winnable_only"):
            chosen["winnable_only"] = True
        return read_rules(chosen)


class PlayForm(TogglesForm):
    """What to play, and by which rules."""

    what = forms.ChoiceField(
        label=_("What to play"),
        widget=forms.RadioSelect,
        choices=[
            ("deal", _("One deal, for practice: you may take back and ask for a hint")),
            ("nine", _("Nine holes against par, with new deals")),
        ],
        initial="deal",
    )
    number = forms.CharField(
        label=_("Number of the deal"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=_(
            "As PySol numbers them, from 1 on. Leave it empty for any deal. "
            "The twenty deals that you began last are kept."
        ),
    )
    winnable_only = forms.BooleanField(
        label=_("Only deals that can be cleared"),
        required=False,
        help_text=_("For nine holes; each is proved before you get it."),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)

    @property
    def what_fields(self) -> list[forms.BoundField]:
        """What everybody chooses."""
        return [self["what"], self["number"]]

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The rules, which most leave as they are."""
        return [self[name] for name in (*TOGGLES, "winnable_only")]

    def clean_number(self) -> int | None:
        """The number, None for any deal."""
        text = "".join(self.cleaned_data["number"].split())
        if not text:
            return None
        digits = text.lstrip("0")
        is_number = text.isascii() and text.isdigit() and 1 <= len(digits) <= DIGITS_MAX
        if not is_number or int(digits) > LAST_NUMBER:
            raise forms.ValidationError(Refused("bad_deal").message)
        return int(digits)

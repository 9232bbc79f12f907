"""Forms for what a player wishes while waiting: an order, a proposal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.order_page import OrderPage, nothing_words


class OrderForm(forms.Form):
    """An order for the next turn, in the order in which it is tried."""

    takes_columns = forms.BooleanField(
        label=gettext_lazy("Take the discard if it completes a column of mine"), required=False
    )
    take_ranks = forms.MultipleChoiceField(
        label=gettext_lazy("Take the discard if it is"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    take_slot = forms.TypedChoiceField(
        label=gettext_lazy("and put it at"), coerce=int, empty_value=None, required=False
    )
    then = forms.ChoiceField(
        label=gettext_lazy("Otherwise"),
        widget=forms.RadioSelect,
        choices=[
            ("draw", gettext_lazy("draw a card and wait for me")),
            ("rule", gettext_lazy("draw a card and use the rule below")),
            ("wait", gettext_lazy("do nothing: the turn waits for me")),
        ],
        initial="draw",
    )
    keep_ranks = forms.MultipleChoiceField(
        label=gettext_lazy("Keep the drawn card if it is"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    keep_slot = forms.TypedChoiceField(
        label=gettext_lazy("and put it at"), coerce=int, empty_value=None, required=False
    )
    flip_slot = forms.TypedChoiceField(
        label=gettext_lazy("Throw any other card away and turn up"),
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, page: OrderPage, data: Any = None) -> None:
        super().__init__(data, initial=page.order.as_json() if page.order else None)
        self.fields["take_ranks"].choices = page.ranks  # type: ignore[attr-defined]
        self.fields["keep_ranks"].choices = page.ranks  # type: ignore[attr-defined]
        nowhere = ("", _("choose a slot"))
        for name in ("take_slot", "keep_slot"):
            self.fields[name].choices = [nowhere, *page.slots]  # type: ignore[attr-defined]
        if page.turns_a_card:
            slots = [("", nothing_words(page)), *page.hidden_slots]
            self.fields["flip_slot"].choices = slots  # type: ignore[attr-defined]
        else:
            del self.fields["flip_slot"]
        self.must_turn = page.turns_a_card and not page.may_turn_nothing

    def clean(self) -> dict[str, Any]:
        """Ask for the slots that the order needs."""
        cleaned = self.cleaned_data
        if cleaned.get("take_ranks") and cleaned.get("take_slot") is None:
            self.add_error("take_slot", _("Choose the slot it goes to."))
        if cleaned.get("then") == "rule":
            if cleaned.get("keep_ranks") and cleaned.get("keep_slot") is None:
                self.add_error("keep_slot", _("Choose the slot it goes to."))
            if self.must_turn and cleaned.get("flip_slot") is None:
                self.add_error("flip_slot", _("Choose the card to turn up."))
        elif cleaned.get("then") == "wait" and not (
            cleaned.get("takes_columns") or cleaned.get("take_ranks")
        ):
            self.add_error("then", _("That would be no order: it does nothing."))
        return cleaned

    @property
    def as_order(self) -> dict[str, Any]:
        """The order as the service takes it."""
        return {"v": 1, **self.cleaned_data}


class ProposalForm(forms.Form):
    """Something that takes everybody's consent."""

    kind = forms.CharField(max_length=16)
    clock = forms.CharField(max_length=40, required=False)

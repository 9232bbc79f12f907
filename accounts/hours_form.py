"""Forms of one's hours of rest."""

from datetime import date, time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import hours
from accounts.zones import zone_choices


class HoursForm(forms.Form):
    """Time zone, sleep and weekend; both times of the sleep or neither."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Where you live: your nights, days off and vacations are counted there."),
        choices=zone_choices,
        error_messages={"invalid_choice": _("There is no such time zone.")},
    )
    sleep_from = forms.TimeField(
        label=_("Asleep from"),
        help_text=_("Leave both times empty if no night should stop your clock."),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    sleep_until = forms.TimeField(
        label=_("Asleep until"),
        help_text=_("12 hours at most."),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    weekend_off = forms.BooleanField(label=_("No clock on Saturdays and Sundays"), required=False)

    def __init__(self, data: Any = None, *, rest: hours.Rest) -> None:
        asleep, awake = rest.sleep or (None, None)
        initial = {
            "time_zone": rest.time_zone,
            "sleep_from": asleep,
            "sleep_until": awake,
            "weekend_off": rest.weekend_off,
        }
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        times = ("sleep_from", "sleep_until")
        if not self.errors and (cleaned[times[0]] is None) != (cleaned[times[1]] is None):
            missing = times[cleaned[times[0]] is not None]
            self.add_error(missing, _("Give both times, or neither."))
        return cleaned

    @property
    def sleep(self) -> tuple[time, time] | None:
        asleep, awake = self.cleaned_data["sleep_from"], self.cleaned_data["sleep_until"]
        return None if asleep is None else (asleep, awake)


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first_day = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last_day = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    @property
    def days(self) -> tuple[date, date]:
        return self.cleaned_data["first_day"], self.cleaned_data["last_day"]

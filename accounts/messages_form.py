"""Forms about messages: when each kind is to come, and a browser that wants pushes."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import push
from accounts.models import MessageChoice
from accounts.reaching import Reach

QUIET_MINUTES_MAX = 24 * 60


class MessagesForm(forms.Form):
    """When messages of each kind come, how long a quiet period lasts, and when a digest comes."""

    quiet_minutes = forms.IntegerField(
        label=_("Quiet period, in minutes"),
        help_text=_("How long you may be away before a table or a club writes to you."),
        min_value=1,
        max_value=QUIET_MINUTES_MAX,
    )
    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
    )

    def __init__(self, data: Any = None, *, reach: Reach) -> None:
        initial = {
            "quiet_minutes": reach.quiet // timedelta(minutes=1),
            "digest_hour": reach.digest_hour,
        }
        super().__init__(data, initial=initial)
        for kind in MessageChoice.Kind:
            self.fields[kind.value] = forms.ChoiceField(
                label=kind.label, choices=MessageChoice.Timing.choices, initial=reach.timing(kind)
            )
        self.order_fields([*MessageChoice.Kind.values, "quiet_minutes", "digest_hour"])

    @property
    def timings(self) -> dict[str, str]:
        """What was chosen for each kind."""
        return {kind: self.cleaned_data[kind] for kind in MessageChoice.Kind.values}


class PushForm(forms.Form):
    """What a browser says of its push service and its keys."""

    endpoint = forms.CharField(max_length=500)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=60)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            push.check_endpoint(endpoint)
        except push.PushRefusedError as refusal:
            raise forms.ValidationError(str(refusal), code="refused") from refusal
        return endpoint

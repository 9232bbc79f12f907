"""Forms of clubs. The services check once more what they hold, and give the sentences."""

from operator import itemgetter
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.clubs.founding import ClubSettings
from accounts.clubs.refusals import ClubRefused
from accounts.models import Announcement, Club, JoinRequest
from accounts.models.clubs import LANGUAGE_NAMES
from accounts.zones import zone_choices

# Which field a refusal is about; the others stand above the form.
_FIELD_OF = {
    "bad_name": "name",
    "name_taken": "name",
    "bad_zone": "time_zone",
    "bad_language": "language",
    "bad_joining": "joining",
    "no_words": "text",
}


_LANGUAGES = sorted(((code, str(name)) for code, name in LANGUAGE_NAMES.items()), key=itemgetter(1))


class RefusableForm(forms.Form):
    """A form that can show why a service refused what it held."""

    def refuse(self, refusal: ClubRefused) -> None:
        """Show the sentence beside the field it is about, or above the form."""
        field = _FIELD_OF.get(refusal.code)
        self.add_error(field if field in self.fields else None, refusal.message)


class ClubForm(RefusableForm):
    """All that is set of a club."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("2 to 40 letters, digits and spaces. No other club may have it."),
        max_length=Club.NAME_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    description = forms.CharField(
        label=_("Description"),
        help_text=_("Who you are and when you play; for everybody who sees the club."),
        max_length=Club.DESCRIPTION_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("The club's days are counted there: a season ends at its midnight."),
        choices=zone_choices,
        error_messages={"invalid_choice": _("There is no such time zone.")},
    )
    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_("In which the members write to each other."),
        choices=_LANGUAGES,
        error_messages={"invalid_choice": _("There is no such language.")},
    )
    joining = forms.ChoiceField(
        label=_("Who may join"),
        help_text=_("Whoever has the join link may join in any case."),
        choices=Club.Joining.choices,
    )
    is_listed = forms.BooleanField(
        label=_("Stands in the list of clubs"),
        help_text=_("Otherwise its page tells strangers its name and how to join, and no more."),
        required=False,
    )

    @property
    def settings(self) -> ClubSettings:
        return ClubSettings(**{name: self.cleaned_data[name] for name in self.fields})


class InviteForm(forms.Form):
    """The name of somebody to invite."""

    name = forms.CharField(
        label=_("Name of a person"),
        max_length=4 * names.MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AskForm(forms.Form):
    """A few words to those who decide."""

    words = forms.CharField(
        label=_("A few words to the organisers"), max_length=JoinRequest.WORDS_MAX, required=False
    )


class AnnouncementForm(RefusableForm):
    """What the members are to know."""

    text = forms.CharField(
        label=_("Text"),
        max_length=Announcement.TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    is_pinned = forms.BooleanField(label=_("Keep it at the top"), required=False)


class EditForm(AnnouncementForm):
    """The same, for one that is pinned or not already."""

    is_pinned = None  # type: ignore[assignment]


class HandOverForm(RefusableForm):
    """Who is to own the club, and what becomes of who did."""

    heir = forms.TypedChoiceField(
        label=_("New owner"),
        coerce=int,
        error_messages={"invalid_choice": _("Choose a member who has an account.")},
    )
    stays = forms.TypedChoiceField(
        label=_("You"),
        coerce=lambda value: value == "stay",
        choices=[("stay", _("stay as an organiser")), ("leave", _("leave the club"))],
    )

    def __init__(self, data: Any = None, *, heirs: list[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["heir"].choices = heirs  # type: ignore[attr-defined]


class CloseClubForm(RefusableForm):
    """Asks for the club's name, so that nobody closes one by a slip."""

    name = forms.CharField(
        label=_("The club's name"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.key_of(name.strip()) != self.club.name_key:
            raise forms.ValidationError(_("This is not the club's name."))
        return name

"""Forms: allauth's, with this site's labels, and the one that closes an account."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User

# An address nobody has verified may stand on many accounts; a reset mails no more than these.
UNVERIFIED_RESETS = 3


class LabelledForm(forms.Form):
    """Labels stand above their fields, so nothing is repeated inside the field."""

    labels: dict[str, Any] = {}
    hints: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, field.help_text)


class TypedTwiceForm(LabelledForm):
    """Asks for a new password twice, and says of two that differ both that and what is weak."""

    def clean(self) -> Any:
        cleaned = super().clean()
        first, again = (self.data.get(self.add_prefix(f"password{n}")) for n in (1, 2))
        # A weak password is cleaned away before allauth would compare it with the other.
        if first and again and first != again and "password2" not in self.errors:
            self.add_error("password2", _("You must type the same password each time."))
        return cleaned


class NameTakenError(Exception):
    """Somebody else took the name between the check and the saving."""


class SignupForm(TypedTwiceForm, allauth_forms.SignupForm):
    """A name, perhaps a mail address, and a password twice."""

    labels = {
        "username": _("Name"),
        "email": _("Mail address (optional)"),
        "password1": _("Password"),
        "password2": _("Password, again"),
    }
    hints = {
        "username": _("What others see at the table: 2 to 20 letters, digits and spaces."),
        "email": _("Without one, a forgotten password can't be replaced."),
    }

    def save(self, request: HttpRequest) -> User:
        """Save person and mail address, or neither. Raises NameTakenError."""
        try:
            with transaction.atomic():
                return super().save(request)
        except IntegrityError as error:
            raise NameTakenError from error


class LoginForm(LabelledForm, allauth_forms.LoginForm):
    """Name and password."""

    labels = {"login": _("Name"), "password": _("Password")}
    hints = {"password": ""}

    def clean_login(self) -> str:
        """Return the name's key, so that one name has one count of failed attempts."""
        return names.key_of(super().clean_login())


class AddEmailForm(LabelledForm, allauth_forms.AddEmailForm):
    """The address that is to be the person's own."""

    labels = {"email": _("New mail address")}


class ChangePasswordForm(TypedTwiceForm, allauth_forms.ChangePasswordForm):
    """The present password and a new one."""

    labels = {
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password, again"),
    }
    hints = {"oldpassword": ""}


class ResetPasswordForm(LabelledForm, allauth_forms.ResetPasswordForm):
    """Where to send a link that sets a new password."""

    labels = {"email": _("Mail address")}
    users: list[User]

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = sorted(self.users, key=lambda user: user.pk)[-UNVERIFIED_RESETS:]
        return email


class ResetPasswordKeyForm(TypedTwiceForm, allauth_forms.ResetPasswordKeyForm):
    """The new password, behind such a link."""

    labels = {"password1": _("New password"), "password2": _("New password, again")}


class ReauthenticateForm(LabelledForm, allauth_forms.ReauthenticateForm):
    """The password again, before something that matters."""

    labels = {"password": _("Password")}
    hints = {"password": ""}


class CloseForm(LabelledForm):
    """Asks for the password before an account is closed; a guest has none to give."""

    password = PasswordField(label=_("Password"), autocomplete="current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        adapter = get_adapter()
        password: str = self.cleaned_data["password"]
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("incorrect_password")
        return password

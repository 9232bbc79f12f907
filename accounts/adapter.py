"""How this site differs from allauth's defaults: names, guests, plain answers."""

import logging
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts import merging, names
from accounts.models import User

logger = logging.getLogger(__name__)

MAIL_ADDRESS_LENGTH = EmailAddress._meta.get_field("email").max_length


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest whose session this is, or None for strangers and account holders."""
    user = request.user
    if user.is_authenticated and user.is_guest:
        return User.objects.get(pk=user.pk)
    return None


class AccountAdapter(DefaultAccountAdapter):
    """Knows names, turns guests into accounts, and never fails for a mail server's sake."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is your mail address already."),
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("This is not your password."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, then try again."),
        "username_password_mismatch": _("Name or password is wrong."),
        "username_taken": _("This name is taken."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:  # noqa: ARG002 - allauth's signature
        """Answer with pages only: no page of this site asks for JSON."""
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """Allow paths of this site, and nothing else: no host, no name of a view."""
        return bool(url and url.startswith("/")) and url_has_allowed_host_and_scheme(
            url,
            allowed_hosts={self.request.get_host()},
            require_https=self.request.is_secure(),
        )

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it is stored. Raises ValidationError."""
        name = names.normalise(username)
        names.validate_name(name)
        names.validate_not_reserved(name)
        if not shallow and User.objects.is_name_taken(name):
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """Refuse what the column can't hold; allauth's field allows longer addresses."""
        if len(email) > MAIL_ADDRESS_LENGTH:
            raise ValidationError(_("This mail address is too long."), code="max_length")
        return email

    def new_user(self, request: HttpRequest) -> User:
        """Return who signs up: the guest of this session, or somebody new."""
        return guest_of(request) or User()

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Save the person with what the sign-up form says; a guest is one no longer."""
        user.is_guest = False
        return super().save_user(request, user, form, commit=commit)

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in, and lose nothing of the guest whose session it was."""
        if request.user.is_authenticated and request.user.pk == user.pk:
            # The guest has just become an account: the password is new, the session is
            # the same, and so Django must not take it for a stranger's and empty it.
            update_session_auth_hash(request, user)
            request.session.set_expiry(None)
        elif (guest := guest_of(request)) is not None:
            merging.merge(guest, user)
        super().login(request, user)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("accounts:settings")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send, or log that it could not be sent: the person's page works either way."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:
            logger.exception("The mail %s could not be sent", template_prefix)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the person what changed, at an address known to be theirs."""
        address = email or getattr(EmailAddress.objects.get_verified(user), "email", None)
        if address is not None:
            super().send_notification_mail(template_prefix, user, context, address)

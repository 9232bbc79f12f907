"""Pages of one's own account, and the places where guests differ from allauth's flows."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.logout import logout
from allauth.account.models import EmailAddress
from allauth.account.utils import get_login_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import closing, organisers, push
from accounts.clubs.passing import to_hand_over
from accounts.clubs.refusals import ClubRefused
from accounts.forms import CloseForm, NameTakenError, SignupForm
from accounts.guests import become_guest
from accounts.models import User

View = Callable[..., HttpResponseBase]


def for_account_holders(view: View) -> View:
    """Send strangers to the log-in page and guests to the sign-up page, and back here after."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.user.is_guest:
            return redirect_to_login(request.get_full_path(), reverse("account_signup"))
        return view(request, *args, **kwargs)

    return wrapped


def for_strangers_and_guests(view: View) -> View:
    """Send those who have an account and are logged in where they were going."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_login_redirect_url(request))
        return view(request, *args, **kwargs)

    return wrapped


@require_POST
@never_cache
def start_as_guest(request: HttpRequest) -> HttpResponse:
    """Make a guest and log it in; somebody who is logged in just goes on."""
    return become_guest(request) or redirect(get_login_redirect_url(request))


@login_required
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show one's own name, the state of the mail address, and what can be changed."""
    address = EmailAddress.objects.filter(user=request.user).order_by("-primary").first()
    lost = push.lost_devices(cast("User", request.user))
    return render(request, "accounts/settings.html", {"address": address, "lost_devices": lost})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def close_account(request: HttpRequest) -> HttpResponse:
    """Ask for the password (a guest only confirms), then close the account and log out."""
    user = cast("User", request.user)
    form = CloseForm(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return _closing_page(request, form)
    try:
        closing.close(user)
    except ClubRefused as refusal:
        form.add_error(None, refusal.message)
        return _closing_page(request, form, refusal.status)
    logout(request, show_message=False)
    messages.success(request, _("Your account is closed. Your name and mail address are gone."))
    return redirect("/")


def _closing_page(request: HttpRequest, form: CloseForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "is_last_organiser": organisers.would_end(User.objects.filter(pk=form.user.pk)),
        "ownerless": to_hand_over(form.user),
    }
    return render(request, "accounts/close.html", context, status=status)


class SignupView(allauth_views.SignupView):
    """Signs up; a guest keeps everything and gets a name and a password."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NameTakenError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return self.form_invalid(form)


class LogoutView(allauth_views.LogoutView):
    """Logs out by POST; a guest, who can't come back, has to confirm on the page."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        user = self.request.user
        if getattr(user, "is_guest", False) and "leave" not in self.request.POST:
            return self.get(*args, **kwargs)
        endpoint = self.request.session.get(push.SESSION_KEY)
        if endpoint is not None and user.is_authenticated:
            # Whoever has the browser next is not to read what the club writes to this person.
            push.forget(cast("User", user), endpoint)
        return super().post(*args, **kwargs)


class ConfirmEmailView(allauth_views.ConfirmEmailView):
    """Confirms a mail address; whose session the browser holds does not matter."""

    def logout(self) -> None:
        """Keep the session: a guest would lose everything by opening a link."""


class PasswordResetFromKeyView(allauth_views.PasswordResetFromKeyView):
    """Sets a new password; whose session the browser holds does not matter."""

    def logout(self) -> None:
        """Keep the session: a guest would lose everything by opening a link."""

"""Playing at once: a guest is made for whoever comes without an account."""

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse

from accounts.models import User

# A guest has nothing but the session, so it lasts.
GUEST_SESSION_SECONDS = 365 * 24 * 3600


def become_guest(request: HttpRequest) -> HttpResponse | None:
    """Log the visitor in as a new guest, unless somebody is logged in already.

    Returns the answer to give instead when too many guests came from one address, else None.
    """
    if request.user.is_authenticated:
        return None
    if refusal := ratelimit.consume_or_429(request, action="guest"):
        return refusal
    get_adapter().login(request, User.objects.create_guest())
    request.session.set_expiry(GUEST_SESSION_SECONDS)
    return None

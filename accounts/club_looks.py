"""A club as its members see it, for those who run it: a wish that their session holds.

The wish only ever lowers: ``Standing.lowered`` leaves of what somebody may do what a member may,
too. It ends by the press back, with the session, and with the role that could be more.
"""

from collections.abc import Callable

from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.decorators import sync_only_middleware
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_POST

from accounts.club_requests import for_those_who_may, person_behind
from accounts.club_rights import MEMBER, RIGHTS, Right
from accounts.clubs.standing import own_standing_of
from accounts.models import Club, User

SESSION_KEY = "as_member_in"


@require_POST
@for_those_who_may(Right.READ)
def look_at_club(request: HttpRequest, club: Club) -> HttpResponse:
    """Look at the club as a member from now on, or with "back" as oneself again."""
    if not own_standing_of(person_behind(request), club).may(Right.LOOK):
        raise PermissionDenied
    others = [pk for pk in request.session.get(SESSION_KEY, []) if pk != club.pk]
    request.session[SESSION_KEY] = others if "back" in request.POST else [*others, club.pk]
    here = request.POST.get("here", "")
    return redirect(here if _is_for_members(club, here) else club)


@sync_only_middleware
def as_they_wish(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Have the request's person be a member of the clubs that they want to look at as one."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: _lowered(request))  # type: ignore[assignment]
        return get_response(request)

    return respond


def seen_as_member(session: SessionBase, user: User) -> frozenset[int]:
    """The clubs, by their keys, that the session's person is more in and looks at as a member."""
    wished = session.get(SESSION_KEY)
    if not wished:
        return frozenset()
    clubs = Club.objects.filter(pk__in=wished)
    return frozenset(club.pk for club in clubs if own_standing_of(user, club).may(Right.LOOK))


def _lowered(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    # The desk of the whole site is no club's page: there staff are what they are.
    is_desk = request.resolver_match is not None and request.resolver_match.app_name == "admin"
    if isinstance(user, User) and not is_desk:
        user.as_member_in = seen_as_member(request.session, user)
        if len(user.as_member_in) < len(request.session.get(SESSION_KEY, ())):
            # A role that is given anew begins with one's own view.
            request.session[SESSION_KEY] = sorted(user.as_member_in)
    return user


def _is_for_members(club: Club, address: str) -> bool:
    """Whether this is an address of the club that its members may open."""
    if not address.startswith(club.get_absolute_url()):
        return False
    try:
        view = resolve(address).func
    except Resolver404:
        return False
    return MEMBER in RIGHTS[getattr(view, "right", Right.READ)]
